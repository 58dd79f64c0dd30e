/** Many actions in an order that people can look through: groups of those that begin alike. */
import type { Action } from "$lib/game";

/** `start` is how its sentences begin, or its first sentence where another group begins so too. */
export type Group = { key: string; start: string; actions: Action[] };

export const FEW = 14; // so many need no groups
const DEEPEST = 4;

/** Groups by the first words of the notation, as many words as it takes to make most groups small. */
export function groups(actions: Action[], describe: (action: Action) => string): Group[] {
  if (actions.length <= FEW) return [{ key: "", start: "", actions }];
  let best = by(actions, 1);
  for (let words = 2; words <= DEEPEST && Math.max(...sizes(best)) > FEW; words++) {
    const finer = by(actions, words);
    if (finer.size > Math.max(24, actions.length / 3)) break; // a group for each says nothing
    best = finer;
  }
  const found = [...best].map(([key, members]) => ({
    key,
    start: commonStart(members.map(describe)),
    actions: members,
  }));
  const isTold = ({ key, start }: Group) =>
    !found.some((other) => other.key !== key && other.start.startsWith(start));
  return found.map((group) => (isTold(group) ? group : { ...group, start: describe(group.actions[0]!) }));
}

const sizes = (found: Map<string, Action[]>) => [...found.values()].map((members) => members.length);

function by(actions: Action[], words: number): Map<string, Action[]> {
  const found = new Map<string, Action[]>();
  for (const action of actions) {
    const key = action.words.slice(0, words).join(" ");
    found.set(key, [...(found.get(key) ?? []), action]);
  }
  return found;
}

/** The words with which all sentences begin. */
export function commonStart(sentences: string[]): string {
  const [first = [], ...others] = sentences.map((sentence) => sentence.split(" "));
  let length = first.length;
  for (const other of others) {
    const differs = first.findIndex((word, place) => word !== other[place]);
    if (differs >= 0) length = Math.min(length, differs);
  }
  return first
    .slice(0, length)
    .join(" ")
    .replace(/[\s,:;(→]+$/u, "");
}

const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();

/** Whether a description holds all words that were typed, whatever their accents. */
export function matches(description: string, typed: string): boolean {
  const text = plain(description);
  return plain(typed)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
