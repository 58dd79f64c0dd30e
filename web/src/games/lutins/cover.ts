import * as m from "$messages";
import type { Cover } from "$lib/game";
import Art from "./CoverArt.svelte";

export default {
  name: "lutins",
  Art,
  age: 4,
  minutes: [15, 20],
  players: [2, 6],
  tagline: () => m.lut_tagline(),
} satisfies Cover;
