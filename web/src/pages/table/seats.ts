/** Who sits where, as the page and the boards are told it. */
import { facesAt } from "$lib/faces";
import type { Seat } from "$lib/game";
import type { State } from "$lib/live/protocol";

export function seatsOf(state: State, mine: string[], connected: string[]): Seat[] {
  const faces = facesAt(state.seats);
  return state.seats.map(({ seat, kind, name, level, handed }, place) => ({
    letter: seat,
    place,
    face: faces[seat]!,
    name,
    kind,
    level,
    handed,
    mine: mine.includes(seat),
    connected: kind === "bot" || connected.includes(seat) || mine.includes(seat),
  }));
}

/** Names as one would list them aloud. */
export function listed(names: string[], language: string): string {
  return new Intl.ListFormat(language).format(names);
}
