"""A city centre: where tiles, attractions and modules may go, and putting them there."""

from faubourg.core.contract import Box, Ints, Row
from faubourg.games.cities.mechanics.bitboards import Squares, widen
from faubourg.games.cities.state import (
    ATTRACTION,
    BUILT,
    JOKER,
    MONUMENT,
    MOST_HEIGHT,
    PARK,
    PARK_ATTRACTIONS,
    SETS,
    STREET,
    TALL,
    WATER,
    WATER_ATTRACTIONS,
    WITH_JOKER,
    WITH_MONUMENT,
)
from faubourg.kernels.compile import inlined, kernel

SHORT = 3  # tiles along the shorter side of a centre
LOTS = 5  # tiles in a line of the map
MOST_OPEN = (LOTS + 2) ** 2  # places where a tile may be laid


# ---------------------------------------------------------------- where things may go


@inlined
def fits(row: Row, seat: int, x: int, y: int) -> bool:
    """cit-8, cit-22: a tile may lie here, free and with a full side against another tile."""
    width, height = row.width[seat], row.height[seat]
    inside = 0 <= x < width and 0 <= y < height
    if inside and has_tile(row, seat, x, y):
        return False
    if not inside:
        width += int(x < 0 or x >= width)
        height += int(y < 0 or y >= height)
        if min(width, height) > SHORT or max(width, height) > row.longest:
            return False
    return (
        has_tile(row, seat, x - 1, y)
        or has_tile(row, seat, x + 1, y)
        or has_tile(row, seat, x, y - 1)
        or has_tile(row, seat, x, y + 1)
    )


@inlined
def has_tile(row: Row, seat: int, x: int, y: int) -> bool:
    inside = 0 <= x < LOTS and 0 <= y < LOTS
    return inside and bool((row.lots[seat] >> (y * LOTS + x)) & 1)


@kernel
def fill_open_lots(row: Row, seat: int, found: Ints) -> int:
    """List the places where a tile may be laid, line by line from the north; returns how many."""
    count = 0
    for y in range(-1, row.height[seat] + 1):
        for x in range(-1, row.width[seat] + 1):
            if fits(row, seat, x, y):
                found[count, 0], found[count, 1] = x, y
                count += 1
    return count


@inlined
def streets(row: Row, seat: int) -> Squares:
    """Street squares of all colours."""
    sets = row.squares[seat]
    return sets[STREET] | sets[STREET + 1] | sets[STREET + 2] | sets[STREET + 3]


@inlined
def attraction_squares(row: Row, seat: int, first: int, kinds: int) -> Squares:
    """Squares with an attraction for water or park of these kinds."""
    found = 0
    for kind in range(first, first + kinds):
        found |= row.squares[seat, ATTRACTION + kind]
    return found


@inlined
def room_for_attraction(row: Row, seat: int, kind: int) -> Squares:
    """cit-23: the squares where an attraction may go."""
    sets = row.squares[seat]
    if kind < WATER_ATTRACTIONS:
        return sets[WATER] & ~attraction_squares(row, seat, 0, WATER_ATTRACTIONS)
    if kind < MONUMENT:
        return sets[PARK] & ~attraction_squares(row, seat, WATER_ATTRACTIONS, PARK_ATTRACTIONS)
    return streets(row, seat) & ~(sets[TALL] | sets[WITH_JOKER] | sets[WITH_MONUMENT])


@inlined
def room_for_module(row: Row, seat: int, colour: int) -> Squares:
    """cit-24 to cit-26: the squares where a module may go."""
    sets = row.squares[seat]
    taken = sets[TALL] | sets[WITH_MONUMENT]
    new = (sets[STREET + colour] | sets[WITH_JOKER]) & ~taken
    return new | (sets[BUILT + colour] & ~sets[TALL + MOST_HEIGHT - 1])


# ---------------------------------------------------------------- putting them there


@kernel
def lay_tile(box: Box, row: Row, seat: int, tile: int, top: int, x: int, y: int) -> None:
    """cit-22: the map grows with the tile, and is moved if that is to the north or the west."""
    if x < 0 or x >= row.width[seat]:
        row.width[seat] += 1
    if y < 0 or y >= row.height[seat]:
        row.height[seat] += 1
    if row.width[seat] > SHORT and row.stride[seat] < 2 * LOTS:
        row.stride[seat] = 2 * LOTS
        for kind in range(SETS):
            row.squares[seat, kind] = widen(row.squares[seat, kind])
    if x < 0 or y < 0:
        _move_map(row, seat, int(x < 0), int(y < 0))
        x, y = max(x, 0), max(y, 0)
    number = row.count[seat]
    row.count[seat] += 1
    row.tiles[seat, number] = tile
    row.tops[seat, number] = top
    row.x[seat, number] = x
    row.y[seat, number] = y
    row.lots[seat] |= 1 << (y * LOTS + x)
    for square in range(4):
        bit = (2 * y + square // 2) * row.stride[seat] + 2 * x + square % 2
        row.squares[seat, box.tiles[tile, top, square]] |= 1 << bit


@inlined
def _move_map(row: Row, seat: int, east: int, south: int) -> None:
    for kind in range(SETS):
        row.squares[seat, kind] <<= 2 * (east + south * row.stride[seat])
    row.lots[seat] <<= east + south * LOTS
    for number in range(row.count[seat]):
        row.x[seat, number] += east
        row.y[seat, number] += south


@inlined
def put_attraction(row: Row, seat: int, kind: int, square: Squares) -> None:
    """cit-23; `square` is a set of one square."""
    if kind == MONUMENT:
        row.squares[seat, WITH_MONUMENT] |= square
    elif kind == JOKER:
        row.squares[seat, WITH_JOKER] |= square
    else:
        row.squares[seat, ATTRACTION + kind] |= square


@inlined
def put_module(row: Row, seat: int, colour: int, square: Squares) -> None:
    """cit-24, cit-25: one storey more; `square` is a set of one square."""
    row.squares[seat, BUILT + colour] |= square
    level = 0
    while row.squares[seat, TALL + level] & square:
        level += 1
    row.squares[seat, TALL + level] |= square
