/**
 * How squares of a kind grow together (auto-tiling): which of a square's eight neighbours are alike, and from that the
 * outline of its ground, its rim, and the ways that lead over to its neighbours.
 */
import { UNIT } from "./geometry";
import type { View } from "./types";

/** The kind of a square of the town, by column and row; nothing where no tile lies. */
export type KindAt = (x: number, y: number) => string | undefined;

/** Clockwise from the north; even ones share a side, odd ones a corner. */
export const AROUND = ["n", "ne", "e", "se", "s", "sw", "w", "nw"] as const;
export type Way = (typeof AROUND)[number];
export type Joins = ReadonlySet<Way>;

const STEPS: Record<Way, [number, number]> = {
  n: [0, -1],
  ne: [1, -1],
  e: [1, 0],
  se: [1, 1],
  s: [0, 1],
  sw: [-1, 1],
  w: [-1, 0],
  nw: [-1, -1],
};
const ALONE = "X"; // a building pit joins nothing

export function kindsIn(view: Pick<View, "town">): KindAt {
  const kinds = new Map<string, string>();
  for (const { squares } of Object.values(view.town))
    for (const { x, y, kind } of Object.values(squares)) kinds.set(`${x},${y}`, kind);
  return (x, y) => kinds.get(`${x},${y}`);
}

/** The neighbours that a square joins: those of its kind; over a corner only where both sides beside it join too. */
export function joinsOf(kindAt: KindAt, x: number, y: number): Joins {
  const kind = kindAt(x, y);
  const joins = new Set<Way>();
  if (kind === undefined || kind === ALONE) return joins;
  const alike = (way: Way) => kindAt(x + STEPS[way][0], y + STEPS[way][1]) === kind;
  AROUND.forEach((way, at) => {
    if (at % 2 === 0 && alike(way)) joins.add(way);
  });
  AROUND.forEach((way, at) => {
    const beside = [AROUND[at - 1]!, AROUND[(at + 1) % 8]!];
    if (at % 2 === 1 && beside.every((side) => joins.has(side)) && alike(way)) joins.add(way);
  });
  return joins;
}

const INSET = 2.6; // half of a street
const ROUND = 6;
const OVER = 0.3; // so that joined grounds show no seam

/** A point of the square's upper right quarter, turned to another quarter. */
function turned(quarter: number, x: number, y: number): string {
  for (let turn = 0; turn < quarter; turn++) [x, y] = [UNIT - y, x];
  return `${+x.toFixed(2)} ${+y.toFixed(2)}`;
}

/** The ground of a square: up to its edge where it joins, else behind a street; corners round outwards and inwards. */
export function outline(joins: Joins): string {
  const [near, far] = [INSET, UNIT - INSET];
  const corners = [0, 1, 2, 3].map((quarter) => {
    const [before, corner, after] = [0, 1, 2].map((step) => joins.has(AROUND[(quarter * 2 + step) % 8]!));
    const at = (x: number, y: number) => turned(quarter, x, y);
    if (before && after && corner) return at(UNIT + OVER, -OVER);
    if (before && after) return `${at(far, -OVER)}Q${at(far, near)} ${at(UNIT + OVER, near)}`;
    if (before) return at(far, -OVER);
    if (after) return at(UNIT + OVER, near);
    return `${at(far - ROUND, near)}Q${at(far, near)} ${at(far, near + ROUND)}`;
  });
  return `M${corners.join("L")}Z`;
}

/** The kerb along those sides of the ground that join nothing. */
export function rim(joins: Joins): string {
  const [near, far] = [INSET, UNIT - INSET];
  let path = "";
  for (let quarter = 0; quarter < 4; quarter++) {
    const has = (step: number) => joins.has(AROUND[(quarter * 2 + step + 8) % 8]!);
    const at = (x: number, y: number) => turned(quarter, x, y);
    const [start, end] = [has(-2) ? 0 : near + ROUND, has(2) ? UNIT : far - ROUND];
    if (!has(0)) path += `M${at(start, near)}L${at(end, near)}`;
    if (!has(0) && !has(2)) path += `M${at(far - ROUND, near)}Q${at(far, near)} ${at(far, near + ROUND)}`;
    if (has(0) && has(2) && !has(1)) path += `M${at(far, 0)}Q${at(far, near)} ${at(UNIT, near)}`;
  }
  return path;
}

/** From the middle of a square over to every neighbour that shares a side. */
export function ways(joins: Joins): string {
  const middle = UNIT / 2;
  return [0, 1, 2, 3]
    .filter((quarter) => joins.has(AROUND[quarter * 2]!))
    .map((quarter) => `M${turned(quarter, middle, middle)}L${turned(quarter, middle, -OVER)}`)
    .join("");
}
