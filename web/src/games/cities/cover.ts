import type { Cover } from "$lib/game";
import * as m from "$messages";
import Art from "./Cover.svelte";

export default {
  name: "cities",
  Art,
  age: 10,
  minutes: [30, 45],
  players: [2, 4],
  tagline: m.cit_tagline,
} satisfies Cover;
