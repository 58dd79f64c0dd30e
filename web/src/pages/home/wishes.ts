/** Who shall sit at a new table, in the ways that the home page offers. */
import type { GameInfo, SeatWish } from "$lib/api/client";

export type Way = "bots" | "friends" | "screen";
export type Wish = { kind: "person" | "bot" | "open"; name: string; level: string };

/** A number of players that is good company: three where many can play, else two. */
export function goodNumber({ least, most }: Pick<GameInfo, "least" | "most">): number {
  return Math.max(least, Math.min(most, Math.round(most / 2)));
}

const YOUNG = 7; // games for younger children begin with the gentlest bot

/** The bot for an ordinary game, or for a game of young children. Levels come with the weakest first. */
export function goodLevel(levels: string[], age = YOUNG): string {
  if (age < YOUNG) return levels[0] ?? "gentle";
  return levels.find((level) => level === "steady") ?? levels.at(-1) ?? "steady";
}

export function seatsFor(way: Way, count: number, level: string, names: string[] = []): Wish[] {
  const other = { bots: "bot", friends: "open", screen: "person" } as const;
  return Array.from({ length: count }, (_, place) => ({
    kind: place === 0 ? "person" : other[way],
    name: names[place] ?? "",
    level,
  }));
}

/** The same seats with more or fewer of them: a new one is like the last. */
export function resized(wishes: Wish[], count: number, way: Way, level: string): Wish[] {
  return seatsFor(way, count, level).map((wish, place) => wishes[place] ?? wish);
}

/** As the server wants to be told. */
export function told(wishes: Wish[]): SeatWish[] {
  return wishes.map(({ kind, name, level }) => {
    if (kind === "open") return { kind };
    return kind === "bot" ? { kind, level, name: "" } : { kind, name: name.trim() };
  });
}

/** Options that differ from what the game does anyway, as far as that number of players allows. */
export function chosen(
  game: GameInfo,
  count: number,
  values: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    game.options
      .filter(({ name, default: usual, allowed }) => {
        const value = values[name];
        return value !== undefined && value !== usual && (allowed[count] ?? []).includes(value);
      })
      .map(({ name }) => [name, values[name]!]),
  );
}
