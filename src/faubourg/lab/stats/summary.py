"""Summary statistics of a study's rows, cell by cell: proportions, distributions, intervals.

Shards are streamed and only sums are kept, so a study may be of any size.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Item
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.lab.intervals import wilson
from faubourg.lab.play.columns import Columns
from faubourg.lab.play.results import Played
from faubourg.lab.play.shards import column, items_of
from faubourg.lab.stats.luck import Luck, luck_of
from faubourg.lab.study.study import Cell

Words = npt.NDArray[np.int64]


@dataclass
class Share:
    """A proportion: hits of trials, with Wilson's 95 % confidence interval."""

    hits: int = 0
    trials: int = 0

    @property
    def value(self) -> float:
        return self.hits / self.trials if self.trials else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.hits, self.trials) if self.trials else (0.0, 1.0)

    @property
    def error(self) -> float:
        """The standard error."""
        return sqrt(self.value * (1 - self.value) / self.trials) if self.trials else 0.0

    def add(self, hits: Any, trials: Any) -> None:
        self.hits += int(hits)
        self.trials += int(trials)


@dataclass
class Distribution:
    """A distribution of whole numbers, as a histogram."""

    counts: Counter[int] = field(default_factory=Counter)

    def add(self, values: npt.NDArray[Any]) -> None:
        for value, count in zip(*np.unique(values, return_counts=True), strict=True):
            self.counts[int(value)] += int(count)

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        return sum(value * count for value, count in self.counts.items()) / max(1, self.total)

    @property
    def deviation(self) -> float:
        mean = self.mean
        squares = sum((value - mean) ** 2 * count for value, count in self.counts.items())
        return sqrt(squares / max(1, self.total))

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.deviation / sqrt(max(1, self.total))

    def quantile(self, share: float) -> int:
        """The least value that at least this share of all does not exceed."""
        seen, wanted = 0, share * self.total
        for value in sorted(self.counts):
            seen += self.counts[value]
            if seen >= wanted:
                return value
        return 0


@dataclass
class ItemStats:
    """An item over all seats of all games: how often it was taken, and won with."""

    item: Item
    taken: Share = field(default_factory=Share)  # seats that had at least one
    copies: int = 0
    with_it: Share = field(default_factory=Share)  # of the seats that had one, those that won
    without: Share = field(default_factory=Share)

    @property
    def lift(self) -> float:
        """The difference of the win rates of seats with it and without it."""
        return self.with_it.value - self.without.value

    @property
    def error(self) -> float:
        return sqrt(self.with_it.error**2 + self.without.error**2)

    @property
    def known(self) -> bool:
        """Whether there are enough seats with it and without it to say anything."""
        return min(self.with_it.trials, self.without.trials) >= 30


@dataclass
class Summary:
    """The statistics of a cell."""

    cell: Cell
    games: int = 0
    unfinished: int = 0
    seats: list[Share] = field(default_factory=list)  # won by each seat
    places: list[Share] = field(default_factory=list)  # won by place in the order of turns
    together: bool = True  # all seats always win or lose together
    won: Share = field(default_factory=Share)  # games that any seat won
    turns: Distribution = field(default_factory=Distribution)
    points_won: Distribution = field(default_factory=Distribution)  # points of winners
    points_lost: Distribution = field(default_factory=Distribution)  # and of the others
    lead_changes: Distribution = field(default_factory=Distribution)
    comebacks: Share = field(default_factory=Share)  # won by none of the leaders half-way
    open_turns: int = 0  # turns up to the last one that began with no winner in the lead
    choices: int = 0
    options: int = 0
    choices_each: Distribution = field(
        default_factory=Distribution
    )  # hundredths of choices a turn, by game
    items: list[ItemStats] = field(default_factory=list)
    luck: Luck | None = None

    @property
    def roles(self) -> dict[Text, Share]:
        """Games won by each colour or side; a side wins when one of its seats does."""
        game = self.cell.game
        names = game.part("tally").roles(game.components, game.start_row())
        return {
            name: self.seats[seat] for seat, name in enumerate(names) if name not in names[:seat]
        }

    @property
    def sided(self) -> bool:
        """Whether several seats are one side, so that seats say nothing."""
        return 0 < len(self.roles) < self.cell.players

    @property
    def options_per_choice(self) -> float:
        return self.options / max(1, self.choices)

    @property
    def decided_at(self) -> float:
        """The part of a game, on average, after which a winner was in the lead to the end."""
        return self.open_turns / max(1, sum(k * n for k, n in self.turns.counts.items()))


