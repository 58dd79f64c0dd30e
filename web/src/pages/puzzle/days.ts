/** Which puzzle a day has, and which days were solved on this device: nobody is asked, and nobody is told. */
import { erase, read, write } from "$lib/storage";

const DAY = 24 * 3600 * 1000;
const FIRST = Date.UTC(2026, 0, 1); // the server's puzzle 0; see src/faubourg/puzzles/puzzle.py
const KEPT = "faubourg.puzzles";
const MOST = 800; // days kept for a game

/** The number of a day: how many have gone by since the first, by the calendar on the wall. */
export function dayNumber(now: Date): number {
  return Math.max(0, Math.round((Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) - FIRST) / DAY));
}

/** The date of a day, for people. */
export function dateOf(day: number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(FIRST + day * DAY);
}

/** The solved days of each game, by game. */
export type Solved = Record<string, number[]>;

/** What this browser remembers; nothing, where it was written by somebody else's hand. */
export function solved(): Solved {
  try {
    const kept: unknown = JSON.parse(read(KEPT) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    const entries = Object.entries(kept).filter(
      ([, days]) => Array.isArray(days) && days.every((day) => Number.isInteger(day)),
    );
    return Object.fromEntries(entries) as Solved;
  } catch {
    return {};
  }
}

export function remember(game: string, day: number): Solved {
  const all = solved();
  const days = [...new Set([...(all[game] ?? []), day])].sort((one, other) => one - other).slice(-MOST);
  const now = { ...all, [game]: days };
  write(KEPT, JSON.stringify(now));
  return now;
}

export const forget = (): void => erase(KEPT);

/** How many days in a row were solved up to today; today may still come. */
export function streak(days: number[], today: number): number {
  const known = new Set(days);
  let [last, count] = [known.has(today) ? today : today - 1, 0];
  while (known.has(last--)) count++;
  return count;
}

/** The longest row of days there ever was. */
export function longest(days: number[]): number {
  return Math.max(0, ...days.map((day) => streak(days, day)));
}
