"""Reads and checks the box of The Cart and builds the table of numbers that the rules read."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from faubourg.core.contract import Box, Source
from faubourg.core.text import Text
from faubourg.gamekit.box import BoxFile, within
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
    file = BoxFile(source or Path(__file__).with_name("components.toml"))
    box = np.zeros(1, BOX)[0]
    with file.at("game"):
        name = Text(**file.data["game"]["name"])
        players = file.players(SEATS)
    with file.at("cart"):
        cart = file.data["cart"]
        within(len(cart["faces"]), FACES, FACES, "faces")
        for face, bricks in enumerate(cart["faces"]):
            box.faces[face] = within(bricks, 1, MOST_BRICKS, "faces")
        box.room = within(cart["room"], 1, MOST_BRICKS, "room")
        box.house = within(cart["house"], 1, box.room, "house")
    with file.at("row"):
        for index, length in enumerate(ROWS):
            box.rows[index] = within(file.data["row"][length], 1, MOST_HOUSES, length)
    return Components(box, name, players, file.text, file.digest)
