/** What things are called: squares, places, items. For eyes and for screen readers alike. */
import type { Seat } from "$lib/game";
import { language, say } from "$lib/lang.svelte";
import * as m from "$messages";
import type { Cell } from "./geometry";
import type { Lot } from "./map";
import { COLOURS, type Box, type Centre, type Colour, type Place, type RowName } from "./types";

export const isColour = (item: string): item is Colour => (COLOURS as string[]).includes(item);

export function colourName(box: Box, colour: Colour): string {
  return say(box.modules[colour].name);
}

/** An attraction or a module by its name. */
export function itemName(box: Box, item: string): string {
  return isColour(item) ? m.cit_module({ colour: colourName(box, item) }) : say(box.attractions[item]!.name);
}

/** A square as one says it, from its name in the notation: c3. */
export function squareText(name: string): string {
  return m.cit_square({ row: name.slice(1), column: name.charCodeAt(0) - "a".charCodeAt(0) + 1 });
}

/** Whether a number goes with the singular: in French none does, too. */
const isOne = (count: number): boolean => (language.now === "fr" ? Math.abs(count) < 2 : count === 1);
/** "1 point", "2 points" */
export const pointsText = (points: number): string =>
  (isOne(points) ? m.cit_points_words_one : m.cit_points_words)({ points });
/** "1 pt", "2 pts" */
export const shortPoints = (points: number): string =>
  (isOne(points) ? m.cit_points_one : m.cit_points)({ points });

/** "row 2, column 2, park, free" */
export function squareWords(box: Box, cell: Cell): string {
  const ground = cell.street
    ? m.cit_street({ colour: colourName(box, cell.street) })
    : cell.kind === "park"
      ? m.cit_park()
      : m.cit_water();
  const said = [squareText(cell.name), ground];
  if (cell.attraction) said.push(say(box.attractions[cell.attraction]!.name));
  if (cell.building) {
    const building = cell.height === 1 ? m.cit_building_one : m.cit_building;
    said.push(building({ colour: colourName(box, cell.building), storeys: cell.height }));
  }
  if (!cell.attraction && !cell.building) said.push(m.cit_free());
  return said.join(", ");
}

/** Where an open place lies: by its squares or, outside of the map, by those it is beside. */
export function lotWords(centre: Centre, lot: Lot): string {
  const { width, height } = centre;
  const x = Math.min(Math.max(lot.x, 0), Math.max(width - 1, 0));
  const y = Math.min(Math.max(lot.y, 0), Math.max(height - 1, 0));
  const pair = (first: number) => `${2 * first + 1}–${2 * first + 2}`;
  const squares = m.cit_squares({ rows: pair(y), columns: pair(x) });
  if (lot.x < 0) return m.cit_lot_west({ squares });
  if (lot.x >= width) return m.cit_lot_east({ squares });
  if (lot.y < 0) return m.cit_lot_north({ squares });
  if (lot.y >= height) return m.cit_lot_south({ squares });
  return m.cit_lot({ squares });
}

export const rowWords: Record<RowName, () => string> = {
  card: m.cit_row_card,
  tile: m.cit_row_tile,
  attraction: m.cit_row_attraction,
  modules: m.cit_row_modules,
};

/** A tile in words: "red, park / water, blue". */
export function tileWords(box: Box, rows: string): string {
  const name = (letter: string) => {
    const ground = box.letters[letter]!;
    return ground === "park" ? m.cit_park() : ground === "water" ? m.cit_water() : colourName(box, ground);
  };
  return rows
    .split("/")
    .map((row) => row.split("").map(name).join(", "))
    .join(" / ");
}

/** All that lies on a place of the main board. */
export function placeWords(box: Box, row: RowName, place: Place): string {
  const said: string[] = [];
  for (const card of Object.values(place.cards ?? {})) said.push(`${say(card.name)} (${say(card.text)})`);
  for (const rows of Object.values(place.tiles ?? {})) said.push(tileWords(box, rows));
  for (const kind of place.attractions ?? []) said.push(say(box.attractions[kind]!.name));
  for (const [colour, count] of countModules(place.modules ?? []))
    said.push(`${count} ${colourName(box, colour)}`);
  if (place.hidden) said.push(HIDDEN[row]());
  if (place.bag && !place.worker) said.push(m.cit_from_bag());
  return said.join(", ");
}

const HIDDEN: Record<RowName, () => string> = {
  card: m.cit_hidden_card,
  tile: m.cit_hidden_tile,
  attraction: m.cit_hidden_attraction,
  modules: m.cit_from_bag,
};

/** Modules by colour, in the order of the colours. */
export function countModules(modules: Colour[]): [Colour, number][] {
  const counts = COLOURS.map((colour): [Colour, number] => [
    colour,
    modules.filter((one) => one === colour).length,
  ]);
  return counts.filter(([, count]) => count);
}

export function seatOf(seats: Seat[], letter: string): Seat | undefined {
  return seats.find((seat) => seat.letter === letter);
}

export function seatName(seats: Seat[], letter: string): string {
  return seatOf(seats, letter)?.name || letter;
}
