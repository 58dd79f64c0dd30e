import type { GameModule } from "$lib/game";
import { after, ends } from "./after";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import "./palette.css";
import { prompt } from "./prompt";
import { scenes } from "./scenes";
import "./surface.css";
import Tally from "./Tally.svelte";
import bench from "./workshop";

export default {
  Board,
  Ending,
  after,
  ends,
  prompt,
  scenes,
  surface: "cit-surface",
  Tally,
  bench,
} satisfies GameModule;
