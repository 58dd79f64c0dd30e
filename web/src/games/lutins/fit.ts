/** How large houses are drawn so that all of a lawn are in sight: the largest scale at which their rows fit. */
import { DEPTH, STEP } from "./art/Block.svelte";
import type { Standing } from "./plan";

export type Size = { width: number; height: number };

export const MARGIN = 4; // around a house, in the units of the drawings
const [LEAST, MOST] = [0.2, 5]; // pixels of a unit

/** A house's picture in the units of the drawings; a finished one has a flag. */
export function pictureSize(standing: Standing, finished: boolean): Size {
  return {
    width: standing.width * STEP + DEPTH.x + 2 * MARGIN,
    height: standing.height * STEP + DEPTH.y + MARGIN + (finished ? 16 : 4),
  };
}

/** What is around a picture: its frame and its name; and the smallest that a finger finds. */
export type Around = { gap: number; across: number; down: number; finger: number };

/** How high rows of pictures are at a scale, broken like words of a text; endless if one is too wide. */
export function heightAt(unit: number, pictures: Size[], width: number, around: Around): number {
  let [high, tallest, used] = [0, 0, 0];
  for (const picture of pictures) {
    const wide = Math.max(around.finger, picture.width * unit + around.across);
    const tall = Math.max(around.finger, picture.height * unit + around.down);
    if (wide > width) return Infinity;
    if (used && used + around.gap + wide > width) {
      high += tallest + around.gap;
      [tallest, used] = [0, 0];
    }
    used += (used ? around.gap : 0) + wide;
    tallest = Math.max(tallest, tall);
  }
  return high + tallest;
}

/** Pixels of a unit, such that all pictures fit into the room. */
export function fitUnit(pictures: Size[], room: Size, around: Around): number {
  let [low, high] = [LEAST, MOST];
  for (let halved = 0; halved < 12; halved++) {
    const unit = (low + high) / 2;
    if (heightAt(unit, pictures, room.width, around) <= room.height) low = unit;
    else high = unit;
  }
  return low;
}

/** Columns of a grid in which so many things of a shape (width through height) are as large as they can be. */
export function columnsFor(count: number, room: Size, shape = 1): number {
  let [best, size] = [1, 0];
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const fits = Math.min(room.width / columns, (room.height / rows) * shape);
    if (fits > size + 0.5) [best, size] = [columns, fits];
  }
  return best;
}
