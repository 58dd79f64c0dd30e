import { expect, test } from "vitest";
import { placed } from "./places";

test("piles lie as they come at first, and free places stay at the end", () => {
  expect(placed([], ["a", "b"], 3)).toEqual(["a", "b", null]);
});

test("a new pile takes the place that became free, and no other moves", () => {
  expect(placed(["a", "b", "c"], ["a", "c", "d"], 3)).toEqual(["a", "d", "c"]);
  expect(placed(["a", "b", "c"], ["c", "d", "e"], 3)).toEqual(["d", "e", "c"]);
});

test("more piles than places, as in a box of one's own, are all shown", () => {
  expect(placed([], ["a", "b", "c"], 2)).toEqual(["a", "b", "c"]);
});
