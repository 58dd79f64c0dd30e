/**
 * The form of a box, as the server describes it (`src/faubourg/gamekit/form.py`): what may stand where. The editor is made from it, whatever
 * the game; a value lies at a path, `["establishment", 5, "cost"]`.
 */
import type { Both } from "$lib/game";

export type Value = string | number | boolean | Value[] | { [key: string]: Value };
export type Path = readonly (string | number)[];
export type Tree = { [key: string]: Value };

type Words = { label?: Both; help?: Both };
/** `when`: what other fields of the table must be for this one to mean anything. */
export type FieldOf = {
  key: string;
  node: Node;
  optional?: boolean;
  default?: Value;
  when?: Record<string, string[]>;
};
export type TableNode = Words & {
  type: "table";
  fields: FieldOf[];
  one_of?: string[]; // of which one is needed
  at_most_one?: string[]; // that exclude each other
};
/** `with`: what fields beside the union must be for it. */
export type VariantNode = TableNode & { with?: Record<string, string[]> };
export type ListNode = Words & {
  type: "list";
  of: Node;
  least: number;
  most: number;
  item?: Both;
  different?: boolean; // no value twice
};
export type WholeNode = Words & { type: "whole"; least: number; most: number };
export type FlagNode = Words & { type: "flag" };
export type Among = { value: string; label: Both };
export type ChoiceNode = Words & { type: "choice"; among: Among[] };
export type TextNode = Words & { type: "text"; longest: number };
export type IdNode = Words & { type: "id" };
export type Letter = { letter: string; label: Both };
export type SquaresNode = Words & {
  type: "squares";
  rows: number;
  columns: number;
  letters: Letter[];
  from?: string; // the key of the box whose entries have letters of their own
};
export type UnionNode = Words & { type: "union"; tag: string; variants: Record<string, VariantNode> };
export type EitherNode = Words & { type: "either"; of: Node[] };
export type MapNode = Words & { type: "map"; keys: Among[]; of: Node; needed?: string[] };
export type ReferenceNode = Words & { type: "reference"; to: string };
export type Node =
  | TableNode
  | ListNode
  | WholeNode
  | FlagNode
  | ChoiceNode
  | TextNode
  | IdNode
  | SquaresNode
  | UnionNode
  | EitherNode
  | MapNode
  | ReferenceNode;

export const isTable = (value: Value | undefined): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields of a table, or of the variant of a union that a value is. */
export function fieldsOf(node: TableNode | UnionNode, value: Value | undefined): FieldOf[] {
  const table = isTable(value) ? value : {};
  const fields = node.type === "table" ? node.fields : (node.variants[String(table[node.tag])]?.fields ?? []);
  return fields.filter((field) => applies(field, table) && (node.type === "table" || field.key !== node.tag));
}

/** Whether a field means anything beside the others. */
const applies = ({ when = {} }: FieldOf, table: Tree): boolean =>
  Object.entries(when).every(([key, among]) => among.includes(String(table[key])));

/** The letters that a tile may be painted with: those of every box, and those of its entries. */
export function lettersOf(node: SquaresNode, box: Tree): Letter[] {
  const entries = node.from ? box[node.from] : undefined;
  const own = (Array.isArray(entries) ? entries : []).flatMap((entry): Letter[] => {
    if (!isTable(entry) || typeof entry.letter !== "string") return [];
    const [en, fr] = [entry.en ?? entry.fr ?? entry.letter, entry.fr ?? entry.en ?? entry.letter].map(String);
    return [{ letter: entry.letter, label: { en: en!, fr: fr! } }];
  });
  return [...own, ...node.letters];
}

/** The node at a path. */
export function nodeAt(form: Node, box: Value | undefined, path: Path): Node | undefined {
  let [node, value]: [Node | undefined, Value | undefined] = [form, box];
  for (const step of path) {
    node = node && inside(node, value, step);
    value = Array.isArray(value) ? value[Number(step)] : isTable(value) ? value[String(step)] : undefined;
  }
  return node;
}

