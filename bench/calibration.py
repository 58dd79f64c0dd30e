"""A small fixed loop to measure against, so that figures from different machines compare.

It draws numbers with xorshift and adds table entries that they point at: integer arithmetic, loads
and one unforeseeable branch per round, like the rules of a game. Never change it.
"""

import time
from collections.abc import Callable

import numba
import numpy as np
import numpy.typing as npt

ROUNDS = 2_000_000
TABLE = np.arange(256, dtype=np.int64) % 7


@numba.njit(cache=False)
def _loop(rounds: int, table: npt.NDArray[np.int64]) -> int:
    state = np.uint64(88172645463325252)
    total = 0
    for _ in range(rounds):
        state ^= state << np.uint64(13)
        state ^= state >> np.uint64(7)
        state ^= state << np.uint64(17)
        entry = table[state & np.uint64(255)]
        if entry > 3:
            total += entry
        else:
            total -= 1
    return total


def rounds_per_second() -> float:
    """How fast this machine is right now."""
    started = time.perf_counter()
    _loop(ROUNDS, TABLE)
    return ROUNDS / (time.perf_counter() - started)


def side_by_side(measure: Callable[[], float], repeats: int) -> tuple[float, float]:
    """The median rate of something, and the median of its ratio to the loop run just before."""
    _loop(1, TABLE)
    measure()
    rates, ratios = [], []
    for _ in range(repeats):
        machine = rounds_per_second()
        rates.append(measure())
        ratios.append(rates[-1] / ((machine + rounds_per_second()) / 2))
    return float(np.median(rates)), float(np.median(ratios))
