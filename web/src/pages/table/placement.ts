/** Placement of a tip on a large screen: near what it is about, and over no part of it. */
export type Box = { left: number; top: number; right: number; bottom: number };
export type Place = { left: number; top: number; width: number };

const GAP = 14;
const EDGE = 12; // from the window's edges
const HEADER = 72; // what lies under the top of the page
export const WIDEST = 360;
const NARROWEST = 240;

/** Placement of a tip on a large screen: near what it is about, and over no part of it. */
export function placeFor(
  thing: Box,
  height: number,
  window: { width: number; height: number },
): Place | null {
  const room = window.width - WIDEST - EDGE;
  const middle = (thing.left + thing.right - WIDEST) / 2;
  const left = Math.max(EDGE, Math.min(middle, room));
  if (thing.bottom + GAP + height <= window.height - EDGE)
    return { left, top: Math.max(thing.bottom + GAP, HEADER + EDGE), width: WIDEST };
  if (thing.top - GAP - height >= HEADER) return { left, top: thing.top - GAP - height, width: WIDEST };
  const top = Math.max(HEADER + EDGE, Math.min(thing.top + 24, window.height - height - EDGE));
  const right = window.width - EDGE - thing.right - GAP;
  if (right >= NARROWEST) return { left: thing.right + GAP, top, width: Math.min(right, WIDEST) };
  const before = Math.min(thing.left - GAP - EDGE, WIDEST);
  return before >= NARROWEST ? { left: thing.left - GAP - before, top, width: before } : null;
}
