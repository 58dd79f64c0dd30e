"""Loops over whole games, shared by all games and compiled anew around each one's rules.

This file is never imported by its own name: `loops_of` makes one module of it for every game, with
that game's kernels in place of the names below. As ordinary module-level functions they are inlined
by Numba and their machine code is kept between runs, which a factory's closures would not be.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Box, Ints, Row
from faubourg.core.players import GENTLE, GREEDY, NATURE, OVER
from faubourg.kernels.compile import inlined, kernel

legal: Callable[[Box, Row, Ints], int]
chance: Callable[[Box, Row, Ints, Ints], int]
nature: Callable[[Box, Row, float], int]
step: Callable[[Box, Row, int], None]
outcome: Callable[[Box, Row, Ints], int]
rate: Callable[[Box, Row, int], float]

Words = npt.NDArray[np.int64]
Rows = npt.NDArray[Any]
CARELESSNESS = 3.0  # of the gentle player: the greater, the more often the best is found


@kernel
def best(box: Box, row: Row, actions: Ints, n: int, chosen: float) -> int:
    """The index of an action rated highest; a number in [0, 1) decides between equals."""
    ratings = np.empty(n)
    top = -np.inf
    equals = 0
    for i in range(n):
        ratings[i] = rate(box, row, actions[i])
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
    """The index of an action rated high, though seldom the highest where there are many: with three
    actions it is the best for a number in [0, 1) below 0.69, with a hundred below 0.22."""
    ratings = np.empty(n)
    for i in range(n):
        ratings[i] = rate(box, row, actions[i])
    order = np.argsort(-ratings, kind="mergesort")
    return int(order[int(n * chosen**CARELESSNESS)])


@kernel
def choose(player: int, box: Box, row: Row, actions: Ints, n: int, chosen: float) -> int:
    """What one of the players above does with a number in [0, 1)."""
    if player == GREEDY:
        return best(box, row, actions, n, chosen)
    if player == GENTLE:
        return plausible(box, row, actions, n, chosen)
    return int(chosen * n)


@inlined
def number_of(generators: tuple[np.random.Generator, ...], seat: int) -> float:
    """The next number of a seat's generator.

    Spelt out, because `generators[seat]` would count references to it: a twentieth of all time.
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
    """Play a row to its end or for `bound` steps; say how many steps it took.

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
    """How many sequences of `depth` moves, Nature's included, lead on from rows[depth]."""
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
