import "./surface.css";
import type { GameModule } from "$lib/game";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import { prompt } from "./prompt";
import { scenes } from "./scenes";
import { selection } from "./selection.svelte";
import type { View } from "./types";
import bench from "./workshop";

/** The turn ends with the last die, and when a house is finished. */
const ends: GameModule["ends"] = ({ view }, { words: [verb, , , , house = ""] }) => {
  if (view.phase !== "build") return false;
  const missing = Object.values((view as View).houses[house]?.missing ?? {});
  return view.dice.length === 1 || (verb === "take" && missing.reduce((sum, count) => sum + count, 0) === 1);
};

export default {
  Board,
  prompt,
  Ending,
  ends,
  scenes,
  big: true,
  spoken: true,
  surface: "lut-surface",
  waitsFrom: (now) => selection.waitsFrom(now),
  reveal: ({ view }) => selection.roll(view),
  bench,
} satisfies GameModule;
