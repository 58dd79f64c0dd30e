/** The drawings that the server's pictures and printed sheets are made of: squares by kind and joins, figures by colour. */
import type { Exported } from "$lib/exported";
import { AROUND, type Way } from "../joins";
import type { Colour } from "../types";
import Item from "./Item.svelte";
import Plot from "./Plot.svelte";

const COLOURS: Colour[] = ["blue", "green", "yellow", "red"];

/** The sets of neighbours that a square can join: over a corner only where both sides beside it join too. */
const JOINS = Array.from({ length: 256 }, (_, bits) => bits).filter((bits) =>
  AROUND.every((_, at) => at % 2 === 0 || !(bits >> at & 1) || (bits >> (at - 1) & 1 && bits >> ((at + 1) % 8) & 1)),
); // prettier-ignore
const waysOf = (bits: number): Set<Way> => new Set(AROUND.filter((_, at) => (bits >> at) & 1));

const plots = ["B", "G", "Y", "R"].flatMap((kind) =>
  JOINS.map((bits) => [`${kind}-${bits}`, [Plot, { kind, x: 0, y: 0, joins: waysOf(bits) }]] as const),
);
const figures = COLOURS.flatMap((colour) =>
  [0, 1, 2, 3].map((look) => [`${colour}-${look}`, [Item, { colour, look }]] as const),
);

export default {
  ...Object.fromEntries(plots),
  "X-0": [Plot, { kind: "X", x: 0, y: 0 }],
  ...Object.fromEntries(figures),
} satisfies Exported;
