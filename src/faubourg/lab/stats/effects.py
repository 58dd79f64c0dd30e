"""Main effects of a factorial study: what a level of one factor does, all others being equal.

For each factor and level the measure's difference from the factor's first level is averaged over
all combinations of the other factors. Where the study has common random numbers its error is that
of the paired differences.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from faubourg.core.text import Text
from faubourg.lab.intervals import Z
from faubourg.lab.play.columns import joined as joined_columns
from faubourg.lab.play.results import Played
from faubourg.lab.stats.per_game import Floats, Sample, samples
from faubourg.lab.study.study import Cell


@dataclass(frozen=True)
class Effect:
    """What a level does to a measure, against the first level of its factor."""

    factor: str
    level: Any
    name: Text
    value: float
    error: float

    @property
    def interval(self) -> tuple[float, float]:
        return self.value - Z * self.error, self.value + Z * self.error


def effects(results: Played, players: int, names: list[Text]) -> list[Effect]:
    """The effects of all levels of all factors on some measures, for a number of players."""
    study = results.study
    cells = [cell for cell in study.cells if cell.players == players]
    tables = {cell.number: joined_columns(results.tables(cell.number)) for cell in cells}
    found = []
    for name in names:
        taken = {cell.number: samples(cell, tables[cell.number]).get(name) for cell in cells}
        known = {number: make() for number, make in taken.items() if make}
        if len(known) == len(cells):
            found += list(_of_measure(study.common, study.factors, cells, name, known))
    return found


def _of_measure(
    common: bool, factors: Any, cells: list[Cell], name: Text, known: dict[int, Sample]
) -> Iterator[Effect]:
    for factor in factors:
        for level in factor.levels[1:]:
            pairs = list(_pairs(cells, factor.name, factor.levels[0], level))
            values, spreads = [], []
            for one, other in pairs:
                values.append(known[other.number].value - known[one.number].value)
                spreads.append((known[one.number].influence, known[other.number].influence))
            error = _paired_error(spreads) if common else _own_error(spreads)
            yield Effect(factor.name, level, name, float(np.mean(values)), error)


def _pairs(cells: list[Cell], factor: str, first: Any, level: Any) -> Iterator[tuple[Cell, Cell]]:
    """Cells that differ in nothing but the factor: at its first level, and at another."""
    for other in cells:
        if other.variant.levels[factor] == level:
            wanted = {**other.variant.levels, factor: first}
            yield next(cell for cell in cells if cell.variant.levels == wanted), other


def _paired_error(spreads: list[tuple[Floats, Floats]]) -> float:
    count = min(len(side) for pair in spreads for side in pair)
    total = sum(other[:count] - one[:count] for one, other in spreads)
    return float(np.std(total)) / len(spreads) / sqrt(count)


def _own_error(spreads: list[tuple[Floats, Floats]]) -> float:
    variance = sum(float(side.var()) / len(side) for pair in spreads for side in pair)
    return sqrt(variance) / len(spreads)
