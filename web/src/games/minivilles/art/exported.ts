/** The drawings that the server's pictures and printed sheets are made of: one for each card, and the signs. */
import type { Exported } from "$lib/exported";
import { PICTURES, pictureOf } from "./pictures";
import { FAMILIES, SYMBOLS } from "./symbols";

const named = (kind: string, drawings: Record<string, string>) =>
  Object.fromEntries(Object.entries(drawings).map(([id, drawing]) => [`${kind}-${id}`, drawing]));

export default {
  ...named("card", PICTURES),
  "card-": pictureOf(""),
  ...named("symbol", SYMBOLS),
  ...named("family", FAMILIES),
} satisfies Exported;
