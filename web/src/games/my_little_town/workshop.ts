/** How the workshop draws the box of My Little Town. */
import type { GameBench } from "$lib/game";
import Drawing from "./WorkshopDrawing.svelte";
import Picture from "./WorkshopPicture.svelte";

const WIDTHS: Record<string, number> = { tile: 6.5, colour: 9.5, game: 22 };

export default {
  Drawing,
  Picture,
  width: (shelf) => WIDTHS[shelf] ?? 0,
  pictured: (field, value) => field === "squares" && /^[BGYRX]$/.test(value),
} satisfies GameBench;
