"""Actions of My Little Town as short text and back.

    extend                        draw a tile of the pile
    tile north of 4 top east      place it north of tile 4, its top pointing east
    standee 5 at 3 c2 east        place the standee of 5 items from square c2 of tile 3, eastwards
    pass                          place nothing in the final round
    colour red                    choose a colour, where they are chosen in the game
    first B, draw 17              Nature's: who begins; tile 17 of the box is turned up

Tiles of the town are numbered in the order of placing, from 1; the columns of a tile are a, b, c
from west to east and its rows 1, 2, 3 from north to south, as it lies. A standee is named from its
western or northern end.
"""

import re

from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.gamekit.notation import no_move, number_within, seat_of, tidied
from faubourg.games.my_little_town import actions as act
from faubourg.games.my_little_town.components import MyLittleTown
from faubourg.games.my_little_town.state import (
    COLOURS,
    LONGEST,
    SHORTEST,
    SIDE_NAMES,
    TILES_AT_FIRST,
)

FIXED = {"extend": act.EXTEND, "pass": act.PASS}
WORDS = {code: text for text, code in FIXED.items()}
HEADINGS = ("east", "south")
COLUMNS = "abc"
EXAMPLES = [
    *FIXED, "tile north of 4 top east", "standee 5 at 3 c2 east", "colour red", "first A",
    "draw 17",
]  # fmt: skip

SIDE = "|".join(SIDE_NAMES)
TILE_FORM = re.compile(rf"tile ({SIDE}) of ([0-9]{{1,2}}) top ({SIDE})")
COLOUR_FORM = re.compile(rf"colour ({'|'.join(COLOURS)})")
STANDEE_FORM = re.compile(r"standee ([0-9]) at ([0-9]{1,2}) ([abc][123]) (east|south)")


def square_name(square: int) -> str:
    return f"{COLUMNS[square % 3]}{square // 3 + 1}"


def write(components: MyLittleTown, action: int) -> str:
    code = act.code_of(action)
    if code in WORDS:
        return WORDS[code]
    if code < act.STANDEE:
        number, side, top = act.tile_of(action)
        return f"tile {SIDE_NAMES[side]} of {number + 1} top {SIDE_NAMES[top]}"
    if code < act.FIRST:
        number, square, south, length = act.standee_of(action)
        return f"standee {length} at {number + 1} {square_name(square)} {HEADINGS[south]}"
    if code < act.DRAW:
        return f"first {SEAT_LETTERS[code - act.FIRST]}"
    if code < act.COLOUR:
        return f"draw {code - act.DRAW + 1}"
    return f"colour {COLOURS[code - act.COLOUR]}"


def _most(components: MyLittleTown) -> int:
    """The highest number of a tile."""
    return max(len(components.tiles), TILES_AT_FIRST)


def read(components: MyLittleTown, text: str) -> int:
    """Case-insensitive."""
    written = tidied(text)
    if written in FIXED:
        return act.number_of(FIXED[written])
    if match := TILE_FORM.fullmatch(written):
        side, number, top = match.groups()
        return act.tile_action(
            number_within(number, 1, _most(components)) - 1,
            SIDE_NAMES.index(side),
            SIDE_NAMES.index(top),
        )
    if match := STANDEE_FORM.fullmatch(written):
        length, number, square, heading = match.groups()
        index = COLUMNS.index(square[0]) + 3 * (int(square[1]) - 1)
        return act.standee_action(
            number_within(number, 1, _most(components)) - 1,
            index,
            HEADINGS.index(heading),
            number_within(length, SHORTEST, LONGEST),
        )
    if match := re.fullmatch(r"first ([a-d])", written):
        return act.number_of(act.FIRST + seat_of(match[1]))
    if match := re.fullmatch(r"draw ([0-9]{1,2})", written):
        return act.number_of(act.DRAW + number_within(match[1], 1, _most(components)) - 1)
    if match := COLOUR_FORM.fullmatch(written):
        return act.number_of(act.COLOUR + COLOURS.index(match[1]))
    raise no_move(text, Text("My Little Town", "Ma petite ville"), EXAMPLES)
