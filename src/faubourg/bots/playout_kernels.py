"""Playouts with common random numbers over the rows of a game: a template like `search_kernels`.

The numbers of a playout belong to its sample and to the turn in which they are drawn, not to how
many were drawn before. So the nth playouts from two positions of a game meet the same dice turn for
turn, and most of what chance does to both cancels out of their difference.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Box, Floats, Ints, Row
from faubourg.core.players import NATURE, OVER
from faubourg.kernels.compile import inlined, kernel

legal: Callable[[Box, Row, Ints], int]
nature: Callable[[Box, Row, float], int]
step: Callable[[Box, Row, int], None]
rate: Callable[[Box, Row, int], float]
rate_all: Callable[[Box, Row, Ints, int, Floats], None]
value: Callable[[Box, Row, Floats], None]
learned_value: Callable[[Box, Row, Floats], None]

Words = npt.NDArray[np.int64]
Rows = npt.NDArray[Any]
TURNS = 128  # after so many the numbers come again
DICE, TASTE = 0, 1  # streams of a turn: Nature's, and those that break ties
STREAMS = 2
PRIME = 2**31 - 1  # a Lehmer generator, which needs no word that overflows
FACTOR = 48271
MOST_STEPS = 20_000  # of a playout; players who only ever pass must come to an end too


@kernel
def play_out(
    box: Box,
    root: Rows,
    work: Rows,
    sample: int,
    until: int,
    learned: int,
    keys: Words,
    strata: Floats,
    states: Words,
    actions: Ints,
    results: Floats,
) -> None:
    """Play as many playouts from a position as `results` has rows, and write every seat's value.

    All seats play the best rated of `sample` actions, until the game or the turn before `until`
    ends; there `value` is asked, or what was `learned`. keys[n, turn] begins the streams of the nth
    playout in a turn. If Nature moves first, its number is strata[n]: these divide [0, 1) evenly,
    so every outcome comes as often as it should.
    """
    row, ratings = work[0], np.empty(len(actions))
    for n in range(len(results)):
        work[0] = root[0]
        turn = -1
        steps = 0
        while row.to_act != OVER and row.turn_count < until and steps < MOST_STEPS:
            if row.turn_count != turn:
                turn = row.turn_count
                for stream in range(STREAMS):
                    states[stream] = keys[n, turn % TURNS, stream]
            if row.to_act == NATURE:
                chosen = strata[n] if steps == 0 else _number(states, DICE)
                action = nature(box, row, chosen)
            else:
                count = legal(box, row, actions)
                action = actions[_best_index(box, row, actions, count, ratings, sample, states)]
            step(box, row, action)
            steps += 1
        if learned > 0:
            learned_value(box, row, results[n])
        else:
            value(box, row, results[n])


@inlined
def _number(states: Words, stream: int) -> float:
    """The next number of a stream, in [0, 1)."""
    states[stream] = states[stream] * FACTOR % PRIME
    return float(states[stream] / PRIME)


@kernel
def _best_index(
    box: Box, row: Row, actions: Ints, n: int, ratings: Floats, sample: int, states: Words
) -> int:
    """The rollout policy: the index of the best rated action of a random sample."""
    if n == 1:
        return 0
    tried = min(n, sample)
    if tried == n:
        rate_all(box, row, actions, n, ratings)
    best, highest, equals = 0, -np.inf, 0
    for i in range(tried):
        if tried < n:
            other = i + int(_number(states, TASTE) * (n - i))
            held = actions[i]
            actions[i] = actions[other]
            actions[other] = held
        rating = ratings[i] if tried == n else rate(box, row, actions[i])
        if rating > highest:
            best, highest, equals = i, rating, 1
        elif rating == highest:
            equals += 1
            if _number(states, TASTE) * equals < 1.0:
                best = i
    return best
