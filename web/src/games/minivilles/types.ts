/** What the server says of Minivilles: the box (once a table) and the view (after every move). */
import type { Both } from "$lib/game";

export type Colour = "blue" | "green" | "red" | "purple" | "landmark";

/** What a card does, as the rules read it; see components.toml. */
export type Effect = {
  kind: string;
  coins?: number | "all";
  per?: string[];
  among?: "own" | "all";
  needs?: string;
  below?: number;
  roller_landmarks?: number;
  from?: number;
  by?: number;
};

export type CardFacts = {
  name: Both;
  colour: Colour;
  symbol: string;
  numbers: number[];
  cost: number;
  unique: boolean;
  effect: Effect;
  when: Both;
  says: Both;
};

export type Box = {
  cards: Record<string, CardFacts>;
  landmarks: Record<string, CardFacts>;
  colours: Record<string, Both>;
  symbols: Record<string, Both>;
  raised: string[];
  to_win: number;
  piles: number;
  relief: number;
};

export type Town = { coins: number; cards: Record<string, number>; landmarks: string[] };

/** What each number would bring, the first entry for a 1; see forecast.py. */
export type Forecast = Record<"mine" | "fees" | "least" | "most" | "open", number[]>;

export type Phase =
  | "deal"
  | "first"
  | "dice"
  | "catch"
  | "roll"
  | "reroll"
  | "raise"
  | "give"
  | "demolish"
  | "pick"
  | "offer"
  | "swap"
  | "build"
  | "ended";

export type View = {
  turn: string;
  seat: string;
  phase: Phase;
  turns: number;
  dice: number[];
  number: number;
  rolling: number;
  rerolled: boolean;
  again: boolean;
  catch: number;
  gifts: number;
  demolitions: number;
  offered: string;
  market: Record<string, number>;
  deck: number;
  towns: Record<string, Town>;
  forecast: Record<string, Forecast>;
};

export const factsOf = (box: Box, id: string): CardFacts => {
  const facts = box.cards[id] ?? box.landmarks[id];
  if (!facts) throw new Error(`no card ${id}`);
  return facts;
};

/** The landmark that gives a power, if the box has one. */
export const landmarkWith = (box: Box, power: string): string | undefined =>
  Object.keys(box.landmarks).find((id) => box.landmarks[id]?.effect.kind === power);

export const hasPower = (box: Box, town: Town, power: string): boolean => {
  const id = landmarkWith(box, power);
  return id !== undefined && town.landmarks.includes(id);
};

/** Dice numbers as printed: "3", "2–3", "12–14". */
export const numbersText = (numbers: number[]): string =>
  numbers.length > 1 ? `${numbers[0]}–${numbers.at(-1)}` : String(numbers[0] ?? "");
