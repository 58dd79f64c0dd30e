/** What a draft has that the printed box has not, and the other way round: each with the way back. */
import { isTable, type Path, type Tree, type Value } from "./form";
import { at, equal, insert, put } from "./paths";

export type Difference =
  | { kind: "changed"; path: Path; from: Value | undefined; to: Value | undefined }
  | { kind: "added"; path: Path; entry: Value }
  | { kind: "removed"; path: Path; entry: Value }; // the path is where it lay

/** What tells entries of a list apart: their id, or else their place. */
const idOf = (entry: Value | undefined): string | undefined =>
  isTable(entry) && typeof entry.id === "string" ? entry.id : undefined;

const isEntries = (value: Value | undefined): value is Value[] =>
  Array.isArray(value) && value.some((entry) => idOf(entry) !== undefined);

/** All differences, in the order of the draft. */
export function differences(printed: Tree, draft: Tree): Difference[] {
  return tables(printed, draft, []);
}

function tables(printed: Tree, draft: Tree, path: Path): Difference[] {
  const keys = [...new Set([...Object.keys(draft), ...Object.keys(printed)])];
  return keys.flatMap((key) => values(printed[key], draft[key], [...path, key]));
}

function values(from: Value | undefined, to: Value | undefined, path: Path): Difference[] {
  if (equal(from, to)) return [];
  if (isEntries(from) && Array.isArray(to)) return entries(from, to, path);
  if (Array.isArray(from) && Array.isArray(to) && isPieces(from, to)) return pieces(from, to, path);
  if (isTable(from) && isTable(to) && sameKind(from, to)) return tables(from, to, path);
  return [{ kind: "changed", path, from, to }];
}

/** Tiles and tables without an id: told apart by their place. */
const isPieces = (from: Value[], to: Value[]): boolean =>
  [...from, ...to].every((entry) => isTable(entry) || (typeof entry === "string" && entry.includes("/")));

const sameKind = (from: Tree, to: Tree): boolean => from.kind === to.kind;

function entries(from: Value[], to: Value[], path: Path): Difference[] {
  const known = new Map(from.map((entry) => [idOf(entry), entry]));
  const kept = new Set(to.map(idOf));
  const found = to.flatMap((entry, place): Difference[] => {
    const before = known.get(idOf(entry));
    const here = [...path, place];
    return before === undefined ? [{ kind: "added", path: here, entry }] : values(before, entry, here);
  });
  const gone = from.flatMap((entry, place): Difference[] =>
    kept.has(idOf(entry)) ? [] : [{ kind: "removed", path: [...path, place], entry }],
  );
  return [...found, ...gone];
}

function pieces(from: Value[], to: Value[], path: Path): Difference[] {
  const both = Math.min(from.length, to.length);
  const changed = to.slice(0, both).flatMap((entry, place) => values(from[place], entry, [...path, place]));
  const added = to
    .slice(both)
    .map((entry, more): Difference => ({ kind: "added", path: [...path, both + more], entry }));
  const gone = from
    .slice(both)
    .map((entry, more): Difference => ({ kind: "removed", path: [...path, both + more], entry }));
  return [...changed, ...added, ...gone];
}

/** The draft without one of its differences. */
export function takenBack(draft: Tree, difference: Difference): Tree {
  if (difference.kind === "changed") return put(draft, difference.path, difference.from);
  if (difference.kind === "added") return put(draft, difference.path, undefined);
  const list = difference.path.slice(0, -1);
  const entries = at(draft, list);
  const place = Math.min(Number(difference.path.at(-1)), Array.isArray(entries) ? entries.length : 0);
  return insert(draft, list, place, difference.entry);
}
