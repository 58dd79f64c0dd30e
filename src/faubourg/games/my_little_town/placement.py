"""Placing tiles and standees: links between tiles, and a scan of all lines for standees that fit.

A line is a row of squares from one end of the town, or from a gap, to the next; every square lies
on one to the east and one to the south. Along it a bit mask keeps the distances behind at which
there are squares of a player's colour with nothing in between.
"""

import numpy as np

from faubourg.core.contract import Box, Ints, Row
from faubourg.games.my_little_town import actions as act
from faubourg.games.my_little_town.state import (
    CROSS,
    EAST,
    LENGTHS,
    LONGEST,
    NORTH,
    NOTHING,
    SHORTEST,
    SIDES,
    SOUTH,
    SQUARES,
    TILES,
    WEST,
)
from faubourg.kernels.compile import inlined, kernel

MOST = act.FIRST - act.STANDEE + 1  # every standee action there is, and one other
SEEN = (1 << LONGEST) - 1  # as far behind as the longest standee reaches

# By where a line goes, 0 east and 1 south: the sides behind and ahead, and the steps between
# neighbouring squares of a tile along the line and to the next line.
BEHIND = np.array([WEST, NORTH])
AHEAD = np.array([EAST, SOUTH])
ALONG = np.array([1, 3])
ACROSS = np.array([3, 1])

STEP_X = np.array([0, 1, 0, -1])
STEP_Y = np.array([-1, 0, 1, 0])


@kernel
def lay_tile(box: Box, row: Row, tile: int, top: int, x: int, y: int) -> None:
    """mlt-8: a tile takes the next number and is linked with its neighbours."""
    number = min(int(row.placed), int(box.tiles) - 1)  # a row from elsewhere may say it is full
    row.placed = number + 1
    row.tiles[number] = tile
    row.tops[number] = top
    row.x[number] = x
    row.y[number] = y
    for square in range(SQUARES):
        row.squares[number, square] = box.squares[tile, top, square]
    free = (1 << SIDES) - 1
    for other in range(number):
        east, south = row.x[other] - x, row.y[other] - y
        away = abs(east) + abs(south)
        if away > 2:
            continue
        for side in range(SIDES):
            # How far the other tile is from the place on this side of the new one.
            apart = abs(east - STEP_X[side]) + abs(south - STEP_Y[side])
            if apart == 0:
                _link(row, number, other, side)
            if apart <= 1:
                free &= ~(1 << side)  # taken, or open at a lower number
    row.open[number] = free


@inlined
def _link(row: Row, number: int, other: int, side: int) -> None:
    back = (side + 2) % SIDES
    row.links[number, side] = other
    row.links[other, back] = number
    row.open[other] &= ~(1 << back)


@inlined
def list_places(row: Row, actions: Ints) -> int:
    """Every free place beside the town, with the four turns of the tile."""
    n = 0
    for number in range(int(row.placed)):
        sides = row.open[number]
        if sides == 0:
            continue
        for side in range(SIDES):
            if (sides >> side) & 1:
                for top in range(SIDES):
                    actions[n] = act.tile_action(number, side, top)
                    n += 1
    return n


@inlined
def list_standees(row: Row, seat: int, actions: Ints, n: int) -> int:
    """mlt-9 to mlt-14: add every way to place a standee of a player's to `actions`."""
    squares, standing, links = row.squares, row.standing, row.links
    colour, wall = row.colours[seat], row.wall
    reach = row.hand[seat] >> 1  # bit d: a standee whose ends are d squares apart
    for south in range(2):
        ahead, along = AHEAD[south], ALONG[south]
        for first in range(int(row.placed)):
            if links[first, BEHIND[south]] != NOTHING:
                continue
            for lane in range(3):
                number, before, earlier, seen = first, first, first, 0
                for _ in range(TILES):
                    square = lane * ACROSS[south]
                    for place in range(3):
                        # Branch-free: colours come at random, so a branch would be mispredicted.
                        kind = squares[number, square]
                        free = int((standing[number, square] == NOTHING) & (kind != wall))
                        own = int(kind == colour) & free
                        seen = (seen << 1) & (SEEN * free)
                        fits = seen & reach & -own
                        seen |= own
                        if fits and n < MOST - LONGEST:
                            line = (number, before, earlier)
                            n = _list_ends(line, lane, place, south, fits, actions, n)
                        square += along
                    earlier, before, number = before, number, int(links[number, ahead])
                    if number == NOTHING:
                        break
    return n


@inlined
def _list_ends(
    line: tuple[int, int, int], lane: int, place: int, south: int, fits: int, actions: Ints, n: int
) -> int:
    """Add the standees that end here and begin at the distances behind that `fits` has bits of."""
    for length in range(SHORTEST, LONGEST + 1):
        if (fits >> (length - 1)) & 1:
            back = place + 7 - length  # counted from the beginning of the tile before the last
            number = line[0] if back > 5 else line[1] if back > 2 else line[2]
            square = lane * ACROSS[south] + back % 3 * ALONG[south]
            actions[n] = act.standee_action(number, square, south, length)
            n += 1
    return n


@kernel
def can_place(row: Row, seat: int) -> bool:
    """Whether any standee of a player's fits anywhere."""
    colour, wall = row.colours[seat], row.wall
    reach = row.hand[seat] >> 1
    for south in range(2):
        for first in range(int(row.placed)):
            if row.links[first, BEHIND[south]] != NOTHING:
                continue
            for lane in range(3):
                number, seen = first, 0
                for _ in range(TILES):
                    for place in range(3):
                        square = lane * ACROSS[south] + place * ALONG[south]
                        kind = row.squares[number, square]
                        if row.standing[number, square] != NOTHING or kind == wall:
                            seen = 0
                            continue
                        seen = (seen << 1) & SEEN
                        if kind == colour:
                            if seen & reach:
                                return True
                            seen |= 1
                    number = int(row.links[number, AHEAD[south]])
                    if number == NOTHING:
                        break
    return False


@kernel
def put_standee(row: Row, seat: int, number: int, square: int, south: int, length: int) -> None:
    """mlt-9, mlt-12: its squares are taken from now on."""
    row.hand[seat] &= ~(1 << length)
    mark = seat * LENGTHS + length - SHORTEST
    for _ in range(length):
        row.standing[number, square] = mark
        number, square = next_square(row, number, square, south)


@inlined
def next_square(row: Row, number: int, square: int, south: int) -> tuple[int, int]:
    """The square after one on its line; number NOTHING beyond the town."""
    place = square // 3 if south else square % 3
    if place < 2:
        return number, square + ALONG[south]
    return int(row.links[number, AHEAD[south]]), square - 2 * ALONG[south]


# What may be in the way of a standee.
NOT_IN_HAND, BEYOND, OCCUPIED, CLOSED, CROSS_END, OTHER_COLOUR = range(6)


@kernel
def find_obstacle(row: Row, seat: int, number: int, square: int, south: int, length: int) -> int:
    """Why a standee that does not fit does not: the first of the above that is in its way."""
    if (row.hand[seat] >> length) & 1 == 0:
        return NOT_IN_HAND
    if number >= row.placed:
        return BEYOND
    occupied, closed = False, False
    first = last = row.squares[number, square]
    for _ in range(length):
        if number == NOTHING:
            return BEYOND
        last = row.squares[number, square]
        occupied |= row.standing[number, square] != NOTHING
        closed |= last == row.wall
        number, square = next_square(row, number, square, south)
    if occupied:
        return OCCUPIED
    if closed:
        return CLOSED
    return CROSS_END if first == CROSS or last == CROSS else OTHER_COLOUR
