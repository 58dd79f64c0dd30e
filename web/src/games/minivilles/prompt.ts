/** What the player to act should do now, in a sentence. */
import * as m from "$messages";
import type { BoardProps } from "$lib/game";
import { say } from "$lib/lang.svelte";
import { factsOf, type Box, type View } from "./types";
import { coinsText } from "./words";

export function prompt({ view, box, seats, turn, legal, outcome, waits }: BoardProps<View, Box>): string {
  const name = seats.find((seat) => seat.letter === view.seat)?.name || view.seat;
  if (outcome || view.phase === "ended") return m.mv_over();
  if (waits) return view.rolling > 1 ? m.mv_ask_throw_two() : m.mv_ask_throw();
  if (turn === "*" || view.phase === "dice") return m.mv_wait_roll();
  if (!legal.length) return view.phase === "build" ? m.mv_wait_build({ name }) : m.mv_wait({ name });
  const number = view.number;
  switch (view.phase) {
    case "roll":
      return m.mv_ask_roll();
    case "reroll":
      return m.mv_ask_reroll({ number });
    case "raise":
      return m.mv_ask_raise({ number });
    case "give":
      return m.mv_ask_give();
    case "demolish":
      return m.mv_ask_demolish();
    case "pick":
      return m.mv_ask_pick();
    case "offer":
      return m.mv_ask_offer();
    case "swap":
      return m.mv_ask_swap({ card: say(factsOf(box, view.offered).name) });
    default:
      return m.mv_ask_build({ coins: coinsText(view.towns[view.seat]?.coins ?? 0) });
  }
}
