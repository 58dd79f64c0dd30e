/**
 * Whether other devices of this home reach the server. Only the computer on which it runs may know, so only a page that
 * was opened there asks.
 */
import { api, type Lan, type Problem, problem } from "./api/client";

const LOOK_AGAIN = 5000; // milliseconds; the server may be started anew, the computer may change its network

export const isThisComputer = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

class Sharing {
  lan = $state.raw<Lan | null>(null); // null until it is known, and on other computers
  busy = $state(false);
  lapsed = $state(false); // it was open, and nobody closed it on this page
  trouble = $state.raw<Problem | null>(null);

  private watched = "";

  /** Where others open the page; on this computer alone that is where we are. */
  readonly origin: string = $derived(this.lan?.url ?? location.origin);
  /** Whether the address that we told them is still this computer's. */
  readonly moved: boolean = $derived(this.lan !== null && hasMoved(this.lan));

  /** Look now and again; what comes back ends it. */
  watch(id: string): () => void {
    if (!isThisComputer) return () => {};
    if (id !== this.watched) {
      this.watched = id;
      this.trouble = null; // it was another table's
      this.lapsed = false;
    }
    const look = () => document.visibilityState === "visible" && void this.look(id);
    look();
    const timer = setInterval(look, LOOK_AGAIN);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }

  async look(id: string): Promise<void> {
    if (!isThisComputer || this.busy) return;
    try {
      const lan = await api.lan(id);
      if (this.busy) return; // what was asked for meanwhile knows better
      if (this.lan?.state === "open" && lan.state === "closed") this.lapsed = true;
      this.lan = lan;
    } catch {
      // the live link says what is wrong; we look again
    }
  }

  open(id: string, host: string, address: string | null = null): Promise<void> {
    return this.change(() => api.openLan(id, host, address));
  }

  close(id: string, host: string): Promise<void> {
    return this.change(() => api.closeLan(id, host));
  }

  private async change(asked: () => Promise<Lan>): Promise<void> {
    this.busy = true;
    this.trouble = null;
    this.lapsed = false;
    try {
      this.lan = await asked();
    } catch (error) {
      this.trouble = problem(error);
    }
    this.busy = false;
  }
}

/** Whether the server listens at an address that this computer does not have any more. */
export function hasMoved({ state, url, addresses }: Lan): boolean {
  return state === "open" && !addresses.some(({ address }) => url?.startsWith(`http://${address}:`));
}

export const sharing = new Sharing();
