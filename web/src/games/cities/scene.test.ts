import { describe, expect, it } from "vitest";
import { LOOKED_AT, type MapProps } from "./map";
import { freshCells, seenMap } from "./scene";
import type { Box, Centre, Square } from "./types";

const square = (x: number, y: number): Square =>
  ({ x, y, kind: "park", street: "", building: "", height: 0, attraction: "" }) as unknown as Square;
/** Two tiles, the second one east of the first. */
const centre = {
  tiles: { 2: { x: 1, y: 0 }, 1: { x: 0, y: 0 } },
  squares: Object.fromEntries(
    ["a1", "b1", "a2", "b2", "c1", "d1", "c2", "d2"].map((name) => [
      name,
      square("abcd".indexOf(name[0]!), Number(name[1]) - 1),
    ]),
  ),
} as unknown as Centre;
const map = (more: Partial<MapProps>): MapProps => ({
  ...LOOKED_AT,
  label: "",
  centre,
  box: {} as Box,
  fresh: [],
  ...more,
});

describe("a centre as it is seen", () => {
  it("has its tiles from the furthest to the nearest, however it is turned", () => {
    expect(seenMap(map({})).tiles.map((tile) => tile.number)).toEqual(["1", "2"]);
    expect(seenMap(map({ turns: 2 })).tiles.map((tile) => tile.number)).toEqual(["2", "1"]);
  });

  it("keeps open places in sight, each with its corner", () => {
    const seen = seenMap(map({ lots: [{ x: 0, y: -1 }] }));
    expect(seen.lots).toEqual([{ x: 0, y: -1, name: "0,-1", corner: { x: 0, y: -2 } }]);
    expect(seen.squares).toHaveLength(8 + 4);
    expect(seen.squares).toContainEqual({ x: 1, y: -1 });
  });

  it("shows what is new where it is, and nothing for a square that is gone", () => {
    const { cells } = seenMap(map({}));
    const fresh = freshCells(cells, [{ key: "7", squares: ["d2", "j9"] }]);
    expect(fresh.map(({ key, cell }) => [key, cell.name])).toEqual([["7 d2", "d2"]]);
  });
});
