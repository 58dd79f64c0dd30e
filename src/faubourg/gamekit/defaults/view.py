"""The default `view.py`: the fields of the row as plain data, and actions as their notation."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from faubourg.core.contract import Box, Data, Ints, Row
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.position import mover
from faubourg.core.text import Text
from faubourg.gamekit.fields import Fields

FIELDS_OF: Fields
outcome: Callable[[Box, Row, Ints], int]
write: Callable[[Any, int], str]

OVER = Text("the game is over", "la partie est finie")
LABELS = {"points": Text("points", "points"), "turns": Text("turn", "tour")}


def view(components: Any, row: Row) -> Data:
    """Whose turn it is, what each player has, and what all share."""
    points = np.zeros(len(SEAT_LETTERS), np.int32)
    outcome(components.box, row, points)
    header = {
        "turn": mover(int(row.to_act)),
        "seat": mover(int(row.turn_of)),
        "turns": int(row.turn_count),
    }
    players = {
        SEAT_LETTERS[seat]: {
            "points": int(points[seat]),
            **{field.name: field.of(row, seat) for field in FIELDS_OF.by_seat},
        }
        for seat in range(int(row.players))
    }
    shared = {field.name: field.of(row) for field in FIELDS_OF.shared}
    return {**shared, **header, "players": players}


def box(components: Any) -> Data:
    """The game's name, and what the fields of its view are called."""
    labels = {**LABELS, **{field.name: field.label for field in FIELDS_OF.all}}
    return {
        "name": components.name._asdict(),
        "labels": {name: label._asdict() for name, label in labels.items()},
    }


def describe(components: Any, row: Row, action: int, names: Sequence[str]) -> Text:
    text = write(components, action)
    return Text(text, text)


def reason(components: Any, row: Row) -> Text:
    return OVER
