/** What both maps of a centre are drawn from: its squares, tiles and open places, where they are seen. */
import { cellsOf, lotCorner, lotSquares, type Cell, type Point } from "./geometry";
import type { Lot, MapProps } from "./map";

export type SeenLot = Lot & { name: string; corner: Point };
export type SeenMap = {
  cells: Cell[]; // those further away first
  tiles: { number: string; corner: Point }[]; // likewise
  lots: SeenLot[];
  squares: Point[]; // all that must be in sight
};

export function seenMap({ centre, lots, turns }: MapProps): SeenMap {
  const cells = cellsOf(centre, turns);
  const tiles = Object.entries(centre.tiles)
    .map(([number, tile]) => ({ number, corner: lotCorner(tile.x, tile.y, turns) }))
    .sort((one, other) => one.corner.x + one.corner.y - other.corner.x - other.corner.y);
  return {
    cells,
    tiles,
    lots: lots.map(({ x, y }) => ({ x, y, name: `${x},${y}`, corner: lotCorner(x, y, turns) })),
    squares: [...cells.map((cell) => cell.seen), ...lots.flatMap(({ x, y }) => lotSquares(x, y, turns))],
  };
}

/** The squares of what is new, each with what is new there. */
export function freshCells(cells: Cell[], fresh: MapProps["fresh"]): { key: string; cell: Cell }[] {
  const byName = new Map(cells.map((cell) => [cell.name, cell]));
  return fresh.flatMap(({ key, squares }) =>
    squares.flatMap((name) => {
      const cell = byName.get(name);
      return cell ? { key: `${key} ${name}`, cell } : [];
    }),
  );
}
