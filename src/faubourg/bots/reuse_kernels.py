"""Copies a part of a search tree, breadth first.

A template though it is the same for all games: a process that began in plain Python
(`kernels/switch.py`) loads machine code by games, and in plain Python a copy takes a quarter of a
second.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.kernels.compile import kernel

Rows = npt.NDArray[Any]
Words = npt.NDArray[np.int64]
LAST = -1  # in place of the next of Nature's outcomes


@kernel
def move_subtree(nodes: Rows, top: int, kept: Rows, sources: Words) -> int:
    """Copy a node and all below it, breadth first, to the beginning of `kept`, which is zeros and
    not smaller; returns how many nodes that are. `sources` has room for an index of each."""
    kept[0] = nodes[top]
    kept[0].next = 0
    sources[0] = top
    used, at = 1, 0
    while at < used:
        child, count = nodes[sources[at]].first, nodes[sources[at]].count
        if child > 0:
            kept[at].first = used
            is_list = nodes[child].next != 0
            for number in range(count):
                kept[used] = nodes[child]
                sources[used] = child
                if is_list:
                    child = nodes[child].next
                    kept[used].next = LAST if number == count - 1 else used + 1
                else:
                    child += 1
                used += 1
        at += 1
    return used
