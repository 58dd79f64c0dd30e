/**
 * How blocks lie: a house of a card as its levels say, and an imaginary one as it stands best.
 * Lengths are in steps of half a cube; y counts upwards from the ground.
 */
import type { Box, HouseView, View } from "./types";

/** A drawing is known by the place of its shape in the box: cube, long block, roof, arch. */
export const [CUBE, LONG, ROOF, ARCH] = [0, 1, 2, 3] as const;
export const TALL = 2;
export const wide = (form: number): number => (form === CUBE ? 2 : 4);

export type Place = { form: number; x: number; y: number };
/** A place of a house with the block in it, such as "red cube", or null. */
export type Slot = Place & { block: string | null };
export type Standing = { slots: Slot[]; width: number; height: number };

const extent = (places: Place[]) => ({
  width: Math.max(0, ...places.map((place) => place.x + wide(place.form))),
  height: Math.max(0, ...places.map((place) => place.y + TALL)),
});

function toTheLeft<P extends Place>(places: P[]): P[] {
  const left = Math.min(...places.map((place) => place.x));
  return places.map((place) => ({ ...place, x: place.x - left }));
}

/**
 * The places of a card's blocks, from the ground up. A level stands in the middle of the one below, but a single
 * block stands on the one block that is as wide as itself (the roof of the gate, not between gate and shed).
 */
export function plan(levels: number[][]): Place[] {
  const places: Place[] = [];
  let below: Place[] = [];
  [...levels].reverse().forEach((level, height) => {
    const width = level.reduce((sum, form) => sum + wide(form), 0);
    let x = 0;
    if (below.length) {
      const alike = below.filter((place) => wide(place.form) === width);
      const from = Math.min(...below.map((place) => place.x));
      const to = Math.max(...below.map((place) => place.x + wide(place.form)));
      x = level.length === 1 && alike.length === 1 ? alike[0]!.x : (from + to - width) / 2;
    }
    below = level.map((form) => {
      const place = { form, x, y: height * TALL };
      x += wide(form);
      return place;
    });
    places.push(...below);
  });
  return toTheLeft(places);
}

/** Blocks in the places of a plan. Those that were there before stay where they were. */
export function settle(
  places: Place[],
  blocks: string[],
  form: (block: string) => number,
  before: Slot[] = [],
) {
  const waiting = [...blocks];
  const slots: Slot[] = places.map((place, at) => {
    const kept = waiting.indexOf(before[at]?.block ?? "");
    return { ...place, block: kept < 0 ? null : waiting.splice(kept, 1)[0]! };
  });
  for (const block of waiting) {
    const free = slots.find((slot) => !slot.block && slot.form === form(block));
    if (free) free.block = block;
  }
  return slots;
}

/** Where somebody has put a block. */
export type Wish = { block: string; x: number; y: number };

/** How high the columns of a building are; endless under a roof, on which nothing stands. */
function columnsOf(slots: Slot[]): number[] {
  const columns = [0, 0, 0, 0];
  for (const { form, x, y } of slots) {
    const [from, to] = [x / 2, (x + wide(form)) / 2];
    while (columns.length < to) columns.push(0);
    columns.fill(form === ROOF ? Infinity : y + TALL, from, to);
  }
  return columns;
}

/**
 * A building of any blocks. What stood there `before` stays, a block goes where it was put by `wish`, and others, long
 * ones first and roofs last, lie as low as they lie flat. Roofs without a place stand beside, like tents.
 */
export function imagine(
  blocks: string[],
  form: (block: string) => number,
  before: Slot[] = [],
  wish: Wish | null = null,
): Slot[] {
  const order = [LONG, CUBE, ARCH, ROOF] as number[];
  const sorted = [...blocks].sort((a, b) => order.indexOf(form(a)) - order.indexOf(form(b)));
  let waiting = [...sorted];
  const stays = ({ block }: Slot) => {
    const at = waiting.indexOf(block ?? "");
    if (at >= 0) waiting.splice(at, 1);
    return at >= 0;
  };
  let slots = before.filter(stays);
  if (slots.length < before.length) [slots, waiting] = [[], sorted]; // one was taken back: built anew
  for (const block of waiting) {
    const columns = columnsOf(slots);
    const at = lowest(columns, wide(form(block)) / 2, form(block) === ROOF);
    const height = Math.max(0, ...columns.slice(at, at + wide(form(block)) / 2));
    const place = wish?.block === block ? wish : { x: at * 2, y: height };
    slots = [...slots, { form: form(block), x: place.x, y: place.y, block }];
  }
  return slots;
}

/** Where a block may be put on a building: on what is flat and no roof, from the left. */
export function spotsFor(slots: Slot[], form: number): { x: number; y: number }[] {
  const columns = columnsOf(slots);
  const across = wide(form) / 2;
  const spots: { x: number; y: number }[] = [];
  for (let at = 0; at + across <= columns.length; at++) {
    const under = columns.slice(at, at + across);
    const flat = under.every((height) => height === under[0] && Number.isFinite(height));
    if (flat) spots.push({ x: at * 2, y: under[0]! });
  }
  return spots;
}

/** The first column where a block lies lowest without hanging over; a roof prefers to stand on something. */
function lowest(columns: number[], across: number, roof: boolean): number {
  let best = columns.length;
  let least = roof && columns.every((height) => height === 0) ? 0 : Infinity;
  if (least === 0) return 0;
  for (let at = 0; at + across <= columns.length; at++) {
    const under = columns.slice(at, at + across);
    const height = Math.max(...under);
    const hanging = under.filter((one) => one < height).length;
    if (!Number.isFinite(height) || (roof && height === 0)) continue;
    const cost = height + hanging * 3;
    if (cost < least) [best, least] = [at, cost];
  }
  return best;
}

/** "red cube" as often as it is there. */
export function listed(blocks: Record<string, number>): string[] {
  return Object.entries(blocks).flatMap(([block, count]) => Array<string>(count).fill(block));
}

export type Village = Record<string, Standing>;

/** All houses as they stand now; `before` keeps blocks in the places where they were seen, or put by `wish`. */
export function stand(
  view: Pick<View, "building" | "houses">,
  box: Box,
  before: Village = {},
  wish: (Wish & { house: string }) | null = null,
): Village {
  const forms = new Map(box.shapes.map((shape, place) => [shape.id, place]));
  const form = (block: string) => forms.get(block.split(" ")[1]!) ?? 0;
  const standing = (id: string, house: HouseView): Standing => {
    const blocks = listed(house.blocks);
    if (view.building === "imaginary") {
      const slots = imagine(blocks, form, before[id]?.slots, wish?.house === id ? wish : null);
      return { slots, width: Math.max(8, extent(slots).width), height: Math.max(6, extent(slots).height) };
    }
    const places = plan(box.houses[id]!.levels.map((level) => level.map((shape) => forms.get(shape) ?? 0)));
    return { slots: settle(places, blocks, form, before[id]?.slots), ...extent(places) };
  };
  return Object.fromEntries(Object.entries(view.houses).map(([id, house]) => [id, standing(id, house)]));
}

/** The blue blocks from the ground up: whether each shows the emblem. Known ones stay where they were seen. */
export function rise(tower: number, emblems: number, before: boolean[] = []): boolean[] {
  const known = before.slice(0, tower);
  const shown = known.filter(Boolean).length;
  const kept = shown <= emblems && known.length + (emblems - shown) <= tower ? known : [];
  const left = emblems - kept.filter(Boolean).length;
  const fresh = tower - kept.length;
  return [...kept, ...Array.from({ length: fresh }, (_, place) => place >= fresh - left)];
}
