import { expect, it } from "vitest";
import type { Entry } from "../game";
import { merged, missingAfter } from "./history";

const entries = (...numbers: number[]): Entry[] =>
  numbers.map((number) => ({ number, kind: "move", seat: "A", at: 0 }));
const numbers = (list: Entry[]) => list.map((entry) => entry.number);

it("puts old entries before new ones, each once", () => {
  expect(numbers(merged(entries(4, 5), entries(6)))).toEqual([4, 5, 6]);
  expect(numbers(merged(entries(4, 5), entries(1, 2, 3, 4)))).toEqual([1, 2, 3, 4, 5]);
});

it("knows what is missing", () => {
  expect(missingAfter(entries(), 3)).toBe(0);
  expect(missingAfter(entries(1, 2, 5), 5)).toBe(2);
  expect(missingAfter(entries(1, 2, 3), 5)).toBe(3);
  expect(missingAfter(entries(1, 2, 3), 3)).toBeNull();
});
