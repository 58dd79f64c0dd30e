"""Stable numbers of actions: what larger boxes add is numbered after all that were there before.

Databases, clients and trained networks know actions by their numbers, which therefore never change.
Rules and words are plainer with the actions of one sort in one run, whatever the box: the place of
an action in these runs is its *code*. Two permutations lead from one to the other.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Halves = npt.NDArray[np.int32]


class Run(NamedTuple):
    """The actions of one sort: how many there are, and how many had a number at first."""

    size: int
    at_first: int


def fixed_run(size: int) -> Run:
    """A run that never grew."""
    return Run(size, size)


class Numbering(NamedTuple):
    """The code of each number, and the number of each code."""

    codes: Halves
    numbers: Halves


def numbering(runs: Sequence[Run]) -> Numbering:
    """Numbers for actions whose codes are these runs, one after the other.

    >>> numbering([Run(3, 2), Run(1, 1)]).codes.tolist()
    [0, 1, 3, 2]
    """
    known = np.concatenate([np.arange(run.size) < run.at_first for run in runs])
    codes = np.concatenate([np.flatnonzero(known), np.flatnonzero(~known)])
    return Numbering(codes.astype(np.int32), np.argsort(codes).astype(np.int32))


def first_codes(runs: Sequence[Run]) -> tuple[int, ...]:
    """The code at which each run begins, and at last how many actions there are.

    >>> first_codes([Run(3, 2), Run(1, 1)])
    (0, 3, 4)
    """
    return tuple(int(end) for end in np.cumsum([0, *(run.size for run in runs)]))
