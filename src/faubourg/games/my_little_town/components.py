"""Loads and validates the box of My Little Town and builds the table that the rules read."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from string import ascii_uppercase

import numpy as np

from faubourg.core.contract import Box, Data, Source
from faubourg.core.text import Text
from faubourg.gamekit.box import checked_box
from faubourg.gamekit.nodes import (
    NAME as EITHER_LANGUAGE,
)
from faubourg.gamekit.nodes import (
    NAME_KEYS,
    Choice,
    Each,
    Form,
    Found,
    Key,
    Squares,
    Table,
    Whole,
    name_of,
    plain_words,
    players_in_order,
    players_key,
    repeated,
)
from faubourg.games.my_little_town.state import (
    COLOURS,
    LEAST_TILES,
    LENGTHS,
    LONGEST,
    SEATS,
    SHORTEST,
    SIDES,
    SQUARES,
    TILES,
    TILES_AT_FIRST,
)
from faubourg.kernels.rows import row_dtype

NAME = Text("My Little Town", "Ma petite ville")
CROSS_LETTER = "X"
COLOUR_NAMES = (
    Text("blue", "bleu"), Text("green", "vert"), Text("yellow", "jaune"), Text("red", "rouge"),
)  # fmt: skip

BOX = row_dtype(
    [
        ("items", "i8"),  # on all standees of a colour
        ("hand", "i8"),  # the standees of a colour: bit n for the one of n items
        ("tiles", "i8"),  # how many there are
        ("squares", "i8", (TILES, SIDES, SQUARES)),  # of every tile, by where its top points
    ]
)


@dataclass(frozen=True)
class Colour:
    """A player's colour and what its standees show."""

    id: str
    letter: str
    name: Text
    shows: Text


@dataclass(frozen=True)
class MyLittleTown:
    """A checked box: the numbers for the rules, the names for people."""

    box: Box
    colours: tuple[Colour, ...]
    tiles: tuple[str, ...]  # as the file has them
    players: tuple[int, int]
    name: Text
    text: str  # of the file
    digest: str

    @property
    def is_larger(self) -> bool:
        """See `contract.Components`."""
        return len(self.tiles) > TILES_AT_FIRST

    @property
    def letters(self) -> str:
        """The letter of every kind of square."""
        return "".join(colour.letter for colour in self.colours) + CROSS_LETTER


# ---------------------------------------------------------------- the form of a box

_GAME = Table(
    (
        players_key(SEATS),
        Key(
            "standees",
            Each(
                Whole(SHORTEST, LONGEST),
                1,
                LENGTHS,
                Text("length", "longueur"),
                different=True,
                label=Text("Lengths of the figures", "Longueurs des silhouettes"),
                help=Text(
                    "The items on each figure of a colour: no two of one length.",
                    "Les objets de chaque silhouette d'une couleur : pas deux de même longueur.",
                ),
            ),
        ),
    ),
    label=Text("The whole game", "Le jeu entier"),
)
_COLOUR = Table(
    (
        Key(
            "id",
            Choice(
                dict(zip(COLOURS, COLOUR_NAMES, strict=True)),
                label=Text("Colour", "Couleur"),
                help=Text("The four colours stay as they are.", "Les quatre couleurs restent."),
            ),
        ),
        Key(
            "letter",
            Choice(
                plain_words(letter for letter in ascii_uppercase if letter != CROSS_LETTER),
                label=Text("Letter", "Lettre"),
                help=Text(
                    "By which tiles are painted; X is a closed square.",
                    "Par laquelle les tuiles sont peintes ; X est un carré fermé.",
                ),
            ),
        ),
        *NAME_KEYS,
        Key(
            "shows",
            Table(
                NAME_KEYS,
                one_of=EITHER_LANGUAGE,
                label=Text("What its figures show", "Ce que montrent ses silhouettes"),
            ),
        ),
    ),
    one_of=EITHER_LANGUAGE,
)
_TILE = Table(
    (
        Key(
            "rows",
            Squares(
                3,
                3,
                {CROSS_LETTER: Text("closed", "fermé")},
                source="colour",
                label=Text("Squares", "Carrés"),
            ),
        ),
    ),
)


def _colours_in_order(box: Data) -> Iterator[Found]:
    """The rules know colours by their place."""
    for index, (entry, wanted) in enumerate(zip(box["colour"], COLOURS, strict=True)):
        if entry["id"] != wanted:
            said = Text(
                "colour {number} is {id}; it must be {wanted}",
                "la couleur {number} est {id} ; il faut {wanted}",
            )
            text = said.format(number=index + 1, id=repr(entry["id"]), wanted=wanted)
            yield ("colour", index, "id"), "colours", text
    yield from repeated(
        (("colour", i, "letter"), each["letter"]) for i, each in enumerate(box["colour"])
    )


FORM = Form(
    Table(
        (
            Key("game", _GAME),
            Key(
                "colour",
                Each(
                    _COLOUR,
                    len(COLOURS),
                    len(COLOURS),
                    Text("colour", "couleur"),
                    label=Text("Colours", "Couleurs"),
                ),
            ),
            Key(
                "tile",
                Each(
                    _TILE,
                    LEAST_TILES,
                    TILES,
                    Text("tile", "tuile"),
                    label=Text("Tiles", "Tuiles"),
                    help=Text(
                        "Nine squares each; equal ones are allowed. Up to {most}.",
                        "Neuf carrés chacune ; il peut y en avoir d'égales. Jusqu'à {most}.",
                    ).format(most=TILES),
                ),
            ),
        )
    ),
    rules=((("game",), players_in_order), (("colour",), _colours_in_order)),
)


# ---------------------------------------------------------------- the box as numbers


def load(source: Source | None = None) -> MyLittleTown:
    """The box in a file or a text, or the one in the package."""
    file = checked_box(source or Path(__file__).with_name("components.toml"), FORM)
    box = np.zeros(1, BOX)[0]
    game = file.data["game"]
    box.items = sum(game["standees"])
    box.hand = sum(1 << length for length in game["standees"])
    colours = tuple(
        Colour(entry["id"], entry["letter"], name_of(entry), name_of(entry["shows"]))
        for entry in file.data["colour"]
    )
    tiles = tuple(entry["rows"] for entry in file.data["tile"])
    letters = "".join(colour.letter for colour in colours) + CROSS_LETTER
    box.tiles = len(tiles)
    for index, rows in enumerate(tiles):
        _paint(box, index, rows, letters)
    players = (game["players"][0], game["players"][1])
    return MyLittleTown(box, colours, tiles, players, NAME, file.text, file.digest)


def _paint(box: Box, index: int, rows: str, letters: str) -> None:
    """mlt-1: three rows of three squares, each with a colour or an X; then its four turns."""
    squares = np.array([letters.index(letter) for letter in rows.replace("/", "")]).reshape(3, 3)
    for top in range(SIDES):
        box.squares[index, top] = np.rot90(squares, -top).reshape(SQUARES)
