"""Warm-up: compiles the games' kernels while the server serves already.

The first run of new rules on a machine compiles them, which takes a minute for all games. Worker
processes do that, one a game, and cache the machine code on the disk, from which this process loads
it in a moment. Requests for a game that is not ready wait, and the page shows the progress.
"""

import asyncio
import hashlib
import logging
import os
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import llvmlite.binding
import numba

from faubourg.bots.search import search_steps
from faubourg.core.game import Game, folder
from faubourg.kernels import compile
from faubourg.kernels.warmup import Step, prepare, steps
from faubourg.server.runtime.workers import Workers

log = logging.getLogger(__name__)
AT_ONCE = 2  # games compiled at the same time
ESTIMATE = 20.0  # seconds for one game
LATE = 0.4  # share of the estimate that is left when it has passed
NICENESS = 5  # of compiling, behind serving
Compile = Callable[[str, Callable[[int, int], None]], Awaitable[None]]


@dataclass
class Progress:
    """How far the warm-up of a game is."""

    done: int = 0  # steps
    of: int = 1
    begun: float | None = None  # by the clock of this process
    took: float | None = None
    ready: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def share(self) -> float:
        return 1.0 if self.ready.is_set() else min(self.done / self.of, 0.99)

    @property
    def left(self) -> float:
        """The estimated seconds until it is ready, once it has begun."""
        if self.ready.is_set():
            return 0.0
        passed = 0.0 if self.begun is None else time.monotonic() - self.begun
        return max(1.0, ESTIMATE - passed, LATE * ESTIMATE * (1 - self.share))


class Warmup:
    """The warm-up of all games, by priority."""

    def __init__(self, names: Sequence[str], compile_one: "Compile | None" = None) -> None:
        self.progress = {name: Progress() for name in names}
        self._queue = list(names)
        self._compile = compile_one or compile_apart
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        at_once = max(1, min(AT_ONCE, os.cpu_count() or 1))
        self._tasks = [asyncio.create_task(self._work()) for _ in range(at_once)]

    async def ready(self, name: str) -> None:
        """Wait until a game can be played, which gives it priority over those nobody waits for."""
        progress = self.progress.get(name)
        if progress is None or progress.ready.is_set():
            return
        if name in self._queue:
            self._queue.remove(name)
            self._queue.insert(0, name)
        await progress.ready.wait()

    async def all_ready(self) -> None:
        for progress in self.progress.values():
            await progress.ready.wait()

    def seconds_left(self, name: str) -> float:
        """The estimate for a game, with those before it in the queue."""
        before = self._queue.index(name) if name in self._queue else 0
        return self.progress[name].left + before * ESTIMATE / AT_ONCE

    def give_up(self) -> None:
        """The server stops: wake all who wait; they check whether it is still open."""
        self._queue.clear()
        for progress in self.progress.values():
            progress.ready.set()

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _work(self) -> None:
        while self._queue:
            name = self._queue.pop(0)
            progress = self.progress[name]
            progress.begun = time.monotonic()

            def report(done: int, of: int, progress: Progress = progress) -> None:
                progress.done, progress.of = done, of

            try:
                if not compiled_before(name):
                    await self._compile(name, report)
                await asyncio.to_thread(prepare, Game(name))
                remember_compiled(name)
            except Exception:  # then it is compiled when it is first played, however long it takes
                log.exception("a game was not prepared", extra={"game": name})
            progress.took = time.monotonic() - progress.begun
            progress.ready.set()
            log.info("prepared", extra={"game": name, "seconds": round(progress.took, 1)})


async def compile_apart(name: str, report: Callable[[int, int], None]) -> None:
    """Compile a game in a worker process, which ends afterwards or with the server."""
    worker = Workers(1)
    try:
        done, of = 0, 1
        while done < of:
            of = await worker.run(compile_step, name, done)
            done += 1
            report(done, of)
    finally:
        await asyncio.to_thread(worker.close)


# ---------------------------------------------------------------- what was compiled before


def compiled_before(name: str) -> bool:
    """Whether the machine code is cached on the disk, by a marker file beside it."""
    return _marker(name).exists()


def remember_compiled(name: str) -> None:
    _marker(name).touch()


def _marker(name: str) -> Path:
    """Machine code is valid for one compiler, one kind of processor, and these files."""
    processor = llvmlite.binding.get_host_cpu_name()
    file = f"{name}-{numba.__version__}-{processor}-{_stamp()}.prepared"
    return compile.cache_folder(compile.outside_package(folder(name))) / file


@cache
def _stamp() -> str:
    """A hash of paths and times, by which Numba knows files: a copy is compiled anew."""
    found = sorted(compile.PACKAGE.rglob("*.py"))
    stamps = repr([(str(path), path.stat().st_mtime_ns) for path in found])
    return hashlib.sha256(stamps.encode()).hexdigest()[:12]


# ---------------------------------------------------------------- in the worker


def compile_step(name: str, number: int) -> int:
    """Do one step of a game's warm-up; returns how many there are."""
    if number == 0 and hasattr(os, "nice"):
        os.nice(NICENESS)
    _, work = _steps(name)[number]
    work()
    return len(_steps(name))


@cache
def _steps(name: str) -> list[Step]:
    game = Game(name)
    return [*steps(game), *search_steps(game)]  # the search is for the bots' workers only
