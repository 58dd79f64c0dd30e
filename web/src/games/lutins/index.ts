import type { GameModule } from "$lib/game";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import { lesson } from "./lesson";
import { prompt } from "./prompt";

export default { Board, prompt, Ending, lesson, big: true } satisfies GameModule;
