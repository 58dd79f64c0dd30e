import type { GameModule } from "$lib/game";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import { lesson } from "./lesson";
import "./palette.css";
import { prompt } from "./prompt";
import Tally from "./Tally.svelte";

export default { Board, Ending, lesson, prompt, Tally } satisfies GameModule;
