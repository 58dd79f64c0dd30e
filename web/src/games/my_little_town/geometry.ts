/** Where things lie: notation to squares and back, and legal actions grouped by where they are on the town. */
import type { Action } from "$lib/game";
import type { Cell, Heading, Side, TownTile, View } from "./types";

export const SIDES: Side[] = ["north", "east", "south", "west"];
export const UNIT = 40; // a square in the drawing
const STEPS: Record<Side, Cell> = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] };

/** The nine letters of a tile as it lies, row by row, when its top points to `top`. */
export function turned(rows: string[], top: Side): string {
  let lying = rows;
  for (let quarter = 0; quarter < SIDES.indexOf(top); quarter++) {
    const before = lying;
    lying = before.map((_, row) => [2, 1, 0].map((line) => before[line]?.[row]).join(""));
  }
  return lying.join("");
}

export function kindsOf(tile: TownTile): string {
  return Object.values(tile.squares)
    .map((square) => square.kind)
    .join("");
}

export function turnedBy(top: Side, quarters: number): Side {
  return SIDES.at((SIDES.indexOf(top) + quarters) % 4)!;
}

/** A place where the drawn tile may lie, counted in tiles, with an action for each of its turns. */
export type Place = {
  key: string;
  side: Side;
  number: number;
  x: number;
  y: number;
  turns: Partial<Record<Side, Action>>;
};

export function placesOf(view: View, legal: Action[]): Place[] {
  const places = new Map<string, Place>();
  for (const action of legal) {
    if (action.words[0] !== "tile") continue;
    const [, side, , number, , top] = action.words as [string, Side, string, string, string, Side];
    const key = `${side} of ${number}`;
    let place = places.get(key);
    if (!place) {
      const { x, y } = view.town[number]!;
      const [east, south] = STEPS[side];
      place = { key, side, number: Number(number), x: x + east, y: y + south, turns: {} };
      places.set(key, place);
    }
    place.turns[top] = action;
  }
  return [...places.values()];
}

/** The place that a touch means: the nearest one that is not farther away than `reach`, in squares. */
export function placeNear(places: Place[], [x, y]: [number, number], reach: number): Place | null {
  const beside = (at: number, tile: number) => Math.max(0, Math.abs(at - tile * 3 - 1.5) - 1.5);
  const away = (place: Place) => Math.hypot(beside(x, place.x), beside(y, place.y));
  const [nearest] = [...places].sort((one, other) => away(one) - away(other));
  return nearest && away(nearest) <= reach ? nearest : null;
}

/** A row of squares where a standee may stand, from its western or northern end. */
export type Row = { action: Action; length: number; cells: Cell[]; heading: Heading };

/** The first and the last square of a row. */
export function endsOf(cells: Cell[]): [Cell, Cell] {
  return [cells[0]!, cells.at(-1)!];
}

export function rowOf(view: View, action: Action): Row {
  const [, items, , number, square, heading] = action.words as [
    string,
    string,
    string,
    string,
    string,
    Heading,
  ];
  const length = Number(items);
  const { x, y } = view.town[number]!.squares[square]!;
  const [east, south] = STEPS[heading];
  const cells = Array.from({ length }, (_, step): Cell => [x + step * east, y + step * south]);
  return { action, length, cells, heading };
}

/** The rows for every standee, by its length; from north to south, then from west to east. */
export function rowsOf(view: View, legal: Action[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const action of legal) {
    if (action.words[0] !== "standee") continue;
    const row = rowOf(view, action);
    const group = groups.get(row.length);
    if (group) group.push(row);
    else groups.set(row.length, [row]);
  }
  for (const group of groups.values()) {
    group.sort((one, other) => {
      const [[left, top], [x, y]] = [endsOf(one.cells)[0], endsOf(other.cells)[0]];
      return top - y || left - x;
    });
  }
  return groups;
}

function distance([x, y]: Cell, [left, top]: Cell): number {
  return Math.hypot(x - left - 0.5, y - top - 0.5);
}

