/** The review of a finished game: asked for once, looked at until it is there, and kept. */
import { askReview, readReview, type Review } from "../ask";

const PAUSE = 700; // between two looks at how far it is

export class Reviewing {
  review = $state.raw<Review | null>(null);
  share = $state<number | null>(null); // done, from 0 to 1; null: nobody has asked
  failed = $state(false);

  private stopped = false;

  constructor(private table: string) {}

  async start(): Promise<void> {
    if (this.share !== null) return;
    this.share = 0;
    this.failed = false;
    try {
      let { share, review } = await askReview(this.table);
      while (!review && !this.stopped) {
        this.share = share;
        await new Promise((done) => setTimeout(done, PAUSE));
        ({ share, review } = await readReview(this.table));
      }
      this.review = review;
    } catch {
      this.failed = true;
      this.share = null;
    }
  }

  stop(): void {
    this.stopped = true;
  }
}