/** Whether a value has the shape of a node; not whether all in it is allowed, which only the server knows. */
export function fits(node: Node, value: Value | undefined): boolean {
  switch (node.type) {
    case "whole":
      return typeof value === "number";
    case "flag":
      return typeof value === "boolean";
    case "choice":
      return node.among.some((one) => one.value === value);
    case "list":
      return Array.isArray(value);
    case "table":
    case "union":
    case "map":
      return isTable(value);
    case "either":
      return node.of.some((one) => fits(one, value));
    default:
      return typeof value === "string";
  }
}

/** What a union or an `either` is at a value: the node to go on with. */
export const meant = (node: Node, value: Value | undefined): Node =>
  node.type === "either" ? (node.of.find((one) => fits(one, value)) ?? node.of[0]!) : node;

/** The node one step further. */
export function inside(node: Node, value: Value | undefined, step: string | number): Node | undefined {
  const here = meant(node, value);
  if (here.type === "list") return here.of;
  if (here.type === "map") return here.of;
  if (here.type === "table" || here.type === "union")
    return fieldsOf(here, value).find(({ key }) => key === step)?.node;
  return undefined;
}

/** The least that a node allows: what a new entry begins with. */
export function blank(node: Node, box: Tree): Value {
  switch (node.type) {
    case "whole":
      return node.least;
    case "flag":
      return false;
    case "choice":
      return node.among[0]?.value ?? "";
    case "list":
      return Array.from({ length: node.least }, (_, place) => stepped(blank(node.of, box), node, place));
    case "table":
      return tableOf(node.fields, box);
    case "union": {
      const [kind, table] = Object.entries(node.variants)[0]!;
      return variant(node, kind, table, box);
    }
    case "either":
      return blank(node.of[0]!, box);
    case "map":
      return Object.fromEntries((node.needed ?? []).map((word) => [word, blank(node.of, box)]));
    case "squares":
      return Array.from({ length: node.rows }, () =>
        (lettersOf(node, box)[0]?.letter ?? "X").repeat(node.columns),
      ).join("/");
    case "reference":
      return idsOf(box, node.to)[0] ?? "";
    default:
      return "";
  }
}

/** The members of a set are told apart from the start. */
const stepped = (value: Value, node: ListNode, place: number): Value =>
  node.different && typeof value === "number" ? value + place : value;

function tableOf(fields: FieldOf[], box: Tree): Tree {
  const begun: Tree = {};
  for (const field of fields)
    if (!field.optional && applies(field, begun)) begun[field.key] = field.default ?? blank(field.node, box);
  return begun;
}

/** A union's variant, as it begins. What another had under the same key and fits here is kept. */
export function variant(node: UnionNode, kind: string, table: TableNode, box: Tree, kept: Tree = {}): Tree {
  const fields = table.fields.filter(({ key }) => key !== node.tag);
  const begun = tableOf(fields, box);
  for (const { key, node: field } of fields) {
    const value = kept[key];
    if (value !== undefined && fits(field, value)) begun[key] = value;
  }
  return { [node.tag]: kind, ...begun };
}

/** The ids of the entries under a key of the box. */
export function idsOf(box: Tree, key: string): string[] {
  const list = box[key];
  if (!Array.isArray(list)) return [];
  return list.map((entry) => (isTable(entry) ? String(entry.id ?? "") : "")).filter(Boolean);
}

/** An id that no entry under a key has: `mine`, `mine_2`, `mine_3`. */
export function freeId(wanted: string, taken: string[]): string {
  const stem = slug(wanted) || "new";
  if (!taken.includes(stem)) return stem;
  const bare = stem.replace(/_\d+$/, "");
  for (let nth = 2; ; nth += 1) if (!taken.includes(`${bare}_${nth}`)) return `${bare}_${nth}`;
}

/** A name as an id: small letters, digits and underscores. */
export const slug = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
