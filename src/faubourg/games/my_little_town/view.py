"""What a person sees of My Little Town: situation and box as plain data, actions in words."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from faubourg.core.contract import Data, Row
from faubourg.core.players import NATURE, OVER, SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.gamekit.parts import Part, Parts
from faubourg.games.my_little_town import actions as act
from faubourg.games.my_little_town import words
from faubourg.games.my_little_town.components import CROSS_LETTER, MyLittleTown
from faubourg.games.my_little_town.notation import square_name
from faubourg.games.my_little_town.placement import next_square
from faubourg.games.my_little_town.state import (
    LENGTHS,
    LONGEST,
    NOTHING,
    PHASES,
    ROW,
    SEATS,
    SHORTEST,
    SIDE_NAMES,
    SQUARES,
    TILES,
)

SIDE_TEXTS = (
    Text("north", "au nord"), Text("east", "à l'est"), Text("south", "au sud"),
    Text("west", "à l'ouest"),
)  # fmt: skip
TOP_TEXTS = (
    Text("north", "nord"), Text("east", "est"), Text("south", "sud"), Text("west", "ouest"),
)  # fmt: skip
OF_A_TILE = ("tiles", "tops", "x", "y", "squares", "standing")


def standees_in_hand(row: Row, seat: int) -> list[int]:
    """The lengths of the standees that a player has not placed."""
    return _lengths(int(row.hand[seat]))


def _lengths(hand: int) -> list[int]:
    return [length for length in range(SHORTEST, LONGEST + 1) if hand >> length & 1]


def _drawn(components: MyLittleTown, row: Row) -> Data:
    tile = int(row.drawn)
    if tile == NOTHING:
        return {}
    return {"tile": tile + 1, "rows": components.tiles[tile].split("/")}


def _player(components: MyLittleTown, row: Row, seat: int) -> Data | None:
    if seat >= row.players:
        return None
    hand = standees_in_hand(row, seat)
    chosen = int(row.colours[seat])
    colour = None if chosen == NOTHING else components.colours[chosen].id
    return {"colour": colour, "hand": hand, "items": sum(hand)}


def _tile(components: MyLittleTown, row: Row, number: int) -> Data | None:
    """A tile as it lies: its place counted in tiles, and its squares with their own places."""
    if row.tiles[number] == NOTHING:
        return None
    x, y, letters = int(row.x[number]), int(row.y[number]), components.letters
    kinds, marks = row.squares[number].tolist(), row.standing[number].tolist()
    squares = {
        square_name(square): {
            "x": 3 * x + square % 3,
            "y": 3 * y + square // 3,
            "kind": letters[kinds[square]],
            "standee": "" if marks[square] == NOTHING else standee_name(marks[square]),
        }
        for square in range(SQUARES)
    }
    return {
        "tile": int(row.tiles[number]) + 1,
        "top": SIDE_NAMES[int(row.tops[number])],
        "x": x,
        "y": y,
        "squares": squares,
    }


def standee_name(mark: int) -> str:
    """A standee by its player and its items: A5."""
    return f"{SEAT_LETTERS[mark // LENGTHS]}{mark % LENGTHS + SHORTEST}"


def _standees(components: MyLittleTown, row: Row) -> Data:
    """Every standee in the town with the places of its squares, from west to east or north to
    south."""
    found: Data = {}
    standing = row.standing
    for number, square in np.argwhere(standing != NOTHING).tolist():
        place = [3 * int(row.x[number]) + square % 3, 3 * int(row.y[number]) + square // 3]
        found.setdefault(standee_name(int(standing[number, square])), []).append(place)
    return {name: sorted(found[name]) for name in sorted(found)}


def _course(components: MyLittleTown, row: Row) -> Data:
    """Who is to do what, and what lies beside the town."""
    to_act = int(row.to_act)
    return {
        "turn": "*" if to_act == NATURE else "-" if to_act == OVER else SEAT_LETTERS[to_act],
        "seat": SEAT_LETTERS[int(row.turn_of)],
        "phase": PHASES[int(row.phase)],
        "turns": int(row.turn_count),
        "version": "easy" if row.wall == NOTHING else "normal",
        "pile": int(row.left),
        "drawn": _drawn(components, row),
        "final": int(row.final),
    }


_PARTS = Parts(
    ROW,
    [
        Part(
            (),
            ("to_act", "turn_of", "phase", "turn_count", "wall", "left", "drawn", "final"),
            _course,
        ),
        *(
            Part(
                ("players", letter),
                ("players", ("hand", seat), ("colours", seat)),
                partial(_player, seat=seat),
            )
            for seat, letter in enumerate(SEAT_LETTERS[:SEATS])
        ),
        *(
            Part(
                ("town", str(number + 1)),
                [(name, number) for name in OF_A_TILE],
                partial(_tile, number=number),
            )
            for number in range(TILES)
        ),
        Part(("standees",), ("standing",), _standees),
    ],
)
view, changes = _PARTS.view, _PARTS.changes


def box(components: MyLittleTown) -> Data:
    """The colours with what their standees show, the standees of a colour by their items, and the
    tiles as rows of letters, their top to the north."""
    lengths = _lengths(int(components.box.hand))
    return {
        "name": components.name._asdict(),
        "standees": lengths,
        "items": sum(lengths),
        "colours": {
            colour.id: {
                "letter": colour.letter,
                **colour.name._asdict(),
                "shows": colour.shows._asdict(),
            }
            for colour in components.colours
        },
        "cross": {"letter": CROSS_LETTER, **CROSS_TEXT._asdict()},
        "tiles": {str(index + 1): rows.split("/") for index, rows in enumerate(components.tiles)},
    }


# ---------------------------------------------------------------- in words

CROSS_TEXT = Text("building site", "chantier")
PLAIN = {
    act.EXTEND: Text("Draw a tile", "Piocher une tuile"),
    act.PASS: Text("Stop here", "S'arrêter là"),
}
CHOOSE_COLOUR = Text("Play with {colour}: {shows}", "Jouer avec le {colour} : {shows}")
PLACE_TILE = Text("Lay the tile {where}, {turned}", "Poser la tuile {where}, {turned}")
PLACE_STANDEE = Text(
    "Put {length} {shows} {towards}, from {square} of {tile}",
    "Placer {length} {shows} {towards}, depuis {square} de {tile}",
)


def describe(components: MyLittleTown, row: Row, action: int, names: Sequence[str]) -> Text:
    """What a player's action would do, as a person would say it."""
    code = act.code_of(action)
    if code in PLAIN:
        return PLAIN[code]
    if code >= act.COLOUR:
        chosen = components.colours[code - act.COLOUR]
        return CHOOSE_COLOUR.format(colour=chosen.name, shows=chosen.shows)
    if code < act.STANDEE:
        number, side, top = act.tile_of(action)
        where = words.BESIDE[side].format(tile=words.tile_place(row, number))
        return PLACE_TILE.format(where=where, turned=words.TURNED[top])
    number, square, south, length = act.standee_of(action)
    return PLACE_STANDEE.format(
        length=length,
        shows=components.colours[int(row.colours[int(row.turn_of)])].shows,
        towards=words.TOWARDS[south],
        square=words.SQUARES[square],
        tile=words.tile_place(row, number),
    )


def end_of(row: Row, number: int, square: int, south: int, length: int) -> str:
    """The last square of a standee, with its tile if that is another one."""
    last, ends = number, square
    for _ in range(length - 1):
        last, ends = next_square(row, last, ends, south)
    return square_name(ends) if last == number else f"{last + 1} {square_name(ends)}"


def reason(components: MyLittleTown, row: Row) -> Text:
    """mlt-15 and mlt-17, or mlt-18 to mlt-20."""
    if not row.hand[: int(row.players)].all():
        return Text("all figures are in the town", "toutes les silhouettes sont en ville")
    return Text(
        "the last round is over; the fewest figures left win",
        "le dernier tour est fini ; le moins de figurines restantes gagne",
    )
