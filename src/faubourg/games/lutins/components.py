"""Loads and validates the box of La Cité des lutins; builds the tables that the rules read."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial, prod
from pathlib import Path
from typing import Any

import numpy as np

from faubourg.core.contract import Box, Source
from faubourg.core.text import Text
from faubourg.gamekit.box import BoxFile, entry_id, entry_name, fault, place_among, within
from faubourg.games.lutins.actions import THROWN
from faubourg.games.lutins.state import (
    BALANCED,
    BLUE,
    BUILDINGS,
    CARDS_EACH,
    COLOURS,
    DICE,
    FACES,
    GNOME_FACE,
    HOUSES,
    IMAGINARY,
    KINDS,
    MOST_PIPS,
    ORANGE_FACES,
    SEATS,
    SHAPES,
    SIDES,
)
from faubourg.kernels.rows import row_dtype

NAME = Text("La Cité des lutins", "La Cité des lutins")
LEAST_WITH_GNOME = 3  # players
MOST_OF_A_KIND = 7  # blocks of one colour and shape
MOST_BLUE = 24
MOST_BLOCKS = 127
MOST_ACROSS = 4  # blocks in a level of a house
MOST_IN_A_HOUSE = 12

BOX = row_dtype(
    [
        ("imaginary", "i8"),
        ("tower", "i8"),
        ("emblems", "i8"),
        ("picks", "i8"),  # of the first cards that a lutin picks openly, in a row
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
class Back:
    """The back of a building card: an imaginary house, as people know it."""

    id: str
    name: Text


@dataclass(frozen=True)
class House:
    """A building card. The front: a house and how its blocks stack, from the top level to the
    ground. The back: its name and drawing, if it has its own."""

    id: str
    name: Text
    levels: tuple[tuple[int, ...], ...]
    back: Back | None

    def called(self, building: int) -> Text:
        """The name on the side that is played with."""
        return self.back.name if building == IMAGINARY and self.back else self.name


@dataclass(frozen=True)
class Lutins:
    """A checked box: the numbers for the rules, the names for people."""

    box: Box
    shapes: tuple[Shape, ...]
    houses: tuple[House, ...]
    players: tuple[int, int]
    name: Text
    text: str  # of the file
    digest: str


def load(source: Source | None = None) -> Lutins:
    """The box in a file or a text, or the one in the package."""
    file = BoxFile(source or Path(__file__).with_name("components.toml"))
    box = np.zeros(1, BOX)[0]
    with file.at("game"):
        players = file.players(SEATS)
        _game(box, file.data["game"])
        for table, count in (("shape", SHAPES), ("house", HOUSES)):
            within(file.count(table), count, count, table)
    shapes: list[Shape] = []
    for i, entry in enumerate(file.data["shape"]):
        with file.at("shape", i):
            shapes.append(_shape(box, i, entry, shapes))
    houses: list[House] = []
    for i, entry in enumerate(file.data["house"]):
        with file.at("house", i):
            houses.append(_house(box, i, entry, shapes, houses))
    for i in range(SHAPES):
        with file.at("shape", i):
            _check_shape(box, shapes, i)
    with file.at("game"):
        room = HOUSES * int(box.imaginary)
        within(int(box.blocks.sum()), 1, min(room, MOST_BLOCKS), "imaginary_blocks: all blocks")
    with file.at("dice"):
        _lutins_dice(box, file.data["dice"]["lutins"])
        box.orange[:] = _orange_faces(file.data["dice"]["gnome"], "gnome")
    for index, building in enumerate(BUILDINGS):
        with file.at(f"dice.balanced.{building}"):
            _balanced_dice(box, index, file.data["dice"]["balanced"][building], players[1])
    return Lutins(box, tuple(shapes), tuple(houses), players, NAME, file.text, file.digest)


def _game(box: Box, game: dict[str, Any]) -> None:
    """The numbers that stand for the whole game."""
    box.imaginary = within(game["imaginary_blocks"], 1, 99, "imaginary_blocks")
    box.tower = within(game["tower"], 1, MOST_BLUE, "tower")
    box.emblems = within(game["emblems"], 0, int(box.tower), "emblems")
    box.picks = within(game.get("picks", 1), 1, CARDS_EACH, "picks")  # by version 1 of the rules, 1


# ---------------------------------------------------------------- blocks and houses


def _shape(box: Box, i: int, entry: dict[str, Any], others: list[Shape]) -> Shape:
    shape = Shape(entry_id(entry), entry_name(entry))
    for colour, count in entry["blocks"].items():
        index = place_among(colour, COLOURS, f"blocks of {shape.id}")
        box.blocks[index * SHAPES + i] = within(
            count, 0, MOST_OF_A_KIND, f"blocks.{colour} of {shape.id}"
        )
    _check_new(shape, others)
    return shape


def _house(
    box: Box, i: int, entry: dict[str, Any], shapes: list[Shape], others: list[House]
) -> House:
    id, known = entry_id(entry), tuple(shape.id for shape in shapes)
    levels = tuple(
        tuple(place_among(shape, known, f"levels of {id}") for shape in level)
        for level in entry["levels"]
    )
    for level in levels:
        within(len(level), 1, MOST_ACROSS, f"levels of {id}: the blocks of one")
        for shape in level:
            box.houses[i, shape] += 1
    box.sizes[i] = within(sum(map(len, levels)), 1, MOST_IN_A_HOUSE, f"levels of {id}: all blocks")
    house = House(id, entry_name(entry), levels, _back(entry))
    sides = [side for other in others for side in (other, other.back) if side]
    _check_new(house, sides)
    if house.back:
        _check_new(house.back, [*sides, house])
    return house


def _back(entry: dict[str, Any]) -> Back | None:
    """Boxes of version 1 have none: there both sides go by the name of the front."""
    back = entry.get("back")
    return back and Back(entry_id(back), entry_name(back))


def _check_shape(box: Box, shapes: list[Shape], i: int) -> None:
    """The imposed houses have a place for every block of a shape, so that all can be used."""
    there, needed = int(box.blocks[i::SHAPES].sum()), int(box.houses[:, i].sum())
    if needed < there:
        said = Text(
            "the houses need {needed} blocks of the shape {shape}, and there are {there}; they"
            " must have a place for every block",
            "les maisons demandent {needed} blocs de forme {shape}, et il y en a {there} ; elles"
            " doivent avoir une place pour chaque bloc",
        )
        text = said.format(needed=needed, shape=shapes[i].id, there=there)
        raise fault("blocks", text, key="blocks")


# ---------------------------------------------------------------- dice


def _lutins_dice(box: Box, faces: list[str]) -> None:
    within(len(faces), SIDES, SIDES, "lutins: the faces of a die")
    ways = [0] * len(FACES)
    for face in faces:
        ways[place_among(face, FACES, "lutins")] += 1
    if not any(ways[:BLUE]):
        said = Text("the lutins' dice are all blue", "les dés des lutins sont tout bleus")
        raise fault("dice", said, key="lutins")
    at: list[int] = []
    for throw, counts in enumerate(THROWN.tolist()):
        orders = factorial(3) // prod(factorial(count) for count in counts)
        weight = orders * prod(way**count for way, count in zip(ways, counts, strict=True))
        box.throws[throw] = weight
        at += [throw] * weight
    box.throw_at[:] = at


def _balanced_dice(box: Box, building: int, table: dict[str, Any], most_players: int) -> None:
    numbers = tuple(str(n) for n in range(LEAST_WITH_GNOME, most_players + 1))
    for number in table:
        place_among(number, numbers, number)
    for number in numbers:
        box.orange[BALANCED, building, int(number)] = _orange_faces(table[number], number)


def _orange_faces(faces: list[Any], what: str) -> list[int]:
    """In how many ways each face of an orange die falls."""
    within(len(faces), SIDES, SIDES, f"{what}: the faces of a die")
    ways = [0] * ORANGE_FACES
    for face in faces:
        ways[GNOME_FACE if face == "gnome" else within(face, 0, MOST_PIPS, what)] += 1
    if not any(ways[1:GNOME_FACE]):
        said = Text("{what}: no face has a pip", "{what} : aucune face ne porte de point")
        raise fault("dice", said.format(what=what), key=what)
    return ways


# ---------------------------------------------------------------- words and numbers


def _check_new(thing: Shape | House | Back, others: Sequence[Shape | House | Back]) -> None:
    """Neither id nor name may be taken: notation reads them all."""
    for key, item in (("id", thing.id), ("en", thing.name.en), ("fr", thing.name.fr)):
        for other in others:
            if item in (other.id, *other.name):
                said = Text("'{item}' is there twice", "« {item} » y est deux fois")
                raise fault("twice", said.format(item=item), key=key)
