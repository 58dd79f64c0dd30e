/** Opens our words for the dice, once all seals are final: docs/server/fairness.md. */
import { api, type State } from "./api/client";
import { mine, remember } from "./tables.svelte";
import { newWord, sealOf } from "./words";

/** Seats with a sealed word each; the words are for `remember`. */
export function sealed<Wish extends { kind: string }>(
  wishes: readonly Wish[],
): { seats: (Wish & { seal?: string })[]; words: Record<string, string> } {
  const words: Record<string, string> = {};
  const seats = wishes.map((wish, place) => {
    if (wish.kind !== "person") return wish;
    const word = (words["ABCDEF".charAt(place)] = newWord());
    return { ...wish, seal: sealOf(word) };
  });
  return { seats, words };
}

/** Open a word, with the seal of the next one. What was opened before is not opened again. */
async function open(id: string, letter: string): Promise<void> {
  const kept = mine.find((each) => each.id === id);
  const [word, key] = [kept?.words[letter], kept?.keys[letter]];
  if (!kept || !word || !key) return;
  const next = kept.next[letter] ?? newWord();
  remember(id, { next: { [letter]: next } });
  await api.openWord(id, letter, { word, next: sealOf(next) }, key);
}

/** At a table where nobody but us sits, all seals are ours. */
export async function openOwn(id: string): Promise<void> {
  for (const letter of Object.keys(mine.find((each) => each.id === id)?.words ?? {})) await open(id, letter);
}

/** Open ours if it is time. False if the server shows another seal than we gave: then nothing is opened. */
export async function openWhenClosed(id: string, state: State): Promise<boolean> {
  const kept = mine.find((each) => each.id === id);
  const fairness = state.fairness;
  if (!kept || !fairness?.closed || state.phase !== "waiting") return true;
  const ours = state.seats.filter(({ seat, word }) => kept.words[seat] && kept.keys[seat] && !word);
  const seals = fairness.seals.join(",");
  const letters = state.seats.map(({ seat }) => seat);
  const given = ours.every(
    ({ seat }) => sealOf(kept.words[seat] ?? "") === fairness.seals[letters.indexOf(seat)],
  );
  if (!given || (kept.seals !== null && kept.seals !== seals)) return false;
  remember(id, { seal: kept.seal ?? fairness.commitment, seals });
  for (const { seat } of ours) await open(id, seat);
  return true;
}
