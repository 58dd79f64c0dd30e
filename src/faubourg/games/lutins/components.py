"""Reads and checks the box of La Cité des lutins and builds the tables that the rules read."""

import re
import tomllib
from dataclasses import dataclass
from math import factorial, prod
from pathlib import Path
from typing import Any

import numpy as np

from faubourg.core.contract import Box, row_dtype
from faubourg.core.errors import ComponentsError
from faubourg.core.text import LANGUAGES, Text, listed
from faubourg.games.lutins.actions import THROWN
from faubourg.games.lutins.state import (
    BALANCED,
    BUILDINGS,
    COLOURS,
    DICE,
    FACES,
    GNOME_FACE,
    HOUSES,
    KINDS,
    MOST_PIPS,
    ORANGE_FACES,
    SEATS,
    SHAPES,
)

NAME = Text("La Cité des lutins", "La Cité des lutins")
SIDES = 6  # of every die
LEAST_WITH_GNOME = 3  # players
MOST_OF_A_KIND = 7  # blocks of one colour and shape
MOST_BLUE = 24

BOX = row_dtype(
    [
        ("imaginary", "i8"),
        ("tower", "i8"),
        ("emblems", "i8"),
        ("blocks", "i8", (KINDS,)),
        ("houses", "i8", (HOUSES, SHAPES)),
        ("sizes", "i8", (HOUSES,)),
        ("throws", "i8", (len(THROWN),)),  # the ways in which three dice fall so, out of 216
        ("throw_at", "i8", (SIDES**3,)),  # the throw of each of these ways
        # In how many ways the orange die falls: which die, building, players, face.
        ("orange", "i8", (len(DICE), len(BUILDINGS), SEATS + 1, ORANGE_FACES)),
    ]
)


@dataclass(frozen=True)
class Shape:
    """A shape of blocks, as people know it."""

    id: str
    name: Text


@dataclass(frozen=True)
class House:
    """A building card: its name and how its blocks stack, from the top level to the ground."""

    id: str
    name: Text
    levels: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Lutins:
    """A checked box: the numbers for the rules, the names for people."""

    box: Box
    shapes: tuple[Shape, ...]
    houses: tuple[House, ...]
    players: tuple[int, int]
    name: Text


def load(path: Path | None = None) -> Lutins:
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
    except (AttributeError, TypeError, ValueError) as error:
        raise _fault("malformed", f"{path.name}: {error!r}", f"{path.name} : {error!r}") from error


def _build(data: dict[str, Any]) -> Lutins:
    box = np.zeros(1, BOX).view(np.recarray)[0]
    game = data["game"]
    low, high = game["players"]
    _within(low, 2, SEATS, "players")
    _within(high, low, SEATS, "players")
    box.imaginary = _within(game["imaginary_blocks"], 1, 99, "imaginary_blocks")
    box.tower = _within(game["tower"], 1, MOST_BLUE, "tower")
    box.emblems = _within(game["emblems"], 0, int(box.tower), "emblems")
    _within(len(data["shape"]), SHAPES, SHAPES, "shape")
    shapes = tuple(_shape(box, i, entry) for i, entry in enumerate(data["shape"]))
    _within(len(data["house"]), HOUSES, HOUSES, "house")
    ids = tuple(shape.id for shape in shapes)
    houses = tuple(_house(box, i, entry, ids) for i, entry in enumerate(data["house"]))
    for of_all in (shapes, houses):
        _all_different([each.id for each in of_all])
        for language in LANGUAGES:
            _all_different([each.name.to(language) for each in of_all])
    _check_blocks(box, shapes)
    _lutins_dice(box, data["dice"]["lutins"])
    _orange_dice(box, data["dice"], range(LEAST_WITH_GNOME, high + 1))
    return Lutins(box, shapes, houses, (low, high), NAME)


# ---------------------------------------------------------------- blocks and houses


def _shape(box: Box, i: int, entry: dict[str, Any]) -> Shape:
    id = _id(entry)
    for colour, count in entry["blocks"].items():
        place = _one_of(colour, COLOURS, f"blocks of {id}")
        kind = place * SHAPES + i
        box.blocks[kind] = _within(count, 0, MOST_OF_A_KIND, f"{colour} blocks of {id}")
    return Shape(id, _name(entry))


def _house(box: Box, i: int, entry: dict[str, Any], shapes: tuple[str, ...]) -> House:
    id = _id(entry)
    levels = tuple(
        tuple(_one_of(shape, shapes, f"levels of {id}") for shape in level)
        for level in entry["levels"]
    )
    for level in levels:
        _within(len(level), 1, 4, f"blocks in a level of {id}")
        for shape in level:
            box.houses[i, shape] += 1
    box.sizes[i] = _within(sum(map(len, levels)), 1, 12, f"blocks of {id}")
    return House(id, _name(entry), levels)


