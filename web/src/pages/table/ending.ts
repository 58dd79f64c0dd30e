/** How a game ended, in a few words. */
import * as m from "$messages";
import type { Outcome, Seat } from "$lib/game";
import { listed } from "./seats";

export function headline(outcome: Outcome | null, seats: Seat[], language: string): string {
  const winners = seats.filter((seat) => outcome?.winners.includes(seat.letter));
  const [winner] = winners;
  if (!winner) return m.end_over();
  if (winners.length === seats.length) return m.end_together();
  if (winners.length > 1)
    return m.end_draw({
      names: listed(
        winners.map((seat) => seat.name),
        language,
      ),
    });
  const alone = winner.mine && seats.filter((seat) => seat.mine).length === 1;
  return alone ? m.end_title_you() : m.end_title_won({ name: winner.name });
}
