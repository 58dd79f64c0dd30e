/** Who shall sit at a new table, in the ways that the home page offers. */
import type { GameInfo, SeatWish } from "$lib/api/client";
import type { Seat } from "$lib/game";
import { type Animal, type FaceName, facesAt, picksFor } from "$lib/faces";

export type GameOption = GameInfo["options"][number];

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

/** Who sits where when a game is played on from one of its positions: whoever sat at this device sits there again, bots
 * are as good as they were and take all other places. Of somebody else's game one plays on in the first. */
export function seatsAgain(
  seats: Pick<Seat, "kind" | "name" | "level" | "mine">[],
  levels: string[],
): Wish[] {
  const tookPart = seats.some(({ mine }) => mine);
  return seats.map(({ kind, name, level, mine }, place) => ({
    kind: (tookPart ? mine : place === 0) ? "person" : "bot",
    name: kind === "bot" ? "" : name,
    level: level && levels.includes(level) ? level : goodLevel(levels),
  }));
}

/** The same seats with more or fewer of them: a new one is like the last. */
export function resized(wishes: Wish[], count: number, way: Way, level: string): Wish[] {
  return seatsFor(way, count, level).map((wish, place) => wishes[place] ?? wish);
}

export const letterAt = (place: number): string => "ABCDEF"[place] ?? "";

/** The seats of those who sit at this device. */
export const peopleOf = (wishes: Wish[]): string[] =>
  wishes.flatMap(({ kind }, place) => (kind === "person" ? [letterAt(place)] : []));

/** The faces that those at a new table will have. */
export function wishedFaces(wishes: Wish[], picks: (Animal | null)[]): Record<string, FaceName> {
  const picked = picksFor(peopleOf(wishes), picks);
  const seats = wishes.map(({ kind, level }, place) => {
    const seat = letterAt(place);
    return { seat, kind, level, face: picked[seat] ?? null };
  });
  return facesAt(seats);
}

/** As the server wants to be told, with the faces that were picked. */
export function told(wishes: Wish[], picks: (Animal | null)[]): SeatWish[] {
  const picked = picksFor(peopleOf(wishes), picks);
  return wishes.map(({ kind, name, level }, place) => {
    if (kind === "open") return { kind };
    const face = picked[letterAt(place)];
    return kind === "bot" ? { kind, level, name: "" } : { kind, name: name.trim(), ...(face && { face }) };
  });
}

/** What an option stands on: the value that was picked, if that many players may have it, else the usual one. */
export function optionValue(option: GameOption, count: number, picked: Record<string, string>): string {
  const value = picked[option.name];
  if (value !== undefined && (option.allowed[count] ?? []).includes(value)) return value;
  return option.default[count] ?? "";
}

/** The options that mean anything beside the others: the gnome's die is only spoken of where somebody is the gnome. */
export function meaningful(game: GameInfo, count: number, picked: Record<string, string>): GameOption[] {
  const stands = ([name, value]: [string, string]) => {
    const other = game.options.find((each) => each.name === name);
    return other !== undefined && optionValue(other, count, picked) === value;
  };
  return game.options.filter(({ when }) => Object.entries(when).every(stands));
}

/** Where bots are on the side of people: the option that says how hard the game is, as levels do in other games. */
export function hardness(
  game: GameInfo,
  count: number,
  picked: Record<string, string>,
): GameOption | undefined {
  return meaningful(game, count, picked).find(({ by_level }) => Object.keys(by_level).length);
}

/** Whether bots are partners: on the side of people, of whom there must be one, perhaps still to come. */
export function arePartners(
  game: GameInfo | undefined,
  picked: Record<string, string>,
  seats: { kind: string }[],
): boolean {
  const together = game !== undefined && hardness(game, seats.length, picked) !== undefined;
  return together && seats.some(({ kind }) => kind !== "bot");
}

/** What a game for an age begins with: the options of its level, where levels are no skill of bots. */
export function goodOptions(game: GameInfo, levels: string[], age?: number): Record<string, string> {
  const level = goodLevel(levels, age);
  return Object.fromEntries(
    game.options.flatMap(({ name, by_level }) => (by_level[level] ? [[name, by_level[level]]] : [])),
  );
}

/** The bots of a game: of a level for the age, or good partners where its options say how hard it is. */
export function goodBots(
  game: GameInfo,
  levels: string[],
  age: number,
  count: number,
  picked: Record<string, string>,
): string {
  return goodLevel(levels, hardness(game, count, picked) ? undefined : age);
}

/** Options that differ from what the game does anyway, as far as that number of players allows; and how hard it is. */
export function chosen(
  game: GameInfo,
  count: number,
  picked: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    meaningful(game, count, picked)
      .map((option) => [option, optionValue(option, count, picked)] as const)
      .filter(([option, value]) => value !== option.default[count] || Object.keys(option.by_level).length)
      .map(([option, value]) => [option.name, value]),
  );
}
