/** The geometry of the chart, and numbers for people. */
import * as m from "$messages";
import type { Review } from "$lib/api/client";

export const HEIGHT = 230;
export const EDGE = { left: 48, right: 12, top: 12, bottom: 22 };

/** What marks the end of a seat's line beside its colour: a shape of its own, 14 wide. */
export const SHAPES = [
  "M-6,0 a6,6 0 1 0 12,0 a6,6 0 1 0 -12,0z",
  "M-5.5,-5.5 h11 v11 h-11z",
  "M0,-7 L7,5.5 H-7z",
  "M0,-7.5 L7.5,0 L0,7.5 L-7.5,0z",
  "M-2.4,-7 h4.8 v4.6 h4.6 v4.8 h-4.6 v4.6 h-4.8 v-4.6 h-4.6 v-4.8 h4.6z",
  "M0,7 L-7,-5.5 H7z",
] as const;
export const DASHES = ["none", "8 4", "2.5 3", "10 3 2.5 3", "5 5", "1.5 5"] as const;

export const last = ({ chances }: Review): number => chances.length - 1;

export function xOf(review: Review, place: number, width: number): number {
  return EDGE.left + ((width - EDGE.left - EDGE.right) * place) / Math.max(1, last(review));
}

export function yOf(review: Review, chance: number): number {
  return EDGE.top + (HEIGHT - EDGE.top - EDGE.bottom) * (1 - chance / review.whole);
}

/** A seat's line: level until a move changes it. */
export function line(review: Review, seat: number, width: number): string {
  let path = "";
  let before: number | undefined;
  review.chances.forEach((chances, place) => {
    const chance = chances[seat] ?? 0;
    if (chance === before && place < last(review)) return;
    const [x, y] = [xOf(review, place, width).toFixed(1), yOf(review, chance).toFixed(1)];
    path += path ? `H${x}V${y}` : `M${x},${y}`;
    before = chance;
  });
  return path;
}

/** The place in the game that lies nearest under a point of the chart. */
export function placeAt(review: Review, x: number, width: number): number {
  const share = (x - EDGE.left) / (width - EDGE.left - EDGE.right);
  return Math.round(Math.max(0, Math.min(1, share)) * last(review));
}

/** A chance of a hundred, without decimals; an estimate that lies beyond is certainty. */
export function percent(review: Review, chance: number): number {
  return Math.round((100 * Math.min(Math.max(chance, 0), review.whole)) / review.whole);
}

/** A change in points of a hundred, with its sign. */
export function points(review: Review, change: number, language: string): string {
  const format = new Intl.NumberFormat(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  });
  return format.format((100 * change) / review.whole).replace("-", "−");
}

export type Ends = readonly number[]; // low and high, of the interval in which a change lies

/** Whether a range says in which direction the change was. */
export const isSure = ([low = 0, high = 0]: Ends): boolean => low > 0 || high < 0;

/** The ends of a range, in points of a hundred with their signs. */
export function range(review: Review, [low = 0, high = 0]: Ends, language: string): string {
  return m.review_range({ low: points(review, low, language), high: points(review, high, language) });
}

/** What a mistake cost, and the ends of its range: whole points, unless one of them would be 0. */
export function loss(review: Review, change: number, ends: Ends, language: string) {
  const [low = 0, high = 0] = ends.map(Math.abs).sort((one, other) => one - other);
  const maximumFractionDigits = 100 * low >= review.whole ? 0 : 1;
  const format = new Intl.NumberFormat(language, { maximumFractionDigits });
  const told = (lost: number) => format.format((100 * lost) / review.whole);
  return { points: told(Math.abs(change)), low: told(low), high: told(high) };
}
