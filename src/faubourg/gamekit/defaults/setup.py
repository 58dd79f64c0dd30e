"""The default `setup.py`: a position in the form of the default view, field by field."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from faubourg.core.contract import Row
from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.gamekit.fields import Fields, RowField
from faubourg.gamekit.positions import fault, one_of, table, whole

FIELDS_OF: Fields
limits: Callable[[int], dict[str, tuple[int, int]]]

MOST_TURNS = 10**6


def arrange(components: Any, row: Row, given: Mapping[str, Any]) -> None:
    """Set what is given: `turn` (who acts: a letter, or * for Nature), `seat` (whose turn it is),
    `turns`, `players` with the fields of each, and the fields that all share."""
    shared = {field.name: field for field in FIELDS_OF.shared}
    letters = list(SEAT_LETTERS[: int(row.players)])
    table(given, "position", {"turn", "seat", "turns", "players", *shared})
    for name, value in given.items():
        if name == "turn":
            turn = one_of(value, [*letters, "*"], name)
            row.to_act = NATURE if turn == "*" else letters.index(turn)
        elif name == "seat":
            row.turn_of = letters.index(one_of(value, letters, name))
        elif name == "turns":
            row.turn_count = whole(value, 0, MOST_TURNS, name)
        elif name != "players":
            row[name] = _numbers(row, shared[name], value, name)
    for letter, own in table(given.get("players", {}), "players", set(letters)).items():
        _arrange_seat(row, letters.index(letter), own, f"players.{letter}")


def _arrange_seat(row: Row, seat: int, given: Any, what: str) -> None:
    fields = {field.name: field for field in FIELDS_OF.by_seat}
    for name, value in table(given, what, set(fields)).items():
        row[name][seat] = _numbers(row, fields[name], value, f"{what}.{name}")


def _numbers(row: Row, field: RowField, value: Any, what: str) -> Any:
    """A number or nested lists of the field's shape, each within its limits."""
    low, high = limits(int(row.players)).get(field.name, (field.low, field.high))
    numbers = np.array(value, object)
    if numbers.shape != field.shape:
        sides = " × ".join(map(str, field.shape)) or "1"
        raise fault(what, value, Text(f"{sides} numbers", f"{sides} nombres"))
    for number in numbers.flat:
        whole(number, low, high, what)
    return value
