import type { Cover } from "$lib/game";
import * as m from "$messages";
import Art from "./Cover.svelte";

export default {
  name: "my_little_town",
  Art,
  age: 5,
  minutes: 20, // the rulebook
  players: [2, 4],
  tagline: () => m.mlt_tagline(),
} satisfies Cover;
