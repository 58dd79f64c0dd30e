import { describe, expect, it } from "vitest";
import type { Review } from "$lib/api/client";
import { EDGE, HEIGHT, isSure, line, loss, percent, placeAt, points, range, xOf, yOf } from "./chart";

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
    expect(points(review, 140, "en")).toBe("+14.0");
    expect([percent(review, -20), percent(review, 1020)]).toEqual([0, 100]);
  });

  it("says a range with the signs of its ends", () => {
    expect(range(review, [-452, -71], "en")).toBe("−45.2\u00a0to\u00a0−7.1");
    expect(range(review, [-25, 104], "en")).toBe("−2.5\u00a0to\u00a0+10.4");
    expect([isSure([-452, -71]), isSure([71, 452])]).toEqual([true, true]);
    expect([isSure([-25, 104]), isSure([0, 104]), isSure([])]).toEqual([false, false, false]);
  });

  it("says what a mistake cost in whole points, and never that it may have been 0", () => {
    expect(loss(review, -198, [-452, -71], "en")).toEqual({ points: "20", low: "7", high: "45" });
    expect(loss(review, -24, [-58, -4], "fr")).toEqual({ points: "2,4", low: "0,4", high: "5,8" });
    expect(loss(review, -100, [-130, -10], "en").low).toBe("1");
    for (let low = 1; low < 40; low++)
      expect(parseFloat(loss(review, -2 * low, [-5 * low, -low], "en").low)).toBeGreaterThan(0);
  });
});
