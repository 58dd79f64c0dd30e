/** How the table lies in its room: the desk beside the town, or under it where the room is higher than wide. */
export type Layout = "large" | "low" | "under";

const ROOMY = 500; // pixels of height from which everything has room beside the town

export function layoutFor(width: number, height: number): Layout {
  if (width < Math.max(height * 1.05, 560)) return "under";
  return height < ROOMY ? "low" : "large";
}
