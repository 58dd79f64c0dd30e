/** Things of the town in words, in the language of the page. */
import { say } from "$lib/lang.svelte";
import * as m from "$messages";
import type { Seat } from "$lib/game";
import { boundsOf, type Place, type Row } from "./geometry";
import type { Box, Colour, Coloured, Player, Side, TownTile, View } from "./types";

export function isColoured(player: Player | undefined): player is Coloured {
  return !!player?.colour;
}

/** "5 trees" */
export function standeeName(box: Box, colour: Colour, count: number): string {
  return m.mlt_standee({ count, things: say(box.colours[colour].shows) });
}

/** A tile's row and column, counted from the top and from the left of the town. */
function placeOf(view: View, { x, y }: Pick<TownTile, "x" | "y">): { row: number; column: number } {
  const { left, top } = boundsOf(view, 0);
  return { row: y - top / 3 + 1, column: x - left / 3 + 1 };
}

const TURNED: Record<Side, () => string> = {
  north: m.mlt_turned_not,
  east: m.mlt_turned_right,
  south: m.mlt_turned_over,
  west: m.mlt_turned_left,
};

/** "Above the tile in row 1, column 2, turned to the right" */
export function placeName(view: View, { side, number }: Place, top: Side): string {
  const said = {
    north: m.mlt_place_above,
    east: m.mlt_place_right,
    south: m.mlt_place_below,
    west: m.mlt_place_left,
  };
  return said[side]({ ...placeOf(view, view.town[number]!), turned: TURNED[top]() });
}

/** "To the right, from square 3 of the tile in row 1, column 2" */
export function rowName(view: View, { cells, heading }: Row): string {
  const [x, y] = cells[0]!;
  const tile = { x: Math.floor(x / 3), y: Math.floor(y / 3) };
  const square = (y - tile.y * 3) * 3 + (x - tile.x * 3) + 1;
  const said = heading === "east" ? m.mlt_row_right : m.mlt_row_down;
  return said({ ...placeOf(view, tile), square });
}

/** A tile for somebody who can't see it: where it lies, and its squares row by row with who stands there. */
export function tileName(box: Box, view: View, seats: Seat[], tile: TownTile): string {
  const colours = Object.values(box.colours);
  const squares = Object.values(tile.squares).map(({ kind, standee }) => {
    const ground = say(colours.find(({ letter }) => letter === kind) ?? box.cross);
    const seat = seats.find(({ letter }) => letter === standee[0]);
    return seat ? `${ground} (${seat.name})` : ground;
  });
  const rows = [0, 3, 6].map((first) => squares.slice(first, first + 3).join(", "));
  return m.mlt_tile_squares({
    ...placeOf(view, tile),
    squares: rows.join("; "),
  });
}
