/** How the table lies in its room. Where all of it has no room at once, only what is asked for now is shown. */
import type { Size } from "./fit";

/** large: three columns; tall: rows; small and low (a phone upright or on its side): one thing at a time. */
export type Layout = "large" | "tall" | "small" | "low";

export function layoutFor({ width, height }: Size): Layout {
  if (height < 500) return width > height ? "low" : "small";
  if (width >= 820) return "large";
  return width >= 560 && height >= 700 ? "tall" : "small";
}

export const isStaged = (layout: Layout): boolean => layout === "small" || layout === "low";

/** What is asked for now; `watch` when it is for others to act. */
export type Stage = "roll" | "block" | "house" | "destroy" | "pick" | "watch";
