"""Measures game by game, as ratios of sums: what paired differences and stopping rules need.

A measure is a ratio R of two sums over games (wins by games, points by winners), or a difference of
two such ratios. By the delta method a game with y of the numerator and x of the denominator
contributes (y - R x) / mean(x) to the measure's error; these influences are paired game by game
where variants have common random numbers.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.core.text import Text
from faubourg.lab.play.columns import Columns
from faubourg.lab.play.columns import joined as joined_columns
from faubourg.lab.play.results import Played
from faubourg.lab.play.shards import column, items_of
from faubourg.lab.stats import names
from faubourg.lab.stats.summary import by_place, by_seat, from_behind, won_by
from faubourg.lab.study.study import Cell

Floats = npt.NDArray[np.float64]
Terms = list[tuple[Any, Any]]  # numerator and denominator of each game; a second pair is subtracted


@dataclass(frozen=True)
class Sample:
    """A measure of some games of a cell."""

    terms: npt.NDArray[np.float64]  # by pair, numerator or denominator, and game

    @property
    def games(self) -> int:
        return int(self.terms.shape[2])

    @property
    def value(self) -> float:
        sums = self.terms.sum(2)
        ratios = sums[:, 0] / np.maximum(sums[:, 1], 1e-12)
        return float(ratios[0] - ratios[1:].sum())

    @property
    def influence(self) -> Floats:
        """What each game contributes to the error; its mean is 0."""
        found = np.zeros(self.games)
        for sign, (over, under) in zip((1, -1), self.terms, strict=False):
            mean = max(float(under.mean()), 1e-12)
            found += sign * (over - under * (float(over.mean()) / mean)) / mean
        return found

    def first(self, games: int) -> "Sample":
        return Sample(self.terms[:, :, :games])


def joined(samples: Iterable[Sample]) -> Sample:
    return Sample(np.concatenate([each.terms for each in samples], axis=2))


def deviation(sample: Sample, base: Sample | None = None, paired: bool = False) -> float:
    """The standard deviation by game of a measure, or of its difference from that of a base."""
    if base is None:
        return float(sample.influence.std())
    if paired:
        return float((sample.influence - base.influence).std())
    return sqrt(sample.influence.var() + base.influence.var())


def paired_errors(*sides: tuple[Played, Cell]) -> dict[str, float]:
    """The standard errors of the differences of all measures between two cells that were played
    with the same common random numbers, by the measures' keys."""
    tables = [joined_columns(results.tables(cell.number)) for results, cell in sides]
    count = min(map(len, tables))
    one, other = (
        samples(cell, table.head(count)) for (_, cell), table in zip(sides, tables, strict=True)
    )
    return {
        name.en: deviation(other[name](), one[name](), paired=True) / sqrt(max(1, count))
        for name in one
        if name in other
    }


def samples(cell: Cell, table: Columns) -> dict[Text, Callable[[], Sample]]:
    """All measures of a table of games that can be taken game by game; each is reckoned on call."""
    players, games = cell.players, len(table)
    won, ones = won_by(table, players), np.ones(games)
    places = by_place(won, table["starter"])
    points = by_seat(table, "points", players)
    choices = by_seat(table, "choices", players).sum(1)
    found: dict[Text, Callable[[], Terms]] = {
        names.TURNS: lambda: [(table["turns"], ones)],
        names.TOGETHER: lambda: [(won.any(1), ones)],
        names.POINTS_WON: lambda: [((points * won).sum(1), won.sum(1))],
        names.POINTS_LOST: lambda: [((points * ~won).sum(1), (~won).sum(1))],
        names.BEHIND: lambda: [(from_behind(table, players), ones)],
        names.LEADS: lambda: [(table["lead_changes"], ones)],
        names.CHOICES: lambda: [(choices / np.maximum(table["turns"], 1), ones)],
    }
    for seat in range(players):
        found[names.won_by(names.PLACES[seat])] = partial(_share, places[:, seat])
        found[names.won_by(names.seat(seat))] = partial(_share, won[:, seat])
    roles = cell.game.part("tally").roles(cell.game.components, cell.game.start_row())
    for seat, role in enumerate(roles):
        if role not in roles[:seat]:
            found[names.won_by(role)] = partial(_share, won[:, seat])
    for item in items_of(cell):
        found |= _of_item(item, table, won)
    return {name: partial(_sample, made) for name, made in found.items()}


def _of_item(
    item: Any, table: Columns, won: npt.NDArray[np.bool_]
) -> dict[Text, Callable[[], Terms]]:
    players = won.shape[1]

    def has() -> npt.NDArray[np.bool_]:
        columns = [table[column(item.id, seat)] for seat in range(players)]
        return np.stack(columns, axis=1) > 0

    def lift() -> Terms:
        having = has()
        return [
            ((won & having).sum(1), having.sum(1)),
            ((won & ~having).sum(1), (~having).sum(1)),
        ]

    return {
        names.taken(item): lambda: [(has().sum(1), np.full(len(won), players))],
        names.lift(item): lift,
    }


def _share(hits: Any) -> Terms:
    return [(hits, np.ones(len(hits)))]


def _sample(made: Callable[[], Terms]) -> Sample:
    return Sample(np.array([[over, under] for over, under in made()], np.float64))