/** How far a point is from the line through the middles of a row's squares. */
function beside([x, y]: Cell, cells: Cell[]): number {
  const [[left, top], [right, bottom]] = endsOf(cells);
  const nearest = (at: number, low: number, high: number) => Math.min(Math.max(at - 0.5, low), high);
  return distance([x, y], [nearest(x, left, right), nearest(y, top, bottom)]);
}

/**
 * The rows that a finger at a point (in squares) can mean, best first: those that end nearest to it, then those that
 * pass under it. `reach` is how far beside a row a finger may fall.
 */
export function rowsNear(rows: Row[], point: Cell, reach: number): Row[] {
  const near: { row: Row; away: number }[] = [];
  for (const row of rows) {
    const ends = Math.min(...endsOf(row.cells).map((cell) => distance(point, cell)));
    const middle = beside(point, row.cells) + 0.75;
    const away = Math.min(ends, middle);
    if (away <= reach + 0.75) near.push({ row, away: Math.round(away * 4) });
  }
  near.sort((one, other) => one.away - other.away);
  return near.map(({ row }) => row);
}

/** The row whose middle is nearest to a point, in squares: where a dragged standee would stand, if within reach. */
export function rowAt(rows: Row[], [x, y]: [number, number], reach: number): Row | null {
  const away = ({ cells }: Row) => {
    const [[left, top], [right, bottom]] = endsOf(cells);
    return Math.hypot(x - (left + right + 1) / 2, y - (top + bottom + 1) / 2);
  };
  const [nearest] = [...rows].sort((one, other) => away(one) - away(other));
  return nearest && away(nearest) <= reach ? nearest : null;
}

/** The next in a list after the one that has been chosen, around the end. */
export function following<Thing>(list: Thing[], current: Thing | null, by = 1): Thing | null {
  if (!list.length) return null;
  const at = current === null ? -1 : list.indexOf(current);
  if (at < 0) return list.at(by > 0 ? 0 : -1)!;
  return list.at((at + by) % list.length)!;
}

/** The nearest place in a direction, if there is one. */
export function placeTowards(places: Place[], from: Place, side: Side): Place | null {
  const [east, south] = STEPS[side];
  let best: Place | null = null;
  let least = Infinity;
  for (const place of places) {
    const ahead = (place.x - from.x) * east + (place.y - from.y) * south;
    const aside = Math.abs((place.x - from.x) * south) + Math.abs((place.y - from.y) * east);
    const away = ahead + 2 * aside;
    if (ahead > 0 && away < least) [best, least] = [place, away];
  }
  return best;
}

/** The tile under a square, by number, and the square's name on it ("b2"). */
export function squareAt(view: View, [x, y]: Cell): { number: string; name: string; kind: string } | null {
  const [column, line] = [Math.floor(x / 3), Math.floor(y / 3)];
  const found = Object.entries(view.town).find(([, tile]) => tile.x === column && tile.y === line);
  if (!found) return null;
  const name = `${"abc"[x - 3 * column]}${y - 3 * line + 1}`;
  return { number: found[0], name, kind: found[1].squares[name]!.kind };
}

/** A tile action that is refused because a tile lies there already, if any names that place. */
export function takenPlace(view: View, number: string): string | null {
  const { x, y } = view.town[number]!;
  for (const [other, tile] of Object.entries(view.town)) {
    const side = SIDES.find((way) => tile.x + STEPS[way][0] === x && tile.y + STEPS[way][1] === y);
    if (side) return `tile ${side} of ${other} top north`;
  }
  return null;
}

export type Bounds = { left: number; top: number; right: number; bottom: number };

/** What the town covers, in squares, with the places where it may grow and a margin on every side. */
export function boundsOf(view: View, margin: number, places: Pick<Place, "x" | "y">[] = []): Bounds {
  const tiles = [...Object.values(view.town), ...places];
  if (!tiles.length) return { left: -margin, top: -margin, right: 3 + margin, bottom: 3 + margin };
  return {
    left: 3 * Math.min(...tiles.map((tile) => tile.x)) - margin,
    top: 3 * Math.min(...tiles.map((tile) => tile.y)) - margin,
    right: 3 * Math.max(...tiles.map((tile) => tile.x)) + 3 + margin,
    bottom: 3 * Math.max(...tiles.map((tile) => tile.y)) + 3 + margin,
  };
}
