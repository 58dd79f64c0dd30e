/** Who sits where, as the page and the boards are told it. */
import { type Animal, facesAt, picksFor } from "$lib/faces";
import type { Seat } from "$lib/game";
import type { State } from "$lib/live/protocol";

export function seatsOf(state: State, mine: string[], connected: string[], picks: (Animal | null)[]): Seat[] {
  const own = state.seats.map(({ seat }) => seat).filter((seat) => mine.includes(seat));
  const faces = facesAt(state.seats, picksFor(own, picks));
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
