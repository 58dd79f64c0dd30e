/** A game that brings no board of its own: what every part of the page then shows. */
import * as m from "$messages";
import type { GameModule } from "$lib/game";
import Board from "./Board.svelte";

export default {
  Board,
  prompt: ({ legal }) => (legal.length ? m.default_prompt() : ""),
} satisfies GameModule;
