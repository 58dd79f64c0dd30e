/** The selection at this screen between two moves: dice not yet tapped, and what the player points at. */
import type { BoardProps } from "$lib/game";
import { NOTHING, type Pointed } from "./choices";
import type { View } from "./types";

class Selection {
  pointed = $state.raw<Pointed>(NOTHING);
  doomed = $state<string | null>(null); // the house pointed at for the gnome
  #fresh = $state(0); // the turn whose dice came with the last news
  #rolled = $state(0);
  #met: View | null = null;

  /** A new view: nothing is selected any more, and dice that have just been thrown wait for a tap. */
  meet({ view, news, legal }: Pick<BoardProps<View>, "view" | "news" | "legal">): void {
    if (view === this.#met) return;
    this.#met = view;
    this.pointed = NOTHING;
    this.doomed = null;
    const kinds = news.flatMap((entry) => entry.events ?? []);
    const thrown = kinds.some((event) => event.kind === "thrown" && event.seat === view.seat);
    if (thrown && legal.length && view.phase === "build") this.#fresh = view.turns;
    if (kinds.some((event) => event.kind === "emblem")) this.roll(view);
  }

  roll(view: View): void {
    this.#rolled = view.turns;
  }

  /** Whether the dice still wait to be tapped. It only adds to the fun: every move is possible without it. */
  waits(view: View): boolean {
    return view.phase === "build" && this.#fresh === view.turns && this.#rolled !== view.turns;
  }

  point(at: Partial<Pointed>): void {
    this.pointed = { ...NOTHING, ...at };
  }

  reset(): void {
    this.#fresh = this.#rolled = 0;
    this.pointed = NOTHING;
    this.doomed = null;
  }
}

export const selection = new Selection();
