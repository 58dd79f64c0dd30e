"""The defaults of what a `rules.py` may leave out: `MOST`, and `nature` by way of `chance`."""

from collections.abc import Callable

import numpy as np

from faubourg.core.contract import Box, Ints, Row
from faubourg.kernels.compile import kernel

MOST: int
chance: Callable[[Box, Row, Ints, Ints], int]


@kernel
def nature(box: Box, row: Row, chosen: float) -> int:
    """Inverse transform sampling over the weights that `chance` lists."""
    actions, weights = np.empty(MOST, np.int32), np.empty(MOST, np.int32)
    count = chance(box, row, actions, weights)
    total = 0
    for i in range(count):
        total += weights[i]
    left = chosen * total
    for i in range(count):
        left -= weights[i]
        if left < 0:
            return int(actions[i])
    return int(actions[count - 1])
