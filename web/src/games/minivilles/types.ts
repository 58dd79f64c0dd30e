/** What the server says of Minivilles: the box (once a table) and the view (after every move). */
import type { components } from "./view";

type Schemas = components["schemas"];
export type View = Schemas["View"];
export type Box = Schemas["Box"];
export type Town = Schemas["Town"];
export type CardFacts = Schemas["CardFacts"];
export type Colour = CardFacts["colour"];
export type Phase = View["phase"];

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

/** Dice numbers as printed: "3", "2–3", "12–14"; "2, 5" where some between are missing. */
export const numbersText = (numbers: number[]): string => {
  const row = numbers.every((number, i) => i === 0 || number === numbers[i - 1]! + 1);
  return row && numbers.length > 1 ? `${numbers[0]}–${numbers.at(-1)}` : numbers.join(", ");
};
