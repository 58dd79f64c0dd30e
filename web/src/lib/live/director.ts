/**
 * The director: shows what arrives one event at a time, each for as long as a person needs to see it.
 *
 * The server may be ahead of what is shown, never the other way round; all that the page tells (log, live region, sounds,
 * whose turn it is) follows what is shown. Nobody waits for it: `skip` shows the present, and whoever is to act may do so
 * while the last events are still being shown.
 */
import type { Entry, GameEvent, Scene } from "../game";
import type { State } from "./protocol";

/** What a message of the server led to. */
export type Arrival = { state: State; legal: number[]; entries: Entry[]; whole: boolean };
/** What is shown of it: `entries` with those events only that are new. */
export type Shown = Arrival & { waits: boolean; partial: boolean /* there is more to what happened */ };

type Planned = Shown & { ms: number };
export type Split = (before: State, arrival: Arrival) => Scene[];

export const AT_ONCE: Split = (_, { state, entries }) => [
  { view: state.view, turn: state.turn, events: eventsOf(entries).length, ms: 0 },
];

export const eventsOf = (entries: Entry[]): GameEvent[] => entries.flatMap((entry) => entry.events ?? []);

export class Director {
  split: Split = AT_ONCE;
  private queue: Planned[] = [];
  private latest: State | null = null; // of all that has arrived
  private opening: Arrival | null = null; // shown before the game could say how
  private waits = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private show: (shown: Shown) => void,
    private pace: () => number, // 1: as planned; 0: everything at once
  ) {}

  /** Whether something has arrived that was not shown yet. */
  get behind(): boolean {
    return this.queue.length > 0;
  }

  push(arrival: Arrival): void {
    const opens = isOpening(this.latest, arrival);
    const before = opens ? emptied(arrival.state) : this.latest;
    this.latest = arrival.state;
    this.opening = opens ? arrival : null;
    if (!before || (arrival.whole && !opens) || !this.pace()) {
      this.queue.push({ ...arrival, waits: false, partial: false, ms: 0 });
      this.waits = false;
      return this.showUpTo(this.queue.length);
    }
    this.queue.push(...planned(before, arrival, this.split(before, arrival)));
    if (arrival.entries.some(isOvertaking)) this.waits = false;
    if (this.timer === undefined && !this.waits) this.next();
  }

  /** The game can say now what its scenes are: what it began with is shown as such. */
  open(): void {
    const arrival = this.opening;
    this.opening = null;
    if (!arrival || !this.pace()) return;
    const before = emptied(arrival.state);
    this.queue = planned(before, arrival, this.split(before, arrival));
    this.waits = false;
    this.next();
  }

  /** Show the present; only what waits for a tap of its own still does. */
  skip(): void {
    if (this.waits) return;
    if (!this.queue.length) return this.hurry();
    const waiting = this.queue.findIndex(({ waits }) => waits);
    this.showUpTo(waiting < 0 ? this.queue.length : waiting + 1);
  }

  /** The tap that a scene has waited for. */
  reveal(): void {
    if (!this.waits) return;
    this.waits = false;
    this.next();
  }

  stop(): void {
    this.hurry();
    this.queue = [];
  }

  /** All that has arrived is shown; what comes next, such as one's own move, does not wait for its time to be over. */
  private hurry(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private next(): void {
    this.showUpTo(1);
  }

  private showUpTo(count: number): void {
    this.hurry();
    const scenes = this.queue.splice(0, count);
    const last = scenes.at(-1);
    if (!last) return;
    this.waits = last.waits;
    const whole = scenes.some((scene) => scene.whole);
    const ms = last.ms * this.pace();
    if (!last.waits && ms > 0)
      this.timer = setTimeout(() => {
        this.timer = undefined;
        this.next();
      }, ms);
    this.show({ ...last, whole, entries: joined(scenes.map(({ entries }) => entries)) });
    if (!last.waits && ms <= 0 && this.queue.length) this.next();
  }
}

/** Whether it makes the tap that a scene waits for needless: play goes on, or somebody else plays for this seat now. */
const isOvertaking = ({ kind, move }: Entry): boolean =>
  move !== undefined || kind === "handed" || kind === "late";

/** Whether nobody has moved yet, but Nature has: the first throw of a game may wait for a tap like any other. */
function isOpening(before: State | null, { state, entries }: Arrival): boolean {
  if (state.phase !== "playing" || (before && before.phase !== "waiting")) return false;
  const moved = entries.filter(({ move }) => move);
  return moved.length > 0 && moved.length === state.moves && moved.every(({ kind }) => kind === "nature");
}

/** A game that begins has the same view before: games tell by that. */
const emptied = (state: State): State => ({ ...state, number: 0, moves: 0 });

/** The scenes with the events that belong to each, and the state as it is to be seen in each. */
function planned(before: State, { state, legal, entries }: Arrival, scenes: Scene[]): Planned[] {
  const rest = [...entries];
  let shown = 0; // events of the first of `rest`
  let number = before.number;
  const take = (events: number, all: boolean): Entry[] => {
    const taken: Entry[] = [];
    let wanted = events;
    for (;;) {
      const [entry] = rest;
      if (!entry) return taken;
      const left = (entry.events ?? []).slice(shown);
      if (!all && wanted < 1 && (left.length > 0 || entry.move)) return taken;
      const now = all ? left : left.slice(0, wanted);
      taken.push(entry.events ? { ...entry, events: now } : entry);
      wanted -= now.length;
      if (now.length < left.length) {
        shown += now.length;
        return taken;
      }
      shown = 0;
      number = entry.number;
      rest.shift();
    }
  };
  return scenes.map((scene, place) => {
    const last = place === scenes.length - 1;
    const taken = take(scene.events, last);
    const common = {
      entries: taken,
      whole: false,
      waits: scene.waits ?? false,
      partial: !last,
      ms: scene.ms,
    };
    if (last && !scene.waits) return { ...common, state: { ...state, view: scene.view }, legal };
    const seen = {
      ...state,
      view: scene.view,
      turn: scene.turn,
      number,
      moves: (entries.findLast((entry) => entry.number <= number && entry.moves !== undefined)?.moves ??
        before.moves) as number,
    };
    if (scene.open) return { ...common, state: seen, legal };
    return {
      ...common,
      state: { ...seen, phase: before.phase, outcome: null, undo: null },
      legal: [],
    };
  });
}

/** Several lists of entries as one; of an entry that was shown in parts, all parts. */
function joined(lists: Entry[][]): Entry[] {
  const all: Entry[] = [];
  for (const entry of lists.flat()) {
    const last = all.at(-1);
    if (last?.number === entry.number) all[all.length - 1] = withMore(last, entry);
    else all.push(entry);
  }
  return all;
}

export const withMore = (entry: Entry, more: Entry): Entry => ({
  ...entry,
  events: [...(entry.events ?? []), ...(more.events ?? [])],
});
