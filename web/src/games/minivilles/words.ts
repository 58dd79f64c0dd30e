/** Sentences that several parts of the board say. */
import * as m from "$messages";

export const coinsText = (count: number): string =>
  count === 1 ? m.mv_coins_one() : m.mv_coins_many({ count });
