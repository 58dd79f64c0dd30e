"""Sampling a card from piles: a search in prefix sums.

The plain way walks from pile to pile, and its end is mispredicted by the processor. Compiled, eight
piles are added up at once (`kernels/intrinsics.py`).
"""

from faubourg.kernels.memory import Small

MOST = 127  # cards in all


def pile_of(piles: Small, number: int) -> int:
    """The pile that holds a card, when all of them, MOST at the most, are numbered from 0, pile by
    pile. There are at least eight piles. A number that is no card's gives the last pile."""
    pile = 0
    while pile < len(piles) - 1 and number >= piles[pile]:
        number -= piles[pile]
        pile += 1
    return pile
