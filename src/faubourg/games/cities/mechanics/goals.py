"""Parses and validates a goal of the box into the numbers that kernels read."""

from dataclasses import dataclass
from typing import Any, ClassVar

from faubourg.core.text import Text, listed
from faubourg.gamekit.box import fault, place_among, within
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


def read_goal(entry: dict[str, Any], others: tuple[str, ...]) -> Goal:
    """The goal of an objective or a card; `others` are the words of the entry that are no part."""
    count = place_among(entry["count"], COUNTS, "count")
    whats, words = ALLOWED[count]
    what = place_among(entry["of"], tuple(WHATS[what] for what in whats), "of")
    what = whats[what]
    _check_words(entry, what, ("count", "of", "every", *words), others)
    low, high = _heights(entry)
    return Goal(
        count,
        what,
        colour=_colour(entry, count, what),
        low=low,
        high=high,
        beside=_beside(entry),
        extent=_extent(entry, count, what),
        attractions=within(entry.get("attractions", 0), 0, WATER_ATTRACTIONS, "attractions"),
        different=place_among(entry["different"], DIFFERENCES, "different")
        if count == COUNT_SETS
        else 0,
        every=_every(entry, count),
    )


def _check_words(
    entry: dict[str, Any], what: int, words: tuple[str, ...], others: tuple[str, ...]
) -> None:
    """Refuse words that would have no meaning."""
    if what != OF_BUILDINGS:
        words = tuple(word for word in words if word not in ("storeys", "at_least", "at_most"))
    if what in (OF_PARK, OF_WATER):
        words = tuple(word for word in words if word != "colour")
    else:
        words = tuple(word for word in words if word != "attractions")
    for word in entry:
        if word not in (*words, *others):
            said = Text(
                "'{word}' says nothing about {count} of {what}; allowed: {words}",
                "« {word} » ne dit rien de {count} de {what} ; permis : {words}",
            )
            count = str(entry["count"])
            text = said.format(word=word, count=count, what=WHATS[what], words=listed([*words]))
            raise fault("unknown-word", text, key=word)


def _colour(entry: dict[str, Any], count: int, what: int) -> int:
    if "colour" not in entry:
        return MIXED
    each = count == COUNT_ZONES and what == OF_BUILDINGS
    return place_among(entry["colour"], COLOUR_WORDS if each else COLOUR_WORDS[:EACH], "colour")


def _heights(entry: dict[str, Any]) -> tuple[int, int]:
    given = [word for word in ("storeys", "at_least", "at_most") if word in entry]
    if len(given) > 1:
        said = Text(
            "give one of storeys, at_least and at_most", "un seul de storeys, at_least et at_most"
        )
        raise fault("malformed", said, key=given[1])
    if "storeys" in entry:
        storeys = within(entry["storeys"], 1, MOST_HEIGHT, "storeys")
        return storeys, storeys
    low = within(entry.get("at_least", 1), 1, MOST_HEIGHT, "at_least")
    return low, within(entry.get("at_most", MOST_HEIGHT), 1, MOST_HEIGHT, "at_most")


def _beside(entry: dict[str, Any]) -> int:
    if "beside" not in entry:
        return ANYTHING
    return place_among(entry["beside"], WHATS[:OF_ALL], "beside")


def _extent(entry: dict[str, Any], count: int, what: int) -> int:
    if count == COUNT_ZONES:
        return within(entry.get("size", 1), 1, AREA, "size")
    if count == COUNT_SETS:
        return within(entry["size"], 2, MOST_HEIGHT, "size")
    if count == COUNT_COLLECTIONS:
        return within(entry["size"], 2, MONUMENT if what == OF_ALL else WATER_ATTRACTIONS, "size")
    return 1


def _every(entry: dict[str, Any], count: int) -> int:
    once = count == COUNT_SETS and entry["different"] == DIFFERENCES[BY_BOTH]
    most = 1 if once else MOST_HEIGHT if count == COUNT_STAIRS else AREA
    return within(entry.get("every", 1), 1, most, "every")
