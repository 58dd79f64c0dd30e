/** The stars that were earned on this device, by game and challenge; kept in this browser alone. */
import { erase, read, write } from "./storage";

const KEPT = "faubourg.stars";
export const MOST = 3;
export type Stars = Record<string, Record<string, number>>;

const isStars = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MOST;

/** What this browser remembers; nothing, where it was written by somebody else's hand. */
export function earned(): Stars {
  try {
    const kept: unknown = JSON.parse(read(KEPT) ?? "{}");
    if (typeof kept !== "object" || kept === null || Array.isArray(kept)) return {};
    const games = Object.entries(kept).filter(
      ([, each]) => typeof each === "object" && each !== null && Object.values(each).every(isStars),
    );
    return Object.fromEntries(games) as Stars;
  } catch {
    return {};
  }
}

/** Keep the best of what is there and what is new; the challenges in which more stars were earned than ever before. */
export function earn(game: string, found: Record<string, number>): string[] {
  const all = earned();
  const before = all[game] ?? {};
  const better = Object.keys(found).filter((id) => found[id]! > (before[id] ?? 0));
  if (better.length) {
    const now = { ...before, ...Object.fromEntries(better.map((id) => [id, found[id]!])) };
    write(KEPT, JSON.stringify({ ...all, [game]: now }));
  }
  return better;
}

export const forget = (): void => erase(KEPT);

/** The best that anybody at this device has done, by challenge. */
export function best(stars: Record<string, Record<string, number>>, seats: string[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const seat of seats)
    for (const [id, count] of Object.entries(stars[seat] ?? {})) found[id] = Math.max(found[id] ?? 0, count);
  return found;
}
