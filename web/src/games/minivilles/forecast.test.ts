import { describe, expect, test } from "vitest";
import type { Box, Town, View } from "./types";
import kept from "./forecast.cases.json";
import { forecast, prospects } from "./forecast";

const box = kept.box as unknown as Box;
const laid = (towns: Record<string, Town>) => ({ towns }) as unknown as View;
const town = (coins: number, cards: Record<string, number>, landmarks: string[] = []): Town => ({
  coins,
  cards,
  landmarks,
});

describe("a roll brings what the rules say", () => {
  test.each(kept.cases.map((one, place) => [place, one] as const))("case %i", (_, { towns, brought }) => {
    const view = laid(towns as unknown as Record<string, Town>);
    for (const [roller, rows] of Object.entries(brought as Record<string, string>))
      rows.split(" ").forEach((sums, index) => {
        const told = Object.values(prospects(box, view, roller, index + 1));
        expect(told.map(({ gets, pays }) => gets - pays).join("/")).toBe(sums);
      });
  });
});

test("fees come before income, and who has nothing pays nothing", () => {
  const view = laid({ A: town(0, { bakery: 2 }), B: town(3, { cafe: 1 }) });
  expect(prospects(box, view, "A", 3)).toEqual({
    A: { gets: 2, pays: 0, chance: false },
    B: { gets: 0, pays: 0, chance: false },
  });
});

test("what a choice or the fishing dice decide is marked, not guessed", () => {
  const view = laid({ A: town(3, { tuna_boat: 1, tv_station: 1 }, ["harbor"]), B: town(3, {}) });
  expect(prospects(box, view, "A", 12).A).toEqual({ gets: 0, pays: 0, chance: true });
  expect(prospects(box, view, "B", 12).A!.chance).toBe(true);
  expect(prospects(box, view, "A", 6).A!.chance).toBe(true);
  expect(prospects(box, view, "B", 6).A!.chance).toBe(false);
});

test("the table ends at 12, or at 14 when somebody has the Harbor", () => {
  const towns = { A: town(3, { wheat_field: 1 }), B: town(3, { cafe: 1 }), C: town(0, {}) };
  const columns = forecast(box, laid(towns), "B");
  expect(columns).toHaveLength(12);
  expect(columns[2]!.others).toEqual({ least: 0, most: 1, chance: false });
  expect(forecast(box, laid({ ...towns, C: town(0, {}, ["harbor"]) }), "A")).toHaveLength(14);
});