def _check_blocks(box: Box, shapes: tuple[Shape, ...]) -> None:
    """The imposed houses use exactly the blocks there are; the imaginary ones have room for all."""
    for place, shape in enumerate(shapes):
        there = int(box.blocks[place::SHAPES].sum())
        needed = int(box.houses[:, place].sum())
        if needed != there:
            raise _fault(
                "blocks",
                f"the houses need {needed} blocks of the shape {shape.id}, and there are {there}; "
                "they must use all blocks and no more",
                f"les maisons demandent {needed} blocs de forme {shape.id}, et il y en a {there} ; "
                "elles doivent utiliser tous les blocs, pas un de plus",
            )
    there, room = int(box.blocks.sum()), HOUSES * int(box.imaginary)
    _within(there, 1, min(room, 127), "the number of blocks")


# ---------------------------------------------------------------- dice


def _lutins_dice(box: Box, faces: list[str]) -> None:
    _within(len(faces), SIDES, SIDES, "faces of the lutins' dice")
    ways = [0] * len(FACES)
    for face in faces:
        ways[_one_of(face, FACES, "lutins")] += 1
    if not any(ways[: len(FACES) - 1]):
        raise _fault("dice", "the lutins' dice are all blue", "les dés des lutins sont tout bleus")
    at: list[int] = []
    for throw, counts in enumerate(THROWN.tolist()):
        orders = factorial(3) // prod(factorial(count) for count in counts)
        weight = orders * prod(way**count for way, count in zip(ways, counts, strict=True))
        box.throws[throw] = weight
        at += [throw] * weight
    box.throw_at[:] = at


def _orange_dice(box: Box, dice: dict[str, Any], players: range) -> None:
    standard = _orange_faces(dice["gnome"], "gnome")
    box.orange[:] = standard
    for place, building in enumerate(BUILDINGS):
        table = dice["balanced"][building]
        for number in table:
            _one_of(number, tuple(str(n) for n in players), f"balanced.{building}")
        for number in players:
            faces = _orange_faces(table[str(number)], f"balanced.{building}.{number}")
            box.orange[BALANCED, place, number] = faces


def _orange_faces(faces: list[Any], what: str) -> list[int]:
    _within(len(faces), SIDES, SIDES, f"faces of {what}")
    ways = [0] * ORANGE_FACES
    for face in faces:
        ways[GNOME_FACE if face == "gnome" else _within(face, 0, MOST_PIPS, what)] += 1
    if not any(ways[1:GNOME_FACE]):
        raise _fault(
            "dice", f"{what}: no face has a pip", f"{what} : aucune face ne porte de point"
        )
    return ways


# ---------------------------------------------------------------- words and numbers


def _id(entry: dict[str, Any]) -> str:
    """What a shape or a house is called in notation."""
    id = entry["id"]
    if not isinstance(id, str) or not re.fullmatch(r"[a-z][a-z0-9_]*", id):
        raise _fault(
            "id",
            f"{id!r} is no id; use small letters, digits and _",
            f"{id!r} n'est pas un identifiant ; minuscules, chiffres et _",
        )
    return id


def _name(entry: dict[str, Any]) -> Text:
    for language in LANGUAGES:
        if not isinstance(entry[language], str) or not entry[language].strip():
            raise ValueError(f"{language} of {entry['id']}")
    return Text(entry["en"], entry["fr"])


def _all_different(items: list[str]) -> None:
    for item in items:
        if items.count(item) > 1:
            raise _fault("twice", f"'{item}' is there twice", f"« {item} » y est deux fois")


def _within(value: object, low: int, high: int, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise _fault(
            "out-of-range",
            f"{what} is {value!r}; it may be {low} to {high}",
            f"{what} vaut {value!r} ; permis : de {low} à {high}",
        )
    return value


def _one_of(value: str, allowed: tuple[str, ...], what: str) -> int:
    if value not in allowed:
        names = listed(list(allowed))
        raise _fault(
            "unknown-word",
            f"{what}: '{value}' is unknown; allowed: {names.en}",
            f"{what} : « {value} » est inconnu ; permis : {names.fr}",
        )
    return allowed.index(value)


def _fault(code: str, en: str, fr: str) -> ComponentsError:
    return ComponentsError(code, Text(f"The components: {en}.", f"Le matériel : {fr}."))
