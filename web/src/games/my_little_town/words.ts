/** Things of the town in words, in the language of the page. */
import { say } from "$lib/lang.svelte";
import * as m from "$messages";
import type { Place, Row } from "./geometry";
import { squareAt } from "./geometry";
import type { Box, Colour, Coloured, Player, Side, TownTile, View } from "./types";

export function sideName(side: Side): string {
  return { north: m.mlt_north, east: m.mlt_east, south: m.mlt_south, west: m.mlt_west }[side]();
}

export function placeName({ side, number }: Place, top: Side): string {
  const said = {
    north: m.mlt_place_north,
    east: m.mlt_place_east,
    south: m.mlt_place_south,
    west: m.mlt_place_west,
  };
  return said[side]({ number, top: sideName(top) });
}

/** "5 trees" */
export function isColoured(player: Player | undefined): player is Coloured {
  return !!player?.colour;
}

export function standeeName(box: Box, colour: Colour, count: number): string {
  return m.mlt_standee({ count, things: say(box.colours[colour].shows) });
}

export function rowName(view: View, { cells, heading }: Row): string {
  const [from, to] = [squareAt(view, cells[0]!), squareAt(view, cells.at(-1)!)];
  const said = heading === "east" ? m.mlt_row_east : m.mlt_row_south;
  return said({ from: `${from?.number} ${from?.name}`, to: `${to?.number} ${to?.name}` });
}

/** A tile for somebody who can't see it: its squares, row by row. */
export function tileName(box: Box, number: string, tile: TownTile): string {
  const colours = Object.values(box.colours);
  const kinds = Object.entries(tile.squares).map(([name, { kind, standee }]) => {
    const colour = colours.find(({ letter }) => letter === kind) ?? box.cross;
    return `${name} ${say(colour)}${standee ? ` (${standee})` : ""}`;
  });
  return m.mlt_tile_squares({ number, squares: kinds.join(", ") });
}
