/** Things of the town in words, in the language of the page. */
import { say } from "$lib/lang.svelte";
import * as m from "$messages";
import type { Seat } from "$lib/game";
import { boundsOf } from "./geometry";
import type { Box, Colour, TownTile, View } from "./types";

/** "5 trees" */
export function standeeName(box: Box, colour: Colour, count: number): string {
  return m.mlt_standee({ count, things: say(box.colours[colour].shows) });
}

/** A tile for somebody who can't see it: where it lies, and its squares row by row with who stands there. */
export function tileName(box: Box, view: View, seats: Seat[], tile: TownTile): string {
  const colours = Object.values(box.colours);
  const { left, top } = boundsOf(view, 0);
  const squares = Object.values(tile.squares).map(({ kind, standee }) => {
    const ground = say(colours.find(({ letter }) => letter === kind) ?? box.cross);
    const seat = seats.find(({ letter }) => letter === standee[0]);
    return seat ? `${ground} (${seat.name})` : ground;
  });
  const rows = [0, 3, 6].map((first) => squares.slice(first, first + 3).join(", "));
  return m.mlt_tile_squares({
    row: tile.y - top / 3 + 1,
    column: tile.x - left / 3 + 1,
    squares: rows.join("; "),
  });
}
