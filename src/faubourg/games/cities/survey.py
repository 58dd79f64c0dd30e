"""What lies on the squares of a centre and on the places of the main board, read from the row."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from faubourg.core.contract import Row
from faubourg.games.cities.centre import fits
from faubourg.games.cities.notation import square_name
from faubourg.games.cities.sets import zone
from faubourg.games.cities.state import (
    BUILT,
    CARD_ROW,
    COLOURS,
    COLUMNS,
    KINDS,
    MODULE_ROW,
    MONUMENT,
    MOST_HEIGHT,
    NOTHING,
    OPEN_SIGHTS,
    PARK,
    ROW_NAMES,
    SIGHT,
    SIGHT_ROW,
    SLOT_PLACES,
    STREET,
    TALL,
    TILE_ROW,
    WATER,
    WITH_JOKER,
    WITH_MONUMENT,
)

GROUNDS = ("park", "water", *COLOURS)  # by set of squares


class Square(NamedTuple):
    """A square of a centre and all that is on it."""

    x: int
    y: int
    ground: int  # PARK, WATER or STREET + colour
    sight: int = NOTHING  # the kind of its attraction
    colour: int = NOTHING  # of its building
    height: int = 0

    @property
    def name(self) -> str:
        return square_name(self.x, self.y)


def squares_of(row: Row, seat: int) -> Iterator[Square]:
    """The squares of a centre, line by line from the north."""
    sets: list[int] = row.squares[seat].tolist()
    stride = int(row.stride[seat])
    grounds = _by_bit(sets[: STREET + KINDS])
    sights = _by_bit([*sets[SIGHT : SIGHT + MONUMENT], sets[WITH_MONUMENT], sets[WITH_JOKER]])
    built = _by_bit(sets[BUILT : BUILT + KINDS])
    tall = sets[TALL : TALL + MOST_HEIGHT]
    heights = {bit: height for height, squares in enumerate(tall, 1) for bit in _bits(squares)}
    for bit in sorted(grounds):
        y, x = divmod(bit, stride)
        sight, colour = sights.get(bit, NOTHING), built.get(bit, NOTHING)
        yield Square(x, y, grounds[bit], sight, colour, heights.get(bit, 0))


def _by_bit(sets: list[int]) -> dict[int, int]:
    """Which of these sets has a square, by the square's bit."""
    return {bit: kind for kind, squares in enumerate(sets) for bit in _bits(squares)}


def _bits(squares: int) -> Iterator[int]:
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


def zones_of(row: Row, seat: int) -> Iterator[tuple[int, list[Square]]]:
    """Every zone of park and of water with its squares."""
    stride = int(row.stride[seat])
    there = {square.y * stride + square.x: square for square in squares_of(row, seat)}
    for kind in (PARK, WATER):
        left = int(row.squares[seat, kind])
        while left:
            found = int(zone(left, stride))
            left ^= found
            yield kind, [square for bit, square in there.items() if found >> bit & 1]


def open_lots(row: Row, seat: int) -> list[tuple[int, int]]:
    """The places where a tile may be laid, counted in tiles."""
    return [
        (x, y)
        for y in range(-1, int(row.height[seat]) + 1)
        for x in range(-1, int(row.width[seat]) + 1)
        if fits(row, seat, x, y)
    ]


# ---------------------------------------------------------------- the main board


def place_name(place: int) -> str:
    """A place of the main board as notation has it: tile 2."""
    return f"{ROW_NAMES[place // COLUMNS]} {place % COLUMNS + 1}"


def items_on(row: Row, place: int) -> list[int]:
    """What lies face up on a place: cards, tiles, kinds of attractions or colours."""
    line, column = divmod(place, COLUMNS)
    if line == SIGHT_ROW:
        slots = [s for s in range(OPEN_SIGHTS) if SLOT_PLACES[s] == column]
        return [int(row.open_sights[slot]) for slot in slots if row.open_sights[slot] != NOTHING]
    if column == COLUMNS - 1:
        return []
    if line == MODULE_ROW:
        return counted(row.open_modules[column])
    item = int((row.open_cards if line == CARD_ROW else row.open_tiles)[column])
    return [item] if item != NOTHING else []


def hidden_on(row: Row, place: int) -> int:
    """cit-13: whether an item lies face down on a place. (The bag is no place.)"""
    line, column = divmod(place, COLUMNS)
    last = column == COLUMNS - 1 and line in (CARD_ROW, TILE_ROW, SIGHT_ROW)
    return int(last and row.dealt > 0 and row.workers[place] == NOTHING)


def counted(counts: Any) -> list[int]:
    """Counts by kind as a list of kinds: [2, 0, 1] is [0, 0, 2]."""
    return [kind for kind, count in enumerate(counts) for _ in range(int(count))]
