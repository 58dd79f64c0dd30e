"""What a benchmark is made of: named parts that each give some figures, one after the other."""

from collections.abc import Callable
from typing import NamedTuple


class Figure(NamedTuple):
    """A number that was measured."""

    what: str
    measure: str
    value: float
    unit: str


Figures = list[Figure]


class Part(NamedTuple):
    """Some seconds of measuring, and what is measured meanwhile."""

    name: str
    run: Callable[[], Figures]
