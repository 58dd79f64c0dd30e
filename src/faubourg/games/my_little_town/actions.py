"""The actions of My Little Town as numbers: players' first, then Nature's, then the colours.

A place for a tile is named by a tile of the town and a side of it, a standee by the square where
it begins, whether it goes on to the east or to the south, and its length.
"""

from faubourg.games.my_little_town.state import (
    COLOURS,
    LENGTHS,
    SEATS,
    SHORTEST,
    SIDES,
    SQUARES,
    TILES,
)
from faubourg.kernels.compile import inlined

EXTEND = 0
PASS = 1
TILE = 2  # + (number * SIDES + side) * SIDES + top
STANDEE = TILE + TILES * SIDES * SIDES  # + ((number * SQUARES + square) * 2 + south) * LENGTHS + …
FIRST = STANDEE + TILES * SQUARES * 2 * LENGTHS  # + seat
DRAW = FIRST + SEATS  # + tile of the box
COLOUR = DRAW + TILES  # + colour; a player's, but stored games know the numbers before it
END = COLOUR + len(COLOURS)


@inlined
def tile_action(number: int, side: int, top: int) -> int:
    return TILE + (number * SIDES + side) * SIDES + top


@inlined
def standee_action(number: int, square: int, south: int, length: int) -> int:
    place = (number * SQUARES + square) * 2 + south
    return STANDEE + place * LENGTHS + length - SHORTEST


def tile_of(action: int) -> tuple[int, int, int]:
    """Number, side and top."""
    place, top = divmod(action - TILE, SIDES)
    return place // SIDES, place % SIDES, top


def standee_of(action: int) -> tuple[int, int, int, int]:
    """Number, square, 1 if it goes south, and length."""
    place, length = divmod(action - STANDEE, LENGTHS)
    start, south = divmod(place, 2)
    return start // SQUARES, start % SQUARES, south, length + SHORTEST
