"""End games solved exactly: all that can come next of a position, and value iteration.

A template: `endgame_kernels` in `bots/expectimax.py` makes a module of it for every game, like
`kernels/play.py`.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Box, Floats, Ints, Row
from faubourg.core.players import NATURE, OVER
from faubourg.kernels.compile import kernel

legal: Callable[[Box, Row, Ints], int]
chance: Callable[[Box, Row, Ints, Ints], int]
step: Callable[[Box, Row, int], None]
canonical: Callable[[Box, Row], None]

Rows = npt.NDArray[Any]
Words = npt.NDArray[np.int64]


@kernel
def follow(box: Box, rows: Rows, after: Rows, actions: Ints, weights: Ints) -> int:
    """Write the row after each action or outcome of rows[0] into `after`, and the weights of
    outcomes (1 for actions) into `weights`; returns how many there are, 0 at the end of a game."""
    row = rows[0]
    if row.to_act == OVER:
        return 0
    if row.to_act == NATURE:
        n = chance(box, row, actions, weights)
    else:
        n = legal(box, row, actions)
        weights[:n] = 1
    for i in range(n):
        after[i] = rows[0]
        step(box, after[i], actions[i])
    return n


@kernel
def make_canonical(box: Box, rows: Rows) -> None:
    """Bring every row into the canonical form of its game."""
    for number in range(len(rows)):
        canonical(box, rows[number])


@kernel
def sweep(turns: Words, firsts: Words, followers: Words, parts: Floats, chances: Floats) -> float:
    """One sweep of value iteration over a graph in compressed rows, from the last position to the
    first; returns by how much a chance changed at most."""
    change, players = 0.0, chances.shape[1]
    new = np.zeros(players)
    for number in range(len(turns) - 1, -1, -1):
        first, end, turn = firsts[number], firsts[number + 1], turns[number]
        if first == end:
            continue
        if turn == NATURE:
            new[:] = 0.0
            for at in range(first, end):
                for seat in range(players):
                    new[seat] += parts[at] * chances[followers[at], seat]
        else:
            best = followers[first]
            for at in range(first + 1, end):
                if chances[followers[at], turn] > chances[best, turn]:
                    best = followers[at]
            new[:] = chances[best]
        for seat in range(players):
            change = max(change, abs(new[seat] - chances[number, seat]))
            chances[number, seat] = new[seat]
    return change
