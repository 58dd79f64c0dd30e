/** My Little Town on the page; see GameModule in src/lib/game.ts. */
import type { GameModule } from "$lib/game";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import { lesson } from "./lesson";
import { prompt } from "./prompt";
import TipPicture from "./TipPicture.svelte";

export default { Board, Ending, lesson, prompt, TipPicture, spoken: true } satisfies GameModule;
