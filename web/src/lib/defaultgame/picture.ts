/**
 * A plain picture of any view: the data of a position, of which nothing is known, as chips, rows, grids and tables.
 * What is kept by seat letter ends up in one panel a player.
 */

/** A number, a word, a text in both languages, or nothing, as it is written in a tile. */
export type Leaf = { text: string; seat: string | null }; // seat: the text is a seat's letter

export type Chip = { kind: "chip"; label: string; leaf: Leaf };
export type Part =
  | Chip
  | { kind: "chips"; label: string; chips: Chip[] }
  | { kind: "row"; label: string; leaves: Leaf[] }
  | { kind: "grid"; label: string; rows: Leaf[][] }
  | { kind: "table"; label: string; columns: string[]; rows: { head: string; leaves: Leaf[] }[] }
  | { kind: "group"; label: string; parts: Part[]; size: number };

export type Picture = { chips: Chip[]; players: { letter: string; parts: Part[] }[]; rest: Part[] };

/** How things are said that have no words of their own. */
export type Words = { language: "en" | "fr"; yes: string; no: string };

type Dict = Record<string, unknown>;

export function picture(view: unknown, letters: string[], words: Words): Picture {
  const scene = new Scene(letters, words);
  const players = letters.map((letter) => ({ letter, parts: [] as Part[] }));
  const parts: Part[] = [];
  const entries = Object.entries(isDict(view) ? view : { view });
  const nested = entries.filter(([, value]) => scene.isBySeat(value) && Object.values(value).some(isFields));
  for (const [key, value] of entries) {
    if (!scene.isBySeat(value)) parts.push(scene.part(label(key), value));
    else
      for (const player of players) {
        const own = value[player.letter];
        if (own === undefined) continue;
        if (nested.length === 1 && isFields(own)) player.parts.push(...scene.parts(own));
        else player.parts.push(scene.part(label(key), own));
      }
  }
  const isChip = (part: Part): part is Chip => part.kind === "chip";
  return {
    chips: parts.filter(isChip),
    players: players.filter((player) => player.parts.length),
    rest: parts.filter((part) => !isChip(part)),
  };
}

/** "turn_count": "Turn count" */
export function label(key: string): string {
  const words = key.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const isDict = (value: unknown): value is Dict =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is { en: string; fr: string } =>
  isDict(value) && Object.keys(value).length === 2 && "en" in value && "fr" in value;
const isFields = (value: unknown): value is Dict => isDict(value) && !isText(value);
const isLeaf = (value: unknown): boolean => typeof value !== "object" || value === null || isText(value);

/** How many leaves a part has. */
function sizeOf(part: Part): number {
  if (part.kind === "chip") return 1;
  if (part.kind === "chips") return part.chips.length;
  if (part.kind === "row") return part.leaves.length;
  if (part.kind === "grid") return part.rows.flat().length;
  if (part.kind === "table") return part.rows.length * part.columns.length;
  return part.size;
}

class Scene {
  constructor(
    private letters: string[],
    private words: Words,
  ) {}

  isBySeat(value: unknown): value is Dict {
    const keys = isDict(value) ? Object.keys(value) : [];
    return keys.length > 0 && keys.every((key) => this.letters.includes(key));
  }

  leaf(value: unknown): Leaf {
    const seat = typeof value === "string" && this.letters.includes(value) ? value : null;
    return { text: this.text(value), seat };
  }

  private text(value: unknown): string {
    if (isText(value)) return value[this.words.language];
    if (value === true) return this.words.yes;
    if (value === false) return this.words.no;
    if (value === null || value === undefined) return "";
    return typeof value === "string" ? value.replaceAll("_", " ") : String(value);
  }

  private chip(name: string, value: unknown): Chip {
    return { kind: "chip", label: name, leaf: this.leaf(value) };
  }

  parts(value: Dict): Part[] {
    return Object.entries(value).map(([key, one]) => this.part(label(key), one));
  }

  part(name: string, value: unknown): Part {
    if (isLeaf(value)) return this.chip(name, value);
    return Array.isArray(value) ? this.list(name, value) : this.dict(name, value as Dict);
  }

  private list(name: string, values: unknown[]): Part {
    if (values.every(isLeaf))
      return { kind: "row", label: name, leaves: values.map((one) => this.leaf(one)) };
    const flat = values.every((one) => Array.isArray(one) && one.every(isLeaf));
    if (flat)
      return {
        kind: "grid",
        label: name,
        rows: (values as unknown[][]).map((row) => row.map((one) => this.leaf(one))),
      };
    return this.dict(name, Object.fromEntries(values.map((one, place) => [String(place + 1), one])));
  }

  private dict(name: string, value: Dict): Part {
    const entries = Object.entries(value);
    if (entries.every(([, one]) => isLeaf(one)))
      return { kind: "chips", label: name, chips: entries.map(([key, one]) => this.chip(label(key), one)) };
    const table = this.table(name, value);
    if (table) return table;
    const parts = this.parts(value);
    return { kind: "group", label: name, parts, size: parts.reduce((sum, part) => sum + sizeOf(part), 0) };
  }

  /** Several things with the same fields, all of them leaves. */
  private table(name: string, value: Dict): Part | null {
    const entries = Object.entries(value);
    const fields = isFields(entries[0]?.[1]) ? Object.keys(entries[0][1]) : [];
    const alike = (one: unknown): one is Dict =>
      isDict(one) &&
      Object.keys(one).length === fields.length &&
      fields.every((field) => field in one && isLeaf(one[field]));
    if (entries.length < 2 || !fields.length || !entries.every(([, one]) => alike(one))) return null;
    const rows = entries.map(([key, one]) => ({
      head: label(key),
      leaves: fields.map((field) => this.leaf((one as Dict)[field])),
    }));
    return { kind: "table", label: name, columns: fields.map(label), rows };
  }
}
