/** What the player to act should do now, in a child's words. */
import type { BoardProps } from "$lib/game";
import * as m from "$messages";
import { guide } from "./guide.svelte";
import type { View } from "./types";

export function prompt({ view, legal, seats, turn, outcome }: BoardProps<View>): string {
  if (outcome || view.phase === "ended") return m.mlt_prompt_over();
  if (!legal.length) {
    const other = seats.find((seat) => seat.letter === turn);
    return other ? m.mlt_prompt_other({ name: other.name || other.letter }) : m.mlt_prompt_wait();
  }
  if (guide.doing === "turn") return m.mlt_prompt_turn();
  if (guide.doing === "check") return m.mlt_prompt_check();
  if (guide.said) return guide.said;
  if (view.phase === "choose") return m.mlt_prompt_choose();
  if (view.phase === "place") return m.mlt_prompt_place();
  if (view.phase === "last") return m.mlt_prompt_last();
  return legal.some(({ words }) => words[0] === "standee") ? m.mlt_prompt_act() : m.mlt_prompt_extend();
}