def summaries(results: Played) -> list[Summary]:
    """The statistics of each cell that was played: a study with a goal may leave some out."""
    played = {shard.cell for shard in results.there if not shard.luck}
    return [summary(results, cell) for cell in results.study.cells if cell.number in played]


def summary(results: Played, cell: Cell) -> Summary:
    """The statistics of a cell, from its rows."""
    players = cell.players
    found = Summary(cell, seats=[Share() for _ in range(players)])
    found.places = [Share() for _ in range(players)]
    found.items = [ItemStats(item) for item in items_of(cell)]
    for table in results.tables(cell.number):
        _add(found, table)
    if results.study.luck:
        found.luck = luck_of(results.tables(cell.number, luck=True), players, found.together)
    return found


def won_by(table: Columns, players: int) -> npt.NDArray[np.bool_]:
    """For each game and seat, whether it won."""
    winners = table["winners"]
    return (winners[:, None] >> np.arange(players) & 1).astype(np.bool_)


def _add(found: Summary, table: Columns) -> None:
    players, games = found.cell.players, len(table)
    won = won_by(table, players)
    found.games += games
    found.unfinished += games - int(table["finished"].sum())
    _add_wins(found, won, table["starter"])
    turns = table["turns"]
    found.turns.add(turns)
    points = by_seat(table, "points", players)
    found.points_won.add(points[won])
    found.points_lost.add(points[~won])
    _add_leads(found, table)
    choices = by_seat(table, "choices", players).sum(1)
    found.choices += int(choices.sum())
    found.options += int(by_seat(table, "options", players).sum())
    found.choices_each.add(np.rint(100 * choices / np.maximum(turns, 1)).astype(np.int64))
    for counted in found.items:
        names = [column(counted.item.id, seat) for seat in range(players)]
        counts = np.stack([table[name] for name in names], axis=1)
        has = counts > 0
        counted.taken.add(has.sum(), has.size)
        counted.copies += int(counts.sum())
        counted.with_it.add((won & has).sum(), has.sum())
        counted.without.add((won & ~has).sum(), (~has).sum())


def _add_wins(found: Summary, won: npt.NDArray[np.bool_], starter: npt.NDArray[Any]) -> None:
    begun, places = int((starter >= 0).sum()), by_place(won, starter)
    for seat in range(found.cell.players):
        found.seats[seat].add(won[:, seat].sum(), len(won))
        found.places[seat].add(places[:, seat].sum(), begun)
    found.won.add(won.any(1).sum(), len(won))
    found.together &= bool((won.all(1) | ~won.any(1)).all())


def by_place(won: npt.NDArray[np.bool_], starter: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """For each game and place in the order of turns, whether it won; none where nobody began."""
    players = won.shape[1]
    seats = (np.maximum(starter, 0).astype(np.int64)[:, None] + np.arange(players)) % players
    found: npt.NDArray[np.bool_] = np.take_along_axis(won, seats, axis=1)
    return found & (starter >= 0)[:, None]


def _add_leads(found: Summary, table: Columns) -> None:
    found.lead_changes.add(table["lead_changes"])
    found.comebacks.add(from_behind(table, found.cell.players).sum(), len(table))
    found.open_turns += int(table["decided"].sum())


def from_behind(table: Columns, players: int) -> npt.NDArray[np.bool_]:
    """Whether each game was won by none of the leaders half-way. Where nobody wins the game does:
    the bit after the last seat."""
    winners = table["winners"]
    winners = np.where(winners == 0, 1 << players, winners)
    behind: npt.NDArray[np.bool_] = (winners & table["half_leaders"]) == 0
    return behind


def by_seat(table: Columns, word: str, players: int) -> Words:
    """A column that each seat has, for each game and seat."""
    names: Iterable[str] = (f"{word}_{SEAT_LETTERS[seat]}" for seat in range(players))
    return np.stack([table[name] for name in names], axis=1).astype(np.int64)
