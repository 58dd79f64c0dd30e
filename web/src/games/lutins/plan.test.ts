import { describe, expect, it } from "vitest";
import {
  ARCH,
  CUBE,
  LONG,
  ROOF,
  TALL,
  imagine,
  plan,
  rise,
  settle,
  spotsFor,
  wide,
  type Place,
} from "./plan";

const HOUSES: Record<string, number[][]> = {
  hut: [[ROOF], [CUBE, CUBE], [LONG]],
  long_house: [
    [ROOF, ROOF],
    [LONG, LONG],
    [LONG, ARCH],
  ],
  bridge: [
    [CUBE, LONG, CUBE],
    [ARCH, ARCH],
  ],
  aqueduct: [[LONG], [CUBE, ARCH, CUBE], [ARCH, ARCH]],
  flat_house: [[CUBE], [LONG, LONG], [CUBE, ARCH, CUBE]],
  gate_and_shed: [
    [ROOF, ROOF],
    [ARCH, CUBE, CUBE],
  ],
  chapel: [[ROOF], [CUBE], [LONG, LONG], [ARCH, ARCH]],
  town_hall: [[ROOF], [LONG], [CUBE, ARCH, CUBE], [LONG, LONG]],
  old_long_house: [[ROOF], [LONG, LONG]], // of the earlier box, and so the next two
  old_gate_and_shed: [[ROOF], [LONG], [ARCH, CUBE]],
  old_town_hall: [[ROOF], [LONG], [CUBE, ARCH]],
};
const form = (block: string) => ["cube", "long", "roof", "arch"].indexOf(block.split(" ")[1]!);

function overlaps(places: Place[]): boolean {
  return places.some((one, i) =>
    places.some(
      (other, j) =>
        i < j && one.y === other.y && one.x < other.x + wide(other.form) && other.x < one.x + wide(one.form),
    ),
  );
}
const supported = (places: Place[]) =>
  places.every(
    (one) =>
      one.y === 0 ||
      places.some(
        (under) =>
          under.form !== ROOF &&
          under.y === one.y - TALL &&
          under.x < one.x + wide(one.form) &&
          one.x < under.x + wide(under.form),
      ),
  );

describe("the plan of a house", () => {
  it.each(Object.entries(HOUSES))(
    "lets every block of the %s lie on something, none in another",
    (_, levels) => {
      const places = plan(levels);
      expect(places).toHaveLength(levels.flat().length);
      expect(overlaps(places)).toBe(false);
      expect(supported(places)).toBe(true);
      expect(Math.min(...places.map((place) => place.x))).toBe(0);
    },
  );

  it("puts a roof in the middle of two long blocks", () => {
    expect(plan(HOUSES.old_long_house!).at(-1)).toEqual({ form: ROOF, x: 2, y: 2 });
  });

  it("puts the gate's roof on the gate and leaves the shed alone", () => {
    expect(plan(HOUSES.old_gate_and_shed!).map((place) => place.x)).toEqual([0, 4, 0, 0]);
    expect(plan(HOUSES.old_town_hall!).map((place) => place.x)).toEqual([0, 2, 2, 2]);
    expect(plan(HOUSES.gate_and_shed!).map((place) => place.x)).toEqual([0, 4, 6, 0, 4]);
  });
});

describe("blocks in a plan", () => {
  it("stay where they were when another comes", () => {
    const places = plan(HOUSES.hut!);
    const one = settle(places, ["yellow cube"], form);
    const two = settle(places, ["red cube", "yellow cube"], form, one);
    expect(two.map((slot) => slot.block)).toEqual([null, "yellow cube", "red cube", null]);
  });

  it("leave when the gnome comes", () => {
    const places = plan(HOUSES.hut!);
    const built = settle(places, ["red roof"], form);
    expect(settle(places, [], form, built).every((slot) => slot.block === null)).toBe(true);
  });
});

describe("an imaginary house", () => {
  const kinds = ["red cube", "red long", "red roof", "red arch"];
  const every = (length: number): string[][] =>
    length === 0 ? [[]] : every(length - 1).flatMap((blocks) => kinds.map((kind) => [...blocks, kind]));

  it("of any seven blocks stands without overlapping, and nothing stands on a roof", () => {
    for (const blocks of every(5).map((some) => [...some, ...some.slice(0, 2)])) {
      const slots = imagine(blocks, form);
      expect(slots).toHaveLength(7);
      expect(overlaps(slots), blocks.join()).toBe(false);
      expect(supported(slots), blocks.join()).toBe(true);
    }
  });

  it("keeps every block where it was put", () => {
    const one = imagine(["red cube"], form, [], { block: "red cube", x: 4, y: 0 });
    expect(one).toEqual([{ form: CUBE, x: 4, y: 0, block: "red cube" }]);
    const two = imagine(["red cube", "red roof"], form, one, { block: "red roof", x: 0, y: 0 });
    expect(two.map(({ x }) => x)).toEqual([4, 0]);
    expect(imagine(["red cube", "red roof"], form, two)).toEqual(two);
    expect(imagine([], form, two)).toEqual([]);
  });

  it("offers every place that is flat, and none on a roof", () => {
    const slots = imagine(["red cube"], form, [], { block: "red cube", x: 0, y: 0 });
    expect(spotsFor(slots, CUBE)).toEqual([
      { x: 0, y: TALL },
      { x: 2, y: 0 },
      { x: 4, y: 0 },
      { x: 6, y: 0 },
    ]);
    expect(spotsFor(slots, LONG).map(({ x }) => x)).toEqual([2, 4]);
    const roofed = imagine(["red roof"], form, [], { block: "red roof", x: 0, y: 0 });
    expect(spotsFor(roofed, CUBE).map(({ x }) => x)).toEqual([4, 6]);
  });
});

describe("the tower", () => {
  it("grows on top, with the emblem on the block that showed it", () => {
    expect(rise(3, 1, [false, false])).toEqual([false, false, true]);
    expect(rise(4, 1, [false, false, true])).toEqual([false, false, true, false]);
  });

  it("is built anew when moves are taken back", () => {
    expect(rise(1, 0, [true, false])).toEqual([false]);
    expect(rise(0, 0)).toEqual([]);
  });
});
