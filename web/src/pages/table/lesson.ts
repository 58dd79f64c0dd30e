/** A lesson's course: which tip is shown now. */
import type { BoardProps, Tip } from "$lib/game";

export class Lesson {
  readonly seen = new Set<string>();
  current: Tip | null = null;

  constructor(
    private tips: Tip[],
    seen: Iterable<string> = [],
    current = "",
  ) {
    for (const id of seen) this.seen.add(id);
    this.current = tips.find((tip) => tip.id === current) ?? null;
  }

  /** The lesson as text, from which `Lesson.restore` goes on after a reload. */
  save(): string {
    return `${[...this.seen].join(",")};${this.current?.id ?? ""}`;
  }

  static restore(tips: Tip[], saved: string | null): Lesson {
    const [seen = "", current = ""] = (saved ?? "").split(";");
    return new Lesson(tips, seen.split(",").filter(Boolean), current);
  }

  get all(): number {
    return this.tips.length;
  }

  /** Everything was shown. */
  get over(): boolean {
    return this.current === null && this.tips.every((tip) => this.seen.has(tip.id));
  }

  /** The table has changed. A tip stays until it was read, or until it no longer fits and another does. */
  look(now: BoardProps): Tip | null {
    if (this.current && fits(this.current, now)) return this.current;
    const next = this.tips.find((tip) => tip !== this.current && !this.seen.has(tip.id) && fits(tip, now));
    if (next) {
      if (this.current) this.seen.add(this.current.id);
      this.current = next;
    }
    return this.current;
  }

  /** The tip was read. */
  gotIt(now: BoardProps): Tip | null {
    if (this.current) this.seen.add(this.current.id);
    this.current = null;
    return this.look(now);
  }
}

/** A lesson must never break a game. */
function fits(tip: Tip, now: BoardProps): boolean {
  try {
    return tip.when(now);
  } catch {
    return false;
  }
}
