/** My Little Town on the page; see GameModule in src/lib/game.ts. */
import type { GameModule } from "$lib/game";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import { prompt } from "./prompt";

/** Only a drawn tile shows something new. */
const ends: GameModule["ends"] = (_, { words }) => words[0] !== "extend";

export default { Board, Ending, ends, prompt, spoken: true } satisfies GameModule;
