"""Refusals that all games share: an action in the wrong phase; the rest is each `refusal.py`."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from faubourg.core.contract import Row
from faubourg.core.players import NATURE
from faubourg.core.text import Text

Why = tuple[str, Text, str]  # a code, a sentence, and the clause

FIRST_PLAYER = Text("the first player is being chosen", "on tire au sort le premier joueur")
NOT_NOW = Text("Not now: {awaited}.", "Pas maintenant : {awaited}.")
NOT_THERE = Text("That can't come up now.", "Cela ne peut pas sortir.")
NONE: Mapping[int, str] = MappingProxyType({})


class Place(NamedTuple):
    """Where actions have their place: the first number of a run of them, the phases in which they
    are played, and the clause that says so."""

    first: int
    phases: tuple[int, ...]
    clause: str


def find_place(places: Sequence[Place], action: int) -> Place:
    """The place of an action; they are in the order of the numbers."""
    return next(place for place in reversed(places) if action >= place.first)


def untimely(
    row: Row,
    place: Place,
    awaited: Mapping[int, Text],
    elsewhere: Mapping[int, str] = NONE,
    drawing: Mapping[int, str] = NONE,
) -> Why | None:
    """Why an action is out of place, if it is: its phase is another (`awaited` says what each waits
    for), or Nature draws, and can't draw that. Phases with clauses of their own for the one or the
    other are in `elsewhere` and `drawing`."""
    phase = int(row.phase)
    if phase not in place.phases:
        clause = elsewhere.get(phase, place.clause)
        return "not-now", NOT_NOW.format(awaited=awaited[phase]), clause
    if row.to_act == NATURE:
        return "not-there", NOT_THERE, drawing.get(phase, place.clause)
    return None
