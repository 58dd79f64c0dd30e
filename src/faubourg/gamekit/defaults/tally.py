"""The default `tally.py`: points, which also say who is in front."""

from collections.abc import Callable
from typing import Any

import numpy as np

from faubourg.core.contract import Box, Floats, Ints, Item, Row
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.kernels.compile import kernel

outcome: Callable[[Box, Row, Ints], int]

SEATS = len(SEAT_LETTERS)
POINTS = Item("points", Text("points", "points"), Text("points in the end", "points à la fin"))


def items(components: Any, row: Row) -> list[Item]:
    return [POINTS]


@kernel
def tally(box: Box, row: Row, counts: Ints) -> None:
    points = np.zeros(SEATS, np.int32)
    outcome(box, row, points)
    for seat in range(row.players):
        counts[seat, 0] = max(0, points[seat])


@kernel
def standing(box: Box, row: Row, marks: Floats) -> None:
    points = np.zeros(SEATS, np.int32)
    outcome(box, row, points)
    for seat in range(row.players):
        marks[seat] = points[seat]


def roles(components: Any, row: Row) -> list[Text]:
    return []
