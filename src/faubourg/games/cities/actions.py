"""The actions of Cities as numbers: players' first, then Nature's.

Squares are those of the map of the player's centre, line by line, ten to a line; places for a tile
are those of the map in tiles and of the rim around it, so from -1 on, seven to a line.
"""

from faubourg.games.cities.state import (
    ATTRACTIONS,
    CARDS,
    HIGH,
    KINDS,
    PLACES,
    SEATS,
    STARTERS,
    TILES,
    TURNS,
    WIDE,
)
from faubourg.kernels.compile import inlined

LINE = 7  # places for a tile in a line
SQUARES = WIDE * HIGH

TAKE = 0  # + place of the main board
START = TAKE + PLACES  # + starting tile
TILE = START + STARTERS  # + ((y + 1) * LINE + x + 1) * TURNS + where its top points
ATTRACTION = TILE + LINE * LINE * TURNS  # + kind * SQUARES + square
MODULE = ATTRACTION + ATTRACTIONS * SQUARES  # + colour * SQUARES + square
DROP_ATTRACTION = MODULE + KINDS * SQUARES  # + kind
DROP_MODULE = DROP_ATTRACTION + ATTRACTIONS  # + colour
FIRST = DROP_MODULE + KINDS  # + seat
DRAW_CARD = FIRST + SEATS  # + card
DRAW_TILE = DRAW_CARD + CARDS  # + tile
DRAW_ATTRACTION = DRAW_TILE + TILES  # + kind
DRAW_MODULE = DRAW_ATTRACTION + ATTRACTIONS  # + colour
END = DRAW_MODULE + KINDS


@inlined
def tile_action(x: int, y: int, top: int) -> int:
    return TILE + ((y + 1) * LINE + x + 1) * TURNS + top


def tile_of(action: int) -> tuple[int, int, int]:
    """Where a tile is laid, and where its top points."""
    place, top = divmod(action - TILE, TURNS)
    return place % LINE - 1, place // LINE - 1, top


def square_of(action: int) -> tuple[int, int, int]:
    """The kind of an attraction, or the colour of a module, and its square."""
    kind, square = divmod(action - (ATTRACTION if action < MODULE else MODULE), SQUARES)
    return kind, square % WIDE, square // WIDE
