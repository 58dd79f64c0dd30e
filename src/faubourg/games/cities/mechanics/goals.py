"""A goal of the box: its form, and the numbers of it that kernels read."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from faubourg.core.contract import Data
from faubourg.core.text import Text
from faubourg.gamekit.nodes import (
    Choice,
    Found,
    Key,
    Node,
    Path,
    Union,
    Variant,
    Whole,
    outside,
    unknown,
)
from faubourg.games.cities.mechanics.counting import (
    ANYTHING,
    BY_BOTH,
    COUNT_ATTRACTIONS,
    COUNT_COLLECTIONS,
    COUNT_LARGEST,
    COUNT_LINE,
    COUNT_SETS,
    COUNT_SQUARES,
    COUNT_STAIRS,
    COUNT_ZONES,
    COUNTS,
    DIFFERENCES,
    EACH,
    MIXED,
    OF_ALL,
    OF_BUILDINGS,
    OF_MONUMENTS,
    OF_PARK,
    OF_STREET,
    OF_WATER,
    WHATS,
)
from faubourg.games.cities.state import AREA, COLOURS, MONUMENT, MOST_HEIGHT, WATER_ATTRACTIONS

COLOUR_WORDS = (*COLOURS, "one", "each")
GROUND = (OF_PARK, OF_WATER, OF_STREET, OF_BUILDINGS)

# For everything that can be counted: of what, and which other words may stand beside it.
ALLOWED = {
    COUNT_SQUARES: (GROUND, ("colour", "storeys", "at_least", "at_most", "beside")),
    COUNT_ZONES: (GROUND, ("colour", "storeys", "at_least", "at_most", "size", "attractions")),
    COUNT_LARGEST: (GROUND, ("colour", "storeys", "at_least", "at_most")),
    COUNT_LINE: (GROUND, ("colour", "storeys", "at_least", "at_most")),
    COUNT_STAIRS: ((OF_BUILDINGS,), ()),
    COUNT_SETS: (
        (OF_BUILDINGS,),
        ("different", "size", "storeys", "at_least", "at_most", "beside"),
    ),
    COUNT_ATTRACTIONS: ((OF_PARK, OF_WATER, OF_ALL, OF_MONUMENTS), ()),
    COUNT_COLLECTIONS: ((OF_PARK, OF_WATER, OF_ALL), ("size",)),
}


@dataclass(frozen=True)
class Goal:
    """What an objective or a card asks for; see `counting.py` for what the numbers mean."""

    count: int
    what: int
    colour: int = MIXED
    low: int = 1
    high: int = MOST_HEIGHT
    beside: int = ANYTHING
    extent: int = 1  # of a zone in squares, of a set in members, at least
    attractions: int = 0
    different: int = 0
    every: int = 1

    FIELDS: ClassVar = (
        "count", "what", "colour", "low", "high", "beside", "extent", "attractions", "different",
        "every",
    )  # fmt: skip


def read_goal(entry: Data) -> Goal:
    """The goal of an objective or a card whose words were checked."""
    count = COUNTS.index(entry["count"])
    low, high = _heights(entry)
    return Goal(
        count,
        WHATS.index(entry["of"]),
        colour=COLOUR_WORDS.index(entry["colour"]) if "colour" in entry else MIXED,
        low=low,
        high=high,
        beside=WHATS.index(entry["beside"]) if "beside" in entry else ANYTHING,
        extent=entry.get("size", 1),
        attractions=entry.get("attractions", 0),
        different=DIFFERENCES.index(entry["different"]) if count == COUNT_SETS else 0,
        every=entry.get("every", 1),
    )


def _heights(entry: Data) -> tuple[int, int]:
    if "storeys" in entry:
        return entry["storeys"], entry["storeys"]
    return entry.get("at_least", 1), entry.get("at_most", MOST_HEIGHT)


# ---------------------------------------------------------------- the form of a goal

HEIGHT_WORDS = ("storeys", "at_least", "at_most")
LABELS = {
    "squares": Text("squares, or buildings", "cases, ou bâtiments"),
    "zones": Text("zones", "zones"),
    "largest zone": Text("squares of the largest zone", "cases de la plus grande zone"),
    "line": Text("squares of the longest line", "cases de la plus longue ligne"),
    "stairs": Text("buildings that rise in a line", "bâtiments qui montent en ligne"),
    "sets": Text("sets of different buildings", "séries de bâtiments différents"),
    "attractions": Text("attractions", "attractions"),
    "collections": Text("sets of different attractions", "séries d'attractions différentes"),
    "park": Text("park", "parc"),
    "water": Text("water", "eau"),
    "street": Text("street", "rue"),
    "buildings": Text("buildings", "bâtiments"),
    "monuments": Text("monuments", "monuments"),
    "all": Text("of park and water", "de parc et d'eau"),
    "red": Text("red", "rouge"),
    "blue": Text("blue", "bleu"),
    "green": Text("green", "vert"),
    "yellow": Text("yellow", "jaune"),
    "one": Text("one colour, the best", "une couleur, la meilleure"),
    "each": Text("each colour by itself", "chaque couleur à part"),
    "colours": Text("colours", "couleurs"),
    "heights": Text("heights", "hauteurs"),
    "both": Text("both, once", "les deux, une fois"),
}


def _choice(words: Iterable[str], label: Text) -> Choice:
    return Choice({word: LABELS[word] for word in words}, label=label)


def _key(count: int, word: str) -> Key:
    """A word that may stand beside what is counted."""
    if word in HEIGHT_WORDS:
        said = (
            Text("exactly so many storeys", "exactement tant d'étages"),
            Text("storeys at least", "étages au moins"),
            Text("storeys at most", "étages au plus"),
        )
        node: Node = Whole(1, MOST_HEIGHT, label=said[HEIGHT_WORDS.index(word)])
        return Key(word, node, optional=True, when={"of": (WHATS[OF_BUILDINGS],)})
    if word == "colour":
        words = COLOUR_WORDS if count == COUNT_ZONES else COLOUR_WORDS[:EACH]
        node = _choice(words, Text("Colour", "Couleur"))
        return Key(word, node, optional=True, when={"of": ("street", "buildings")})
    if word == "beside":
        return Key(word, _choice(WHATS[:OF_ALL], Text("beside", "à côté de")), optional=True)
    if word == "attractions":
        node = Whole(
            0, WATER_ATTRACTIONS, label=Text("different attractions", "attractions différentes")
        )
        return Key(word, node, optional=True, when={"of": ("park", "water")})
    if word == "different":
        return Key(word, _choice(DIFFERENCES, Text("that differ in", "qui diffèrent par")))
    least, most = (1, AREA) if count == COUNT_ZONES else (2, MOST_HEIGHT)
    if count == COUNT_COLLECTIONS:
        most = MONUMENT
    optional = count == COUNT_ZONES
    node = Whole(least, most, label=Text("size at least", "taille au moins"))
    return Key("size", node, optional=optional, default=1 if optional else None)


def goal_form(before: tuple[Key, ...], after: tuple[Key, ...]) -> Union:
    """A goal in the form of a box, with the other keys of what it is a goal of."""

    def variant(count: int) -> Variant:
        whats, words = ALLOWED[count]
        every = Whole(
            1,
            MOST_HEIGHT if count == COUNT_STAIRS else AREA,
            label=Text("for every", "par tranche de"),
            help=Text(
                "How many it takes: for an objective to be fulfilled, for a card each time.",
                "Combien il en faut : pour remplir un objectif, pour une carte à chaque fois.",
            ),
        )
        own = (
            Key("of", _choice([WHATS[what] for what in whats], Text("of", "de"))),
            Key("every", every, optional=True, default=1),
            *(_key(count, word) for word in words),
        )
        given = tuple(word for word in HEIGHT_WORDS if word in words)
        return Variant(LABELS[COUNTS[count]], (*before, *own, *after), at_most_one=given)

    variants = {COUNTS[count]: variant(count) for count in ALLOWED}
    return Union("count", variants, about=("count", "of"))


def goal_faults(box: Data, path: Path, entry: Data) -> Iterator[Found]:
    """What no single word of a goal can break."""
    if entry["count"] == "zones" and entry.get("colour") == "each" and entry["of"] != "buildings":
        yield (*path, "colour"), "unknown-word", unknown("colour", "each", COLOUR_WORDS[:EACH])
    if entry["count"] == "collections" and entry["of"] != "all":
        yield from outside(box, (*path, "size"), entry["size"], 2, WATER_ATTRACTIONS, "size")
    if entry.get("different") == DIFFERENCES[BY_BOTH]:
        yield from outside(box, (*path, "every"), entry.get("every", 1), 1, 1, "every")
