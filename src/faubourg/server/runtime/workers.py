"""Worker processes for bots, hints and reviews, so that the event loop never waits for a search."""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, TypeVar

import numpy as np

from faubourg.bots.bot import MctsBot, searches
from faubourg.bots.compiler import load_search
from faubourg.bots.hints import Hint, hints, rated_hints
from faubourg.bots.levels import SECONDS, STAND_IN, at_table, beside_people
from faubourg.core.errors import lacks_memory
from faubourg.core.game import Game
from faubourg.core.position import Position
from faubourg.core.text import Text
from faubourg.review.attribution import Question
from faubourg.review.schedule import Answer, answer
from faubourg.server import logs, metrics
from faubourg.server.errors import Unavailable
from faubourg.server.runtime.tree_cache import TreeCache
from faubourg.server.table.game_cache import shared_game

T = TypeVar("T")
HINT_SECONDS = 0.7
NO_WORKER = (BrokenProcessPool, MemoryError, TimeoutError)  # killed, without memory, or stuck
LONGEST_CALL = 600.0  # seconds after which a worker counts as stuck
DIED = Text(
    "The computer could not work this out just now; try again in a moment.",
    "L'ordinateur n'a pas pu calculer cela ; réessaie dans un instant.",
)
log = logging.getLogger(__name__)
MOST_HOMES = 1000  # tables whose last process is remembered
TIDY_SECONDS = 30.0
SHORTEST = 0.05  # seconds of a search, however many bots wait


class SentPosition(NamedTuple):
    """A position, pickled for a worker."""

    game: str
    players: int
    options: dict[str, str]
    box: str | None  # components that are not the standard ones
    version: int  # of the rules
    row: bytes

    @classmethod
    def of(cls, position: Position) -> "SentPosition":
        game = position.game
        box = None if game.is_standard else game.components.text
        options = dict(game.options)
        return cls(game.name, game.players, options, box, game.version, position.to_bytes())

    def open(self) -> Position:
        game = shared_game(self.game, self.players, self.options, self.box, self.version)
        return Position.from_bytes(game, self.row)


