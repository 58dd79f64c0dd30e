import { expect, test } from "vitest";
import { columnsFor, fitUnit, heightAt } from "./fit";

const house = { width: 60, height: 80 };
const around = { gap: 6, across: 14, down: 30, finger: 64 };

test("houses are as large as their room allows, and all of them are in it", () => {
  for (const count of [1, 2, 4, 7]) {
    for (const room of [
      { width: 340, height: 160 },
      { width: 500, height: 300 },
      { width: 1200, height: 700 },
    ]) {
      const houses = Array<typeof house>(count).fill(house);
      const unit = fitUnit(houses, room, around);
      expect(heightAt(unit, houses, room.width, around)).toBeLessThanOrEqual(room.height);
      if (unit < 4.9) expect(heightAt(unit * 1.02, houses, room.width, around)).toBeGreaterThan(room.height);
    }
  }
});

test("a house is never smaller than a finger needs", () => {
  expect(heightAt(0.2, [house, house], 340, around)).toBe(64);
  expect(heightAt(0.2, [house, house], 100, around)).toBe(64 + 6 + 64);
});

test("cards lie in as many columns as leaves them largest", () => {
  expect(columnsFor(1, { width: 300, height: 300 })).toBe(1);
  expect(columnsFor(4, { width: 300, height: 300 })).toBe(2);
  expect(columnsFor(20, { width: 374, height: 600 })).toBe(4);
  expect(columnsFor(20, { width: 820, height: 180 })).toBe(10);
});
