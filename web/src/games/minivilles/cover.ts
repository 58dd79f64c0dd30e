/** Minivilles Deluxe on the home page. */
import * as m from "$messages";
import type { Cover } from "$lib/game";
import Art from "./Cover.svelte";

export default {
  name: "minivilles",
  Art,
  age: 7,
  minutes: 30, // about: the rulebook
  about: true,
  players: [2, 5],
  tagline: m.mv_tagline,
} satisfies Cover;
