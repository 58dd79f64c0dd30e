/** The bench: one draft of a box, its undo, what the server says of it, and what is looked at. */
import { getContext, setContext } from "svelte";
import { api, type BoxChecked, type BoxFault, type Problem, problem, type PrintedBox } from "$lib/api/client";
import type { GameBench } from "$lib/game";
import { erase, read, write } from "$lib/storage";
import { differences, takenBack, type Difference } from "./differences";
import { blank, freeId, idsOf, isTable, type Path, type TableNode, type Tree, type Value } from "./form";
import { begin, change, redo, settled, undo, type History } from "./history";
import { keyOf, remember } from "./mine";
import { at, equal, insert, put, same, under } from "./paths";
import { entryAt, shelvesOf, type Shelf } from "./shelves";
import { ownName } from "./words";

const PAUSE = 250; // milliseconds without a change before the server is asked
const keptAs = (game: string): string => `faubourg.workshop.${game}`;

/** The draft that this browser keeps of a game; null where there is none, or none that can be read. */
export function keptDraft(game: string): Tree | null {
  try {
    const kept: unknown = JSON.parse(read(keptAs(game)) ?? "null");
    return isTable(kept as Value) ? (kept as Tree) : null;
  } catch {
    return null;
  }
}

export class Bench {
  readonly game: string;
  readonly form: TableNode;
  readonly printed: Tree;
  readonly shelves: Shelf[];
  readonly drawings: GameBench | null;
  readonly prints: boolean;

  history: History<Tree> = $state.raw(begin({}));
  selected = $state.raw<Path | null>(null);
  checked = $state.raw<BoxChecked | null>(null);
  trouble = $state.raw<Problem | null>(null);
  /** The components as boards are given them, of the last draft that had no faults. */
  drawn = $state.raw<unknown>(null);
  checking = $state(false);

  readonly draft: Tree = $derived(this.history.now);
  readonly faults: BoxFault[] = $derived(this.checked?.faults ?? []);
  readonly differs: Difference[] = $derived.by(() => differences(this.printed, this.draft));
  readonly isPrinted: boolean = $derived.by(() => equal(this.printed, this.draft));

