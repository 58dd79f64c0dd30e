/**
 * A move that ends a turn is held back for some seconds, or until the next tap, so that a slip can be taken back: nobody
 * has learnt anything from it yet. It is written down meanwhile, and sent even if the page is closed.
 */
import type { Action } from "$lib/game";
import { erase, read, write } from "$lib/storage";

const SECONDS = "faubourg.hold";
export const USUAL = 3;
const AT_ONE_SCREEN = 1.5; // the others wait around the same screen

function chosen(): number {
  const kept = Number(read(SECONDS) ?? USUAL);
  return Number.isFinite(kept) && kept >= 0 ? kept : USUAL;
}
let seconds = $state(chosen());

/** How long a move can be taken back before it is sent; 0: it is sent at once. */
export const patience = {
  get seconds(): number {
    return seconds;
  },
  set seconds(wanted: number) {
    seconds = wanted;
    write(SECONDS, String(wanted));
  },
};

export type Ways = {
  send: (action: Action) => void;
  sendOnLeaving: (action: Action, number: number) => void; // when the page is about to be gone
};

export class Hold {
  action = $state.raw<Action | null>(null);
  seconds = $state(0);
  paused = $state(false);

  private number = 0; // of the entry that the move answers
  private left = 0; // milliseconds
  private since = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private table: string,
    private ways: Ways,
  ) {
    addEventListener("pagehide", this.leave);
    document.addEventListener("visibilitychange", this.hidden);
  }

  /** Hold a move back; false if none is to be. */
  start(action: Action, number: number, several: boolean): boolean {
    this.seconds = several ? Math.min(seconds, AT_ONE_SCREEN) : seconds;
    if (!this.seconds) return false;
    this.action = action;
    this.number = number;
    this.left = this.seconds * 1000;
    write(this.name, JSON.stringify({ action: action.id, number }));
    this.resume();
    return true;
  }

  release = (): void => {
    const action = this.end();
    if (action) this.ways.send(action);
  };

  takeBack = (): boolean => this.end() !== null;

  /** Whoever is about to take it back is given the time. */
  pause = (): void => {
    if (!this.action || this.paused) return;
    this.paused = true;
    clearTimeout(this.timer);
    this.left = Math.max(500, this.left - (Date.now() - this.since));
  };

  resume = (): void => {
    this.paused = false;
    if (!this.action) return;
    clearTimeout(this.timer);
    this.since = Date.now();
    this.timer = setTimeout(this.release, this.left);
  };

  /** The move that was held when the page was closed, if nothing has happened since. */
  restored(legal: Action[], number: number): Action | null {
    const kept = read(this.name);
    if (!kept || this.action) return null;
    erase(this.name);
    try {
      const { action, number: then } = JSON.parse(kept) as { action: number; number: number };
      return then === number ? (legal.find((each) => each.id === action) ?? null) : null;
    } catch {
      return null;
    }
  }

  stop(): void {
    this.leave();
    removeEventListener("pagehide", this.leave);
    document.removeEventListener("visibilitychange", this.hidden);
  }

  private get name(): string {
    return `faubourg.held.${this.table}`;
  }

  private end(): Action | null {
    const { action } = this;
    clearTimeout(this.timer);
    this.action = null;
    this.paused = false;
    if (action) erase(this.name);
    return action;
  }

  /** It stays written down: should it not arrive, it is sent when the table is opened again. */
  private leave = (): void => {
    const { action, number } = this;
    if (!action) return;
    this.end();
    write(this.name, JSON.stringify({ action: action.id, number }));
    this.ways.sendOnLeaving(action, number);
  };

  private hidden = (): void => {
    if (document.visibilityState === "hidden") this.release();
  };
}
