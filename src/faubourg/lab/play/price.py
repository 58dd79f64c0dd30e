"""What a study costs, told before it is played: the time that a sample of its games took."""

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass

from faubourg.bots.bot import make
from faubourg.bots.compiled_match import CompiledMatch, Seats, searching_seats
from faubourg.bots.match import next_move
from faubourg.core.players import NATURE
from faubourg.core.streams import streams
from faubourg.lab.play.shards import Shard
from faubourg.lab.play.watch import Watcher, empty_stats
from faubourg.lab.study.study import Cell, Study

SAMPLE = 64  # compiled games of a sample
PIECE = 2000  # simulations after which the clock is looked at
MOST_CELLS = 4  # that are sampled; the others are taken to cost as much as their mean


@dataclass(frozen=True)
class Price:
    """The estimated cost of some shards."""

    games: int
    game_seconds: float  # of one core, a game
    cores: int

    @property
    def seconds(self) -> float:
        return self.games * self.game_seconds / self.cores


def price(
    study: Study, shards: Sequence[Shard], workers: int | None = None, seconds: float = 1.0
) -> Price:
    """Estimate what it takes to play some shards, by playing for about `seconds` at the cells."""
    games = sum(shard.games for shard in shards)
    cells = [study.cells[number] for number in sorted({shard.cell for shard in shards})]
    step = -(-len(cells) // MOST_CELLS) or 1
    sampled = cells[::step]
    each = [game_seconds(study, cell, seconds / len(sampled)) for cell in sampled]
    mean = sum(each) / max(1, len(each))
    return Price(games, mean, workers or os.cpu_count() or 1)


def game_seconds(study: Study, cell: Cell, seconds: float) -> float:
    """The seconds of one core that a game of a cell takes. A game that is longer than the sample is
    reckoned from the decisions made so far and those that a game of simple players has."""
    stats = empty_stats(cell.game, SAMPLE)
    simple = Watcher(cell.game, [make("greedy")] * cell.players, seed=0)
    simple.play(0, stats.part(0, 1))  # loads the machine code
    bots = study.bots(cell)
    if study.is_simple(cell):
        started = time.perf_counter()
        Watcher(cell.game, bots, seed=0).play(0, stats)
        return (time.perf_counter() - started) / SAMPLE
    simple.play(0, stats)
    usual = stats.choices.sum() / SAMPLE
    if seats := searching_seats(cell.game, bots):
        return _searched_seconds(study, cell, seats, usual, seconds)
    position, generators = cell.game.start(), streams(study.seed)
    decisions, spent = -1, 0.0  # the first one loads machine code and does not count
    while position.turn is not None and (decisions < 1 or spent < seconds):
        deciding, started = position.turn != NATURE and len(position.legal) > 1, time.perf_counter()
        position.step(next_move(position, bots, generators))
        decisions += deciding
        spent += time.perf_counter() - started if decisions > 0 else 0
    return float(spent / max(1, decisions) * (decisions + 1 if position.turn is None else usual))


def _searched_seconds(
    study: Study, cell: Cell, seats: Seats, usual: float, seconds: float
) -> float:
    """The same where bots search in machine code."""
    generators = streams(study.seed)
    match = CompiledMatch(cell.game, cell.game.start_row(), seats, generators)
    more = match.play_some(0)  # loads the machine code
    started, spent = time.perf_counter(), 0.0
    while more and spent < seconds:
        more = match.play_some(PIECE)
        spent = time.perf_counter() - started
    stats = empty_stats(cell.game, 1)
    Watcher(cell.game, study.bots(cell), seed=0).replay(match.moves, stats)
    decisions = float(stats.choices.sum())
    return spent / max(1.0, decisions) * usual if more else spent
