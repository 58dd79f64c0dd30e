import * as m from "$messages";
import type { Cover } from "$lib/game";
import Art from "./Cover.svelte";

export default {
  name: "lutins",
  Art,
  age: 4,
  minutes: 20, // on average: the toy library of Brussels (ludos.brussels); the rulebook names none
  about: true,
  players: [2, 6],
  tagline: () => m.lut_tagline(),
} satisfies Cover;