class Pool:
    """Worker processes that end with the server. When one dies, all are given up."""

    def __init__(self, count: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._lifeline = context.Pipe(duplex=False)
        self.under_way: Any = context.RawValue("i", 0)  # calls that somebody waits for
        given = (self._lifeline[0], self.under_way)
        # A pool of one each, since a larger one can't be told which process is to do something.
        self._processes = [
            ProcessPoolExecutor(1, context, initializer=_begin, initargs=given)
            for _ in range(count)
        ]
        self._calls: list[list[Future[Any]]] = [[] for _ in range(count)]  # of each process
        self._homes: OrderedDict[str, int] = OrderedDict()  # the last process of each table
        self._closed = False
        self.turns = asyncio.Semaphore(count)  # one queue for all processes, so that none is idle

    def submit(self, function: Callable[..., T], *given: object, table: str = "") -> Future[T]:
        """Submit a call that somebody waits for, to the process with fewest of them."""
        number = self._process_for(table)
        call = self.prepare(function, *given, number=number)
        self._calls[number].append(call)
        return call

    def prepare(self, function: Callable[..., T], *given: object, number: int = 0) -> Future[T]:
        """Submit a call to one of the processes. SIGINT is blocked: a worker that is started for
        the call inherits the mask, and Ctrl-C is for the server to deal with."""
        if self._closed:
            raise BrokenProcessPool("given up")
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return self._processes[number].submit(function, *given)
        except Exception as error:
            if not lacks_memory(error):
                raise
            # Python's pool would not notice that it has no thread, and answer nobody.
            raise BrokenProcessPool("no memory to start it") from error
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def _process_for(self, table: str) -> int:
        """The process with fewest calls; of equals the table's last one, which may keep its trees,
        or the first, which loads games beforehand."""
        self._calls = [[call for call in calls if not call.done()] for calls in self._calls]
        home = self._homes.pop(table, None)
        numbers = range(len(self._processes))
        number = min(numbers, key=lambda n: (len(self._calls[n]), n != home, n))
        if table:
            self._homes[table] = number
            if len(self._homes) > MOST_HOMES:
                self._homes.popitem(last=False)
        return number

    def close(self) -> None:
        """End the workers, whatever they are doing, and wait until they are gone: Python itself
        stumbles over a pool that is still closing when the process ends."""
        self._closed = True
        theirs, ours = self._lifeline
        ours.close()
        for each in self._processes:
            with suppress(RuntimeError):  # there was no memory for the thread that it waits for
                each.shutdown(wait=True, cancel_futures=True)
        theirs.close()


class Workers:
    """A pool of processes, started when first needed unless told before. A bot that is alone there
    searches on several threads, until anybody else needs a worker."""

    def __init__(self, count: int, threads: int = 1) -> None:
        self._count = max(1, count)
        self._most_threads = max(1, threads)
        self._pool: Pool | None = None
        self._warm: set[str] = set()
        self._queued = 0  # bots that think or wait to
        self._suspects = 0  # calls that were under way when a worker died
        self._one_by_one = asyncio.Lock()  # for them
        self._quarantine: Pool | None = None
        self._first: Future[int] | None = None  # the first answer of the pool
        self._closed = False

    async def choose(
        self, position: Position, level: str, people: list[int], table: str = ""
    ) -> int:
        """The action of a bot beside the seats of people; a single legal one needs no search. At a
        table with a name a search goes on with what that of the last decision found out, if the
        process that knows it has time."""
        ids = position.legal.ids
        if len(ids) == 1:
            return ids[0]
        begun = time.perf_counter()
        self._queued += 1
        try:
            bot = beside_people(level, position, people)
            chosen = await self._think(SentPosition.of(position), bot, table)
        finally:
            self._queued -= 1
        metrics.THINKING_SECONDS.observe(time.perf_counter() - begun)
        return chosen

    async def _think(self, sent: SentPosition, level: str, table: str) -> int:
        """In a worker. Until one is there, which takes seconds on a busy machine, a bot that does
        not search thinks here: tables of a process that died have waited already."""
        with suppress(BrokenProcessPool):  # there is no memory to start one: `run` says so
            self._started_pool()
        is_starting = self._first is not None and not self._first.done()
        if searches(level) or not is_starting:
            given = (sent, level, self._seconds(), self._threads(), table)
            return await self.run(think, *given, table=table)
        return await asyncio.to_thread(think, sent, level, self._seconds())

    def _seconds(self) -> float:
        """The time budget of a search: less when many bots wait (back-pressure)."""
        return max(SHORTEST, SECONDS / max(1.0, self._queued / self._count))

    def _threads(self) -> int:
        """The threads of a search: one where a bot, a hint or a review is under way."""
        alone = self._pool is not None and self._pool.under_way.value == 0
        return self._most_threads if alone else 1

    async def hints(self, position: Position, names: list[str]) -> list[Hint]:
        """The best moves of the player to act, with the chances after each and why."""
        return await self.run(advise, SentPosition.of(position), names)

    async def judge(self, position: Position, question: Question, simulations: int) -> Answer:
        """The answer to a question of a review about a position."""
        return await self.run(weigh, SentPosition.of(position), question, simulations)

    async def run(self, function: Callable[..., T], *given: object, table: str = "") -> T:
        """Call a function in a worker; once more if a worker was killed, perhaps because of another
        call: from then on one by one, so that nobody fails for another's sake."""
        pool = self._pool
        try:
            pool = self._started_pool()
            return await self._answer(pool, function, *given, table=table)
        except NO_WORKER:
            if self._closed:
                raise asyncio.CancelledError from None
            if self._pool is pool:
                self._drop_pool()
        self._suspects += 1
        try:
            async with self._one_by_one:
                return await self._run_alone(function, *given)
        finally:
            self._suspects -= 1
            if not self._suspects:
                self._end_quarantine()

    async def _run_alone(self, function: Callable[..., T], *given: object) -> T:
        """In a process in which nothing else is done meanwhile; Unavailable if that dies too."""
        try:
            self._quarantine = self._quarantine or Pool(1)
            return await self._answer(self._quarantine, function, *given)
        except NO_WORKER as error:
            self._end_quarantine()
            log.warning("a worker failed twice", extra={"what": function.__name__})
            raise Unavailable("busy", DIED) from error

    async def _answer(
        self, pool: Pool, function: Callable[..., T], *given: object, table: str = ""
    ) -> T:
        pool.under_way.value += 1
        try:
            async with asyncio.timeout(LONGEST_CALL), pool.turns:
                return await asyncio.wrap_future(pool.submit(function, *given, table=table))
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            raise BrokenProcessPool("given up before this call began") from None
        except Exception as error:
            if lacks_memory(error) and not isinstance(error, MemoryError):
                raise MemoryError(str(error)) from error  # whatever library said so
            raise
        finally:
            pool.under_way.value -= 1

    def start(self) -> None:
        """Start the processes before they are needed."""
        pool = self._started_pool()
        for number in range(self._count):
            pool.prepare(os.getpid, number=number)

    def warm(self, game: Game) -> None:
        """Let a worker load a game before it is needed."""
        if game.name not in self._warm:
            self._warm.add(game.name)
            with suppress(BrokenProcessPool):  # the next call starts another pool
                self._started_pool().prepare(load_search, game.name)

    def _started_pool(self) -> Pool:
        if self._pool is None:
            pool = Pool(self._count)
            try:
                self._first = pool.prepare(os.getpid)
            except BrokenProcessPool:
                pool.close()
                raise
            self._pool = pool
        return self._pool

    def _drop_pool(self) -> None:
        if self._pool is not None:
            self._pool.close()
            self._pool = None
            self._warm.clear()

    def _end_quarantine(self) -> None:
        if self._quarantine is not None:
            self._quarantine.close()
            self._quarantine = None

    def close(self) -> None:
        """End all workers, whatever they are doing; who waits for them is cancelled."""
        self._closed = True
        self._drop_pool()
        self._end_quarantine()


# ---------------------------------------------------------------- in the worker

_under_way: Any = None  # the calls of the pool, which the server counts in memory that is shared
trees = TreeCache()  # of the tables whose bots thought here lately


def _begin(lifeline: Connection, under_way: Any) -> None:
    global _under_way
    _under_way = under_way
    logs.configure("warning")
    threading.Thread(target=_end_with_server, args=(lifeline,), daemon=True).start()


def is_crowded() -> bool:
    """Whether somebody else waits for an answer of the pool, now."""
    return _under_way is not None and _under_way.value > 1


def _end_with_server(lifeline: Connection) -> None:
    """A worker does not outlive its server, even one that was killed: the server alone holds the
    other end of this pipe and sends nothing, so there is something to read, its end, when the
    server ends. Meanwhile trees that nobody needs are forgotten."""
    try:
        while not lifeline.poll(TIDY_SECONDS):
            trees.forget_old()
    finally:
        os._exit(1)


def think(sent: SentPosition, level: str, seconds: float, threads: int = 1, table: str = "") -> int:
    """A bot sees what a player sees: the position, and nothing of Nature's secret. Until the search
    is compiled, one that needs none plays for it."""
    position = sent.open()
    can_play = not searches(level) or load_search(sent.game)
    bot = at_table(level if can_play else STAND_IN, seconds, threads, is_crowded)
    if not table or not isinstance(bot, MctsBot) or not bot.keeps_trees:
        return position.check(bot.choose(position.copy(), np.random.default_rng())).id
    bot.grown = trees.take(table)
    chosen = bot.choose(position.copy(), np.random.default_rng())
    trees.keep(table, bot.grown)
    return chosen


def advise(sent: SentPosition, names: list[str]) -> list[Hint]:
    """Until the search is compiled, hints come from the ratings alone."""
    if not load_search(sent.game):
        return rated_hints(sent.open(), names)
    return hints(sent.open(), names, seconds=HINT_SECONDS, generator=np.random.default_rng())


def weigh(sent: SentPosition, question: Question, simulations: int) -> Answer:
    load_search(sent.game)
    return answer(sent.open(), question, simulations, seed=0)
