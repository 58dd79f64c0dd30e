"""Loads and validates the box of My Little Town and builds the table that the rules read."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from faubourg.core.contract import Box, Source
from faubourg.core.text import LANGUAGES, Text
from faubourg.gamekit.box import BoxFile, fault, within
from faubourg.games.my_little_town.state import (
    COLOURS,
    LONGEST,
    SEATS,
    SHORTEST,
    SIDES,
    SQUARES,
    TILES,
)
from faubourg.kernels.rows import row_dtype

NAME = Text("My Little Town", "Ma petite ville")
CROSS_LETTER = "X"

BOX = row_dtype(
    [
        ("items", "i8"),  # on all standees of a colour
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
    def letters(self) -> str:
        """The letter of every kind of square."""
        return "".join(colour.letter for colour in self.colours) + CROSS_LETTER


def load(source: Source | None = None) -> MyLittleTown:
    """The box in a file or a text, or the one in the package."""
    file = BoxFile(source or Path(__file__).with_name("components.toml"))
    box = np.zeros(1, BOX)[0]
    with file.at("game"):
        players = file.players(SEATS)
        box.items = _items(file.data["game"]["standees"])
        for table, count in (("colour", len(COLOURS)), ("tile", TILES)):
            within(file.count(table), count, count, f"{table} count")
    colours: list[Colour] = []
    for index, entry in enumerate(file.data["colour"]):
        with file.at("colour", index):
            colours.append(_colour(entry, index, colours))
    letters = "".join(colour.letter for colour in colours) + CROSS_LETTER
    tiles: list[str] = []
    for index, entry in enumerate(file.data["tile"]):
        with file.at("tile", index):
            tiles.append(_tile(box, index, entry["rows"], letters, tiles))
    return MyLittleTown(box, tuple(colours), tuple(tiles), players, NAME, file.text, file.digest)


def _items(lengths: object) -> int:
    """mlt-2: one standee of every length; how many items they have."""
    wanted = list(range(SHORTEST, LONGEST + 1))
    if not isinstance(lengths, list) or sorted(lengths) != wanted:
        said = Text(
            "the standees of a colour are {lengths}; there must be one of each of {wanted}",
            "les silhouettes d'une couleur sont {lengths} ; il en faut une de chacune de {wanted}",
        )
        text = said.format(lengths=repr(lengths), wanted=str(wanted))
        raise fault("standees", text, key="standees")
    return sum(lengths)


def _colour(entry: dict[str, Any], index: int, others: list[Colour]) -> Colour:
    id, letter = entry["id"], entry["letter"]
    if id != COLOURS[index]:
        said = Text(
            "colour {number} is {id}; it must be {wanted}",
            "la couleur {number} est {id} ; il faut {wanted}",
        )
        text = said.format(number=index + 1, id=repr(id), wanted=COLOURS[index])
        raise fault("colours", text, key="id")
    taken = [CROSS_LETTER, *(other.letter for other in others)]
    if not isinstance(letter, str) or len(letter) != 1 or not "A" <= letter <= "Z":
        said = Text(
            "{letter} is no letter; use one of A to Z", "{letter} n'est pas une lettre ; de A à Z"
        )
        raise fault("letter", said.format(letter=repr(letter)), key="letter")
    if letter in taken:
        said = Text("'{letter}' is there twice", "« {letter} » y est deux fois")
        raise fault("twice", said.format(letter=letter), key="letter")
    return Colour(id, letter, _text(entry), _text(entry["shows"]))


def _text(entry: dict[str, Any]) -> Text:
    for language in LANGUAGES:
        if not isinstance(entry[language], str) or not entry[language].strip():
            said = Text("there is no name", "il n'y a pas de nom")
            raise fault("name", said, key=language)
    return Text(entry["en"], entry["fr"])


def _tile(box: Box, index: int, written: object, letters: str, others: list[str]) -> str:
    """mlt-1: three rows of three squares, each with a colour or an X; then its four turns."""
    if not isinstance(written, str):
        raise TypeError(f"rows = {written!r}")
    rows = written.split("/")
    if [len(row) for row in rows] != [3, 3, 3]:
        said = Text(
            "tile {number}, '{rows}', has {count} squares in {lines} rows; a tile has 9, in 3 rows "
            "of 3",
            "la tuile {number}, « {rows} », a {count} carrés en {lines} rangées ; il en faut 9, en "
            "3 rangées de 3",
        )
        count = len("".join(rows))
        text = said.format(number=index + 1, rows=written, count=count, lines=len(rows))
        raise fault("squares", text, key="rows")
    for letter in "".join(rows):
        if letter not in letters:
            said = Text(
                "tile {number}, '{rows}': there is no colour '{letter}'; there is: {known}",
                "la tuile {number}, « {rows} » : pas de couleur « {letter} » ; il y a : {known}",
            )
            known = ", ".join(letters)
            text = said.format(number=index + 1, rows=written, letter=letter, known=known)
            raise fault("unknown-colour", text, key="rows")
    squares = np.array([letters.index(letter) for letter in "".join(rows)]).reshape(3, 3)
    for top in range(SIDES):
        box.squares[index, top] = np.rot90(squares, -top).reshape(SQUARES)
    _check_new(box, index, written, others)
    return written


def _check_new(box: Box, index: int, written: str, others: list[str]) -> None:
    """mlt-1: no tile is another one turned."""
    for twin, rows in enumerate(others):
        if any((box.squares[twin, top] == box.squares[index, 0]).all() for top in range(SIDES)):
            said = Text(
                "tiles {twin} and {number}, '{other}' and '{rows}', are the same when turned",
                "les tuiles {twin} et {number}, « {other} » et « {rows} », sont les mêmes une fois "
                "tournées",
            )
            text = said.format(twin=twin + 1, number=index + 1, other=rows, rows=written)
            raise fault("same-tile", text, key="rows")
