/** What happened, one event at a time: the block in its house first, and then whoever throws next. */
import type { News, Scene } from "$lib/game";
import type { Box, View } from "./types";

const BLOCK = 1100; // milliseconds in which it is seen
const OWN = 400;
const THROW = 1300;

const NEXT = ["turn", "thrown", "orange"];

export function scenes({ before, after, from, turn, entries, mine }: News<View, Box>): Scene<View>[] {
  const events = entries.flatMap((entry) => entry.events ?? []);
  const own = from !== null && mine.includes(from);
  const next = events.findIndex(({ kind }) => NEXT.includes(kind));
  if (next < 1 || before === after)
    return [{ view: after, turn, events: events.length, ms: own ? OWN : BLOCK }];
  const { seat, phase, turns, thrown, tower, emblems, asleep } = before;
  const shown = { seat, phase, turns, thrown, tower, emblems, asleep };
  const view: View = { ...after, ...shown, dice: [], turn: before.turn };
  return [
    { view, turn: from, events: next, ms: own ? OWN : BLOCK },
    { view: after, turn, events: events.length - next, ms: THROW },
  ];
}
