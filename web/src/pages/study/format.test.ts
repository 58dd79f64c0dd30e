import { expect, it, vi } from "vitest";
import { along, bars, shown, ticks } from "./format";

// There is no browser here whose language could be asked.
vi.mock("$lib/lang.svelte", () => ({ language: { now: "en" }, say: (text: { en: string }) => text.en }));

it("writes figures as people read them", () => {
  expect(shown(0.2624, true)).toBe("26.2%");
  expect(shown(71.24, false)).toBe("71.2");
  expect(shown(-3.2, false, true)).toBe("-3.2");
  expect(shown(3.2, false, true)).toBe("+3.2");
});

it("puts round steps on an axis", () => {
  expect(ticks(0, 1, 4)).toEqual([0, 0.5, 1]);
  expect(ticks(48, 96, 4)).toEqual([60, 80]);
  expect(ticks(5, 5)).toEqual([5]);
});

it("keeps marks on their rail", () => {
  expect(along(5, 0, 10)).toBe(0.5);
  expect(along(-5, 0, 10)).toBe(0);
  expect(along(3, 3, 3)).toBe(0.5);
});

it("gathers counts into bars that add up to all games", () => {
  const made = bars([[10, 1], [11, 2], [19, 1]], 10, 19, 5); // prettier-ignore
  expect(made).toHaveLength(5);
  expect(made.reduce((sum, share) => sum + share, 0)).toBe(1);
  expect(made[0]).toBe(0.75);
});
