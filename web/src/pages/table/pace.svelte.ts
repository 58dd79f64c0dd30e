/** How fast what others do is shown on this device: a factor of the time that a person needs to see it. */
import type { News, Scene } from "$lib/game";
import { type Arrival, AT_ONCE, eventsOf } from "$lib/live/director";
import type { State } from "$lib/live/types";
import { read, write } from "$lib/storage";

const KEY = "faubourg.pace";
/** The paces that the menu offers: how long a bot of the server takes, and how long things are shown here. */
export const PACES = { slow: [2, 1.8], normal: [0.8, 1], fast: [0.3, 0.45], instant: [0, 0] } as const;
export type Pace = keyof typeof PACES;
const isPace = (name: string | null): name is Pace => name !== null && name in PACES;

const kept = read(KEY);
let chosen = $state<Pace>(isPace(kept) ? kept : "normal");
export const pace = {
  get now(): Pace {
    return chosen;
  },
  set now(wanted: Pace) {
    chosen = wanted;
    write(KEY, wanted);
  },
  get factor(): number {
    return PACES[chosen][1];
  },
};

const MOVE = 1100; // milliseconds in which a move of somebody else is seen
const OWN = 300; // one's own was seen before

/** What arrived as scenes: by the game's own, else a move of somebody else stays for a while. */
export function scenesOf(
  scenes: ((news: News) => Scene[]) | undefined,
  box: unknown,
  mine: string[],
  before: State,
  arrival: Arrival,
): Scene[] {
  const { state, entries } = arrival;
  const playing = state.phase !== "waiting" && entries.some(({ move }) => move);
  if (!playing || entries.some(({ kind }) => kind === "undo")) return AT_ONCE(before, arrival);
  const found = scenes?.({
    before: before.view,
    after: state.view,
    turn: state.turn,
    from: before.turn,
    entries,
    box,
    mine,
  });
  if (found?.length) return found;
  const own = entries.every(({ kind, seat }) => kind === "nature" || (seat && mine.includes(seat)));
  const events = eventsOf(entries).length;
  return [{ view: state.view, turn: state.turn, events, ms: own ? OWN : MOVE }];
}
