/** What an entry and its fields are called, and what they say in one line. */
import * as m from "$messages";
import type { Both } from "$lib/game";
import { language, say } from "$lib/lang.svelte";
import {
  fieldsOf,
  inside,
  isTable,
  meant,
  type ListNode,
  type Node,
  type Path,
  type TableNode,
  type Tree,
  type UnionNode,
  type Value,
} from "./form";
import { at } from "./paths";

/** A text of which only one language may be there. */
export const either = (text: Partial<Both>): string => (text[language.now] || text.en || text.fr) ?? "";

/** A key as words, where the form has none. */
export const plain = (key: string | number): string => String(key).replaceAll("_", " ");

export const labelOf = (node: Node | undefined, key: string | number): string =>
  node?.label ? say(node.label) : plain(key);

/** The name that an entry carries itself; "" where it has none. */
export function ownName(value: Value | undefined): string {
  if (!isTable(value)) return "";
  const { en, fr, id, name } = value;
  if (isTable(name)) return either(name as Partial<Both>);
  const text: Partial<Both> = {};
  if (typeof en === "string") text.en = en;
  if (typeof fr === "string") text.fr = fr;
  return either(text) || (typeof id === "string" ? plain(id) : "");
}

/** What an entry of a list is called: its name, or "tile 3". */
export function entryName(list: ListNode | undefined, value: Value | undefined, place: number): string {
  return ownName(value) || m.ws_nth({ what: list?.item ? say(list.item) : m.ws_entry(), nth: place + 1 });
}

/** A value in a few words. */
export function told(node: Node | undefined, value: Value | undefined, box: Tree): string {
  if (value === undefined) return m.ws_none();
  const here = node && meant(node, value);
  if (typeof value === "boolean") return value ? m.ws_yes() : m.ws_no();
  if (here?.type === "choice")
    return said(here.among.find((one) => one.value === value)?.label) ?? String(value);
  if (here?.type === "reference") return ownName(referred(box, here.to, String(value))) || String(value);
  if (Array.isArray(value)) {
    const of = here?.type === "list" ? here.of : undefined;
    return value.map((one) => told(of, one, box)).join(nested(value) ? " / " : ", ") || m.ws_none();
  }
  if (isTable(value)) return sentence(here as TableNode | UnionNode, value, box);
  return String(value);
}

const said = (label: Both | undefined): string | undefined => (label ? say(label) : undefined);
const nested = (list: Value[]): boolean => list.some(Array.isArray);

/** The entry that a reference means. */
export function referred(box: Tree, key: string, id: string): Value | undefined {
  const list = box[key];
  return Array.isArray(list) ? list.find((entry) => isTable(entry) && entry.id === id) : undefined;
}

/** A table or a variant of a union as one line: "income: coins 5, per wheat". */
export function sentence(node: TableNode | UnionNode | undefined, value: Tree, box: Tree): string {
  const kind = node?.type === "union" ? String(value[node.tag]) : "";
  const head = kind && node?.type === "union" ? (said(node.variants[kind]?.label) ?? plain(kind)) : "";
  const fields = node && (node.type === "table" || node.type === "union") ? fieldsOf(node, value) : [];
  const keys = Object.keys(value).filter((key) => node?.type !== "union" || key !== node.tag);
  const parts = keys.map((key) => {
    const field = fields.find((one) => one.key === key)?.node;
    return `${labelOf(field, key)} ${told(field, value[key], box)}`;
  });
  return [head, parts.join(", ")].filter(Boolean).join(": ");
}

/** Where a path leads, in words: "Mine · cost". */
export function placeName(form: Node, box: Tree, path: Path): string {
  const words: string[] = [];
  let node: Node | undefined = form;
  path.forEach((step, depth) => {
    const above = at(box, path.slice(0, depth));
    const list = node && meant(node, above);
    node = node && inside(node, above, step);
    const value = at(box, path.slice(0, depth + 1));
    if (typeof step === "number")
      words.push(entryName(list?.type === "list" ? list : undefined, value, step));
    else if (typeof path[depth + 1] !== "number") words.push(labelOf(node, step));
  });
  return words.join(" · ");
}
