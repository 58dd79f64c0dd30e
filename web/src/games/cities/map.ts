/** The props of both maps of a centre: what may be touched on it; and the keys that do the same. */
import type { Point } from "./geometry";
import type { Box, Centre } from "./types";

export type Lot = { x: number; y: number };
export type Ghost = Lot & { squares: string[] }; // letters of the turned tile

export type MapProps = {
  label: string;
  centre: Centre;
  box: Box;
  lots: Lot[]; // open places for a tile
  laying: boolean; // a tile is being laid: lots are to be touched
  ghost: Ghost | null;
  targets: Set<string> | null; // squares that take the chosen thing; null when nothing is to be placed
  hinted: Set<string>;
  hintedLots: Set<string>;
  fresh: { key: string; squares: string[] }[];
  turns: number; // of the view
  close?: boolean; // only the squares that may be touched need be in sight
  over?: string; // the square over which a thing is dragged
  onsquare?: (name: string) => void;
  onhover?: (lot: Lot | null) => void; // of a mouse
  onlot?: (lot: Lot) => void;
};

/** For a map that is only looked at. */
export const LOOKED_AT = {
  lots: [],
  laying: false,
  ghost: null,
  targets: null,
  hinted: new Set<string>(),
  hintedLots: new Set<string>(),
  turns: 0,
} satisfies Partial<MapProps>;

/** Enter and Space do what a tap does; arrows go to the neighbour as it is seen. */
export function keys(event: KeyboardEvent, tap: () => void): void {
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    tap();
  }
  const step = STEPS[event.key];
  const here = event.currentTarget as SVGElement;
  if (!step || !here.dataset.seen) return;
  const [x, y] = here.dataset.seen.split(",").map(Number) as [number, number];
  const there = here.ownerSVGElement?.querySelector<SVGElement>(`[data-seen="${x + step.x},${y + step.y}"]`);
  if (there) {
    event.preventDefault();
    there.focus();
  }
}

const STEPS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
