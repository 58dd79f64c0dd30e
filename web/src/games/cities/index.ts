import type { GameModule } from "$lib/game";
import { after, ends } from "./after";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import "./palette.css";
import { prompt } from "./prompt";
import "./surface.css";
import Tally from "./Tally.svelte";

export default {
  Board,
  Ending,
  after,
  ends,
  prompt,
  surface: "cit-surface",
  Tally,
} satisfies GameModule;
