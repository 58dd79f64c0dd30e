/** A table as the page sees it: everything reactive, kept up to date by a `Link`. */
import { api } from "../api/client";
import type { Action, Entry } from "../game";
import { Director, type Shown } from "./director";
import { added, merged, missingAfter } from "./history";
import { Link, type Status } from "./link";
import type { Refusal, State, Time } from "./protocol";
import { browserEnvironment } from "./browser";
import { Sentences } from "./sentences.svelte";

export type Ears = {
  refused: (refusal: Refusal) => void;
  outdated: () => void;
  news: (entries: Entry[]) => void;
  welcome: (seats: string[], host: boolean) => void;
  reaction: (seat: string, what: string) => void;
};

const actionOf = (id: number, notation: string[]): Action => {
  const text = notation[id] ?? "";
  return { id, text, words: text.split(" ") };
};

export class LiveTable {
  state = $state.raw<State | null>(null);
  /** What this browser may do now. */
  legal: Action[] = $derived.by(() => {
    const notation = this.notation;
    return notation ? this.ids.map((id) => actionOf(id, notation)) : [];
  });
  sentences = new Sentences(() => this.link.describe());
  news = $state.raw<Entry[]>([]); // what led to this state from the one before
  entries = $state.raw<Entry[]>([]); // all that is known, from the first
  mine = $state.raw<string[]>([]);
  host = $state(false);
  connected = $state.raw<string[]>([]);
  watching = $state(0); // how many others look on
  time = $state.raw<(Time & { at: number }) | null>(null); // the clocks, and when we heard of them
  status = $state<Status>("connecting");
  busy = $state(false);
  bye = $state.raw<Link["bye"]>(null);
  partial = $state(false); // more of what has happened is about to be shown
  waits = $state(false); // what is shown waits for a tap of ours
  director: Director;

  private ids = $state.raw<number[]>([]); // of the legal actions
  private notation = $state.raw<string[] | null>(null); // of all actions of the game, by their numbers
  private link: Link;
  private asked = false; // for the notation
  private reading = false;
  private opens = false;
  private stopped = false;
  private leave: () => void;

  constructor(
    readonly id: string,
    keys: string[],
    private ears: Ears,
    pace: () => number,
  ) {
    this.director = new Director((shown) => this.show(shown), pace);
    this.link = new Link(browserEnvironment(id), keys, {
      news: ({ state, legal, type }, entries) => {
        this.director.push({ state, legal: legal ?? [], entries, whole: type === "snapshot" });
        this.changed();
      },
      described: (legal) => this.sentences.came(legal),
      welcome: (seats, host) => {
        this.mine = seats;
        this.host = host;
        ears.welcome(seats, host);
      },
      time: ({ running, left }) => (this.time = { running, left, at: performance.now() }),
      presence: (connected, watching) => {
        this.connected = connected;
        this.watching = watching;
      },
      reaction: ears.reaction,
      refused: ears.refused,
      outdated: ears.outdated,
      changed: () => this.changed(),
    });
    const wake = () => {
      if (document.visibilityState !== "visible") return;
      this.director.skip(); // what happened while nobody looked is not played now
      this.link.wake();
    };
    addEventListener("online", wake);
    addEventListener("pageshow", wake);
    document.addEventListener("visibilitychange", wake);
    this.leave = () => {
      removeEventListener("online", wake);
      removeEventListener("pageshow", wake);
      document.removeEventListener("visibilitychange", wake);
    };
    this.link.start();
    void this.readNotation(); // beside the connection, not after it
  }

  play(action: Action): void {
    const seat = this.state?.turn;
    if (seat) this.link.request({ type: "move", seat, action: action.id });
  }

  react(what: string): void {
    const seat = this.mine.find((letter) => letter === this.state?.turn) ?? this.mine[0];
    if (seat) this.link.react(seat, what);
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

  /** The game's own scenes are known now: if it has only just begun, it is shown from there. */
  open(): void {
    const { entries } = this;
    this.entries = [];
    this.opens = true; // how the table was laid is not announced
    this.director.open();
    this.opens = false;
    if (!this.entries.length) this.entries = entries;
  }

  /** What the director shows now. */
  private show({ state, legal, entries, whole, waits, partial }: Shown): void {
    const first = this.state === null;
    this.state = state;
    this.waits = waits;
    this.partial = partial;
    if (this.ids !== legal) this.sentences.forget();
    this.ids = legal;
    this.news = whole ? [] : entries;
    this.entries = added(this.entries, entries);
    if (!first && !this.opens) this.ears.news(entries);
    void this.readNotation();
    void this.readHistory();
  }

  stop(): void {
    this.stopped = true;
    this.director.stop();
    this.leave();
    this.link.stop();
  }

  private changed(): void {
    this.status = this.link.status;
    this.busy = this.link.busy;
    this.bye = this.link.bye;
  }

  /** Read how actions are written; again with the next news if that fails. */
  private async readNotation(): Promise<void> {
    if (this.notation || this.asked) return;
    this.asked = true;
    try {
      this.notation = (await api.notation(this.id)).actions;
    } catch {
      this.asked = false; // offline: with the next news we try again
    }
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
        const shown = this.state?.number ?? 0; // what is not shown yet is not told
        this.entries = merged(
          this.entries,
          entries.filter(({ number }) => number <= shown),
        );
      }
    } catch {
      // offline or refused: with the next news we try again
    } finally {
      this.reading = false;
    }
  }
}
