/** The drawings that the server's pictures and printed sheets are made of: squares, buildings by height, attractions. */
import type { Exported } from "$lib/exported";
import type { Colour, Ground as GroundName } from "../types";
import Building from "./Building.svelte";
import Emblem from "./Emblem.svelte";
import Ground from "./Ground.svelte";
import Sight from "./Sight.svelte";
import Trees from "./Trees.svelte";

const COLOURS: Colour[] = ["red", "blue", "green", "yellow"];
const GROUNDS: GroundName[] = ["park", "water", ...COLOURS];
const SIGHTS = [
  "ferry", "pier", "dolphins", "swans", "rowing", "playground", "bandstand", "fountain", "roses", "tea_house",
  "carousel", "monument", "joker",
]; // prettier-ignore
const HEIGHTS = [1, 2, 3, 4];

export default {
  ...Object.fromEntries(
    GROUNDS.flatMap((ground) => [
      [`ground-${ground}`, [Ground, { ground }]],
      [`bare-${ground}`, [Ground, { ground, plain: true }]],
    ]),
  ),
  ...Object.fromEntries(
    COLOURS.flatMap((colour) =>
      HEIGHTS.map((height) => [`building-${colour}-${height}`, [Building, { colour, height }]]),
    ),
  ),
  ...Object.fromEntries(COLOURS.map((colour) => [`emblem-${colour}`, [Emblem, { colour }]])),
  ...Object.fromEntries(SIGHTS.map((kind) => [`sight-${kind}`, [Sight, { kind }]])),
  ...Object.fromEntries([0, 1, 2].map((seed) => [`trees-${seed}`, [Trees, { seed }]])),
  "trees-few": [Trees, { few: true }],
} satisfies Exported;
