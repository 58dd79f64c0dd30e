/** How the workshop draws the box of Cities. */
import type { GameBench } from "$lib/game";
import "./palette.css";
import { isColour } from "./words";
import Drawing from "./WorkshopDrawing.svelte";
import Picture from "./WorkshopPicture.svelte";

const WIDTHS: Record<string, number> = {
  "tiles.district": 5.5,
  "tiles.starting": 5.5,
  attraction: 6.5,
  card: 11,
  objective: 11,
  city: 9.5,
  modules: 16,
};
const GROUNDS = ["park", "water", "street", "buildings", "monuments", "all"];

export default {
  Drawing,
  Picture,
  width: (shelf) => WIDTHS[shelf] ?? 0,
  pictured: (field, value) =>
    field === "squares"
      ? /^[PWRBGY]$/.test(value)
      : isColour(value) || (["of", "on", "beside"].includes(field) && GROUNDS.includes(value)),
  apart: { attraction: "on", objective: "city" },
} satisfies GameBench;
