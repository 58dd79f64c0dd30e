import type { Cover } from "$lib/game";
import * as m from "$messages";
import Art from "./Cover.svelte";

/** As options of a table name them ("red-blue"); chosen later, nobody has one yet. */
const coloursOf = ({ colours = "usual" }: Record<string, string>): string[] => {
  if (colours === "free") return [];
  const named = colours === "usual" ? ["blue", "green", "yellow", "red"] : colours.split("-");
  return named.map((colour) => `var(--piece-${colour})`);
};

export default {
  name: "my_little_town",
  Art,
  age: 5,
  minutes: 20, // the rulebook
  players: [2, 4],
  colours: coloursOf,
  tagline: () => m.mlt_tagline(),
} satisfies Cover;
