"""Actions of Cities as short text and back.

    take tile 2                   put a worker on the second place of the row of tiles
    start 3                       take starting tile 3
    tile 1,-1 east                lay the tile on place 1,-1 of the map, its top pointing east
    put ferry b3, put red c4      lay an attraction, or a module, on a square
    discard ferry, discard red    remove it from the game
    first B                       Nature's: who begins
    card towers, district 17      Nature's: a card or a tile is turned up
    turn up ferry, turn up red    Nature's: an attraction or a module is turned up

The map of a centre begins at its north-western tile, which is on the place 0,0, and at its
north-western square, a1: columns are a, b, c… from west to east, lines 1, 2, 3… from north to
south. A tile may also lie just outside, on -1 or beyond the last place.
"""

import re

from faubourg.core.errors import NotationError
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text, listed
from faubourg.gamekit.notation import no_move, number_within, seat_of, tidied
from faubourg.games.cities import actions as act
from faubourg.games.cities.components import Cities, Named
from faubourg.games.cities.state import (
    COLOURS,
    COLUMNS,
    HIGH,
    ROW_NAMES,
    SEATS,
    STARTERS,
    TURN_NAMES,
    WIDE,
)

LETTERS = "abcdefghij"
EXAMPLES = (
    "take tile 2", "start 3", "tile 1,-1 east", "put ferry b3", "put red c4", "discard red",
    "first A", "card towers", "district 17", "turn up ferry",
)  # fmt: skip

TAKE_FORM = re.compile(rf"take ({'|'.join(ROW_NAMES)}) ([0-9])")
TILE_FORM = re.compile(rf"tile (-1|[0-9]) ?, ?(-1|[0-9]) ({'|'.join(TURN_NAMES)})")
PUT_FORM = re.compile(r"put ([a-z][a-z0-9_]*) ([a-z])([0-9]{1,2})")
ITEM_FORM = re.compile(r"(discard|turn up) ([a-z][a-z0-9_]*)")


def square_name(x: int, y: int) -> str:
    return f"{LETTERS[x]}{y + 1}"


def write(components: Cities, action: int) -> str:
    if action < act.START:
        line, column = divmod(action - act.TAKE, COLUMNS)
        return f"take {ROW_NAMES[line]} {column + 1}"
    if action < act.TILE:
        return f"start {action - act.START + 1}"
    if action < act.ATTRACTION:
        x, y, top = act.tile_of(action)
        return f"tile {x},{y} {TURN_NAMES[top]}"
    if action < act.DROP_ATTRACTION:
        kind, x, y = act.square_of(action)
        item = components.attractions[kind].id if action < act.MODULE else COLOURS[kind]
        return f"put {item} {square_name(x, y)}"
    if action < act.DROP_MODULE:
        return f"discard {components.attractions[action - act.DROP_ATTRACTION].id}"
    if action < act.FIRST:
        return f"discard {COLOURS[action - act.DROP_MODULE]}"
    return _write_nature(components, act.code_of(action))


def _write_nature(components: Cities, code: int) -> str:
    if code < act.DRAW_CARD:
        return f"first {SEAT_LETTERS[code - act.FIRST]}"
    if code < act.DRAW_TILE:
        return f"card {components.card_id(code - act.DRAW_CARD)}"
    if code < act.DRAW_ATTRACTION:
        return f"district {code - act.DRAW_TILE + 1}"
    if code < act.DRAW_MODULE:
        return f"turn up {components.attractions[code - act.DRAW_ATTRACTION].id}"
    return f"turn up {COLOURS[code - act.DRAW_MODULE]}"


def read(components: Cities, text: str) -> int:
    """Case-insensitive."""
    return act.number_of(_read_code(components, text))


def _read_code(components: Cities, text: str) -> int:
    written = tidied(text)
    if match := TAKE_FORM.fullmatch(written):
        place = ROW_NAMES.index(match[1]) * COLUMNS
        return act.TAKE + place + number_within(match[2], 1, COLUMNS) - 1
    if match := TILE_FORM.fullmatch(written):
        x, y = (number_within(place, -1, act.LINE - 2) for place in match.groups()[:2])
        return act.tile_action(x, y, TURN_NAMES.index(match[3]))
    if match := PUT_FORM.fullmatch(written):
        attraction, kind = _item(components, match[1])
        return (act.ATTRACTION if attraction else act.MODULE) + kind * act.SQUARES + _square(match)
    if match := ITEM_FORM.fullmatch(written):
        attraction, kind = _item(components, match[2])
        if match[1] == "discard":
            return (act.DROP_ATTRACTION if attraction else act.DROP_MODULE) + kind
        return (act.DRAW_ATTRACTION if attraction else act.DRAW_MODULE) + kind
    return _read_numbered(components, written, text)


def _read_numbered(components: Cities, written: str, text: str) -> int:
    if match := re.fullmatch(r"start ([0-9])", written):
        return act.START + number_within(match[1], 1, STARTERS) - 1
    if match := re.fullmatch(r"district ([0-9]{1,2})", written):
        return act.DRAW_TILE + number_within(match[1], 1, len(components.districts)) - 1
    if match := re.fullmatch(rf"first ([a-{SEAT_LETTERS[SEATS - 1].lower()}])", written):
        return act.FIRST + seat_of(match[1])
    if match := re.fullmatch(r"card ([a-z][a-z0-9_]*)", written):
        return act.DRAW_CARD + _among(components.cards, match[1])
    raise no_move(text, Text("Cities", "Cities"), EXAMPLES)


def _item(components: Cities, id: str) -> tuple[bool, int]:
    """Whether it is an attraction, and its kind or colour."""
    if id in COLOURS:
        return False, COLOURS.index(id)
    return True, _among(components.attractions, id, COLOURS)


def _among(named: tuple[Named, ...], id: str, more: tuple[str, ...] = ()) -> int:
    ids = [one.id for one in named]
    if id not in ids:
        said = Text("There is no '{id}'; there is: {ids}.", "Pas de « {id} » ; il y a : {ids}.")
        raise NotationError("no-such-item", said.format(id=id, ids=listed([*ids, *more])))
    return ids.index(id)


def _square(match: re.Match[str]) -> int:
    column, line = match[2], int(match[3])
    if column not in LETTERS or not 1 <= line <= HIGH:
        said = Text(
            "There is no square {square}; squares are a1 to {last}.",
            "Il n'y a pas de case {square} ; les cases vont de a1 à {last}.",
        )
        last = square_name(WIDE - 1, HIGH - 1)
        raise NotationError("no-square", said.format(square=f"{column}{line}", last=last))
    return (line - 1) * WIDE + LETTERS.index(column)
