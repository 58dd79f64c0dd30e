/** The request for a review of a finished game: sent once, polled until the review is there, and kept. */
import { api, isRefusal, type Review, type Reviewing } from "$lib/api/client";

const PAUSE = 700; // between two looks at how far it is
const STRANGERS = 5; // processes in a row that know of nothing: then whoever answers next is asked as well

export class ReviewRequest {
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
      let answer = await api.askReview(this.table);
      for (let strangers = 0; !answer.review && !this.stopped;) {
        this.share = Math.max(this.share, answer.share);
        await new Promise((done) => setTimeout(done, PAUSE));
        const found: Reviewing | null = await this.look();
        strangers = found ? 0 : strangers + 1;
        if (found) answer = found;
        else if (strangers === STRANGERS) [answer, strangers] = [await api.askReview(this.table), 0];
      }
      this.review = answer.review;
    } catch {
      this.failed = true;
      this.share = null;
    }
  }

  /** How far it is; null from a process that was not asked. Each process of a server thinks for itself, and one
   * that was started anew has forgotten. */
  private async look(): Promise<Reviewing | null> {
    try {
      return await api.readReview(this.table);
    } catch (refused) {
      if (isRefusal(refused) && refused.code === "no-review") return null;
      throw refused;
    }
  }

  stop(): void {
    this.stopped = true;
  }
}
