"""Reads and checks the box of My Little Town and builds the table that the rules read."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from faubourg.core.contract import Box, row_dtype
from faubourg.core.errors import ComponentsError
from faubourg.core.text import LANGUAGES, Text
from faubourg.games.my_little_town.state import (
    COLOURS,
    LONGEST,
    SEATS,
    SHORTEST,
    SIDES,
    SQUARES,
    TILES,
)

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

    @property
    def letters(self) -> str:
        """The letter of every kind of square."""
        return "".join(colour.letter for colour in self.colours) + CROSS_LETTER


def load(path: Path | None = None) -> MyLittleTown:
    """The box in a file, or the one in the package."""
    path = path or Path(__file__).with_name("components.toml")
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise _fault("unreadable", f"{path.name}: {error}", f"{path.name} : {error}") from error
    try:
        return _build(data)
    except KeyError as error:
        raise _fault("malformed", f"{error} is missing", f"il manque {error}") from error
    except (TypeError, ValueError) as error:
        raise _fault("malformed", f"{path.name}: {error!r}", f"{path.name} : {error!r}") from error


def _build(data: dict[str, Any]) -> MyLittleTown:
    box = np.zeros(1, BOX).view(np.recarray)[0]
    low, high = data["game"]["players"]
    _within(low, 2, SEATS, "players")
    _within(high, low, SEATS, "players")
    _check_standees(data["game"]["standees"])
    box.items = sum(data["game"]["standees"])
    colours = _colours(data["colour"])
    letters = "".join(colour.letter for colour in colours) + CROSS_LETTER
    rows = data["tiles"]["rows"]
    if not isinstance(rows, list):
        raise ValueError("tiles.rows")
    _within(len(rows), TILES, TILES, "the number of tiles")
    for place, written in enumerate(rows):
        _tile(box, place, written, letters)
    _check_all_different(box, rows)
    return MyLittleTown(box, colours, tuple(rows), (low, high), NAME)


def _check_standees(lengths: object) -> None:
    """mlt-2: one standee of every length."""
    wanted = list(range(SHORTEST, LONGEST + 1))
    if not isinstance(lengths, list) or sorted(lengths) != wanted:
        raise _fault(
            "standees",
            f"the standees of a colour are {lengths!r}; there must be one of each of {wanted}",
            f"les figurines d'une couleur sont {lengths!r} ; il en faut une de chacune de {wanted}",
        )


def _colours(entries: list[dict[str, Any]]) -> tuple[Colour, ...]:
    found = [
        Colour(entry["id"], entry["letter"], _text(entry), _text(entry["shows"]))
        for entry in entries
    ]
    ids = [colour.id for colour in found]
    if tuple(ids) != COLOURS:
        raise _fault(
            "colours",
            f"the colours are {', '.join(ids)}; they must be {', '.join(COLOURS)}",
            f"les couleurs sont {', '.join(ids)} ; il faut {', '.join(COLOURS)}",
        )
    letters: list[Any] = [colour.letter for colour in found]
    for letter in letters:
        if not isinstance(letter, str) or len(letter) != 1 or not letter.isupper():
            raise ValueError(f"letter {letter!r}")
        if [*letters, CROSS_LETTER].count(letter) > 1:
            raise _fault("twice", f"'{letter}' is there twice", f"« {letter} » y est deux fois")
    return tuple(found)


def _text(entry: dict[str, Any]) -> Text:
    for language in LANGUAGES:
        if not isinstance(entry[language], str) or not entry[language].strip():
            raise ValueError(f"{language}: {entry[language]!r}")
    return Text(entry["en"], entry["fr"])


def _tile(box: Box, place: int, written: object, letters: str) -> None:
    """mlt-1: three rows of three squares, each with a colour or an X; then its four turns."""
    what = f"tile {place + 1}"
    if not isinstance(written, str):
        raise ValueError(what)
    rows = written.split("/")
    if [len(row) for row in rows] != [3, 3, 3]:
        count = len(written.replace("/", ""))
        raise _fault(
            "squares",
            f"{what}, '{written}', has {count} squares in rows of {[len(row) for row in rows]}; "
            "a tile has 9, in 3 rows of 3",
            f"la tuile {place + 1}, « {written} », a {count} cases en rangées de "
            f"{[len(row) for row in rows]} ; il en faut 9, en 3 rangées de 3",
        )
    for letter in "".join(rows):
        if letter not in letters:
            known = ", ".join(letters)
            raise _fault(
                "unknown-colour",
                f"{what}, '{written}': there is no colour '{letter}'; there is: {known}",
                f"la tuile {place + 1}, « {written} » : pas de couleur « {letter} » ; "
                f"il y a : {known}",
            )
    squares = np.array([letters.index(letter) for letter in "".join(rows)]).reshape(3, 3)
    for top in range(SIDES):
        box.squares[place, top] = np.rot90(squares, -top).reshape(SQUARES)


def _check_all_different(box: Box, rows: list[str]) -> None:
    """mlt-1: no tile is another one turned."""
    seen: dict[bytes, int] = {}
    for place in range(TILES):
        turned = [box.squares[place, top].tobytes() for top in range(SIDES)]
        twin = next((seen[each] for each in turned if each in seen), None)
        if twin is not None:
            raise _fault(
                "same-tile",
                f"tiles {twin + 1} and {place + 1}, '{rows[twin]}' and '{rows[place]}', are the "
                "same when turned",
                f"les tuiles {twin + 1} et {place + 1}, « {rows[twin]} » et « {rows[place]} », "
                "sont les mêmes une fois tournées",
            )
        seen |= dict.fromkeys(turned, place)


def _within(value: object, low: int, high: int, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise _fault(
            "out-of-range",
            f"{what} is {value!r}; it may be {low} to {high}",
            f"{what} vaut {value!r} ; permis : de {low} à {high}",
        )
    return value


def _fault(code: str, en: str, fr: str) -> ComponentsError:
    return ComponentsError(code, Text(f"The components: {en}.", f"Le matériel : {fr}."))
