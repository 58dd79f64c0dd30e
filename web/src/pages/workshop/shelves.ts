/** The components of a box as they are laid out on the bench: shelves of entries, found in its form. */
import {
  isTable,
  type FieldOf,
  type ListNode,
  type Node,
  type Path,
  type TableNode,
  type Tree,
  type Value,
} from "./form";
import { at } from "./paths";

/** Entries that lie side by side: a list of the box, or one table with what is said of the whole game. */
export type Shelf = { path: Path; list: ListNode | null; node: Node };
export type Entry = { path: Path; node: Node; value: Value };

/** Lists whose entries are drawn, each a shelf. */
const isShelf = (node: Node): node is ListNode =>
  node.type === "list" && ["table", "union", "squares"].includes(node.of.type);

export function shelvesOf(form: TableNode): Shelf[] {
  return form.fields.flatMap(({ key, node }) => shelf([key], node));
}

function shelf(path: Path, node: Node): Shelf[] {
  if (isShelf(node)) return [{ path, list: node, node: node.of }];
  if (node.type !== "table") return [{ path, list: null, node }];
  const lists = node.fields.filter((field) => isShelf(field.node));
  const rest = node.fields.filter((field) => !isShelf(field.node));
  const own: Shelf[] = rest.length ? [{ path, list: null, node: { ...node, fields: rest } }] : [];
  return [...own, ...lists.flatMap((field: FieldOf) => shelf([...path, field.key], field.node))];
}

export function entriesOf(shelf: Shelf, box: Tree): Entry[] {
  const value = at(box, shelf.path);
  if (!shelf.list) return value === undefined ? [] : [{ path: shelf.path, node: shelf.node, value }];
  if (!Array.isArray(value)) return [];
  return value.map((entry, place) => ({ path: [...shelf.path, place], node: shelf.node, value: entry }));
}

/** The entry in which a path ends, on any shelf; the longest that fits. */
export function entryAt(shelves: Shelf[], box: Tree, path: Path): Path | null {
  const fitting = shelves
    .filter(({ path: shelf }) => shelf.every((step, depth) => step === path[depth]))
    .sort((one, other) => other.path.length - one.path.length);
  for (const { path: shelf, list } of fitting) {
    if (!list) return shelf;
    const place = path[shelf.length];
    if (typeof place === "number" && at(box, [...shelf, place]) !== undefined) return [...shelf, place];
  }
  return null;
}

/** Entries apart by a field of theirs, such as cards by colour; in the order in which they come. */
export function apart(entries: Entry[], by: string | undefined): [string, Entry[]][] {
  if (!by) return [["", entries]];
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = isTable(entry.value) ? String(entry.value[by] ?? "") : "";
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups];
}
