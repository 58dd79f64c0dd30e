"""A card out of piles of cards: in which pile is number so-and-so?

The plain way walks from pile to pile, and where it ends cannot be foreseen by the processor.
Compiled, eight piles are added up at once, in the bytes of one word.
"""

from typing import Any

import numpy as np
from numba.extending import overload

from faubourg.kernels.memory import WORD, Small, word

MOST = 127  # cards in all
BITS = 64
ONES = np.uint64(0x0101010101010101)
TOPS = np.uint64(0x8080808080808080)


def pile_of(piles: Small, number: int) -> int:
    """The pile that holds a card, when all of them, MOST at the most, are numbered from 0, pile by
    pile. There are at least eight piles."""
    pile = 0
    while number >= piles[pile]:
        number -= piles[pile]
        pile += 1
    return pile


@overload(pile_of, inline="always")
def _pile_of(piles: Any, number: Any) -> Any:
    def compiled(piles: Any, number: Any) -> Any:
        wanted = np.uint64(number) * ONES | TOPS
        below, before = np.uint64(0), np.uint64(0)  # cards so far; piles that end before the card
        count = len(piles)
        for first in range(0, count, WORD):
            counts = word(piles, min(first, count - WORD))
            counts >>= np.uint64(WORD * max(0, first + WORD - count))
            sums = (counts + below) * ONES  # byte by byte, all cards up to here
            ended = ((wanted - sums) & TOPS) >> np.uint64(WORD - 1)
            before += (ended * ONES) >> np.uint64(BITS - WORD)
            below = sums >> np.uint64(BITS - WORD)
        return np.int64(before)

    return compiled
