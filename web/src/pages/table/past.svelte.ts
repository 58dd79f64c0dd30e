/** The replay: positions of the past, one at a time or as a replay. */
import type { Outcome } from "$lib/game";

export type Moment = { moves: number; view: unknown; outcome: Outcome | null };
type Read = (moves: number) => Promise<Moment>;

const MOST = 400; // moments kept

export class Past {
  shown = $state.raw<Moment | null>(null); // null: the present
  wanted = $state(0); // what was asked for last; the slider stands there
  playing = $state(false);
  byTurns = $state(false); // a step is a whole turn
  speed = $state(1);

  private kept = new Map<number, Moment>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private loading = false;

  constructor(
    private read: Read,
    private last: () => number, // how many moves there are
    private turns: () => number[] = () => [], // after how many moves each turn is over, in order
    private pace = 900,
  ) {}

  get open(): boolean {
    return this.shown !== null;
  }

  /** Show the position after so many moves. While one is being fetched, only the newest wish counts. */
  async show(moves: number): Promise<void> {
    this.wanted = Math.max(0, Math.min(moves, this.last()));
    if (this.loading) return;
    this.loading = true;
    try {
      while (this.shown?.moves !== this.wanted) this.shown = await this.moment(this.wanted);
      void this.moment(Math.min(this.wanted + 1, this.last())).catch(() => {}); // for the next step
    } catch {
      if (this.shown) this.wanted = this.shown.moves;
    } finally {
      this.loading = false;
    }
  }

  /** So many moves, or turns, on or back. */
  step(by: 1 | -1): void {
    this.pause();
    void this.show(this.next(by));
  }

  play(): void {
    this.playing = true;
    if (this.wanted >= this.last()) void this.show(0);
    const next = () => {
      if (!this.playing) return;
      if (this.wanted >= this.last()) return this.pause();
      void this.show(this.next(1));
      this.timer = setTimeout(next, this.lasting);
    };
    this.timer = setTimeout(next, this.lasting);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  close(): void {
    this.pause();
    this.shown = null;
  }

  /** A move was taken back: what was seen after it is no more. */
  forgetAfter(moves: number): void {
    for (const kept of this.kept.keys()) if (kept > moves) this.kept.delete(kept);
    if (this.shown && this.shown.moves > moves) this.close();
  }

  private next(by: 1 | -1): number {
    if (!this.byTurns) return this.wanted + by;
    const ends = this.turns();
    if (by > 0) return ends.find((moves) => moves > this.wanted) ?? this.last();
    return ends.findLast((moves) => moves < this.wanted) ?? 0;
  }

  /** A whole turn takes longer to see than a move. */
  private get lasting(): number {
    return (this.pace * (this.byTurns ? 2 : 1)) / this.speed;
  }

  private async moment(moves: number): Promise<Moment> {
    const kept = this.kept.get(moves);
    if (kept) return kept;
    const moment = await this.read(moves);
    if (this.kept.size >= MOST) this.kept.clear();
    this.kept.set(moves, moment);
    return moment;
  }
}
