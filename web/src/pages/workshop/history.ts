/** Undo and redo: the states before and after the one that is shown. */

export type History<T> = { past: T[]; now: T; future: T[]; last: string };

const LONGEST = 200;

export const begin = <T>(now: T): History<T> => ({ past: [], now, future: [], last: "" });

/** A new state. Changes of one kind that follow each other, such as letters typed in a field, are undone at once. */
export function change<T>({ past, now, last }: History<T>, next: T, kind = ""): History<T> {
  if (kind && kind === last) return { past, now: next, future: [], last: kind };
  return { past: [...past, now].slice(-LONGEST), now: next, future: [], last: kind };
}

/** What is typed from here on is a change of its own. */
export const settled = <T>(history: History<T>): History<T> => ({ ...history, last: "" });

export function undo<T>({ past, now, future, last }: History<T>): History<T> {
  const before = past.at(-1);
  if (before === undefined) return { past, now, future, last };
  return { past: past.slice(0, -1), now: before, future: [now, ...future], last: "" };
}

export function redo<T>({ past, now, future, last }: History<T>): History<T> {
  const [after, ...rest] = future;
  if (after === undefined) return { past, now, future, last };
  return { past: [...past, now], now: after, future: rest, last: "" };
}
