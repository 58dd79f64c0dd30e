"""Exact tables about throws of the lutins' dice, which show four colours, white and blue.

`turns_table` and `blocks_table` are for the features of a position (games/lutins/value_network.py).
"""

from itertools import combinations_with_replacement
from math import comb

import numba
import numpy as np
import numpy.typing as npt

from faubourg.core.game import Game
from faubourg.games.lutins.actions import THROWN
from faubourg.games.lutins.state import BLUE, COLOURS, WHITE
from faubourg.games.lutins.value_network import DICE_THROWN, MOST_COUNTED, Singles

Words = npt.NDArray[np.int64]
Counts = tuple[int, ...]
WAYS = Game("lutins").components.box.throws / 216  # how likely every throw is
SPREADS = [  # of some white dice over the colours
    np.array(
        [
            [colours.count(colour) for colour in range(len(COLOURS))]
            for colours in combinations_with_replacement(range(len(COLOURS)), white)
        ]
    )
    for white in range(DICE_THROWN + 1)
]


def index_of(counts: Counts) -> int:
    """The index in the table of turns of counts by colour, the greatest first."""
    return sum(comb(count + 3 - i, 4 - i) for i, count in enumerate(counts))


def turns_table() -> Singles:
    """The expected turns, played optimally, to empty the middle if every block fits."""
    turns = np.zeros(comb(MOST_COUNTED + 4, 4))
    every = combinations_with_replacement(range(MOST_COUNTED + 1), len(COLOURS))
    for counts in sorted((tuple(reversed(counts)) for counts in every), key=index_of):
        if sum(counts):
            turns[index_of(counts)] = _turns(counts, turns)
    return turns.astype(np.float32)


def _turns(counts: Counts, turns: npt.NDArray[np.float64]) -> float:
    total, nothing = 1.0, 0.0
    for thrown, chance in zip(THROWN, WAYS, strict=True):
        left = np.maximum(counts - thrown[:WHITE], 0)
        after = [
            tuple(sorted(np.maximum(left - spread, 0).tolist(), reverse=True))
            for spread in SPREADS[thrown[WHITE]]
        ]
        if all(sum(each) == sum(counts) for each in after):
            nothing += chance
        else:
            total += chance * min(turns[index_of(each)] for each in after if each != counts)
    return total / (1 - nothing)


def blocks_table() -> Singles:
    """The expected blocks of a throw, by how many can be had of each colour (at most a
    die each) and by how many are needed in all."""
    most = DICE_THROWN + 1
    table = np.zeros((most ** len(COLOURS), most), np.float32)
    for at, have in enumerate(np.ndindex(*[most] * len(COLOURS))):
        got = np.minimum(THROWN[:, :WHITE], have).sum(axis=1)
        got = np.minimum(got + THROWN[:, WHITE], sum(have))
        for needed in range(most):
            table[at, needed] = (np.minimum(got, needed) * WAYS).sum()
    return table


@numba.njit
def chances_to_empty(throws: Words, ways: npt.NDArray[np.float64], most: int, tower: int):
    """The best chance to empty the middle before the tower is finished, by blocks on the tower and
    by what is left of each colour, if every block fits and the gnome destroys nothing."""
    size = most + 1
    chances = np.zeros((tower + 1, size, size, size, size))
    for on_tower in range(tower - 1, -1, -1):
        for index in range(size**4):
            left = (index // size**3, index // size**2 % size, index // size % size, index % size)
            if index == 0:
                chances[on_tower, 0, 0, 0, 0] = 1.0
                continue
            total, nothing = 0.0, 0.0
            for throw in range(len(throws)):
                dice = throws[throw]
                then = on_tower + int(dice[BLUE] > 0)
                best = _best_use(chances[then], left, dice)
                if best < 0.0:
                    nothing += ways[throw]
                else:
                    total += ways[throw] * best
            chances[on_tower, left[0], left[1], left[2], left[3]] = total / (1 - nothing)
    return chances


@numba.njit
def _best_use(chances: npt.NDArray[np.float64], left: Counts, dice: Words) -> float:
    """The value of the best use of the white dice; -1 if the throw changes nothing at all."""
    best, white = 0.0, dice[WHITE]
    for first in range(white + 1):
        for second in range(white + 1 - first):
            for third in range(white + 1 - first - second):
                fourth = white - first - second - third
                one, two = max(0, left[0] - dice[0] - first), max(0, left[1] - dice[1] - second)
                three = max(0, left[2] - dice[2] - third)
                four = max(0, left[3] - dice[3] - fourth)
                best = max(best, chances[one, two, three, four])
                taken = sum(left) - (one + two + three + four)
                if taken == 0 and white == 0 and dice[BLUE] == 0:
                    return -1.0
    return best
