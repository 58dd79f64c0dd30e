import type { GameModule } from "$lib/game";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import { lesson } from "./lesson";
import { prompt } from "./prompt";

/** The turn ends with the last die. */
const ends: GameModule["ends"] = ({ view }) => view.phase === "build" && view.dice.length === 1;

export default { Board, prompt, Ending, ends, lesson, big: true } satisfies GameModule;
