"""Rating all actions of a decision: a template, compiled anew around each game's `rate`, for games
whose `insight.py` has no `rate_all` of its own."""

from collections.abc import Callable

from faubourg.core.contract import Box, Floats, Ints, Row
from faubourg.kernels.compile import kernel

rate: Callable[[Box, Row, int], float]


@kernel
def rate_all(box: Box, row: Row, actions: Ints, n: int, ratings: Floats) -> None:
    """Write the rating of each of the first `n` actions."""
    for i in range(n):
        ratings[i] = rate(box, row, actions[i])
