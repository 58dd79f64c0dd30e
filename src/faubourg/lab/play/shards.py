"""Shards: the units of a study that are played, sent around and checkpointed.

A shard is a number of blocks of one cell. Its rows depend on nothing but the study and the shard's
number, so any process may play it, at any time, and again.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from faubourg.bots.bot import Bot, make
from faubourg.core.players import SEAT_LETTERS
from faubourg.lab.play.columns import Columns
from faubourg.lab.play.watch import CARELESS_BOT, GameStats, Watcher, empty_stats, watch_kernels
from faubourg.lab.simulate import BLOCK, SLOW_BLOCK
from faubourg.lab.study.study import Cell, Study

LUCK_BLOCKS = 1 << 40  # the first block of the games that measure luck

Tick = Callable[[int], bool]  # gets how many more games are done; False: stop here


@dataclass(frozen=True)
class Shard:
    """A range of games of one cell of a study."""

    cell: int
    luck: bool
    number: int
    first: int  # game
    games: int

    @property
    def name(self) -> str:
        return f"{self.cell:03d}-{'luck' if self.luck else 'games'}-{self.number:06d}"


class Stopped(Exception):  # noqa: N818 - what happened
    """The run was cancelled in the middle of a shard."""


def shards_of(study: Study) -> Iterator[Shard]:
    """All shards, in the order in which they are played."""
    for cell in study.cells:
        usual = study.shard // BLOCK * BLOCK
        for luck, games in ((False, study.games), (True, study.luck)):
            size = usual if luck else _shard_size(study, cell, usual)
            for number, first in enumerate(range(0, games, size)):
                yield Shard(cell.number, luck, number, first, min(size, games - first))


def _shard_size(study: Study, cell: Cell, usual: int) -> int:
    if study.is_simple(cell):
        return usual
    return study.search_shard if study.is_compiled(cell) else SLOW_BLOCK


def play_shard(study: Study, shard: Shard, tick: Tick | None = None) -> bytes:
    """Play a shard; returns its rows as a Parquet file."""
    return play_columns(study, shard, tick).to_parquet()


def play_packed(study: Study, shard: Shard, tick: Tick | None = None) -> bytes:
    """Play a shard; returns its rows as packed columns."""
    return play_columns(study, shard, tick).pack()


def play_columns(study: Study, shard: Shard, tick: Tick | None = None) -> Columns:
    """Play a shard; returns its rows."""
    cell = study.cells[shard.cell]
    stats = empty_stats(cell.game, shard.games)
    size = BLOCK if shard.luck or study.is_simple(cell) else SLOW_BLOCK
    seats: list[tuple[str, ...]] = []
    watchers: dict[tuple[str, ...], Watcher] = {}
    for first in range(0, shard.games, size):
        last = min(first + size, shard.games)
        block = (shard.first + first) // size
        named = careful_seats(cell, block) if shard.luck else cell.seats
        if named not in watchers:
            bots = _luck_bots(named) if shard.luck else study.bots(cell)
            common = study.common and not shard.luck
            watchers[named] = Watcher(cell.game, bots, study.seed, common)
        part = stats.part(first, last)
        watchers[named].play(block + LUCK_BLOCKS * shard.luck, part, shard.first + first)
        seats += [named] * (last - first)
        if tick and not tick(last - first):
            raise Stopped
    return columns_of(cell, shard, seats, stats)


# ---------------------------------------------------------------- the games that measure luck


def careful_seats(cell: Cell, block: int) -> tuple[str, ...]:
    """Block by block in turn: all seats careless, one of them careful, all of them careful."""
    seats, turn = ["careless"] * cell.players, block % (cell.players + 2)
    if turn > cell.players:
        seats = ["greedy"] * cell.players
    elif turn > 0:
        seats[turn - 1] = "greedy"
    return tuple(seats)


def _luck_bots(seats: tuple[str, ...]) -> list[Bot]:
    return [CARELESS_BOT if seat == "careless" else make(seat) for seat in seats]


# ---------------------------------------------------------------- the rows


def columns_of(cell: Cell, shard: Shard, seats: list[tuple[str, ...]], stats: GameStats) -> Columns:
    """A row for each game; docs/designers/columns.md says what each column holds."""
    names, notes, games = watch_kernels(cell.game.name), stats.notes, shard.games
    columns: dict[str, Any] = {
        "variant": np.full(games, cell.variant.name),
        "players": np.full(games, cell.players, np.uint8),
        "luck": np.full(games, shard.luck),
        "seats": np.array([" ".join(each) for each in seats]),
        "game": np.arange(shard.first, shard.first + games, dtype=np.uint32),
        "winners": notes[:, names.WINNERS].astype(np.uint8),
        "starter": notes[:, names.STARTER].astype(np.int8),
        "turns": notes[:, names.TURNS],
        "steps": notes[:, names.STEPS],
        "finished": notes[:, names.STEPS] < cell.game.rules.BOUND,
        "lead_changes": notes[:, names.LEAD_CHANGES],
        "half_leaders": notes[:, names.HALF_LEADERS].astype(np.uint8),
        "decided": notes[:, names.DECIDED],
    }
    for word in ("points", "choices", "options"):
        for seat in range(cell.players):
            columns[f"{word}_{SEAT_LETTERS[seat]}"] = getattr(stats, word)[:, seat]
    if not shard.luck:
        counts = stats.counts.clip(0, 255).astype(np.uint8)
        for index, item in enumerate(items_of(cell)):
            for seat in range(cell.players):
                columns[column(item.id, seat)] = counts[:, seat, index]
    return Columns(columns)


def column(item: str, seat: int) -> str:
    """The column that counts an item of a seat."""
    return f"{item}:{SEAT_LETTERS[seat]}"


def items_of(cell: Cell) -> list[Any]:
    """The items counted in the games of a cell."""
    found: list[Any] = cell.game.part("tally").items(cell.game.components, cell.game.start_row())
    return found
