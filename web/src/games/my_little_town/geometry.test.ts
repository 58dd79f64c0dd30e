/** Positions in steps.jsonl come from the rules engine: a view, a move, and the view that followed. */
import { describe, expect, it } from "vitest";
import type { Action } from "$lib/game";
import * as geometry from "./geometry";
import written from "./steps.jsonl?raw";
import type { View } from "./types";

type Step = { before: View; legal: string[]; move: string; after: View };
const steps: Step[] = written
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const act = (text: string): Action => ({ id: 0, text, words: text.split(" ") });
const tiles = steps.filter(({ move }) => move.startsWith("tile"));
const standees = steps.filter(({ move }) => move.startsWith("standee"));

describe("tiles", () => {
  it("turn clockwise", () => {
    const rows = ["XRG", "YBR", "GBY"];
    expect(geometry.turned(rows, "north")).toBe("XRGYBRGBY");
    expect(geometry.turned(rows, "east")).toBe("GYXBBRYRG");
    expect(geometry.turned(rows, "west")).toBe("GRYRBBXYG");
  });

  it("go where the notation says", () => {
    expect(tiles.length).toBeGreaterThan(1);
    for (const { before, legal, move, after } of tiles) {
      const places = geometry.placesOf(before, legal.map(act));
      expect(places.length * 4).toBe(legal.length);
      const place = places.find(({ turns }) => Object.values(turns).some((turn) => turn.text === move))!;
      const laid = after.town[Object.keys(after.town).length]!;
      expect([place.x, place.y]).toEqual([laid.x, laid.y]);
      expect(place.turns[laid.top]?.text).toBe(move);
      expect(geometry.turned(before.drawn.rows!, laid.top)).toBe(geometry.kindsOf(laid));
    }
  });

  it("turn to the right and to the left", () => {
    expect(geometry.turnedBy("west", 1)).toBe("north");
    expect(geometry.turnedBy("north", -1)).toBe("west");
  });

  it("are found by arrow keys", () => {
    const { before, legal } = tiles[0]!;
    const places = geometry.placesOf(before, legal.map(act));
    for (const from of places) {
      for (const side of geometry.SIDES) {
        const next = geometry.placeTowards(places, from, side);
        if (next && side === "east") expect(next.x).toBeGreaterThan(from.x);
        if (next && side === "north") expect(next.y).toBeLessThan(from.y);
      }
    }
  });
});

describe("standees", () => {
  it("stand on the squares that the view has them on", () => {
    expect(standees.length).toBeGreaterThan(1);
    for (const { before, move, after } of standees) {
      const row = geometry.rowOf(before, act(move));
      expect(after.standees[before.seat + row.length]).toEqual(row.cells);
    }
  });

  it("are grouped by length, all of them", () => {
    for (const { before, legal } of standees) {
      const groups = geometry.rowsOf(before, legal.map(act));
      const count = legal.filter((text) => text.startsWith("standee")).length;
      expect([...groups.values()].flat().length).toBe(count);
      for (const [length, rows] of groups)
        expect(rows.every((row) => row.cells.length === length)).toBe(true);
    }
  });

  it("are found by an end before a middle", () => {
    const view = standees[0]!.before;
    const [first] = geometry.rowsOf(view, standees[0]!.legal.map(act)).values() as Iterable<geometry.Row[]>;
    const [x, y] = first![0]!.cells.at(-1)!;
    const near = geometry.rowsNear(first!, [x + 0.5, y + 0.5], 0.5);
    expect(near[0]!.cells.some((cell) => cell[0] === x && cell[1] === y)).toBe(true);
    expect(geometry.rowsNear(first!, [999, 999], 1)).toEqual([]);
    // As far beside a row between two of its squares as beside one of them.
    const [left, top] = first![0]!.cells[0]!;
    const across =
      first![0]!.heading === "east" ? ([left + 1, top + 1.3] as const) : ([left + 1.3, top + 1] as const);
    expect(geometry.rowsNear(first!.slice(0, 1), [...across], 0.81)).toHaveLength(1);
  });
});

describe("squares", () => {
  it("are named as in the view", () => {
    const view = steps[0]!.after;
    for (const [number, tile] of Object.entries(view.town)) {
      for (const [name, { x, y, kind }] of Object.entries(tile.squares)) {
        expect(geometry.squareAt(view, [x, y])).toEqual({ number, name, kind });
      }
    }
    expect(geometry.squareAt(view, [500, 500])).toBeNull();
  });

  it("of a tile that lies there are refused by a name of that place", () => {
    const view = steps.at(-1)!.after;
    expect(geometry.takenPlace(view, "2")).toMatch(/^tile (north|east|south|west) of \d+ top north$/);
  });
});

describe("lists", () => {
  it("go around", () => {
    expect(geometry.following([1, 2, 3], 3)).toBe(1);
    expect(geometry.following([1, 2, 3], 1, -1)).toBe(3);
    expect(geometry.following([1, 2, 3], null)).toBe(1);
    expect(geometry.following([], null)).toBeNull();
  });

  it("of tiles have bounds", () => {
    expect(geometry.boundsOf({ ...steps[0]!.after, town: {} }, 1)).toEqual({
      left: -1,
      top: -1,
      right: 4,
      bottom: 4,
    });
  });
});

describe("a touch near small places", () => {
  const place = (x: number, y: number) =>
    ({ key: `${x} ${y}`, x, y, side: "north", number: 1, turns: {} }) as geometry.Place;
  const places = [place(1, 0), place(2, 0), place(0, 1)];

  it("means the nearest", () => {
    expect(geometry.placeNear(places, [4, 1], 1)?.key).toBe("1 0");
    expect(geometry.placeNear(places, [6.2, -0.8], 1)?.key).toBe("2 0");
  });
  it("means none that is far away", () => {
    expect(geometry.placeNear(places, [12, 12], 1)).toBe(null);
    expect(geometry.placeNear([], [0, 0], 1)).toBe(null);
  });
});
