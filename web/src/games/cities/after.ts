/** Which moves end a turn, and the table with the last thing placed, before the server has been told. */
import type { Action, BoardProps } from "$lib/game";
import type { Box, Colour, View } from "./types";
import { isColour } from "./words";

type Now = BoardProps<View, Box>;

/** With the last thing of the hand, or with a card: all else that a worker takes is still to be placed. */
export function ends({ view }: Now, { text }: Action): boolean {
  const [verb, what, where] = text.split(" ");
  if (verb === "start") return true;
  if (verb === "take") return what === "card" && !view.board[`${what} ${where}`]?.hidden;
  if (view.phase !== "place") return false;
  const { rows, attractions, modules } = view.hand;
  const things = [...Object.values(attractions), ...Object.values(modules)] as number[];
  return things.reduce((sum, count) => sum + count, rows ? 1 : 0) === 1;
}

/** A tile lies as a ghost until it is sent: the names of squares change when the map grows. */
export function after({ view }: Now, { text }: Action): View {
  const [verb, item = "", name = ""] = text.split(" ");
  const player = view.players[view.seat];
  const square = player?.centre.squares[name];
  if (verb !== "put" || !player || !square) return view;
  const placed = isColour(item)
    ? { ...square, building: item as Colour, height: square.height + 1 }
    : { ...square, attraction: item };
  const centre = { ...player.centre, squares: { ...player.centre.squares, [name]: placed } };
  return { ...view, players: { ...view.players, [view.seat]: { ...player, centre } } };
}
