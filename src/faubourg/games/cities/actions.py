"""The actions of Cities: their codes, run by run, players' first, then Nature's; their numbers.

Squares are those of the map of the player's centre, line by line, ten to a line; places for a tile
are those of the map in tiles and of the rim around it, so from -1 on, seven to a line.
"""

from faubourg.gamekit.numbering import Run, first_codes, fixed_run, numbering
from faubourg.games.cities.state import (
    ATTRACTIONS,
    CARDS,
    CARDS_AT_FIRST,
    HIGH,
    KINDS,
    PLACES,
    SEATS,
    STARTERS,
    TILES,
    TILES_AT_FIRST,
    TURNS,
    WIDE,
)
from faubourg.kernels.compile import inlined

LINE = 7  # places for a tile in a line
SQUARES = WIDE * HIGH

RUNS = (
    *map(fixed_run, (PLACES, STARTERS, LINE * LINE * TURNS, ATTRACTIONS * SQUARES)),
    *map(fixed_run, (KINDS * SQUARES, ATTRACTIONS, KINDS, SEATS)),
    Run(CARDS, CARDS_AT_FIRST),
    Run(TILES, TILES_AT_FIRST),
    *map(fixed_run, (ATTRACTIONS, KINDS)),
)
(
    TAKE,  # + place of the main board
    START,  # + starting tile
    TILE,  # + ((y + 1) * LINE + x + 1) * TURNS + where its top points
    ATTRACTION,  # + kind * SQUARES + square
    MODULE,  # + colour * SQUARES + square
    DROP_ATTRACTION,  # + kind
    DROP_MODULE,  # + colour
    FIRST,  # + seat
    DRAW_CARD,  # + card
    DRAW_TILE,  # + tile
    DRAW_ATTRACTION,  # + kind
    DRAW_MODULE,  # + colour
    END,
) = first_codes(RUNS)
CODES, NUMBERS = numbering(RUNS)
AT_FIRST = sum(run.at_first for run in RUNS)  # numbers that boxes of 32 cards and tiles need


@inlined
def code_of(action: int) -> int:
    """The same for all actions of players; Nature's draws are more in larger boxes."""
    return int(CODES[action])


@inlined
def number_of(code: int) -> int:
    return int(NUMBERS[code])


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
