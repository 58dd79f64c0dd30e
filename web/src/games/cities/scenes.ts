/** What happened, one event at a time: what is placed, the objectives that it fulfils, and then what lies anew. */
import type { News, Scene } from "$lib/game";
import type { Box, View } from "./types";

// Milliseconds in which each is seen.
const PLACED = 1200;
const TAKEN = 1200;
const OBJECTIVE = 1400;
const NEXT = 500;
const ROUND = 1200;
const OWN = 350; // it was seen before it was sent

const PLACES = ["started", "tile", "attraction", "module", "discarded"];

export function scenes({ before, after, from, turn, entries, mine }: News<View, Box>): Scene<View>[] {
  const events = entries.flatMap((entry) => entry.events ?? []);
  if (before === after) return [{ view: after, turn, events: events.length, ms: 0 }];
  const own = from !== null && mine.includes(from);
  const found: Scene<View>[] = [];
  const put = events.findLastIndex(({ kind }) => PLACES.includes(kind)) + 1;
  let view = before;
  if (put) {
    view = { ...before, players: after.players, hand: after.hand, starters: after.starters };
    found.push({ view, turn: from, events: put, ms: own ? OWN : PLACED });
  }
  const rest = events.slice(put);
  const fulfilled = rest.findLastIndex(({ kind }) => kind === "objective") + 1;
  if (fulfilled) {
    view = { ...view, players: after.players, objectives: after.objectives };
    found.push({ view, turn: from, events: fulfilled, ms: OBJECTIVE });
  }
  const left = rest.slice(fulfilled);
  const has = (...kinds: string[]) => left.some(({ kind }) => kinds.includes(kind));
  if (!found.length || left.length) {
    const ms = has("round", "dealt") ? ROUND : has("took", "revealed", "drew") ? (own ? OWN : TAKEN) : NEXT;
    return [...found, { view: after, turn, events: left.length, ms }];
  }
  const last = found.at(-1)!;
  return [...found.slice(0, -1), { ...last, view: after, turn }];
}
