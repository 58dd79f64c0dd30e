/** What may be touched on a centre, as both maps are told it. */
import type { Point } from "./geometry";

export type Lot = { x: number; y: number };
export type Ghost = Lot & { squares: string[] }; // letters of the turned tile

export type MapProps = {
  label: string;
  lots: Lot[]; // open places for a tile
  laying: boolean; // a tile is being laid: lots are to be touched
  ghost: Ghost | null;
  targets: Set<string> | null; // squares that take the chosen thing; null when nothing is to be placed
  hinted: Set<string>;
  hintedLots: Set<string>;
  fresh: { key: string; squares: string[] }[];
  turns: number; // of the view
  onsquare?: (name: string) => void;
  onlot?: (lot: Lot) => void;
};

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
