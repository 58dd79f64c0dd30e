"""What an observation is made of: named fields, one after the other in a line of small numbers.

Every game's `observe.py` lists its fields; where each begins follows from the list, so what is
documented, what is written and how it is brought to 0..1 can't disagree.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from faubourg.core.contract import Row
from faubourg.kernels.compile import inlined
from faubourg.kernels.memory import Small, copy_small

# The bits of every byte, lowest first, as zeros and ones.
BYTE = 8
BITS_OF = np.array([[(byte >> bit) & 1 for bit in range(BYTE)] for byte in range(256)], np.int8)
# A window on one of these shows a single 1 at any place of it or none, or ones up to any place.
MANY = 32
NONE = -1
ONE_ONE = np.array([0] * MANY + [1] + [0] * (MANY + 1), np.int8)
FIRST_ONES = np.array([1] * MANY + [0] * MANY, np.int8)


@dataclass(frozen=True)
class Field:
    """One named part of an observation, and the least and the greatest value in it."""

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
    """Where each field begins, and at last how long the whole is.

    >>> starts(seat_fields(4, ["roll", "build"]))
    (0, 4, 8, 12, 14)
    """
    ends = np.cumsum([0, *(field.size for field in fields)])
    return tuple(int(end) for end in ends)


@inlined
def place_of(row: Row, seat: int, observer: int) -> int:
    """How many seats after the observer a seat is."""
    place = seat - observer
    return place if place >= 0 else place + row.players


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
    """One of `count` possibilities, at most MANY, as a 1 among zeros; NONE for none of them."""
    copy_small(out, at, ONE_ONE, MANY - chosen, count)


@inlined
def write_bits(bits: int, count: int, out: Small, at: int) -> None:
    """A set, kept as bits, as so many zeros and ones."""
    for first in range(0, count, BYTE):
        byte = (int(bits) >> first) & 255
        copy_small(out, at + first, BITS_OF, byte * BYTE, min(BYTE, count - first))


@inlined
def write_all(numbers: Small, out: Small, at: int) -> None:
    """All of an array of small numbers."""
    copy_small(out, at, numbers, 0, numbers.size)
