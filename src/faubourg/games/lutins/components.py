"""Loads and validates the box of La Cité des lutins; builds the tables that the rules read."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import factorial, prod
from pathlib import Path
from typing import Any

import numpy as np

from faubourg.core.contract import Box, Data, Source
from faubourg.core.text import Text
from faubourg.gamekit import nodes
from faubourg.gamekit.box import checked_box
from faubourg.gamekit.nodes import (
    ID_KEY,
    NAME_KEYS,
    TWICE,
    Choice,
    Each,
    Either,
    Form,
    Found,
    Key,
    Map,
    Reference,
    Rules,
    Table,
    Whole,
    name_of,
    outside,
    plain_words,
    players_in_order,
    players_key,
)
from faubourg.games.lutins.actions import THROWN
from faubourg.games.lutins.state import (
    BALANCED,
    BUILDINGS,
    CARDS_EACH,
    COLOURS,
    DICE,
    FACES,
    GNOME_FACE,
    HOUSES,
    HOUSES_AT_FIRST,
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
MOST_IMAGINARY = 99  # blocks of an imaginary house

FACE_NAMES = {
    "red": Text("red", "rouge"),
    "orange": Text("orange", "orange"),
    "yellow": Text("yellow", "jaune"),
    "mauve": Text("mauve", "mauve"),
    "white": Text("white: any colour", "blanc : toute couleur"),
    "blue": Text("blue: the gnome's", "bleu : au gnome"),
}
BUILDING_NAMES = {
    "imposed": Text("houses of the cards", "maisons des cartes"),
    "imaginary": Text("houses of one's own", "maisons imaginaires"),
}

BOX = row_dtype(
    [
        ("imaginary", "i8"),
        ("tower", "i8"),
        ("emblems", "i8"),
        ("count", "i8"),  # houses
        # Whether blocks may be left without a place, by building: imposed, imaginary.
        ("surplus", "i8", (len(BUILDINGS),)),
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

    @property
    def is_larger(self) -> bool:
        """See `contract.Components`."""
        return len(self.houses) > HOUSES_AT_FIRST

    def house_id(self, house: int) -> str:
        """What notation calls a house, also one that the box does not have."""
        return self.houses[house].id if house < len(self.houses) else f"unused_{house + 1}"


# ---------------------------------------------------------------- the form of a box

_GAME = Table(
    (
        players_key(SEATS),
        Key(
            "imaginary_blocks",
            Whole(
                1,
                MOST_IMAGINARY,
                label=Text("Blocks of an imaginary house", "Blocs d'une maison imaginaire"),
            ),
        ),
        Key(
            "tower",
            Whole(1, MOST_BLUE, label=Text("Blue blocks of the tower", "Blocs bleus de la tour")),
        ),
        Key(
            "emblems",
            Whole(
                0,
                MOST_BLUE,
                label=Text("Blue blocks with the emblem", "Blocs bleus avec l'emblème"),
                help=Text("At most as many as there are.", "Au plus autant qu'il y en a."),
            ),
        ),
        Key(
            "picks",
            Whole(
                1,
                CARDS_EACH,
                label=Text("Cards picked at once", "Cartes choisies à la fois"),
                help=Text(
                    "Of the first cards, where they are picked openly.",
                    "Des premières cartes, là où on les choisit.",
                ),
            ),
            optional=True,  # boxes of version 1 have none
            default=1,
        ),
    ),
    label=Text("The whole game", "Le jeu entier"),
)
_ORANGE_DIE = Each(
    Either((Whole(0, MOST_PIPS), Choice({"gnome": Text("the gnome", "le gnome")}))),
    SIDES,
    SIDES,
    Text("face", "face"),
)
_BALANCED = Map(
    plain_words(str(n) for n in range(LEAST_WITH_GNOME, SEATS + 1)),
    _ORANGE_DIE,
    help=Text("A die for each number of players.", "Un dé par nombre de joueurs."),
)
_DICE = Table(
    (
        Key(
            "lutins",
            Each(
                Choice(FACE_NAMES),
                SIDES,
                SIDES,
                Text("face", "face"),
                label=Text("Faces of the lutins' dice", "Faces des dés des lutins"),
            ),
        ),
        Key(
            "gnome",
            Each(
                _ORANGE_DIE.of,
                SIDES,
                SIDES,
                Text("face", "face"),
                label=Text("Faces of the gnome's die", "Faces du dé du gnome"),
            ),
        ),
        Key(
            "balanced",
            Table(
                tuple(
                    Key(
                        building,
                        Map(_BALANCED.words, _ORANGE_DIE, label=name, help=_BALANCED.help),
                    )
                    for building, name in BUILDING_NAMES.items()
                ),
                label=Text("Balanced dice of the gnome", "Dés équilibrés du gnome"),
            ),
        ),
    ),
    label=Text("Dice", "Dés"),
)
_SHAPE = Table(
    (
        ID_KEY,
        *NAME_KEYS,
        Key(
            "blocks",
            Map(
                {colour: FACE_NAMES[colour] for colour in COLOURS},
                Whole(0, MOST_OF_A_KIND),
                label=Text("Blocks of each colour", "Blocs de chaque couleur"),
            ),
        ),
    ),
    one_of=nodes.NAME,
)
_HOUSE = Table(
    (
        ID_KEY,
        *NAME_KEYS,
        Key(
            "levels",
            Each(
                Each(Reference("shape"), 1, MOST_ACROSS, Text("block", "bloc")),
                1,
                MOST_IN_A_HOUSE,
                Text("level", "étage"),
                label=Text("Levels, from the top", "Étages, du haut vers le bas"),
                help=Text("At most twelve blocks in all.", "Douze blocs au plus en tout."),
            ),
        ),
        Key(
            "back",
            Table(
                (ID_KEY, *NAME_KEYS),
                one_of=nodes.NAME,
                label=Text("Back: an imaginary house", "Dos : une maison imaginaire"),
            ),
            optional=True,  # boxes of version 1 have none
        ),
    ),
    one_of=nodes.NAME,
)


def _emblems_on_the_tower(box: Data) -> Iterator[Found]:
    game = box["game"]
    yield from outside(box, ("game", "emblems"), game["emblems"], 0, game["tower"])


def _new_names(box: Data) -> Iterator[Found]:
    """Neither id nor name may be taken: notation reads them all."""
    shapes = [(("shape", i), entry) for i, entry in enumerate(box["shape"])]
    houses = [(("house", i), entry) for i, entry in enumerate(box["house"])]
    backs = [((*path, "back"), entry["back"]) for path, entry in houses if "back" in entry]
    for things in (shapes, houses + backs):
        taken: set[str] = set()
        for path, entry in things:
            own = {"id": entry["id"], **name_of(entry)._asdict()}
            for key, item in own.items():
                if item in taken:
                    yield (*path, key), "twice", TWICE.format(item=item)
            taken |= {*own.values()}


def _houses_that_fit(box: Data) -> Iterator[Found]:
    for i, house in enumerate(box["house"]):
        total = sum(len(level) for level in house["levels"])
        what = f"levels of {house['id']}: all blocks"
        yield from outside(box, ("house", i, "levels"), total, 1, MOST_IN_A_HOUSE, what)


def _blocks_that_fit(box: Data) -> Iterator[Found]:
    """There is something to build, and rows count what lies in a byte."""
    blocks = sum(_shape_count(entry) for entry in box["shape"])
    yield from outside(box, ("shape",), blocks, 1, MOST_BLOCKS, "blocks in all")
    needed = {shape for house in box["house"] for level in house["levels"] for shape in level}
    if blocks and not any(_shape_count(each) and each["id"] in needed for each in box["shape"]):
        said = Text(
            "no house needs a shape of which there is a block",
            "aucune maison ne demande une forme dont il y a un bloc",
        )
        yield ("house",), "blocks", said


def _shape_count(entry: Data) -> int:
    return sum(entry["blocks"].values())


def _cards_for_all(box: Data) -> Iterator[Found]:
    """lut-8: everybody begins with two cards."""
    least = CARDS_EACH * box["game"]["players"][1]
    yield from outside(box, ("house",), len(box["house"]), least, HOUSES, "house count")


def _games_that_end(box: Data) -> Iterator[Found]:
    """Playing together, either the tower grows or every block can be had."""
    faces = box["dice"]["lutins"]
    there = [c for c in COLOURS if any(each["blocks"].get(c, 0) for each in box["shape"])]
    missing = [colour for colour in there if colour not in faces]
    if missing and "white" not in faces and "blue" not in faces:
        said = Text(
            "lutins: no face is blue, white or {colour}, so that the game would not end",
            "lutins : aucune face n'est bleue, blanche ou {colour}, la partie ne finirait pas",
        )
        yield ("dice", "lutins"), "dice", said.format(colour=FACE_NAMES[missing[0]])


def _dice_that_build(box: Data) -> Iterator[Found]:
    dice = box["dice"]
    if not any(face in (*COLOURS, "white") for face in dice["lutins"]):
        said = Text("the lutins' dice are all blue", "les dés des lutins sont tout bleus")
        yield ("dice", "lutins"), "dice", said
    orange: dict[nodes.Path, list[Any]] = {("dice", "gnome"): dice["gnome"]}
    for building, table in dice["balanced"].items():
        for number, faces in table.items():
            orange["dice", "balanced", building, number] = faces
    for path, faces in orange.items():
        if not any(face != "gnome" and face > 0 for face in faces):
            said = Text("{what}: no face has a pip", "{what} : aucune face ne porte de point")
            yield path, "dice", said.format(what=str(path[-1]))


def _dice_for_all(box: Data) -> Iterator[Found]:
    """A balanced die for each number of players that may play with a gnome."""
    for building in BUILDINGS:
        for number in range(LEAST_WITH_GNOME, box["game"]["players"][1] + 1):
            if str(number) not in box["dice"]["balanced"][building]:
                path = ("dice", "balanced", building)
                yield path, "malformed", nodes.MISSING.format(key=repr(str(number)))


_ROOT = Table(
    (
        Key("game", _GAME),
        Key("dice", _DICE),
        Key(
            "shape",
            Each(
                _SHAPE,
                SHAPES,
                SHAPES,
                Text("shape", "forme"),
                label=Text("Shapes", "Formes"),
                help=Text(
                    "Four, of which stored games know the places; one without blocks is not there.",
                    "Quatre, dont les parties gardées connaissent la place ; une forme sans "
                    "bloc n'y est pas.",
                ),
            ),
        ),
        Key(
            "house",
            Each(
                _HOUSE,
                2 * CARDS_EACH,
                HOUSES,
                Text("house", "maison"),
                label=Text("Houses", "Maisons"),
                help=Text(
                    "Up to {most}, and two for each player. They may ask for more or fewer "
                    "blocks than there are: the lutins have won when no block has a place.",
                    "Jusqu'à {most}, et deux par joueur. Elles peuvent demander plus ou moins "
                    "de blocs qu'il n'y en a : les lutins ont gagné quand plus aucun bloc n'a "
                    "de place.",
                ).format(most=HOUSES),
            ),
        ),
    )
)
_RULES: Rules = (
    (("game",), players_in_order),
    (("game",), _emblems_on_the_tower),
    (("shape", "house"), _new_names),
    (("house",), _houses_that_fit),
    (("shape", "house"), _blocks_that_fit),
    (("game", "house"), _cards_for_all),
    (("dice",), _dice_that_build),
    (("dice", "game"), _dice_for_all),
)
# Earlier boxes could have dice that never end a game.
FORM = Form(_ROOT, (*_RULES, (("dice", "shape"), _games_that_end)), Form(_ROOT, _RULES))


# ---------------------------------------------------------------- the box as numbers


def load(source: Source | None = None) -> Lutins:
    """The box in a file or a text, or the one in the package."""
    file = checked_box(source or Path(__file__).with_name("components.toml"), FORM)
    box = np.zeros(1, BOX)[0]
    game, dice = file.data["game"], file.data["dice"]
    box.imaginary = game["imaginary_blocks"]
    box.tower = game["tower"]
    box.emblems = game["emblems"]
    box.picks = game.get("picks", 1)
    shapes = tuple(_shape(box, i, entry) for i, entry in enumerate(file.data["shape"]))
    ids = [shape.id for shape in shapes]
    houses = tuple(_house(box, i, entry, ids) for i, entry in enumerate(file.data["house"]))
    there, places = box.blocks.reshape(len(COLOURS), SHAPES).sum(axis=0), box.houses.sum(axis=0)
    box.count = len(houses)
    box.surplus[:] = (there > places).any(), there.sum() > len(houses) * box.imaginary
    _lutins_dice(box, dice["lutins"])
    box.orange[:] = _orange_faces(dice["gnome"])
    for index, building in enumerate(BUILDINGS):
        for number, faces in dice["balanced"][building].items():
            box.orange[BALANCED, index, int(number)] = _orange_faces(faces)
    players = (game["players"][0], game["players"][1])
    return Lutins(box, shapes, houses, players, NAME, file.text, file.digest)


def _shape(box: Box, i: int, entry: Data) -> Shape:
    for colour, count in entry["blocks"].items():
        box.blocks[COLOURS.index(colour) * SHAPES + i] = count
    return Shape(entry["id"], name_of(entry))


def _house(box: Box, i: int, entry: Data, shapes: list[str]) -> House:
    levels = tuple(tuple(shapes.index(shape) for shape in level) for level in entry["levels"])
    for level in levels:
        for shape in level:
            box.houses[i, shape] += 1
    box.sizes[i] = sum(map(len, levels))
    back = entry.get("back")
    return House(entry["id"], name_of(entry), levels, back and Back(back["id"], name_of(back)))


def _lutins_dice(box: Box, faces: list[str]) -> None:
    ways = [faces.count(face) for face in FACES]
    at: list[int] = []
    for throw, counts in enumerate(THROWN.tolist()):
        orders = factorial(3) // prod(factorial(count) for count in counts)
        weight = orders * prod(way**count for way, count in zip(ways, counts, strict=True))
        box.throws[throw] = weight
        at += [throw] * weight
    box.throw_at[:] = at


def _orange_faces(faces: list[Any]) -> list[int]:
    """In how many ways each face of an orange die falls."""
    ways = [0] * ORANGE_FACES
    for face in faces:
        ways[GNOME_FACE if face == "gnome" else face] += 1
    return ways
