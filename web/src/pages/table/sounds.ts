/** Which sound a thing makes. By what games call their events; a game that is unknown here is just quieter. */
import type { Entry } from "$lib/game";
import type { SoundName } from "$lib/sound.svelte";

const BY_KIND: Record<string, SoundName> = {
  thrown: "die",
  rolled: "die",
  rerolls: "die",
  earned: "coin",
  paid: "coin",
  gave: "coin",
  airport: "coin",
  built: "block",
  raised: "block",
  tile: "block",
  took: "block",
  module: "block",
  standee: "block",
  grown: "block",
  drawn: "card",
  dealt: "card",
};

export function soundsOf(entries: Entry[]): SoundName[] {
  const found = new Set<SoundName>();
  for (const entry of entries) {
    if (entry.kind === "nature" && /^(die|dice|roll)\b/.test(entry.move?.text ?? "")) found.add("die");
    for (const event of entry.events ?? []) {
      const name = BY_KIND[event.kind];
      if (name) found.add(name);
    }
  }
  if (found.size > 1) found.delete("card");
  return [...found];
}
