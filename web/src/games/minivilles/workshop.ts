/** How the workshop draws the box of Minivilles. */
import type { GameBench } from "$lib/game";
import { FAMILIES, SYMBOLS } from "./art/symbols";
import Drawing from "./WorkshopDrawing.svelte";
import Picture from "./WorkshopPicture.svelte";

const WIDTHS: Record<string, number> = { establishment: 9.25, landmark: 9.25 };

export default {
  Drawing,
  Picture,
  width: (shelf) => WIDTHS[shelf] ?? 0,
  pictured: (field, value) => (field === "colour" && value in FAMILIES) || value in SYMBOLS,
  apart: { establishment: "colour" },
  className: "minivilles mv-bench",
} satisfies GameBench;
