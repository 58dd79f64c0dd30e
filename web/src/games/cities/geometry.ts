/** Where squares lie on the map and on the screen: turning tiles, turning the view, the isometric projection. */
import type { Centre, Ground, Square, Top } from "./types";
import { TOPS } from "./types";

export type Point = { x: number; y: number };
export type Bounds = { x: number; y: number; width: number; height: number };

/** Half the width and half the height of a square on the isometric map (2:1), and the height of a storey. */
export const HALF = 32;
export const QUARTER = HALF / 2;
export const STOREY = 14;

/** A square as it is seen: `key` stays the same when the map grows, `order` says what is painted first. */
export type Cell = Square & { name: string; key: string; seen: Point; order: number };

/** The squares of a tile "AB/CD" whose top points somewhere: north-west, north-east, south-west, south-east. */
export function turnedTile(rows: string, top: Top): string[] {
  let [nw, ne, sw, se] = rows.replace("/", "").split("") as [string, string, string, string];
  for (let turn = TOPS.indexOf(top); turn > 0; turn--) [nw, ne, sw, se] = [sw, nw, se, ne];
  return [nw, ne, sw, se];
}

export function nextTop(top: Top, step = 1): Top {
  return TOPS[(TOPS.indexOf(top) + step + 4) % 4]!;
}

/** Where a square of the map is seen when the map is turned clockwise so many times. */
export function turned(x: number, y: number, turns: number): Point {
  for (let turn = ((turns % 4) + 4) % 4; turn > 0; turn--) [x, y] = [-y - 1, x];
  return { x, y };
}

/** A corner of the seen map on the screen. */
export function project(x: number, y: number): Point {
  return { x: (x - y) * HALF, y: (x + y) * QUARTER };
}

/** The middle of a seen square on the screen. */
export function middle(seen: Point): Point {
  return project(seen.x + 0.5, seen.y + 0.5);
}

/** Squares further away come first, so that what is nearer hides them. */
export function paintOrder(seen: Point): number {
  return (seen.x + seen.y) * 100 + seen.x;
}

export function cellsOf(centre: Centre, turns: number): Cell[] {
  const tiles = new Map(
    Object.entries(centre.tiles).map(([number, tile]) => [`${tile.x},${tile.y}`, number]),
  );
  const cells = Object.entries(centre.squares).map(([name, square]) => {
    const seen = turned(square.x, square.y, turns);
    const tile = tiles.get(`${square.x >> 1},${square.y >> 1}`);
    return { ...square, name, key: `${tile}:${square.x & 1}${square.y & 1}`, seen, order: paintOrder(seen) };
  });
  return cells.sort((one, other) => one.order - other.order);
}

/** The four squares of a place for a tile, as seen. */
export function lotSquares(x: number, y: number, turns: number): Point[] {
  return [0, 1, 2, 3].map((part) => turned(2 * x + (part & 1), 2 * y + (part >> 1), turns));
}

/** The nearest corner to the origin of the four seen squares of a tile. */
export function lotCorner(x: number, y: number, turns: number): Point {
  const squares = lotSquares(x, y, turns);
  return { x: Math.min(...squares.map((s) => s.x)), y: Math.min(...squares.map((s) => s.y)) };
}

/** The smallest rectangle of the seen map around these squares. */
export function boundsOf(squares: Point[]): Bounds {
  if (!squares.length) return { x: 0, y: 0, width: 2, height: 2 };
  const xs = squares.map((square) => square.x);
  const ys = squares.map((square) => square.y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 };
}

/** The part of the screen that shows seen squares and what stands on them. */
export function isoFrame(squares: Point[], cells: Cell[]): Bounds {
  const middles = (squares.length ? squares : [{ x: 0, y: 0 }]).map(middle);
  const left = Math.min(...middles.map((point) => point.x)) - HALF - 6;
  const right = Math.max(...middles.map((point) => point.x)) + HALF + 6;
  const bottom = Math.max(...middles.map((point) => point.y)) + QUARTER + 16;
  const tops = cells.map((cell) => middle(cell.seen).y - cell.height * STOREY - 40);
  const top = Math.min(...middles.map((point) => point.y - QUARTER - 14), ...tops);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export function viewBox({ x, y, width, height }: Bounds): string {
  return `${x} ${y} ${width} ${height}`;
}

/** What lies on the ground of a square. */
export function groundOf(square: Square): Ground {
  return square.street || (square.kind as "park" | "water");
}
