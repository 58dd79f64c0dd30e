/** How the workshop draws the box of La Cité des lutins. */
import type { GameBench } from "$lib/game";
import { PAINT } from "./paint";
import Drawing from "./WorkshopDrawing.svelte";
import Picture from "./WorkshopPicture.svelte";

const WIDTHS: Record<string, number> = { house: 8.5, shape: 9.5, dice: 22 };
const SHAPES = ["cube", "long", "roof", "arch"];

export default {
  Drawing,
  Picture,
  width: (shelf) => WIDTHS[shelf] ?? 0,
  pictured: (_, value) =>
    value in PAINT || SHAPES.includes(value) || value === "gnome" || /^[0-6]$/.test(value),
} satisfies GameBench;
