"""Shards: the parts of a study that are played, sent around and stored as one.

A shard is a number of blocks of one cell. What it holds depends on nothing but the study and the
shard's number, so it does not matter who plays which, when, or how often.
"""

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from faubourg.bots.bot import Bot, make
from faubourg.core.players import SEAT_LETTERS
from faubourg.lab.play.watch import CARELESS, Watched, Watcher, blank, watching_of
from faubourg.lab.simulate import BLOCK
from faubourg.lab.study.study import Cell, Study

THOUGHTFUL = 4  # games of a shard between bots that think
LUCK_BLOCKS = 1 << 40  # the first block of the games that measure luck

Tick = Callable[[int], bool]  # told how many more games are done; False: stop here


@dataclass(frozen=True)
class Shard:
    """Which games of a study it has."""

    cell: int
    luck: bool
    number: int
    first: int  # game
    games: int

    @property
    def name(self) -> str:
        return f"{self.cell:03d}-{'luck' if self.luck else 'games'}-{self.number:06d}"


class Stopped(Exception):  # noqa: N818 - what happened
    """Somebody asked to stop in the middle of a shard."""


def shards_of(study: Study) -> Iterator[Shard]:
    """All shards, in the order in which they are played."""
    for cell in study.cells:
        compiled = study.is_compiled(cell)
        for luck, games in ((False, study.games), (True, study.luck)):
            size = study.shard // BLOCK * BLOCK if compiled or luck else THOUGHTFUL
            for number, first in enumerate(range(0, games, size)):
                yield Shard(cell.number, luck, number, first, min(size, games - first))


def played(study: Study, shard: Shard, tick: Tick | None = None) -> bytes:
    """Play a shard: its rows as a Parquet file."""
    cell = study.cells[shard.cell]
    watched = blank(cell.game, shard.games)
    size = BLOCK if shard.luck or study.is_compiled(cell) else THOUGHTFUL
    seats: list[tuple[str, ...]] = []
    watchers: dict[tuple[str, ...], Watcher] = {}
    for first in range(0, shard.games, size):
        last = min(first + size, shard.games)
        block = (shard.first + first) // size
        named = careful_seats(cell, block) if shard.luck else cell.seats
        if named not in watchers:
            bots = _lucky(named) if shard.luck else study.bots(cell)
            watchers[named] = Watcher(cell.game, bots, study.seed)
        watchers[named].play(block + LUCK_BLOCKS * shard.luck, watched.part(first, last))
        seats += [named] * (last - first)
        if tick and not tick(last - first):
            raise Stopped
    held = io.BytesIO()
    _table(cell, shard, seats, watched).write_parquet(held, compression="zstd")
    return held.getvalue()


# ---------------------------------------------------------------- the games that measure luck


def careful_seats(cell: Cell, block: int) -> tuple[str, ...]:
    """Block by block in turn: all seats careless, one of them careful, all of them careful."""
    seats, turn = ["careless"] * cell.players, block % (cell.players + 2)
    if turn > cell.players:
        seats = ["greedy"] * cell.players
    elif turn > 0:
        seats[turn - 1] = "greedy"
    return tuple(seats)


def _lucky(seats: tuple[str, ...]) -> list[Bot]:
    return [CARELESS if seat == "careless" else make(seat) for seat in seats]


# ---------------------------------------------------------------- the rows


def _table(
    cell: Cell, shard: Shard, seats: list[tuple[str, ...]], watched: Watched
) -> pl.DataFrame:
    """A row for each game; docs/designers/columns.md says what each column holds."""
    names, notes, games = watching_of(cell.game.name), watched.notes, shard.games
    columns: dict[str, Any] = {
        "variant": pl.repeat(cell.variant.name, games, eager=True),
        "players": pl.repeat(cell.players, games, dtype=pl.UInt8, eager=True),
        "luck": pl.repeat(shard.luck, games, dtype=pl.Boolean, eager=True),
        "seats": pl.Series([" ".join(each) for each in seats], dtype=pl.String),
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
            columns[f"{word}_{SEAT_LETTERS[seat]}"] = getattr(watched, word)[:, seat]
    if not shard.luck:
        counts = watched.counts.clip(0, 255).astype(np.uint8)
        for place, item in enumerate(items_of(cell)):
            for seat in range(cell.players):
                columns[column(item.id, seat)] = counts[:, seat, place]
    return pl.DataFrame(columns)


def column(item: str, seat: int) -> str:
    """The column that counts an item of a seat."""
    return f"{item}:{SEAT_LETTERS[seat]}"


def items_of(cell: Cell) -> list[Any]:
    """What is counted in the games of a cell."""
    found: list[Any] = cell.game.part("tally").items(cell.game.components, cell.game.start_row())
    return found
