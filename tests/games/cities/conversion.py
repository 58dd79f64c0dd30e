"""Conversion of the reference's centres to rows, and back."""

from types import SimpleNamespace
from typing import Any

from faubourg.core.contract import Box, Row
from faubourg.games.cities.components import load
from faubourg.games.cities.mechanics.goals import Goal, read_goal
from faubourg.games.cities.state import (
    ATTRACTION,
    BUILT,
    COLOURS,
    MOST_HEIGHT,
    PARK,
    STREET,
    TALL,
    WATER,
    WATER_ATTRACTIONS,
    WITH_JOKER,
    WITH_MONUMENT,
)

from .reference import Centre, Square, Words

BOX = load()


def lay(row: Row, seat: int, centre: Centre) -> None:
    """Write the sets of squares of a centre, bit by bit."""
    row.squares[seat] = 0
    width = 1 + max((x for x, _ in centre), default=0)
    row.stride[seat] = 10 if width > 6 else 6
    for (x, y), square in centre.items():
        for kind in sets_of(square):
            row.squares[seat, kind] |= 1 << (y * int(row.stride[seat]) + x)


def sets_of(square: Square) -> list[int]:
    """The sets that a square is in."""
    if not square.is_street:
        park = square.ground == "park"
        attractions = (
            [ATTRACTION + int(square.attraction) - 1 + WATER_ATTRACTIONS * park]
            if square.attraction
            else []
        )
        return [PARK if park else WATER, *attractions]
    found = [STREET + COLOURS.index(square.ground)]
    if square.attraction:
        found.append(WITH_MONUMENT if square.attraction == "monument" else WITH_JOKER)
    if square.height:
        found.append(BUILT + COLOURS.index(square.built))
    return found + [TALL + level for level in range(square.height)]


def laid(squares: list[int], stride: int) -> Centre:
    """The centre that sets of squares make; every square of it must make sense."""
    found: dict[int, set[int]] = {}
    for kind, there in enumerate(squares):
        for bit in range(there.bit_length()):
            if there >> bit & 1:
                found.setdefault(bit, set()).add(kind)
    centre = {(bit % stride, bit // stride): square_from(sets) for bit, sets in found.items()}
    assert all({*sets_of(centre[b % stride, b // stride])} == sets for b, sets in found.items())
    return centre


def plain(row: Row) -> Any:
    """The fields of a row as numbers and lists of Python, which are faster to ask one by one."""
    return SimpleNamespace(**{name: row[name].tolist() for name in row.dtype.names})


def square_from(sets: set[int]) -> Square:
    if PARK in sets or WATER in sets:
        kinds = [kind - ATTRACTION for kind in sets if kind >= ATTRACTION]
        ground = "park" if PARK in sets else "water"
        return Square(ground, attraction=str(kinds[0] % WATER_ATTRACTIONS + 1) if kinds else "")
    (ground,) = (COLOURS[c] for c in range(len(COLOURS)) if STREET + c in sets)
    attraction = "monument" if WITH_MONUMENT in sets else "joker" if WITH_JOKER in sets else ""
    built = "".join(COLOURS[c] for c in range(len(COLOURS)) if BUILT + c in sets)
    height = sum(TALL + level in sets for level in range(MOST_HEIGHT))
    return Square(ground, attraction, built, height)


def box_with(goals: list[Words]) -> Box:
    """The usual box, in which these goals stand in place of the first objectives and cards."""
    box = BOX.box.copy()
    for place, words in enumerate(goals):
        goal = read_goal(dict(words))
        for field in Goal.FIELDS:
            box[field][place] = getattr(goal, field)
    return box
