import { describe, expect, it } from "vitest";
import {
  boundsOf,
  cellsOf,
  isoFrame,
  lotCorner,
  lotSquares,
  middle,
  nextTop,
  project,
  turned,
  turnedTile,
} from "./geometry";
import type { Centre, Square } from "./types";

const squareName = (x: number, y: number) => `${"abcd"[x]}${y + 1}`;
const park = (x: number, y: number): Square => ({
  x,
  y,
  kind: "park",
  street: "",
  attraction: "",
  building: "",
  height: 0,
});
const centre: Centre = {
  width: 2,
  height: 1,
  tiles: {
    "1": { tile: 1, starting: true, x: 1, y: 0, top: "north" },
    "2": { tile: 9, starting: false, x: 0, y: 0, top: "south" },
  },
  squares: Object.fromEntries([0, 1, 2, 3].flatMap((x) => [0, 1].map((y) => [squareName(x, y), park(x, y)]))),
  open: [[0, 1]],
};

describe("a tile", () => {
  it("lies as the server lays it, wherever its top points", () => {
    // RR/BP laid with its top to the north, east, south and west, as the view shows its squares.
    expect(turnedTile("RR/BP", "north")).toEqual(["R", "R", "B", "P"]);
    expect(turnedTile("RR/BP", "east")).toEqual(["B", "R", "P", "R"]);
    expect(turnedTile("RR/BP", "south")).toEqual(["P", "B", "R", "R"]);
    expect(turnedTile("RR/BP", "west")).toEqual(["R", "P", "R", "B"]);
  });

  it("is turned on and back", () => {
    expect(nextTop("west")).toBe("north");
    expect(nextTop("north", -1)).toBe("west");
  });
});

describe("the turned view", () => {
  it("comes back after four quarter turns", () => {
    expect(turned(2, 5, 4)).toEqual({ x: 2, y: 5 });
    expect(turned(...(Object.values(turned(2, 5, 1)) as [number, number]), 3)).toEqual({ x: 2, y: 5 });
  });

  it("keeps the four squares of a tile together", () => {
    for (const turns of [0, 1, 2, 3]) {
      const bounds = boundsOf(lotSquares(-1, 2, turns));
      expect([bounds.width, bounds.height]).toEqual([2, 2]);
      expect(lotCorner(-1, 2, turns)).toEqual({ x: bounds.x, y: bounds.y });
    }
  });
});

describe("the isometric map", () => {
  it("is twice as wide as it is high", () => {
    expect(project(1, 0)).toEqual({ x: 32, y: 16 });
    expect(project(0, 1)).toEqual({ x: -32, y: 16 });
  });

  it("paints what is further away first, from every side", () => {
    for (const turns of [0, 1, 2, 3]) {
      const heights = cellsOf(centre, turns).map((cell) => middle(cell.seen).y);
      expect(heights).toEqual([...heights].sort((one, other) => one - other));
    }
  });

  it("names squares by their tile, so that they stay themselves when the map grows", () => {
    const keys = new Map(cellsOf(centre, 0).map((cell) => [cell.name, cell.key]));
    expect(keys.get("a1")).toBe("2:00");
    expect(keys.get("d2")).toBe("1:11");
  });

  it("leaves room for the highest building", () => {
    const cells = cellsOf(centre, 0).map((cell) => ({ ...cell, height: cell.name === "a1" ? 4 : 0 }));
    const frame = isoFrame(
      cells.map((cell) => cell.seen),
      cells,
    );
    expect(frame.y).toBeLessThan(middle({ x: 0, y: 0 }).y - 4 * 14);
  });
});
