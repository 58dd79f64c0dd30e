import { describe, expect, it } from "vitest";
import type { Review } from "$lib/api/client";
import { EDGE, HEIGHT, line, percent, placeAt, plusMinus, points, xOf, yOf } from "./chart";

const WIDTH = 500;
const review = { whole: 1000, chances: [[500], [500], [700], [0]] } as unknown as Review;

describe("the chart of a review", () => {
  it("begins and ends at its edges", () => {
    expect(xOf(review, 0, WIDTH)).toBe(EDGE.left);
    expect(xOf(review, 3, WIDTH)).toBe(WIDTH - EDGE.right);
    expect(yOf(review, 0)).toBe(HEIGHT - EDGE.bottom);
    expect(yOf(review, 1000)).toBe(EDGE.top);
  });

  it("is level until a move changes something", () => {
    expect(line(review, 0, WIDTH).match(/H/g)).toHaveLength(2);
    expect(line(review, 0, WIDTH).startsWith(`M${EDGE.left}.0,`)).toBe(true);
  });

  it("finds the place under a point, also beside the chart", () => {
    for (const place of [0, 1, 2, 3])
      expect(placeAt(review, xOf(review, place, WIDTH) + 3, WIDTH)).toBe(place);
    expect(placeAt(review, -50, WIDTH)).toBe(0);
    expect(placeAt(review, 5000, WIDTH)).toBe(3);
  });

  it("says numbers as people do", () => {
    expect(percent(review, 333)).toBe(33);
    expect(points(review, 125, "en")).toBe("+12.5");
    expect(points(review, -125, "fr")).toBe("−12,5");
    expect(points(review, -125, "en", false)).toBe("12.5");
    expect(plusMinus(review, 25, "fr")).toBe("±2,5");
    expect([percent(review, -20), percent(review, 1020)]).toEqual([0, 100]);
  });
});
