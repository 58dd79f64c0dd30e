import type { Cover } from "$lib/game";
import * as m from "$messages";
import Art from "./Cover.svelte";

export default {
  name: "cities",
  Art,
  age: 10,
  minutes: 40, // about, and from 10 on: its publisher, Devir (devirgames.com); the rulebook names neither
  about: true,
  players: [2, 4],
  tagline: m.cit_tagline,
} satisfies Cover;
