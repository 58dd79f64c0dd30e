import { beforeEach, expect, test } from "vitest";
import { dateOf, dayNumber, forget, longest, remember, solved, streak } from "./days";

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  Object.assign(globalThis, {
    localStorage: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
    },
  });
});

test("a day has a number by the calendar, at any hour", () => {
  expect(dayNumber(new Date(2026, 0, 1, 0, 0, 1))).toBe(0);
  expect(dayNumber(new Date(2026, 0, 1, 23, 59))).toBe(0);
  expect(dayNumber(new Date(2026, 2, 30, 1))).toBe(88); // after the clocks went forward
  expect(dayNumber(new Date(2020, 1, 1))).toBe(0);
  expect(dateOf(88, "en")).toBe("March 30, 2026");
});

test("days in a row count up to today, or to yesterday", () => {
  expect(streak([], 10)).toBe(0);
  expect(streak([8, 9, 10], 10)).toBe(3);
  expect(streak([8, 9], 10)).toBe(2);
  expect(streak([7, 8], 10)).toBe(0);
  expect(longest([1, 2, 3, 7, 8])).toBe(3);
  expect(longest([])).toBe(0);
});

test("what was solved is remembered once, and forgotten when wished", () => {
  remember("lutins", 5);
  remember("lutins", 5);
  remember("cities", 4);
  expect(solved()).toEqual({ lutins: [5], cities: [4] });
  forget();
  expect(solved()).toEqual({});
});

test("what somebody else has written is no reason to fail", () => {
  for (const text of ["{", "null", "[1]", '{"lutins": "x"}', '{"lutins": [1.5]}']) {
    kept.set("faubourg.puzzles", text);
    expect(Object.values(solved()).flat()).not.toContain(1.5);
  }
});