  #keeping: ReturnType<typeof setTimeout> | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(printed: PrintedBox, drawings: GameBench | null, start: Tree) {
    this.game = printed.game;
    this.form = printed.form as unknown as TableNode;
    this.printed = printed.data as Tree;
    this.prints = printed.print;
    this.drawn = printed.box;
    this.drawings = drawings;
    this.shelves = shelvesOf(this.form);
    this.history = begin(start);
    if (!equal(start, this.printed)) this.#ask(0);
  }

  /** Another value at a path; `kind` joins changes that are undone at once. */
  edit(path: Path, value: Value | undefined, kind = ""): void {
    this.become(put(this.draft, path, value), kind);
  }

  /** Another draft as a whole. */
  become(next: Tree, kind = ""): void {
    if (equal(next, this.draft)) return;
    this.history = change(this.history, next, kind);
    this.#changed();
  }

  /** Lay a shared box on the bench, with one's own draft one step back. It becomes one's own with the first change. */
  look(box: Tree): void {
    if (equal(box, this.draft)) return;
    this.history = change(this.history, box);
    this.#ask(0);
  }

  settle(): void {
    this.history = settled(this.history);
  }

  undo(): void {
    this.history = undo(this.history);
    this.#changed();
  }

  redo(): void {
    this.history = redo(this.history);
    this.#changed();
  }

  takeBack(difference: Difference): void {
    this.become(takenBack(this.draft, difference));
  }

  /** A new entry at the end of a shelf, or a copy beside the one that is looked at. */
  add(shelf: Shelf, original?: Path): void {
    if (!shelf.list) return;
    const copied = original && at(this.draft, original);
    const entry = copied ?? this.#alike(shelf) ?? blank(shelf.node, this.draft);
    const list = at(this.draft, shelf.path);
    const end = Array.isArray(list) ? list.length : 0;
    const place = original ? Number(original.at(-1)) + 1 : end;
    this.become(insert(this.draft, shelf.path, place, this.#named(shelf, entry)));
    this.selected = [...shelf.path, place];
  }

  /** What a new entry begins with: the last one of its shelf, which is known to be allowed. */
  #alike(shelf: Shelf): Value | undefined {
    const list = at(this.draft, shelf.path);
    return Array.isArray(list) ? list.at(-1) : undefined;
  }

  #named(shelf: Shelf, entry: Value): Value {
    if (!isTable(entry) || typeof entry.id !== "string") return entry;
    const taken = idsOf(this.draft, String(shelf.path[0]));
    return { ...entry, id: freeId(entry.id || ownName(entry), taken) };
  }

  remove(path: Path): void {
    this.become(put(this.draft, path, undefined));
    if (this.selected && under(this.selected, path)) this.selected = null;
  }

  faultsAt(path: Path): BoxFault[] {
    return this.faults.filter((fault) => same(fault.path, path));
  }

  hasFaults(path: Path): boolean {
    return this.faults.some((fault) => under(fault.path, path));
  }

  /** Look at the entry in which a path ends. */
  show(path: Path): void {
    this.selected = entryAt(this.shelves, this.draft, path);
  }

  /** Begin anew with the printed box; undo leads back. */
  startAnew(): void {
    this.become(this.printed);
    erase(keptAs(this.game));
  }

  #changed(): void {
    if (this.selected && at(this.draft, this.selected) === undefined) this.selected = null;
    clearTimeout(this.#keeping);
    this.#keeping = setTimeout(() => {
      if (this.isPrinted) erase(keptAs(this.game));
      else write(keptAs(this.game), JSON.stringify(this.draft));
    }, PAUSE);
    this.#ask(PAUSE);
  }

  #ask(pause: number): void {
    clearTimeout(this.#waiting);
    this.checking = true;
    this.#waiting = setTimeout(() => void this.check(), pause);
  }

  /** Ask the server what it says of the draft; the answer, unless the draft changed meanwhile. */
  async check(): Promise<BoxChecked | null> {
    clearTimeout(this.#waiting);
    const asked = (this.#asked += 1);
    const draft = this.draft;
    this.checking = true;
    try {
      const checked = await api.checkBox({ game: this.game, data: draft });
      if (asked !== this.#asked) return null;
      this.checked = checked;
      this.trouble = null;
      if (checked.box) this.drawn = checked.box;
      return draft === this.draft ? checked : null;
    } catch (error) {
      if (asked === this.#asked) this.trouble = problem(error);
      return null;
    } finally {
      if (asked === this.#asked) this.checking = false;
    }
  }

  /** Keep the draft on the server; its digest, or null where it has faults or the server can't be reached. */
  async keep(): Promise<string | null> {
    try {
      this.trouble = null;
      const known = await this.#known();
      if (known) return known;
      const { digest, key } = await api.keepBox({ game: this.game, data: this.draft });
      if (!this.isPrinted) remember("boxes", { id: digest, game: this.game, key, at: Date.now() });
      return digest;
    } catch (error) {
      await this.check();
      this.trouble = problem(error);
      return null;
    }
  }

  /** The digest of the draft, if it is one's own already and still there: another key to it would be one too many. */
  async #known(): Promise<string | null> {
    const checked = this.checking ? await this.check() : this.checked;
    if (!checked || checked.faults.length || !keyOf("boxes", checked.digest)) return null;
    const { boxes } = await api.ownBoxes([checked.digest]);
    return boxes.length ? checked.digest : null;
  }

  stop(): void {
    clearTimeout(this.#waiting);
  }
}

const KEY = Symbol("bench");
export const setBench = (bench: () => Bench): void => void setContext(KEY, bench);
export const useBench = (): Bench => getContext<() => Bench>(KEY)();
