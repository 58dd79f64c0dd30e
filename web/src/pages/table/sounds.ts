/** Which sound a thing makes. By what games call their events; a game that is unknown here is just quieter. */
import type { Entry } from "$lib/game";
import type { SoundName } from "$lib/sound.svelte";

/** Every kind of event of our games that is heard (tests/browser/test_senses.py compares it with the games' own lists). */
export const BY_KIND: Record<string, SoundName> = {
  // dice
  thrown: "die",
  rolled: "die",
  rerolls: "die",
  fished: "die",
  orange: "die",
  // coins
  earned: "coin",
  paid: "coin",
  airport: "coin",
  relief: "coin",
  // cards
  drawn: "card",
  dealt: "card",
  picked: "card",
  swapped: "card",
  drew: "card",
  revealed: "card",
  // tiles
  tile: "tile",
  start: "tile",
  started: "tile",
  attraction: "tile",
  // blocks and figures
  built: "block",
  took: "block",
  gave: "block",
  module: "block",
  standee: "block",
  blue: "block",
  grown: "block",
  // steps
  first: "step",
  extends: "step",
  colour: "step",
  raised: "step",
  star: "step",
  star_taken: "step",
  asleep: "step",
  woken: "step",
  passed: "step",
  declined: "step",
  discarded: "step",
  // what falls
  demolished: "crash",
  destroyed: "crash",
  emblem: "crash",
  // what was reached
  finished: "done",
  objective: "done",
};

/** The sounds of what happened, each once, and the slight ones only where nothing else is heard. */
export function soundsOf(entries: Entry[]): SoundName[] {
  const found = new Set<SoundName>();
  for (const entry of entries)
    for (const event of entry.events ?? []) {
      const name = BY_KIND[event.kind];
      if (name) found.add(name);
    }
  for (const slight of ["step", "card"] as const) if (found.size > 1) found.delete(slight);
  return [...found];
}
