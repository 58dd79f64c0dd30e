"""Making games ready while the server serves already.

The first run of new rules on a machine compiles them, which takes a minute for all games. Worker
processes do that, one a game, and leave the machine code on the disk, from which this process loads
it in a moment. Whoever wants to sit down meanwhile waits, and is told how far it is.
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
from faubourg.core.game import Game
from faubourg.kernels import compile
from faubourg.kernels.warmup import Step, prepare, steps
from faubourg.server.runtime.workers import Thinkers

log = logging.getLogger(__name__)
AT_ONCE = 2  # games compiled at the same time
GUESS = 20.0  # seconds that a game takes, before anything is known
LATE = 0.4  # what share of that to guess when it has passed and the game is not ready
POLITE = 5  # how far the compiling stands back behind the serving
Compile = Callable[[str, Callable[[int, int], None]], Awaitable[None]]


@dataclass
class Progress:
    """How far a game is."""

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
        """A guess at the seconds until it is ready, once it is its turn."""
        if self.ready.is_set():
            return 0.0
        passed = 0.0 if self.begun is None else time.monotonic() - self.begun
        return max(1.0, GUESS - passed, LATE * GUESS * (1 - self.share))


class Preparation:
    """All games on their way to being ready."""

    def __init__(self, names: Sequence[str], compile_one: "Compile | None" = None) -> None:
        self.progress = {name: Progress() for name in names}
        self._waiting = list(names)
        self._compile = compile_one or compile_apart
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        at_once = max(1, min(AT_ONCE, os.cpu_count() or 1))
        self._tasks = [asyncio.create_task(self._work()) for _ in range(at_once)]

    async def ready(self, name: str) -> None:
        """Wait until a game can be played; from now on it comes before those nobody asked for."""
        progress = self.progress.get(name)
        if progress is None or progress.ready.is_set():
            return
        if name in self._waiting:
            self._waiting.remove(name)
            self._waiting.insert(0, name)
        await progress.ready.wait()

    async def all_ready(self) -> None:
        for progress in self.progress.values():
            await progress.ready.wait()

    def seconds_left(self, name: str) -> float:
        """A guess, with the games that come before it."""
        before = self._waiting.index(name) if name in self._waiting else 0
        return self.progress[name].left + before * GUESS / AT_ONCE

    def give_up(self) -> None:
        """The server stops: nobody shall wait any longer. Who waited asks whether it is open."""
        self._waiting.clear()
        for progress in self.progress.values():
            progress.ready.set()

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _work(self) -> None:
        while self._waiting:
            name = self._waiting.pop(0)
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
    """Compile a game in a process of its own, which ends afterwards or with the server."""
    worker = Thinkers(1)
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
    """Whether the machine code lies on the disk, by a mark that is left beside it."""
    return _mark(name).exists()


def remember_compiled(name: str) -> None:
    _mark(name).touch()


def _mark(name: str) -> Path:
    """Machine code is good for one compiler, one kind of processor, and files as they lie here."""
    processor = llvmlite.binding.get_host_cpu_name()
    marked = f"{name}-{numba.__version__}-{processor}-{_files()}.prepared"
    return compile.cache_folder() / marked


@cache
def _files() -> str:
    """Numba knows a file by its place and its time: the same sources elsewhere are other ones."""
    found = sorted(compile.PACKAGE.rglob("*.py"))
    said = repr([(str(path), path.stat().st_mtime_ns) for path in found])
    return hashlib.sha256(said.encode()).hexdigest()[:12]


# ---------------------------------------------------------------- in the worker


def compile_step(name: str, number: int) -> int:
    """Do one step of a game's preparation; how many there are."""
    if number == 0 and hasattr(os, "nice"):
        os.nice(POLITE)
    _, work = _steps(name)[number]
    work()
    return len(_steps(name))


@cache
def _steps(name: str) -> list[Step]:
    game = Game(name)
    return [*steps(game), *search_steps(game)]  # the search is for the bots' workers only
