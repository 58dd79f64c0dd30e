/** Entries as live messages carry them, without what follows from their place: see docs/server/live.md. */
import type { Entry } from "../game";

type BriefEvent = [kind: string, fields: Record<string, unknown>, en: string, fr: string];
export type Brief = {
  kind?: string; // Nature's is left out
  seat?: string | null;
  move?: [id: number, text: string];
  events?: BriefEvent[];
} & Record<string, unknown>;

/** The whole entries of a message with this number; the same as `restore` in `server/table/brief.py`. */
export function restore(entries: Brief[], number: number): Entry[] {
  let moves = 0; // after the entry before
  return entries.map(({ kind = "nature", seat = "*", move, events = [], ...rest }, place) => {
    const entry = { ...rest, number: number - entries.length + 1 + place, kind, seat } as Entry;
    if (move) {
      entry.move = { id: move[0], text: move[1] };
      entry.moves ??= moves + 1;
      entry.events = events.map(([kind, fields, en, fr]) => ({ kind, ...fields, en, fr }));
    }
    moves = entry.moves as number;
    return entry;
  });
}
