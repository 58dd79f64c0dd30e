"""Bots think in processes of their own, so that the table never waits for them."""

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import NamedTuple, TypeVar

import numpy as np

from faubourg.bots.effort import Effort
from faubourg.bots.hints import Hint, hints
from faubourg.bots.levels import SECONDS, at_table
from faubourg.bots.search import search_steps
from faubourg.core.game import Game
from faubourg.core.position import Position
from faubourg.review.schedule import Answer, judged
from faubourg.server import metrics
from faubourg.server.table.game_cache import shared_game

T = TypeVar("T")
HINT_SECONDS = 0.7
SHORTEST = 0.05  # seconds that a bot thinks, however many wait


class SentPosition(NamedTuple):
    """A position to think about, in a form that can be sent."""

    game: str
    players: int
    options: dict[str, str]
    box: str | None  # components that are not the standard ones
    row: bytes

    def open(self) -> Position:
        game = shared_game(self.game, self.players, self.options, self.box)
        return Position.from_bytes(game, self.row)


class Thinkers:
    """Worker processes, started when first needed."""

    def __init__(self, count: int) -> None:
        self._count = max(1, count)
        self._pool: ProcessPoolExecutor | None = None
        self._line: tuple[Connection, Connection] | None = None
        self._warm: set[str] = set()
        self._waiting = 0  # bots that think or wait to

    async def choose(self, position: Position, level: str) -> int:
        """What a bot of a level does. With a single action it is not asked."""
        ids = position.legal.ids
        if len(ids) == 1:
            return ids[0]
        begun = time.perf_counter()
        self._waiting += 1
        try:
            chosen: int = await self.run(think, _sent(position), level, self._share())
        finally:
            self._waiting -= 1
        metrics.THINKING_SECONDS.observe(time.perf_counter() - begun)
        return chosen

    def _share(self) -> float:
        """How long a bot may think: less when many wait, so that nobody waits for long."""
        return max(SHORTEST, SECONDS / max(1.0, self._waiting / self._count))

    async def hints(self, position: Position, names: list[str]) -> list[Hint]:
        """The best moves of the player to act, with the chances after each and why."""
        return await self.run(advise, _sent(position), names)

    async def judge(self, position: Position, effort: Effort, seed: int, stream: int) -> Answer:
        """What a review asks about a position."""
        return await self.run(weigh, _sent(position), effort, seed, stream)

    async def run(self, function: Callable[..., T], *given: object) -> T:
        """Have a worker do something that takes long."""
        pool = self._workers()
        try:
            return await asyncio.wrap_future(_submit(pool, function, *given))
        except BrokenProcessPool:  # a worker was killed; there will be others
            if self._pool is pool:
                self.close()
            return await asyncio.wrap_future(_submit(self._workers(), function, *given))

    def warm(self, game: Game) -> None:
        """Let a worker load a game before its first question comes."""
        if game.name not in self._warm:
            self._warm.add(game.name)
            with suppress(BrokenProcessPool):  # the next question finds out and mends it
                _submit(self._workers(), rehearse, game.name)

    def _workers(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._line = context.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(
                self._count, context, initializer=_begin, initargs=(self._line[0],)
            )
        return self._pool

    def close(self) -> None:
        """End the workers, whatever they are doing, and wait until they are gone: Python itself
        stumbles over a pool that is still closing when the process ends."""
        if self._pool is not None and self._line is not None:
            theirs, ours = self._line
            ours.close()
            self._pool.shutdown(wait=True, cancel_futures=True)
            theirs.close()
            self._pool = self._line = None
            self._warm.clear()


def _submit(pool: ProcessPoolExecutor, function: Callable[..., T], *given: object) -> Future[T]:
    """Give a worker something to do. A worker that is started for it inherits what is blocked, so
    that Ctrl-C, which is for the server to deal with, finds none that is half awake."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(function, *given)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _sent(position: Position) -> SentPosition:
    game = position.game
    box = None if game.is_standard else game.components.text
    return SentPosition(game.name, game.players, dict(game.options), box, position.to_bytes())


# ---------------------------------------------------------------- in the worker


def _begin(line: Connection) -> None:
    threading.Thread(target=_end_with_server, args=(line,), daemon=True).start()


def _end_with_server(line: Connection) -> None:
    """A worker does not outlive its server, even one that was killed. The server alone holds the
    other end of the line and says nothing; the line ends when it lets go."""
    with suppress(EOFError, OSError):
        line.recv()
    os._exit(1)


def think(sent: SentPosition, level: str, seconds: float) -> int:
    """A bot sees what a player sees: the position, and nothing of Nature's secret."""
    position = sent.open()
    chosen = at_table(level, seconds).choose(position.copy(), np.random.default_rng())
    return position.check(chosen).id


def advise(sent: SentPosition, names: list[str]) -> list[Hint]:
    return hints(sent.open(), names, seconds=HINT_SECONDS, generator=np.random.default_rng())


def weigh(sent: SentPosition, effort: Effort, seed: int, stream: int) -> Answer:
    begun = time.perf_counter()
    judgement = judged(sent.open(), effort, seed, stream)
    return Answer(judgement, time.perf_counter() - begun)


def rehearse(name: str) -> None:
    """Load the machine code of a game."""
    from faubourg.kernels.warmup import prepare

    game = Game(name)
    prepare(game, more=search_steps(game))
