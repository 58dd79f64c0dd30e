/** Boxes and studies of one's own: this browser remembers them with their keys, validated when read. */
import { read, write } from "$lib/storage";

export type Mine = { id: string; game: string; key: string; at: number }; // a box has its digest for an id
export type Kind = "boxes" | "studies";

export const MOST = 100; // the oldest are forgotten
const keptAs = (kind: Kind): string => `faubourg.mine.${kind}`;

/** What is remembered, the newest first; what can't be understood is left out. */
export function parse(text: string | null): Mine[] {
  let said: unknown;
  try {
    said = JSON.parse(text ?? "[]");
  } catch {
    return [];
  }
  if (!Array.isArray(said)) return [];
  return said
    .filter(
      (one): one is Mine =>
        typeof one === "object" &&
        one !== null &&
        [one.id, one.game, one.key].every((word) => typeof word === "string") &&
        /^[a-z0-9]{1,40}$/.test(one.id) &&
        Number.isFinite(one.at),
    )
    .sort((one, other) => other.at - one.at)
    .slice(0, MOST);
}

export const mine = (kind: Kind): Mine[] => parse(read(keptAs(kind)));

const replace = (kind: Kind, list: Mine[]): void =>
  void write(keptAs(kind), JSON.stringify(list.slice(0, MOST)));

/** Remember one as the newest. */
export const remember = (kind: Kind, one: Mine): void =>
  replace(kind, [one, ...mine(kind).filter(({ id }) => id !== one.id)]);

export const forget = (kind: Kind, id: string): void =>
  replace(
    kind,
    mine(kind).filter((one) => one.id !== id),
  );

/** The key to one of one's own; null where there is none. */
export const keyOf = (kind: Kind, id: string): string | null =>
  mine(kind).find((one) => one.id === id)?.key ?? null;
