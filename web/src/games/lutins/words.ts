/** A house in words, for whoever does not see it. */
import * as m from "$messages";
import { say } from "$lib/lang.svelte";
import type { Box, HouseView } from "./types";

export const counted = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** "1 roof", "cube × 2": no plural is known of a shape, which may be a designer's. */
const times = (count: number, name: string): string => (count === 1 ? `1 ${name}` : `${name} × ${count}`);

/** "The gnome's tower: 0 of 12. He is asleep: 3 more throws with blue." */
export function towerWords(tower: number, all: number, asleep: number): string {
  const said = m.lut_tower({ tower, all });
  return asleep ? `${said}. ${m.lut_asleep({ left: asleep })}` : said;
}

/** What a card is called on the side that is played with. */
export function houseName(box: Box, id: string, imaginary: boolean): string {
  const { name, back } = box.houses[id]!;
  return say(imaginary && back ? back.name : name);
}

/** "Hut: 2 of 4 blocks, missing 1 roof" */
export function houseWords(box: Box, id: string, house: HouseView, imaginary: boolean): string {
  const name = houseName(box, id, imaginary);
  if (house.finished) return m.lut_house_done({ house: name });
  const done = counted(house.blocks);
  const all = done + counted(house.missing);
  if (imaginary) return m.lut_house({ house: name, done, all });
  const shapes = box.shapes
    .filter((shape) => house.missing[shape.id])
    .map((shape) => times(house.missing[shape.id]!, say(shape.name)));
  return m.lut_house_shapes({ house: name, done, all, shapes: shapes.join(", ") });
}
