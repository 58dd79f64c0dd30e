/** A table as the page sees it: everything reactive, kept up to date by a `Link`. */
import { api } from "../api/client";
import type { Action, Entry } from "../game";
import { merged, missingAfter } from "./history";
import { Link, type Status } from "./link";
import type { Refusal, State } from "./protocol";
import { browserEnvironment } from "./browser";

export type Ears = {
  refused: (refusal: Refusal) => void;
  outdated: () => void;
  news: (entries: Entry[]) => void;
  welcome: (seats: string[], host: boolean) => void;
};

export class LiveTable {
  state = $state.raw<State | null>(null);
  legal = $state.raw<Action[]>([]);
  news = $state.raw<Entry[]>([]); // what led to this state from the one before
  entries = $state.raw<Entry[]>([]); // all that is known, from the first
  mine = $state.raw<string[]>([]);
  host = $state(false);
  connected = $state.raw<string[]>([]);
  status = $state<Status>("connecting");
  busy = $state(false);
  bye = $state.raw<Link["bye"]>(null);

  private link: Link;
  private reading = false;
  private stopped = false;
  private leave: () => void;

  constructor(
    readonly id: string,
    keys: string[],
    ears: Ears,
  ) {
    this.link = new Link(browserEnvironment(id), keys, {
      news: ({ state, legal, type }, fresh) => {
        const first = this.state === null;
        this.state = state;
        this.legal = legal ?? [];
        this.news = first || type === "snapshot" ? [] : fresh;
        this.entries = merged(this.entries, fresh);
        this.changed();
        if (!first) ears.news(fresh);
        void this.readHistory();
      },
      welcome: (seats, host) => {
        this.mine = seats;
        this.host = host;
        ears.welcome(seats, host);
      },
      presence: (connected) => (this.connected = connected),
      refused: ears.refused,
      outdated: ears.outdated,
      changed: () => this.changed(),
    });
    const wake = () => document.visibilityState === "visible" && this.link.wake();
    addEventListener("online", wake);
    addEventListener("pageshow", wake);
    document.addEventListener("visibilitychange", wake);
    this.leave = () => {
      removeEventListener("online", wake);
      removeEventListener("pageshow", wake);
      document.removeEventListener("visibilitychange", wake);
    };
    this.link.start();
  }

  play(action: Action): void {
    const seat = this.state?.turn;
    if (seat) this.link.request({ type: "move", seat, action: action.id });
  }

  undo(): void {
    const seat = this.state?.undo;
    if (seat) this.link.request({ type: "undo", seat });
  }

  /** Ask for the rule that forbids something. */
  ask(notation: string): void {
    const { turn } = this.state ?? {};
    const seat = turn && this.mine.includes(turn) ? turn : this.mine[0];
    if (seat && !this.legal.some((action) => action.text === notation)) this.link.ask(seat, notation);
  }

  stop(): void {
    this.stopped = true;
    this.leave();
    this.link.stop();
  }

  private changed(): void {
    this.status = this.link.status;
    this.busy = this.link.busy;
    this.bye = this.link.bye;
  }

  /** Read what happened before we came, page by page. */
  private async readHistory(): Promise<void> {
    if (this.reading) return;
    this.reading = true;
    try {
      for (;;) {
        const after = missingAfter(this.entries, this.state?.number ?? 0);
        if (after === null || this.stopped) return;
        const { entries } = await api.entries(this.id, after);
        if (entries.length === 0) return;
        this.entries = merged(this.entries, entries);
      }
    } catch {
      // offline or refused: with the next news we try again
    } finally {
      this.reading = false;
    }
  }
}
