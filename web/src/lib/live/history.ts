/** A table's entries, merged from what is broadcast live and what is read again; gaps are found by number. */
import type { Entry } from "../game";
import { withMore } from "./director";

/** Both, each entry once, in order. */
export function merged(known: Entry[], more: Entry[]): Entry[] {
  const last = known.at(-1)?.number ?? 0;
  if (more.every((entry) => entry.number > last)) return [...known, ...more];
  const all = new Map([...known, ...more].map((entry) => [entry.number, entry]));
  return [...all.values()].sort((one, other) => one.number - other.number);
}

/** What is known and what is shown now, which may be the rest of the last entry. */
export function added(known: Entry[], shown: Entry[]): Entry[] {
  const [rest, ...others] = shown;
  const last = known.at(-1);
  if (!rest || rest.number !== last?.number) return merged(known, shown);
  return [...known.slice(0, -1), withMore(last, rest), ...others];
}

/** The entry after which the first is missing; null if none is. */
export function missingAfter(known: Entry[], number: number): number | null {
  const gap = known.findIndex((entry, place) => entry.number !== place + 1);
  const reached = gap < 0 ? known.length : gap;
  return reached < number ? reached : null;
}
