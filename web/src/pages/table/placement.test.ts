import { expect, test } from "vitest";
import { type Box, placeFor } from "./placement";

const window = { width: 1280, height: 800 };
const box = (left: number, top: number, width: number, height: number): Box => ({
  ...{ left, top, right: left + width, bottom: top + height },
});

function apart(thing: Box, height = 130) {
  const place = placeFor(thing, height, window);
  if (!place) return null;
  const meets =
    place.left < thing.right &&
    place.left + place.width > thing.left &&
    place.top < thing.bottom &&
    place.top + height > thing.top;
  expect(meets).toBe(false);
  expect(place.left).toBeGreaterThanOrEqual(0);
  expect(place.left + place.width).toBeLessThanOrEqual(window.width);
  expect(place.top).toBeGreaterThan(70);
  expect(place.top + height).toBeLessThanOrEqual(window.height);
  return place;
}

test("a small thing has its tip below it", () => {
  expect(apart(box(300, 100, 80, 60))?.top).toBe(174);
});

test("at the foot of the window it stands above", () => {
  expect(apart(box(300, 700, 80, 60))?.top).toBe(556);
});

test("beside a tall thing it is as wide as there is room", () => {
  expect(apart(box(320, 85, 600, 700))?.width).toBe(334);
  expect(apart(box(600, 85, 660, 700))?.width).toBe(360);
});

test("where there is no room at all, it says so", () => {
  expect(apart(box(20, 80, 1240, 700))).toBeNull();
});

test("wherever a thing is, its tip covers no part of it", () => {
  for (let left = 0; left < 1200; left += 110)
    for (let top = 80; top < 760; top += 97) {
      apart(box(left, top, 60, 40));
      apart(box(left, top, Math.min(300, 1280 - left), Math.min(260, 800 - top)));
    }
});
