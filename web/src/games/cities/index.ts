import type { GameModule } from "$lib/game";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import { lesson } from "./lesson";
import "./palette.css";
import { prompt } from "./prompt";

export default { Board, Ending, lesson, prompt } satisfies GameModule;
