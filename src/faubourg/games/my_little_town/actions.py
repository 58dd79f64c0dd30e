"""The actions of My Little Town: their codes, run by run, and their numbers.

A place for a tile is named by a tile of the town and a side of it, a standee by the square where
it begins, whether it goes on to the east or to the south, and its length.
"""

from faubourg.gamekit.numbering import Run, first_codes, fixed_run, numbering
from faubourg.games.my_little_town.state import (
    COLOURS,
    LENGTHS,
    SEATS,
    SHORTEST,
    SIDES,
    SQUARES,
    TILES,
    TILES_AT_FIRST,
)
from faubourg.kernels.compile import inlined, natural


def _each_tile(count: int) -> Run:
    """So many actions for every tile."""
    return Run(TILES * count, TILES_AT_FIRST * count)


RUNS = (
    fixed_run(1),
    fixed_run(1),
    _each_tile(SIDES * SIDES),
    _each_tile(SQUARES * 2 * LENGTHS),
    fixed_run(SEATS),
    _each_tile(1),
    fixed_run(len(COLOURS)),
)
(
    EXTEND,
    PASS,
    TILE,  # + (number * SIDES + side) * SIDES + top
    STANDEE,  # + ((number * SQUARES + square) * 2 + south) * LENGTHS + length - SHORTEST
    FIRST,  # + seat
    DRAW,  # + tile of the box
    COLOUR,  # + colour; a player's, but stored games know the numbers before it
    END,
) = first_codes(RUNS)
CODES, NUMBERS = numbering(RUNS)
AT_FIRST = sum(run.at_first for run in RUNS)  # numbers that boxes of up to 36 tiles need

# From code to number, for tiles of the town that had numbers at first and for those after them.
_MORE_TILES = TILE + TILES_AT_FIRST * SIDES * SIDES
_MORE_STANDEES = STANDEE + TILES_AT_FIRST * SQUARES * 2 * LENGTHS
TILE_SHIFT, MORE_TILE_SHIFT, STANDEE_SHIFT, MORE_STANDEE_SHIFT = (
    int(NUMBERS[code]) - code for code in (TILE, _MORE_TILES, STANDEE, _MORE_STANDEES)
)


@inlined
def code_of(action: int) -> int:
    return int(CODES[natural(action)])


@inlined
def number_of(code: int) -> int:
    return int(NUMBERS[natural(code)])


@inlined
def tile_action(number: int, side: int, top: int) -> int:
    shift = TILE_SHIFT if number < TILES_AT_FIRST else MORE_TILE_SHIFT
    return TILE + (number * SIDES + side) * SIDES + top + shift


@inlined
def standee_action(number: int, square: int, south: int, length: int) -> int:
    shift = STANDEE_SHIFT if number < TILES_AT_FIRST else MORE_STANDEE_SHIFT
    place = (number * SQUARES + square) * 2 + south
    return STANDEE + place * LENGTHS + length - SHORTEST + shift


def tile_of(action: int) -> tuple[int, int, int]:
    """Number, side and top."""
    place, top = divmod(code_of(action) - TILE, SIDES)
    return place // SIDES, place % SIDES, top


def standee_of(action: int) -> tuple[int, int, int, int]:
    """Number, square, 1 if it goes south, and length."""
    place, length = divmod(code_of(action) - STANDEE, LENGTHS)
    start, south = divmod(place, 2)
    return start // SQUARES, start % SQUARES, south, length + SHORTEST


def is_standee(action: int) -> bool:
    return STANDEE <= code_of(action) < FIRST
