"""Bitboards: sets of squares, one bit a square, on a map of `stride` squares a line (6 or 10)."""

from typing import Any

import numpy as np

from faubourg.games.cities.state import AREA
from faubourg.kernels.compile import inlined, kernel

Squares = Any  # a set: a whole word, be it of Python, NumPy or compiled code


def _column(first: int, stride: int) -> int:
    return sum(1 << bit for bit in range(first, AREA, stride))


EVERYWHERE = (1 << AREA) - 1
# By stride: all squares but those of the first column, of the last column, and of the last line.
NOT_WEST, NOT_EAST, NOT_SOUTH = np.zeros((3, 11), np.int64)
for _stride in (6, 10):
    NOT_WEST[_stride] = EVERYWHERE & ~_column(0, _stride)
    NOT_EAST[_stride] = EVERYWHERE & ~_column(_stride - 1, _stride)
    NOT_SOUTH[_stride] = EVERYWHERE >> _stride


@inlined
def count(squares: Squares) -> int:
    """Population count; the compiler makes one instruction of this loop."""
    n = 0
    while squares != 0:
        squares &= squares - 1
        n += 1
    return n


@inlined
def beside(squares: Squares, stride: int) -> Squares:
    """cit-30: all squares with a neighbour among these, to the north, east, south or west."""
    return (
        (squares & NOT_EAST[stride]) << 1
        | (squares & NOT_WEST[stride]) >> 1
        | (squares & NOT_SOUTH[stride]) << stride
        | squares >> stride
    )


@kernel
def zone(squares: Squares, stride: int) -> Squares:
    """cit-30: flood fill, the zone of the first of these squares."""
    found = squares & -squares
    before = 0
    while found != before:
        before = found
        found |= beside(found, stride) & squares
    return found


@kernel
def count_zones(squares: Squares, stride: int, size: int) -> int:
    """How many zones have at least `size` squares."""
    n = 0
    while squares != 0:
        found = zone(squares, stride)
        squares ^= found
        if count(found) >= size:
            n += 1
    return n


@kernel
def largest_zone(squares: Squares, stride: int) -> int:
    """How many squares the largest zone has."""
    most = 0
    while squares != 0:
        found = zone(squares, stride)
        squares ^= found
        most = max(most, count(found))
    return most


@kernel
def longest_line(squares: Squares, stride: int) -> int:
    """How many squares the longest straight line has."""
    most = 0
    east = south = squares
    while east != 0 or south != 0:
        most += 1
        # Squares whose neighbour begins a line as long as those found so far.
        east &= (east & NOT_WEST[stride]) >> 1
        south &= south >> stride
    return most


@kernel
def widen(squares: Squares) -> Squares:
    """The same squares on a map of 10 squares a line in place of 6."""
    wide = 0
    for y in range(AREA // 10):
        wide |= ((squares >> (6 * y)) & 0b111111) << (10 * y)
    return wide
