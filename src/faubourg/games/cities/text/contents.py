"""The contents of squares of a centre and of places of the main board, read from the row."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from faubourg.core.contract import Row
from faubourg.games.cities.mechanics.bitboards import zone
from faubourg.games.cities.mechanics.centre import MOST_OPEN, fill_open_lots
from faubourg.games.cities.notation import square_name
from faubourg.games.cities.state import (
    AREA,
    ATTRACTION,
    ATTRACTION_ROW,
    BUILT,
    CARD_ROW,
    COLOURS,
    COLUMNS,
    KINDS,
    MODULE_ROW,
    MONUMENT,
    MOST_HEIGHT,
    NOTHING,
    OPEN_ATTRACTIONS,
    PARK,
    ROW_NAMES,
    SLOT_PLACES,
    STREET,
    TALL,
    TILE_ROW,
    WATER,
    WITH_JOKER,
    WITH_MONUMENT,
)

GROUNDS = ("park", "water", *COLOURS)  # by set of squares
CENTRE = (1 << AREA) - 1  # all squares that there can be


class Square(NamedTuple):
    """A square of a centre and all that is on it."""

    x: int
    y: int
    ground: int  # PARK, WATER or STREET + colour
    attraction: int = NOTHING  # the kind of its attraction
    colour: int = NOTHING  # of its building
    height: int = 0

    @property
    def name(self) -> str:
        return square_name(self.x, self.y)


def squares_of(row: Row, seat: int) -> list[Square]:
    """The squares of a centre, line by line from the north."""
    sets: list[int] = row.squares[seat].tolist()
    stride = int(row.stride[seat])
    ground = _kinds(sets[: STREET + KINDS])
    attraction = _kinds(
        [*sets[ATTRACTION : ATTRACTION + MONUMENT], sets[WITH_MONUMENT], sets[WITH_JOKER]]
    )
    built = _kinds(sets[BUILT : BUILT + KINDS])
    height = Counter(bit for squares in sets[TALL : TALL + MOST_HEIGHT] for bit in _bits(squares))
    return [
        Square(
            bit % stride,
            bit // stride,
            ground[bit],
            attraction.get(bit, NOTHING),
            built.get(bit, NOTHING),
            height[bit],
        )
        for bit in sorted(ground)
    ]


def _kinds(sets: list[int]) -> dict[int, int]:
    """For every square in one of these sets the first that has it."""
    found: dict[int, int] = {}
    for kind, squares in enumerate(sets):
        for bit in _bits(squares):
            found.setdefault(bit, kind)
    return found


def _bits(squares: int) -> Iterator[int]:
    """The squares of a set; none outside of a centre, however odd the position is."""
    squares &= CENTRE
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


def zones_of(row: Row, seat: int, squares: list[Square]) -> Iterator[tuple[int, list[Square]]]:
    """Every zone of park and of water with its squares."""
    stride = int(row.stride[seat])
    there = {square.y * stride + square.x: square for square in squares}
    for kind in (PARK, WATER):
        left = int(row.squares[seat, kind]) & CENTRE
        while left:
            found = int(zone(left, stride))
            left ^= found
            yield kind, [there[bit] for bit in _bits(found)]


def open_lots(row: Row, seat: int) -> list[list[int]]:
    """The places where a tile may be laid, counted in tiles."""
    found = np.empty((MOST_OPEN, 2), np.int32)
    places: list[list[int]] = found[: fill_open_lots(row, seat, found)].tolist()
    return places


# ---------------------------------------------------------------- the main board


def place_name(place: int) -> str:
    """A place of the main board as notation has it: tile 2."""
    return f"{ROW_NAMES[place // COLUMNS]} {place % COLUMNS + 1}"


def items_on(row: Row, place: int) -> list[int]:
    """What lies face up on a place: cards, tiles, kinds of attractions or colours."""
    line, column = divmod(place, COLUMNS)
    if line == ATTRACTION_ROW:
        slots = [s for s in range(OPEN_ATTRACTIONS) if SLOT_PLACES[s] == column]
        return [
            int(row.open_attractions[slot])
            for slot in slots
            if row.open_attractions[slot] != NOTHING
        ]
    if column == COLUMNS - 1:
        return []
    if line == MODULE_ROW:
        return counted(row.open_modules[column])
    item = int((row.open_cards if line == CARD_ROW else row.open_tiles)[column])
    return [item] if item != NOTHING else []


def hidden_on(row: Row, place: int) -> int:
    """cit-13: 1 if an item lies face down on a place, else 0. (The bag is no place.)"""
    line, column = divmod(place, COLUMNS)
    last = column == COLUMNS - 1 and line in (CARD_ROW, TILE_ROW, ATTRACTION_ROW)
    return int(last and row.dealt > 0 and row.workers[place] == NOTHING)


def counted(counts: Any) -> list[int]:
    """Counts by kind as a list of kinds: [2, 0, 1] is [0, 0, 2]."""
    return [kind for kind, count in enumerate(counts) for _ in range(int(count))]
