"""The row of My Little Town: the tiles of the town with their links, the standees, the pile.

The town has no edge. Tiles are numbered in the order of placing (the start tile is number 0) and
know their neighbours by number; coordinates are kept beside, x growing to the east and y to the
south, the start tile at (0, 0). Squares of a tile are numbered row by row from the north-west.
"""

from itertools import permutations
from typing import Any

import numpy as np

from faubourg.core.contract import HEADER, Box, Option
from faubourg.core.text import Text
from faubourg.kernels.rows import row_dtype

SEATS = 4
TILES = 48  # at most: a box may have fewer
TILES_AT_FIRST = 36  # as the printed box has; numbers of actions for more come after all others
LEAST_TILES = 2  # one to begin with and one to add
SIDES = 4  # north, east, south, west; also the four turns of a tile, by where its top points
SQUARES = 9
SHORTEST, LONGEST = 2, 7
LENGTHS = LONGEST - SHORTEST + 1
NOTHING = -1  # no tile, no standee, no colour or first player yet

NORTH, EAST, SOUTH, WEST = range(SIDES)
SIDE_NAMES = ("north", "east", "south", "west")
COLOURS = ("blue", "green", "yellow", "red")
CROSS = len(COLOURS)  # a square with an X

# What the position is waiting for: Nature's moves, then players' decisions, then the end; last, so
# that the others keep their numbers, the decision that comes before all others.
START, FIRST, DRAW, ACT, PLACE, LAST, ENDED, CHOOSE = range(8)
PHASES = ("start", "first", "draw", "act", "place", "last", "ended", "choose")


def _row(tiles: int) -> np.dtype[Any]:
    return row_dtype(
        [
            *HEADER,
            ("placed", "i8"),  # how many tiles the town has
            ("left", "i8"),  # how many tiles the pile has
            ("final", "i8"),  # players whose turn in the final round is still to end
            ("drawn", "i8"),  # the tile to be placed
            ("wall", "i8"),  # the kind of square that no standee crosses: CROSS, or NOTHING if easy
            ("hand", "i8", (SEATS,)),  # standees not yet placed: bit n for the one of n items
            ("colours", "i8", (SEATS,)),
            ("phase", "i1"),
            ("first", "i1"),
            ("pile", "i1", (tiles,)),  # 1 for every tile that lies face down
            ("tiles", "i1", (tiles,)),  # which tile of the box has each number
            ("tops", "i1", (tiles,)),  # where its top points
            ("x", "i1", (tiles,)),
            ("y", "i1", (tiles,)),
            ("links", "i1", (tiles, SIDES)),  # the number of the neighbour on each side
            # The sides, a bit each, where a tile can be added; a place that several tiles touch is
            # open at the lowest number of them only.
            ("open", "i1", (tiles,)),
            ("squares", "i1", (tiles, SQUARES)),  # a colour or CROSS, as they lie
            ("standing", "i1", (tiles, SQUARES)),  # seat * LENGTHS + items - SHORTEST, or NOTHING
        ]
    )


ROW = _row(TILES)
EARLIER_ROWS = (_row(TILES_AT_FIRST),)


def limits(players: int) -> dict[str, tuple[int, int]]:
    """The least and the greatest value of every field, for positions that come from elsewhere."""
    return {
        "turn_of": (0, players - 1),
        "placed": (0, TILES),
        "left": (0, TILES),
        "final": (0, players),
        "drawn": (NOTHING, TILES - 1),
        "wall": (NOTHING, CROSS),
        "hand": (0, (2 << LONGEST) - (1 << SHORTEST)),
        "colours": (NOTHING, len(COLOURS) - 1),
        "phase": (0, len(PHASES) - 1),
        "first": (NOTHING, players - 1),
        "pile": (0, 1),
        "tiles": (NOTHING, TILES - 1),
        "tops": (0, SIDES - 1),
        "x": (1 - TILES, TILES - 1),
        "y": (1 - TILES, TILES - 1),
        "links": (NOTHING, TILES - 1),
        "open": (0, (1 << SIDES) - 1),
        "squares": (NOTHING, CROSS),
        "standing": (NOTHING, players * LENGTHS - 1),
    }


def box_limits(box: Box) -> dict[str, tuple[int, int]]:
    """No tiles but those of the box."""
    tiles = int(box.tiles)
    return {
        "placed": (0, tiles),
        "left": (0, tiles),
        "drawn": (NOTHING, tiles - 1),
        "tiles": (NOTHING, tiles - 1),
    }


FREE = "free"


def colour_choices(players: int) -> list[str]:
    """mlt-3: the colours of the seats in order, each different; or they are chosen in the game."""
    return ["usual", FREE, *("-".join(chosen) for chosen in permutations(COLOURS, players))]


OPTIONS = (
    Option(
        "version",
        Text(
            "'normal', or 'easy': X squares may be crossed",
            "'normal', ou 'easy' (facile) : on peut passer sur les X",
        ),
        default="normal",
        allowed=lambda players: ["normal", "easy"],
    ),
    Option(
        "colours",
        Text(
            "the seats' colours in order, such as 'red-blue'; 'usual': blue, green, yellow, red; "
            "'free': everybody chooses when the first tile lies",
            "les couleurs des places dans l'ordre, par exemple 'red-blue' ; 'usual' : bleu, vert, "
            "jaune, rouge ; 'free' : chacun choisit quand la première tuile est posée",
        ),
        default="usual",
        allowed=colour_choices,
    ),
    Option(
        "first",
        Text("who begins: a seat letter, or 'random'", "qui commence : une lettre, ou 'random'"),
        default="random",
        allowed=lambda players: ["random", *"ABCD"[:players]],
    ),
)
