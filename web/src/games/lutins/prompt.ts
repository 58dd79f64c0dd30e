/** What the player to act should do now, in a child's words. */
import * as m from "$messages";
import type { BoardProps } from "$lib/game";
import { say } from "$lib/lang.svelte";
import { sorted } from "./choices";
import { selection } from "./selection.svelte";
import type { Box, Face, View } from "./types";

export function prompt({ view, box, seats, legal, turn, outcome }: BoardProps<View, Box>): string {
  if (outcome || view.phase === "ended") return view.tower < box.tower ? m.lut_won() : m.lut_lost();
  const acting = seats.find((seat) => seat.letter === (turn === "*" ? view.seat : turn));
  if (!legal.length) return acting && !acting.mine ? m.lut_other({ name: acting.name }) : m.lut_rolling();
  if (view.phase === "pick") return m.lut_pick();
  if (selection.waits(view)) return m.lut_roll();
  if (view.phase === "destroy") {
    if (selection.doomed) return m.lut_destroy_sure();
    return view.gnome === view.seat ? m.lut_destroy_gnome() : m.lut_destroy();
  }
  if (selection.pointed.block) return selection.pointed.house ? m.lut_where_there() : m.lut_where();
  if (selection.pointed.house) return m.lut_which_block();
  if (selection.pointed.die) return m.lut_which_die();
  return m.lut_take({ colours: colours([...sorted(legal).declines.keys()] as Face[], box) });
}

/** "red, mauve or any colour you like" */
function colours(faces: Face[], box: Box): string {
  const names = faces.map((face) =>
    face === "white" ? m.lut_any_colour() : say(box.faces.find((one) => one.id === face)!.name),
  );
  const last = names.pop() ?? "";
  return names.length ? m.lut_or({ some: names.join(", "), last }) : last;
}
