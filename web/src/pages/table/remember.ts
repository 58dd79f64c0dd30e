/** A game that has ended, written down for the family page of this device. */
import * as family from "$lib/family";
import type { Seat } from "$lib/game";
import type { State } from "$lib/live/types";

export function remember(table: State, seats: Seat[]): void {
  const { outcome } = table;
  if (!outcome || family.games().some(({ id }) => id === table.table)) return;
  const players = seats.map((seat) => ({
    name: seat.name.slice(0, 40),
    here: seat.mine,
    bot: seat.kind === "bot" ? seat.level : seat.handed,
    won: outcome.winners.includes(seat.letter),
    points: outcome.scores[seat.letter] ?? null,
  }));
  family.keep([{ id: table.table, game: table.game, at: Date.now(), players }]);
}
