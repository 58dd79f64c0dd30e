/** Minivilles Deluxe on the page. */
import "./surface.css";
import type { Component } from "svelte";
import type { BoardProps, GameModule } from "$lib/game";
import { after } from "./after";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import { prompt } from "./prompt";
import { scenes } from "./scenes";
import Tally from "./Tally.svelte";
import bench from "./workshop";

export default {
  Board: Board as Component<BoardProps>,
  prompt,
  Ending: Ending as Component<BoardProps>,
  ends: (_, { words }) => words[0] === "build" || words[0] === "pass",
  after,
  scenes,
  surface: "mv-surface",
  Tally: Tally as NonNullable<GameModule["Tally"]>,
  bench,
} satisfies GameModule;
