"""The default `observe.py`: the seats as one-hot vectors, then the fields of the row by offset."""

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Box, Row
from faubourg.kernels.compile import kernel
from faubourg.kernels.memory import Small, signed_at

# From `layout_of` in `gamekit/fields.py`; so are FIELDS and SIZE, which are only passed on.
SEATS: int
LAYOUT: npt.NDArray[np.int64]


@kernel
def side(row: Row, seat: int) -> int:
    return seat


@kernel
def observe(box: Box, row: Row, seat: int, out: Small) -> None:
    players = row.players
    for index in range(SEATS):
        other = (seat + index) % players
        there = index < players
        out[index] = there
        out[SEATS + index] = index == seat
        out[2 * SEATS + index] = there and row.to_act == other
        out[3 * SEATS + index] = there and row.turn_of == other
    for field in range(len(LAYOUT)):
        start, count, by_seat = LAYOUT[field, 0], LAYOUT[field, 3], LAYOUT[field, 4]
        if by_seat:
            for index in range(players):
                other = (seat + index) % players
                _copy_numbers(row, field, other * count, count, out, start + index * count)
        else:
            _copy_numbers(row, field, 0, count, out, start)


@kernel
def _copy_numbers(row: Row, field: int, first: int, count: int, out: Small, at: int) -> None:
    """Some numbers of a field, clipped."""
    offset, size = LAYOUT[field, 1], LAYOUT[field, 2]
    width = abs(size)
    for i in range(count):
        number = signed_at(row, offset + (first + i) * width, width)
        if size < 0 and number < 0 and width < 8:
            number += 1 << (8 * width)
        out[at + i] = min(max(number, LAYOUT[field, 5]), LAYOUT[field, 6])
