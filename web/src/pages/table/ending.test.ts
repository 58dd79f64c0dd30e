import { expect, test } from "vitest";
import type { Outcome, Seat } from "$lib/game";
import { hasTable, moodOf, ranked } from "./ending";

const seat = (letter: string, mine = false): Seat => ({
  letter,
  place: 0,
  face: "fox",
  name: letter,
  kind: "person",
  level: null,
  handed: null,
  mine,
  connected: true,
});
const outcome = (winners: string[], ...scores: number[]): Outcome => ({
  winners,
  scores: Object.fromEntries(scores.map((score, place) => ["ABC"[place]!, score])),
  reason: { en: "", fr: "" },
});
const mine = [seat("A", true), seat("B"), seat("C")];

test("the end knows whether I won, lost, or all did", () => {
  expect(moodOf(outcome(["A"], 5, 4, 3), mine)).toBe("won");
  expect(moodOf(outcome(["B"], 3, 5, 4), mine)).toBe("lost");
  expect(moodOf(outcome(["A", "B", "C"], 1, 1, 1), mine)).toBe("together");
  expect(moodOf(outcome([], 0, 0, 0), mine)).toBe("lost-together");
  expect(moodOf(outcome(["B"], 3, 5, 4), [seat("A"), seat("B")])).toBe("watched");
  expect(moodOf(outcome(["B"], 3, 5), [seat("A", true), seat("B", true)])).toBe("watched");
  expect(moodOf(null, mine)).toBe("stopped");
});

test("players stand in one order: winners first, then by points", () => {
  expect(ranked(outcome(["B"], 3, 5, 4), mine).map(({ letter }) => letter)).toEqual(["B", "C", "A"]);
});

test("points that would contradict the winner, or rank those who play together, are not shown", () => {
  expect(hasTable(outcome(["B"], 3, 5, 4), mine)).toBe(true);
  expect(hasTable(outcome(["A", "B"], 5, 5, 4), mine)).toBe(true);
  expect(hasTable(outcome(["B"], 7, 5, 4), mine)).toBe(false); // the gnome, who builds nothing
  expect(hasTable(outcome(["A", "B"], 5, 3, 4), mine)).toBe(false);
  expect(hasTable(outcome(["A", "B", "C"], 5, 3, 4), mine)).toBe(false);
  expect(hasTable(outcome([], 5, 3, 4), mine)).toBe(false);
});
