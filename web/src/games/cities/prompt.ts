/** One short sentence for every phase. */
import type { BoardProps } from "$lib/game";
import { say } from "$lib/lang.svelte";
import * as m from "$messages";
import type { Box, View } from "./types";
import { isColour, colourName, seatName } from "./words";

export function prompt(now: BoardProps<View, Box>): string {
  const { view, box, seats } = now;
  const name = seatName(seats, view.seat);
  switch (view.phase) {
    case "first":
      return m.cit_say_first();
    case "deal":
      return m.cit_say_deal();
    case "reveal":
      return m.cit_say_reveal();
    case "ended":
      return m.cit_say_ended();
    case "start":
      return now.legal.length ? m.cit_say_start() : m.cit_say_start_other({ name });
    case "take":
      return now.legal.length
        ? m.cit_say_take({ round: view.round, rounds: view.rounds })
        : m.cit_say_take_other({ name });
    case "place":
      return now.legal.length ? placing(view, box) : m.cit_say_place_other({ name });
  }
}

function placing(view: View, box: Box): string {
  if (view.hand.rows) return m.cit_say_tile();
  const items = Object.keys({ ...view.hand.attractions, ...view.hand.modules });
  if (items.length > 1) return m.cit_say_items();
  const item = items[0]!;
  if (isColour(item)) return m.cit_say_module({ colour: colourName(box, item) });
  return m.cit_say_sight({ sight: say(box.attractions[item]!.name) });
}
