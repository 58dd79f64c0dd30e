import type { GameModule } from "$lib/game";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import { lesson } from "./lesson";
import { prompt } from "./prompt";
import { selection } from "./selection.svelte";
import TipPicture from "./TipPicture.svelte";

export default {
  Board,
  prompt,
  Ending,
  lesson,
  TipPicture,
  big: true,
  spoken: true,
  waitsFrom: (now) => selection.waitsFrom(now),
} satisfies GameModule;
