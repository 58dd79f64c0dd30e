"""Playing whole games in machine code: a template, compiled anew around each game's rules.

This file is never imported by its own name: `play_kernels` in `kernels/template.py` makes a module
of it for every game, with that game's kernels in place of the names declared below. As module-level
functions they are inlined by Numba and cached between runs, which a factory's closures are not.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Box, Floats, Ints, Row
from faubourg.core.players import GENTLE, GREEDY, NATURE, OVER
from faubourg.kernels.compile import inlined, kernel

legal: Callable[[Box, Row, Ints], int]
chance: Callable[[Box, Row, Ints, Ints], int]
nature: Callable[[Box, Row, float], int]
step: Callable[[Box, Row, int], None]
outcome: Callable[[Box, Row, Ints], int]
rate_all: Callable[[Box, Row, Ints, int, Floats], None]

Words = npt.NDArray[np.int64]
Rows = npt.NDArray[Any]
CARE = 3.0  # of the gentle player: the greater, the more often it plays the best


@kernel
def best(box: Box, row: Row, actions: Ints, n: int, chosen: float) -> int:
    """argmax of the ratings: the index of the action; a number in [0, 1) breaks ties."""
    ratings = np.empty(n)
    rate_all(box, row, actions, n, ratings)
    top = -np.inf
    equals = 0
    for i in range(n):
        if ratings[i] > top:
            top = ratings[i]
            equals = 0
        if ratings[i] == top:
            equals += 1
    skip = int(chosen * equals)
    for i in range(n):
        if ratings[i] == top:
            if skip == 0:
                return i
            skip -= 1
    return 0


@kernel
def plausible(box: Box, row: Row, actions: Ints, n: int, chosen: float) -> int:
    """Sampling by rank: the index of an action rated high, though seldom the highest of many. With
    three actions it is the best for a number in [0, 1) below 0.69, with a hundred below 0.22."""
    ratings = np.empty(n)
    rate_all(box, row, actions, n, ratings)
    for _ in range(int(n * chosen**CARE)):
        ratings[_highest(ratings)] = np.nan
    return _highest(ratings)


@kernel
def _highest(ratings: Floats) -> int:
    """The index of the first of the highest ratings, those that are no number left out."""
    highest = -1
    for i in range(len(ratings)):
        if ratings[i] == ratings[i] and (highest < 0 or ratings[i] > ratings[highest]):
            highest = i
    return highest


@kernel
def choose(player: int, box: Box, row: Row, actions: Ints, n: int, chosen: float) -> int:
    """The index of the action that a bot, by its number in `core/players.py`, chooses with a number
    in [0, 1)."""
    if player == GREEDY:
        return best(box, row, actions, n, chosen)
    if player == GENTLE:
        return plausible(box, row, actions, n, chosen)
    return int(chosen * n)


@inlined
def number_of(generators: tuple[np.random.Generator, ...], seat: int) -> float:
    """The next number of a seat's generator.

    Unrolled, because `generators[seat]` would count references to it: a twentieth of all time.
    """
    if seat == 0:
        return generators[0].random()
    if seat == 1:
        return generators[1].random()
    if seat == 2:
        return generators[2].random()
    if seat == 3:
        return generators[3].random()
    if seat == 4:
        return generators[4].random()
    return generators[5].random()


@kernel
def play_on(
    box: Box, row: Row, players: Words, dice: np.random.Generator,
    generators: tuple[np.random.Generator, ...], bound: int, actions: Ints,
) -> int:  # fmt: skip
    """A playout: play a row to its end or for `bound` steps; return how many steps it took.

    Nature takes one number of its generator for each of its moves, a seat one of its own for each
    decision with more than one action.
    """
    steps = 0
    while row.to_act != OVER and steps < bound:
        turn = row.to_act
        if turn == NATURE:
            action = nature(box, row, dice.random())
        else:
            n = legal(box, row, actions)
            action = actions[0]
            if n > 1:
                chosen = number_of(generators, turn)
                action = actions[choose(players[turn], box, row, actions, n, chosen)]
        step(box, row, action)
        steps += 1
    return steps


@kernel
def play_block(
    box: Box, start: Rows, work: Rows, players: Words, dice: np.random.Generator,
    generators: tuple[np.random.Generator, ...], bound: int, actions: Ints,
    winners: Ints, turns: Ints, steps: Ints, points: Ints,
) -> None:  # fmt: skip
    """Play as many games as `winners` is long, one after the other."""
    row = work[0]
    for game in range(len(winners)):
        work[0] = start[0]
        steps[game] = play_on(box, row, players, dice, generators, bound, actions)
        turns[game] = row.turn_count
        winners[game] = outcome(box, row, points[game])


@kernel
def count_paths(box: Box, rows: Rows, actions: Rows, weights: Ints, depth: int) -> int:
    """perft: how many sequences of `depth` moves, Nature's included, lead on from rows[depth]."""
    row = rows[depth]
    if depth == 0 or row.to_act == OVER:
        return 1
    if row.to_act == NATURE:
        n = chance(box, row, actions[depth], weights)
    else:
        n = legal(box, row, actions[depth])
    if depth == 1:
        return n
    count = 0
    for i in range(n):
        rows[depth - 1] = row
        step(box, rows[depth - 1], actions[depth, i])
        count += count_paths(box, rows, actions, weights, depth - 1)
    return count
