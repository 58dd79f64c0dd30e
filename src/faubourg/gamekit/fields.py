"""The fields of a game's row as defaults read them: ranges, labels, and which have seats."""

from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Any

import numpy as np

from faubourg.core.contract import HEADER, Row
from faubourg.core.game import Game, own_module
from faubourg.core.text import Text
from faubourg.gamekit.observation import Field, starts

LEAST, GREATEST = -128, 127  # what an observation can hold: values are clipped to these
IN_HEADER = {name for name, _ in HEADER}


@dataclass(frozen=True)
class RowField:
    """A field of a row, and what is known of it."""

    name: str
    dtype: np.dtype[Any]  # of one item
    shape: tuple[int, ...]  # without the axis of the seats
    offset: int  # in bytes
    low: int
    high: int
    by_seat: bool  # whether its first axis is the seats
    label: Text

    def of(self, row: Row, seat: int | None = None) -> Any:
        """Its value as plain data, for a seat if it has an axis of seats."""
        value = row[self.name] if seat is None else row[self.name][seat]
        return value.tolist()


@dataclass(frozen=True)
class Fields:
    """All fields of a row but those that every row begins with."""

    seats: int  # the most players
    all: tuple[RowField, ...]

    @property
    def shared(self) -> tuple[RowField, ...]:
        return tuple(field for field in self.all if not field.by_seat)

    @property
    def by_seat(self) -> tuple[RowField, ...]:
        return tuple(field for field in self.all if field.by_seat)


@cache
def fields_of(name: str) -> Fields:
    """The fields of a game's row, from its `state.py`. Only whole numbers are listed."""
    seats = Game(name).components.players[1]
    state = own_module(name, "state")
    limits, labels = state.limits(seats), getattr(state, "LABELS", {})
    found = []
    for field, (kind, offset) in state.ROW.fields.items():
        base, shape = kind.base, kind.shape
        if field in IN_HEADER or base.kind not in "iub":
            continue
        axis = bool(shape) and shape[0] == seats
        by_seat = field in state.BY_SEAT if hasattr(state, "BY_SEAT") else axis
        low, high = limits.get(field, _range(base))
        plain = field.replace("_", " ")
        label = labels.get(field, Text(plain, plain))
        rest = shape[1:] if by_seat else shape
        found.append(RowField(field, base, rest, offset, low, high, by_seat, label))
    return Fields(seats, tuple(found))


def _range(dtype: np.dtype[Any]) -> tuple[int, int]:
    if dtype.kind == "b":
        return 0, 1
    whole = np.iinfo(dtype)
    return int(whole.min), int(whole.max)


# ---------------------------------------------------------------- as an observation


def layout_of(fields: Fields) -> dict[str, Any]:
    """The default observation: its FIELDS and SIZE, and where its numbers are in the row.

    LAYOUT has a line for each field of the row: where it begins in the observation and in the row,
    the bytes of a number (negative: unsigned), how many numbers it has (for a seat, if it has
    seats), whether it has seats, and the range to which they are clipped.
    """
    seats = fields.seats
    header = (
        Field("players", (seats,), 0, 1, "1 for every seat of the game, the observer's first"),
        Field("seat", (seats,), 0, 1, "1 at the observer's own number, by which actions name it"),
        Field("turn", (seats,), 0, 1, "1 for the seat to act; none when the game is over"),
        Field("turn_of", (seats,), 0, 1, "1 for the seat whose turn it is"),
    )
    seen = (*header, *(_observed(field, seats) for field in fields.all))
    begins = starts(seen)
    layout = [
        (
            begin,
            field.offset,
            field.dtype.itemsize if field.dtype.kind == "i" else -field.dtype.itemsize,
            prod(field.shape),
            field.by_seat,
            *_clipped(field.low, field.high),
        )
        for field, begin in zip(fields.all, begins[len(header) : -1], strict=True)
    ]
    table = np.array(layout, np.int64).reshape(-1, 7)
    return {"FIELDS": seen, "SIZE": begins[-1], "SEATS": seats, "LAYOUT": table}


def _observed(field: RowField, seats: int) -> Field:
    low, high = _clipped(field.low, field.high)
    if not field.by_seat:
        return Field(field.name, field.shape, low, high, field.label.en)
    said = f"{field.label.en}, the observer's first"
    return Field(field.name, (seats, *field.shape), low, high, said)


def _clipped(low: int, high: int) -> tuple[int, int]:
    """A range within an int8, and never empty: it is divided by."""
    least = min(max(low, LEAST), GREATEST - 1)
    return least, max(min(high, GREATEST), least + 1)
