"""The default `insight.py`: points one step ahead, and playouts to the end of the game."""

from collections.abc import Callable
from typing import Any

import numpy as np

from faubourg.core.contract import Box, Floats, Habits, Ints, Row
from faubourg.core.players import NATURE, OVER, SEAT_LETTERS
from faubourg.kernels.compile import kernel

ROW: np.dtype[Any]
MOST: int
chance: Callable[[Box, Row, Ints, Ints], int]
step: Callable[[Box, Row, int], None]
outcome: Callable[[Box, Row, Ints], int]
side: Callable[[Row, int], int]

HABITS = Habits()
SEATS = len(SEAT_LETTERS)
WIN = 1e6  # points that winning at once is worth
OTHERS = 0.5  # what a point of the best of the others counts
TEMPO = 0.01  # of equal actions, one that keeps the turn


@kernel
def rate(box: Box, row: Row, action: int) -> float:
    """One-ply look-ahead: the margin in points after the action; where chance decides next, its
    expectation over all outcomes."""
    seat = row.to_act
    rows = np.empty(2, ROW)
    points = np.empty(SEATS, np.int32)
    rows[0] = row
    step(box, rows[0], action)
    tempo = TEMPO if rows[0].turn_count == row.turn_count else 0.0
    if rows[0].to_act != NATURE:
        margin = _margin(box, rows[0], seat, points)
    else:
        actions, weights = np.empty(MOST, np.int32), np.empty(MOST, np.int32)
        count = chance(box, rows[0], actions, weights)
        margin, total = 0.0, 0
        for i in range(count):
            rows[1] = rows[0]
            step(box, rows[1], actions[i])
            margin += weights[i] * _margin(box, rows[1], seat, points)
            total += weights[i]
        margin /= total
    return margin + tempo + 0 * len(rows)  # an array must live as long as its rows are used


@kernel
def _margin(box: Box, row: Row, seat: int, points: Ints) -> float:
    """A seat's points less half of the best other's; a win or a loss counts for more than any."""
    winners = outcome(box, row, points)
    if row.to_act == OVER:
        return WIN if (winners >> seat) & 1 else -WIN
    best = 0
    for other in range(row.players):
        if other != seat:
            best = max(best, points[other])
    return float(points[seat] - OTHERS * best)


@kernel
def value(box: Box, row: Row, chances: Floats) -> None:
    """At the end the result: sides that tie share the win, seats of one side have it whole each.
    Before it, equal chances for everybody."""
    winners = outcome(box, row, np.empty(SEATS, np.int32))
    sides, seen = 0, 0
    for seat in range(row.players):
        bit = 1 << side(row, seat)
        if seen & bit == 0 and (row.to_act != OVER or (winners >> seat) & 1):
            sides += 1
            seen |= bit
    for seat in range(row.players):
        won = row.to_act != OVER or (winners >> seat) & 1
        chances[seat] = 1.0 / sides if won else 0.0
