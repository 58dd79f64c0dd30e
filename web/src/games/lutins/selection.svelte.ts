/** The selection at this screen between two moves: dice not yet tapped, what the player points at, what was wrong. */
import type { BoardProps, Entry } from "$lib/game";
import { NOTHING, type Pointed } from "./choices";
import type { View } from "./types";

type Wrong = { block: string | null; house: string | null };
const FINE: Wrong = { block: null, house: null };
const SEEN = 2500; // milliseconds that what was wrong is pointed at

class Selection {
  pointed = $state.raw<Pointed>(NOTHING);
  over = $state<string | null>(null); // the house that a dragged block hangs over
  doomed = $state<string | null>(null); // the house pointed at for the gnome
  wrong = $state.raw<Wrong>(FINE); // what was touched against the rules
  #fresh = $state(0); // the turn whose dice came with the last news
  #from = $state(0); // the number of the entry in which they were thrown
  #rolled = $state(0);
  #met: View | null = null;
  #calming: ReturnType<typeof setTimeout> | undefined;

  /** A new view: nothing is selected any more, and dice that have just been thrown wait for a tap. */
  meet({ view, news, legal, hinted, instant }: Coming & Pick<BoardProps<View>, "hinted">): void {
    if (hinted.length) this.roll(view); // the hint shows what they allow
    if (view === this.#met) return;
    this.#met = view;
    this.pointed = NOTHING;
    this.over = null;
    this.doomed = null;
    this.wrong = FINE;
    const from = thrownIn({ view, news, legal, instant });
    if (from === null) return;
    this.#fresh = view.turns;
    this.#from = from;
  }

  roll(view: View): void {
    this.#rolled = view.turns;
  }

  /** Whether the dice still wait to be tapped. It only adds to the fun: every move is possible without it. */
  waits(view: View): boolean {
    return isPlayed(view) && this.#fresh === view.turns && this.#rolled !== view.turns;
  }

  /** The number of the first entry that waits with the dice, so that nothing is told before it is shown. */
  waitsFrom(now: Coming): number | null {
    if (this.waits(now.view)) return this.#from;
    return this.#met === now.view || this.#rolled === now.view.turns ? null : thrownIn(now);
  }

  point(at: Partial<Pointed>): void {
    if (!at.block) this.over = null;
    this.pointed = { ...NOTHING, ...at };
  }

  pointAtWrong(wrong: Partial<Wrong>): void {
    this.wrong = { ...FINE, ...wrong };
    clearTimeout(this.#calming);
    this.#calming = setTimeout(() => (this.wrong = FINE), SEEN);
  }

  reset(): void {
    this.#fresh = this.#from = this.#rolled = 0;
    this.#met = null;
    this.pointed = NOTHING;
    this.doomed = null;
    this.wrong = FINE;
    clearTimeout(this.#calming);
  }
}

type Coming = Pick<BoardProps<View>, "view" | "news" | "legal" | "instant">;

/** The number of the entry with the dice that this screen is to play now; null where nothing waits for a tap. */
function thrownIn({ view, news, legal, instant }: Coming): number | null {
  if (instant || !legal.length || !isPlayed(view)) return null;
  const has = (kind: string, seat?: string) => (entry: Entry) =>
    entry.events?.some((event) => event.kind === kind && (!seat || event.seat === seat));
  if (news.some(has("destroyed"))) return null; // a house that fell is seen to have fallen
  return news.find(has("thrown", view.seat))?.number ?? null;
}

const isPlayed = ({ phase }: View) => phase === "build" || phase === "destroy";

export const selection = new Selection();
