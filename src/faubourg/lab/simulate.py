"""Monte Carlo simulation: many games on all cores, the same result however many cores there are.

Games are played in blocks of a fixed size. Each block has its own generators, made from the seed
and the block's number, so it does not matter which thread plays which block, or when.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.bots.bot import Bot, CompiledBot
from faubourg.bots.compiled_match import CompiledMatch, searching_seats
from faubourg.bots.match import check_seats, play_on
from faubourg.core.checks import check_count, not_allowed, span
from faubourg.core.game import Game
from faubourg.core.streams import check_seed, streams
from faubourg.core.text import Text
from faubourg.kernels.template import play_kernels
from faubourg.lab.intervals import wilson
from faubourg.records.record import Record

BLOCK = 256
SLOW_BLOCK = 4  # where some bots search, or run in Python: a block keeps one core busy for long
PAUSE = 0.001  # seconds between looks at what is done; a block takes longer
Counts = npt.NDArray[np.int32]
Progress = Callable[[int], None]  # gets how many more games are done


@dataclass
class Batch:
    """The results of many games."""

    game: Game
    seats: list[str]
    seed: int
    seconds: float  # of playing; compiling is over before
    winners: Counts = field(repr=False)  # for each game, a bit for each winning seat
    points: Counts = field(repr=False)  # for each game and seat
    turns_each: Counts = field(repr=False)
    steps_each: Counts = field(repr=False)

    @property
    def games(self) -> int:
        return len(self.winners)

    @property
    def turns(self) -> int:
        """Players' turns in all games together."""
        return int(self.turns_each.sum())

    @property
    def steps(self) -> int:
        """Moves in all games together, Nature's included."""
        return int(self.steps_each.sum())

    @property
    def wins(self) -> list[int]:
        """Games won by each seat; a shared victory counts for each of its winners."""
        return [int((self.winners >> seat & 1).sum()) for seat in range(self.game.players)]

    @property
    def unfinished(self) -> int:
        """Games that ran into the game's bound of steps and were stopped."""
        return int((self.steps_each >= self.game.rules.BOUND).sum())

    def interval(self, seat: int) -> tuple[float, float]:
        """Wilson's 95 % interval for the share of games that a seat wins."""
        return wilson(self.wins[seat], self.games)


def simulate(
    game: Game | str,
    seats: Sequence[str | Bot],
    games: int = 1000,
    seed: int | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Batch:
    """Play many games between bots.

    >>> batch = simulate("minivilles", seats=["random", "random"], games=300, seed=1, workers=2)
    >>> batch.games, sum(batch.wins)
    (300, 300)
    """
    if isinstance(game, str):
        game = Game(game, players=len(seats))
    bots = check_seats(game, seats)
    games = check_count("games", games)
    workers = check_count("workers", os.cpu_count() or 1 if workers is None else workers)
    seed = check_seed(seed)
    if all(isinstance(bot, CompiledBot) for bot in bots):
        _play_block(game, bots, seed, block=0, games=1)  # compile or load before the clock starts
    elif searching := searching_seats(game, bots):
        CompiledMatch(game, game.start_row(), searching, streams(seed)).play_some(0)
    size = block_size(bots)
    sizes = [min(size, games - first) for first in range(0, games, size)]
    started = time.perf_counter()
    parts: list[Any] = [None] * len(sizes)
    with ThreadPoolExecutor(workers) as pool:
        for block, part in _as_done(pool, game, bots, seed, sizes, 4 * workers):
            parts[block] = part
            if progress:
                progress(sizes[block])
    seconds = time.perf_counter() - started
    labels = [seat if isinstance(seat, str) else type(seat).__name__ for seat in seats]
    return Batch(
        game, labels, seed, seconds, *(np.concatenate(part) for part in zip(*parts, strict=True))
    )


def block_size(bots: Iterable[Bot]) -> int:
    """Games in a block of a batch between these bots."""
    return BLOCK if all(isinstance(bot, CompiledBot) for bot in bots) else SLOW_BLOCK


def record_of(batch: Batch, number: int, seats: Sequence[str | Bot] | None = None) -> Record:
    """One game of a batch as a record: the same game, played again move by move."""
    if not 0 <= number < batch.games:
        subject = Text("There is no game", "Pas de partie")
        raise not_allowed("number", number, span(0, batch.games - 1), subject)
    bots = check_seats(batch.game, seats or batch.seats)
    block, before = divmod(number, block_size(bots))
    generators = streams(batch.seed, block)
    for _ in range(before):
        play_on(batch.game.start(), bots, generators)
    moves = play_on(batch.game.start(), bots, generators)
    return Record(batch.game, batch.seats, moves=moves)


def _as_done(
    pool: ThreadPoolExecutor, game: Game, bots: list[Bot], seed: int, sizes: list[int], ahead: int
) -> Iterator[tuple[int, tuple[Counts, ...]]]:
    """Blocks as they are finished; only a few are queued, so that an interruption takes effect."""
    waiting: dict[Future[tuple[Counts, ...]], int] = {}
    for block, size in enumerate(sizes):
        waiting[pool.submit(_play_block, game, bots, seed, block, size)] = block
        while len(waiting) >= ahead or (waiting and block == len(sizes) - 1):
            for done in _finished(waiting):
                yield waiting.pop(done), done.result()


def _finished(waiting: Iterable[Future[Any]]) -> list[Future[Any]]:
    """Those that are done, at least one. Asked again and again: Ctrl-C amid a wait for a lock would
    leave the lock broken for the thread that releases it."""
    while not (done := [each for each in waiting if each.done()]):
        time.sleep(PAUSE)
    return done


def _play_block(
    game: Game, bots: list[Bot], seed: int, block: int, games: int
) -> tuple[Counts, ...]:
    """Winners, points, turns and steps of one block."""
    winners, turns, steps = (np.zeros(games, np.int32) for _ in range(3))
    points = np.zeros((games, game.players), np.int32)
    generators = streams(seed, block)
    if all(isinstance(bot, CompiledBot) for bot in bots):
        start, work = game.new_rows(1), game.new_rows(1)
        start[0] = game.start_row()
        players = np.array([bot.player for bot in bots if isinstance(bot, CompiledBot)], np.int64)
        play_kernels(game.name).play_block(
            game.components.box,
            start,
            work,
            players,
            generators.nature,
            generators.seats,
            game.rules.BOUND,
            np.zeros(game.rules.MOST, np.int32),
            winners,
            turns,
            steps,
            points,
        )
        return winners, points, turns, steps
    for number in range(games):
        position = game.start()
        steps[number] = len(play_on(position, bots, generators))
        turns[number] = position.row.turn_count
        box = game.components.box
        winners[number] = game.rules.outcome(box, position.row, points[number])
    return winners, points, turns, steps
