/** My Little Town on the page; see GameModule in src/lib/game.ts. */
import "./surface.css";
import type { GameModule } from "$lib/game";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import { prompt } from "./prompt";
import type { View } from "./types";
import bench from "./workshop";

/** Only a drawn tile shows something new. */
const ends: GameModule["ends"] = (_, { words }) => words[0] !== "extend";

/** Who plays with the red figures is red everywhere. */
const colours: GameModule["colours"] = ({ view }) =>
  Object.fromEntries(
    Object.entries((view as View).players).flatMap(([letter, { colour }]) =>
      colour ? [[letter, `var(--piece-${colour})`]] : [],
    ),
  );

export default {
  Board,
  Ending,
  colours,
  ends,
  prompt,
  spoken: true,
  surface: "mlt-surface",
  bench,
} satisfies GameModule;
