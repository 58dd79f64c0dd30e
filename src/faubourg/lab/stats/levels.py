"""What stronger players change: the same study played at several levels of bots.

The first variant is compared with itself: each measure among weaker and among stronger bots. Of
every other variant the effect is compared, its difference from the first variant: what it does
among weaker bots and what it does among stronger ones, a difference of differences.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from faubourg.core.text import Text
from faubourg.lab.intervals import Z, is_significant
from faubourg.lab.play.columns import joined as joined_columns
from faubourg.lab.play.results import Played
from faubourg.lab.stats import names
from faubourg.lab.stats.measures import Measure, measures
from faubourg.lab.stats.per_game import samples
from faubourg.lab.stats.summary import Summary


@dataclass(frozen=True)
class Contrast:
    """A measure, or the effect of a variant on it, at a weaker and at a stronger level."""

    name: Text
    percent: bool
    main: bool
    weak: float
    strong: float
    weak_error: float
    strong_error: float
    error: float  # of the difference of both

    @property
    def difference(self) -> float:
        return self.strong - self.weak

    @property
    def interval(self) -> tuple[float, float]:
        return self.difference - Z * self.error, self.difference + Z * self.error

    def is_sure(self, tests: int) -> bool:
        """Whether the levels differ for sure, as one of so many tests."""
        return is_significant(self.difference, self.error, tests)

    def is_effect(self, level: int, tests: int) -> bool:
        """Whether there is an effect for sure at the weaker (0) or the stronger level (1)."""
        ends = ((self.weak, self.weak_error), (self.strong, self.strong_error))
        return is_significant(*ends[level], tests)

    def has_effect(self, tests: int) -> bool:
        """Whether there is one at either level."""
        return any(self.is_effect(level, tests) for level in (0, 1))


@dataclass(frozen=True)
class Levels:
    """Two levels of bots with one number of players: what differs of a variant."""

    players: int
    weak: str
    strong: str
    variant: str  # without its level; none for the first one
    contrasts: list[Contrast]
    tests: int  # made in the whole comparison


def level_contrasts(results: Played, found: Sequence[Summary]) -> list[Levels]:
    """Every stronger level against the first, for each number of players and each variant."""
    levels = results.study.levels
    by_cell = {(each.cell.players, each.cell.variant.level, base_name(each)): each
               for each in found}  # fmt: skip
    made = []
    for players in dict.fromkeys(each.cell.players for each in found):
        variants = list(dict.fromkeys(base_name(each) for each in found))
        for strong in levels[1:]:
            for variant in variants:
                wanted = [(players, level, name) for name in dict.fromkeys((variants[0], variant))
                          for level in (levels[0], strong)]  # fmt: skip
                if all(key in by_cell for key in wanted):
                    cells = [by_cell[key] for key in wanted]
                    contrasts = list(_contrasts(results, cells))
                    title = variant if len(cells) > 2 else ""
                    made.append(Levels(players, levels[0], strong, title, contrasts, 0))
    tests = sum(len(each.contrasts) for each in made)
    return [replace(each, tests=tests) for each in made]


def base_name(found: Summary) -> str:
    """The name of a cell's variant, without the level of its bots."""
    variant = found.cell.variant
    return variant.name.removesuffix(variant.level).removesuffix(", ")


def _contrasts(results: Played, cells: Sequence[Summary]) -> Iterator[Contrast]:
    """All measures of two cells (weak, strong), or of four: the first variant's, then another's."""
    taken = [{m.key: m for m in measures(each) if m.name != names.LUCK} for each in cells]
    errors = _Errors(results, cells)
    for key, first in taken[0].items():
        if all(key in each for each in taken):
            found = [each[key] for each in taken]
            yield _contrast(first, found, errors)


def _contrast(first: Measure, found: list[Measure], errors: "_Errors") -> Contrast:
    name, kinds = first.name, (first.percent, first.main)
    if len(found) == 2:
        weak, strong = found
        ends = (weak.value, strong.value, weak.error, strong.error)
        return Contrast(name, *kinds, *ends, errors.of(found, (-1, 1)))
    effects = [found[2 + level].value - found[level].value for level in (0, 1)]
    of_effects = [errors.of(found, signs) for signs in ((-1, 0, 1, 0), (0, -1, 0, 1))]
    return Contrast(name, *kinds, effects[0], effects[1], of_effects[0], of_effects[1],
                    errors.of(found, (1, -1, -1, 1)))  # fmt: skip


class _Errors:
    """Standard errors of sums of measures with signs: paired game by game where the study has
    common random numbers."""

    def __init__(self, results: Played, cells: Sequence[Summary]) -> None:
        self._samples = []
        if results.study.common:
            tables = [joined_columns(results.tables(each.cell.number)) for each in cells]
            self._count = min(map(len, tables))
            self._samples = [
                samples(each.cell, table.head(self._count))
                for each, table in zip(cells, tables, strict=True)
            ]

    def of(self, found: Sequence[Measure], signs: Sequence[int]) -> float:
        name = found[0].name
        if self._samples and all(name in each for each in self._samples):
            pairs = zip(signs, self._samples, strict=True)
            total = sum(sign * each[name]().influence for sign, each in pairs if sign)
            return float(np.std(total)) / sqrt(max(1, self._count))
        pairs_of = zip(signs, found, strict=True)
        return sqrt(sum(measure.error**2 for sign, measure in pairs_of if sign))
