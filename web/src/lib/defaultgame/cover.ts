/** The box of a game that brings no cover of its own. */
import type { GameInfo } from "$lib/api/client";
import type { Cover } from "$lib/game";
import Art from "./Cover.svelte";

export const defaultCover = ({ name, least, most }: Pick<GameInfo, "name" | "least" | "most">): Cover => ({
  name,
  Art,
  players: [least, most],
});
