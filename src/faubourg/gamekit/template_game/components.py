"""Describes and reads the box of The Cart and builds the table of numbers that the rules read."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from faubourg.core.contract import Box, Data, Source
from faubourg.core.text import Text
from faubourg.gamekit.box import checked_box
from faubourg.gamekit.nodes import (
    NAME,
    NAME_KEYS,
    Each,
    Form,
    Found,
    Key,
    Table,
    Whole,
    name_of,
    outside,
    players_in_order,
    players_key,
)
from faubourg.kernels.rows import row_dtype

from .state import FACES, ROWS, SEATS

MOST_BRICKS = 20
MOST_HOUSES = 50

BOX = row_dtype(
    [
        ("faces", "i8", (FACES,)),
        ("room", "i8"),
        ("house", "i8"),
        ("rows", "i8", (len(ROWS),)),
    ]
)
_BRICKS = Whole(1, MOST_BRICKS, label=Text("Bricks", "Briques"))


def _house_in_the_cart(box: Data) -> Iterator[Found]:
    cart = box["cart"]
    yield from outside(box, ("cart", "house"), cart["house"], 1, cart["room"])


# What a box may be: `load` checks it, an editor shows it, `faubourg new-game` copies it.
FORM = Form(
    Table(
        (
            Key("game", Table((players_key(SEATS), Key("name", Table(NAME_KEYS, one_of=NAME))))),
            Key(
                "cart",
                Table(
                    (
                        Key("faces", Each(_BRICKS, FACES, FACES, Text("face", "face"))),
                        Key("room", _BRICKS),
                        Key("house", _BRICKS),
                    )
                ),
            ),
            Key("row", Table(tuple(Key(length, Whole(1, MOST_HOUSES)) for length in ROWS))),
        )
    ),
    rules=((("game",), players_in_order), (("cart",), _house_in_the_cart)),
)


@dataclass(frozen=True)
class Components:
    """A checked box: the numbers for the rules, the name for people."""

    box: Box
    name: Text
    players: tuple[int, int]
    text: str  # of the file
    digest: str


def load(source: Source | None = None) -> Components:
    """The box in a file or a text, or the one beside this file."""
    file = checked_box(source or Path(__file__).with_name("components.toml"), FORM)
    box = np.zeros(1, BOX)[0]
    game, cart = file.data["game"], file.data["cart"]
    box.faces[:] = cart["faces"]
    box.room = cart["room"]
    box.house = cart["house"]
    box.rows[:] = [file.data["row"][length] for length in ROWS]
    players = (game["players"][0], game["players"][1])
    return Components(box, name_of(game["name"]), players, file.text, file.digest)
