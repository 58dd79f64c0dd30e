/** Where cards lie on the table, and which legal actions belong to such a place. */
import type { Action } from "$lib/game";
import type { Box, Town } from "./types";

/** A card in the market, a landmark or an establishment of somebody's town. */
export type Spot = { place: "market" | "landmark" | "town"; id: string; letter: string };

export function actionsAt(legal: Action[], spot: Spot, me: string): Action[] {
  return legal.filter(({ words: [verb, id, , letter] }) => {
    if (id !== spot.id) return false;
    if (spot.place === "market") return verb === "build";
    if (spot.place === "landmark") return spot.letter === me && (verb === "build" || verb === "demolish");
    if (spot.letter === me) return verb === "offer" || verb === "give";
    return verb === "for" && letter === spot.letter;
  });
}

/** What touching a place would mean in this phase, in notation, so that the server can say why not. */
export function meant(spot: Spot, phase: string, me: string, other: string): string | null {
  if (spot.place === "market") return `build ${spot.id}`;
  if (spot.place === "landmark")
    return spot.letter !== me ? null : phase === "demolish" ? `demolish ${spot.id}` : `build ${spot.id}`;
  const own = spot.letter === me;
  if (phase === "give" && own) return `give ${spot.id} to ${other}`;
  if (phase === "offer" && own) return `offer ${spot.id}`;
  if (phase === "swap") return `for ${spot.id} of ${spot.letter}`;
  return null;
}

/**
 * The cards of a town as they lie in a row. What has been seen there stays in its place, which `known` remembers, and a
 * new kind comes to the end; what is seen for the first time lies by dice number, families of one number together.
 */
export function inOrder(box: Box, town: Town, known: string[] = []): { id: string; count: number }[] {
  const colours = ["blue", "green", "red", "purple"];
  const key = (id: string): number[] => {
    const { numbers, colour } = box.cards[id]!;
    return [numbers[0] ?? 0, numbers.length, colours.indexOf(colour)];
  };
  const fresh = Object.keys(town.cards)
    .filter((id) => !known.includes(id))
    .map((id) => ({ id, key: key(id) }))
    .sort((one, other) => {
      const differing = one.key.findIndex((value, place) => value !== other.key[place]);
      return differing < 0 ? 0 : one.key[differing]! - other.key[differing]!;
    });
  known.push(...fresh.map(({ id }) => id));
  return known.flatMap((id) => {
    const count = town.cards[id];
    return count ? [{ id, count }] : [];
  });
}

/** The other players, in the order in which they play after `me`. */
export function othersAfter(letters: string[], me: string): string[] {
  const place = letters.indexOf(me);
  return [...letters.slice(place + 1), ...letters.slice(0, Math.max(place, 0))];
}
