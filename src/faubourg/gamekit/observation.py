"""Observations as feature vectors of int8: named fields, one after the other.

Every game's `observe.py` lists its fields; where each begins follows from the list, so what is
documented, what is written and how it is normalised can't disagree.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from faubourg.core.contract import Row
from faubourg.kernels.compile import inlined
from faubourg.kernels.memory import Small, copy_small

# The bits of every byte unpacked, lowest first, as zeros and ones.
BYTE = 8
BITS_OF = np.array([[(byte >> bit) & 1 for bit in range(BYTE)] for byte in range(256)], np.int8)
# A slice of one of these is a one-hot vector, or zeros, or a run of ones from its first item.
MANY = 32
NONE = -1
ONE_ONE = np.array([0] * MANY + [1] + [0] * (MANY + 1), np.int8)
FIRST_ONES = np.array([1] * MANY + [0] * MANY, np.int8)


@dataclass(frozen=True)
class Field:
    """A named feature: its shape, and the least and the greatest value in it."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    help: str

    @property
    def size(self) -> int:
        return prod(self.shape)


def seat_fields(seats: int, phases: Sequence[str]) -> tuple[Field, ...]:
    """The fields that every observation begins with.

    >>> [field.name for field in seat_fields(4, ["roll", "build"])]
    ['players', 'seat', 'turn', 'phase']
    """
    names = ", ".join(phases)
    return (
        Field("players", (seats,), 0, 1, "1 for every seat of the game, the observer's first"),
        Field("seat", (seats,), 0, 1, "1 at the observer's own number, by which actions name it"),
        Field("turn", (seats,), 0, 1, "1 for the seat to act; none when the game is over"),
        Field("phase", (len(phases),), 0, 1, f"1 for what is being decided: {names}"),
    )


def starts(fields: Sequence[Field]) -> tuple[int, ...]:
    """The index at which each field begins, and at last the length of the whole.

    >>> starts(seat_fields(4, ["roll", "build"]))
    (0, 4, 8, 12, 14)
    """
    ends = np.cumsum([0, *(field.size for field in fields)])
    return tuple(int(end) for end in ends)


@inlined
def place_of(row: Row, seat: int, observer: int) -> int:
    """The index of a seat relative to the observer: how many seats after it."""
    after = seat - observer
    return after if after >= 0 else after + row.players


@inlined
def write_seats(row: Row, observer: int, seats: int, first: int, phases: int, out: Small) -> None:
    """The fields of `seat_fields`; `first` is the first of the phases in which players decide."""
    acting = row.to_act >= 0
    turn = place_of(row, row.to_act, observer) if acting else NONE
    copy_small(out, 0, FIRST_ONES, MANY - row.players, seats)
    write_choice(observer, seats, out, seats)
    write_choice(turn, seats, out, 2 * seats)
    write_choice(row.phase - first if acting else NONE, phases, out, 3 * seats)


@inlined
def write_choice(chosen: int, count: int, out: Small, at: int) -> None:
    """A one-hot vector of `count` items, at most MANY; NONE for zeros only."""
    copy_small(out, at, ONE_ONE, MANY - chosen, count)


@inlined
def write_bits(bits: int, count: int, out: Small, at: int) -> None:
    """A bit set unpacked into `count` zeros and ones."""
    for first in range(0, count, BYTE):
        byte = (int(bits) >> first) & 255
        copy_small(out, at + first, BITS_OF, byte * BYTE, min(BYTE, count - first))


@inlined
def write_all(numbers: Small, out: Small, at: int) -> None:
    """All numbers of an int8 array, by memcpy."""
    copy_small(out, at, numbers, 0, numbers.size)
