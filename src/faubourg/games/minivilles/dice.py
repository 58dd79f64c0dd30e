"""The distribution of dice numbers in Minivilles, with one die, with two, and for a player."""

import numpy as np

from faubourg.core.contract import Box, Row
from faubourg.games.minivilles.cards import NUMBERS, RAISE_POWER, TWO_DICE
from faubourg.games.minivilles.income import has_power
from faubourg.kernels.compile import inlined, kernel

ONE_DIE = np.array([1 / 6 if 1 <= n <= 6 else 0.0 for n in range(NUMBERS)])
BOTH_DICE = np.array([max(0, 6 - abs(n - 7)) / 36 for n in range(NUMBERS)])


@inlined
def falls_with(dice: int, number: int) -> float:
    """The probability of a number with one die or two."""
    return float(ONE_DIE[number]) if dice == 1 else float(BOTH_DICE[number])


@kernel
def falls(box: Box, row: Row, seat: int, number: int) -> float:
    """The probability that a player rolls a number, who rolls two dice every other time."""
    if not has_power(box, row, seat, TWO_DICE):
        return float(ONE_DIE[number])
    two = float(BOTH_DICE[number])
    lower = number - box.raise_by
    if lower >= box.raise_from and has_power(box, row, seat, RAISE_POWER):
        two += float(BOTH_DICE[lower])
    return 0.5 * (float(ONE_DIE[number]) + two)
