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
from functools import lru_cache
from multiprocessing.connection import Connection
from typing import NamedTuple, TypeVar

import numpy as np

from faubourg.bots.bot import make
from faubourg.core.game import Game
from faubourg.core.position import Position
from faubourg.server import metrics

T = TypeVar("T")
GREEDY = 1  # as `core/loops.py` numbers players


class Question(NamedTuple):
    """A position to think about, in a form that can be sent."""

    game: str
    players: int
    options: tuple[tuple[str, str], ...]
    box: str | None  # components that are not the standard ones
    row: bytes
    level: str


class Thinkers:
    """Worker processes, started when first needed."""

    def __init__(self, count: int) -> None:
        self._count = max(1, count)
        self._pool: ProcessPoolExecutor | None = None
        self._line: tuple[Connection, Connection] | None = None
        self._warm: set[str] = set()

    async def choose(self, position: Position, level: str) -> int:
        """What a bot of a level does. With a single action it is not asked."""
        ids = position.legal.ids
        if len(ids) == 1:
            return ids[0]
        begun = time.perf_counter()
        question = _question(position, level)
        chosen: int = await self.run(think, question)
        metrics.THINKING_SECONDS.observe(time.perf_counter() - begun)
        return chosen

    async def best(self, position: Position, most: int) -> list[int]:
        """The actions that look best to a simple sensible player, the best first."""
        ids = position.legal.ids
        if len(ids) == 1:
            return ids
        return await self.run(rank, _question(position, "greedy"), most)

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


def _question(position: Position, level: str) -> Question:
    game = position.game
    box = None if game.is_standard else game.components.text
    options = tuple(game.options.items())
    return Question(game.name, game.players, options, box, position.to_bytes(), level)


# ---------------------------------------------------------------- in the worker


def _begin(line: Connection) -> None:
    threading.Thread(target=_end_with_server, args=(line,), daemon=True).start()


def _end_with_server(line: Connection) -> None:
    """A worker does not outlive its server, even one that was killed. The server alone holds the
    other end of the line and says nothing; the line ends when it lets go."""
    with suppress(EOFError, OSError):
        line.recv()
    os._exit(1)


def think(question: Question) -> int:
    game = _game(question.game, question.players, question.options, question.box)
    position = Position.from_bytes(game, question.row)
    chosen = make(question.level).choose(position.copy(), np.random.default_rng())
    return position.check(chosen).id


def rank(question: Question, most: int) -> list[int]:
    """What a bot would do; what it would do if it could not do that; and so on."""
    game = _game(question.game, question.players, question.options, question.box)
    position = Position.from_bytes(game, question.row)
    left, ranked = position.legal.ids, list[int]()
    while left and len(ranked) < most:
        actions = np.array(left, np.int32)
        place = game.loops.choose(
            GREEDY, game.components.box, position.row, actions, len(left), 0.0
        )
        ranked.append(left.pop(int(place)))
    return ranked


def rehearse(name: str) -> None:
    """Load the machine code of a game."""
    from faubourg.core.warmup import prepare

    prepare(Game(name))


@lru_cache(maxsize=64)
def _game(name: str, players: int, options: tuple[tuple[str, str], ...], box: str | None) -> Game:
    return Game(name, players, components=box, **dict(options))
