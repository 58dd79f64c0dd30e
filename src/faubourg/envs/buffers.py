"""Double buffering: two sets of arrays that a step writes to in turn, so that what the step before
returned stays as it was without being copied.

Whoever keeps an array for longer keeps it: an array that somebody still holds is left to them when
its turn comes, and another takes its place. Who holds one is asked of CPython's reference counts:
every view of an array, also one taken over by PyTorch, JAX or DLPack, refers to its memory.
"""

import sys
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.envs.aligned import aligned_zeros, compact_zeros

Array = npt.NDArray[Any]


class Buffers:
    """What a step of n games writes: observations, action masks, and the lists of legal actions by
    which the masks are cleared the next time."""

    def __init__(self, n: int, size: int, actions: int, width: int, kind: npt.DTypeLike) -> None:
        self.observations = compact_zeros((n, size), kind)
        self.final_observations = compact_zeros((n, size), kind)
        self.masks = aligned_zeros(n, actions, np.bool_)
        self.legals = aligned_zeros(n, width, np.int32)
        self.counts = np.zeros(n, np.int32)

    def let_go(self) -> None:
        """Leave arrays that somebody holds to them, and put new ones in their places."""
        self.observations = _free(self.observations)
        self.final_observations = _free(self.final_observations)
        masks = _free(self.masks)
        if masks is not self.masks:
            self.masks = masks
            self.counts[:] = 0  # nothing is to be cleared


def _free(array: Array) -> Array:
    """The array, or one of zeros in its place if somebody holds it."""
    return compact_zeros(array.shape, array.dtype) if is_held(array) else array


def is_held(array: Array) -> bool:
    """Whether there is another view of an array's memory than the array itself.

    >>> array = compact_zeros((3, 5), np.int8)
    >>> is_held(array)
    False
    >>> row = array.view()[1]
    >>> is_held(array)
    True
    >>> del row
    >>> is_held(array)
    False
    """
    return _references(array) > ALONE


def _references(array: Array) -> int:
    return sys.getrefcount(array.base)


ALONE = _references(compact_zeros((1,), np.int8))
