"""Processes in which files from strangers are parsed, with limits of processor time and memory.

One that runs into a limit dies alone: whoever sent the file is told, another process takes its
place at once, and bots, hints and reviews have processes of their own (`workers`). One that was
killed from outside did nothing wrong: its job is done again by the next.
"""

import asyncio
import logging
import multiprocessing
import resource
import signal
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple, TypeVar

from faubourg.core.errors import lacks_memory
from faubourg.core.text import Text
from faubourg.server import logs, metrics
from faubourg.server.errors import Refused, Unavailable

T = TypeVar("T")
log = logging.getLogger(__name__)
AT_ONCE = 2
MOST_WAITING = 16  # jobs, those that run included
CPU_SECONDS = 6  # of a core, for one job
WALL_SECONDS = 30.0  # on a machine that is busy with other things
DYING_SECONDS = 5.0  # between hanging up and being gone
MEMORY = 512 * 2**20  # bytes of address space beside what the program itself takes
HEAVY = Text(
    "This takes more than {seconds} s of computing or too much memory; it was given up.",
    "Cela demande plus de {seconds} s de calcul ou trop de mémoire ; abandonné.",
)
UNREADABLE = Text("This can't be read.", "Cela ne peut être lu.")
BUSY = Text(
    "Too many files are being read; try again in a moment.",
    "Trop de fichiers sont en cours de lecture ; réessaie dans un instant.",
)


class Worker(NamedTuple):
    process: BaseProcess
    connection: Connection


class Failed(NamedTuple):
    """Why a job came to no result, though its process lives."""

    trace: str  # empty if it ran out of memory


class Sandbox:
    """As many processes as are needed at once, started when first needed."""

    def __init__(self, cpu_seconds: int = CPU_SECONDS, wall_seconds: float = WALL_SECONDS) -> None:
        self._cpu_seconds = cpu_seconds
        self._wall_seconds = wall_seconds
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._jobs = 0
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._closed = False

    async def run(self, function: Callable[..., T], *given: object) -> T:
        """Call a function of a module there; Refused if it takes too much."""
        if self._jobs >= MOST_WAITING:
            raise Unavailable("busy", BUSY)
        self._jobs += 1
        try:
            async with self._slots:
                result = await asyncio.to_thread(self._ask, function, given)
        except Exception as error:
            if lacks_memory(error):  # for a thread or a process
                raise Unavailable("busy", BUSY) from error
            raise
        finally:
            self._jobs -= 1
        if not isinstance(result, Failed):
            return result
        if result.trace:
            log.error("a file was not understood", extra={"trace": result.trace})
            raise Refused("unreadable", UNREADABLE)
        raise Refused("too-heavy", HEAVY.format(seconds=self._cpu_seconds))

    def _ask(
        self, function: Callable[..., T], given: tuple[object, ...], again: bool = True
    ) -> T | Failed:
        worker = self._idle.pop() if self._idle else self._start()
        in_time = True
        try:
            worker.connection.send((function, given))
            in_time = worker.connection.poll(self._wall_seconds)
            if in_time:
                result: T | Failed = worker.connection.recv()
                self._idle.append(worker)
                return result
        except (EOFError, OSError):
            pass  # it ran into a limit, or was killed
        if in_time:
            worker.process.join(DYING_SECONDS)
        was_killed = worker.process.exitcode == -signal.SIGKILL
        self._end(worker)
        metrics.SANDBOX_DEATHS.inc()
        if not self._closed:
            self._idle.append(self._start())
            if was_killed and again:
                return self._ask(function, given, again=False)
        return Failed("")

    def _start(self) -> Worker:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, self._cpu_seconds), daemon=True)
        # The process inherits the mask: Ctrl-C is for the server to deal with.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()
        worker = Worker(process, ours)
        self._all.add(worker)
        return worker

    def _end(self, worker: Worker) -> None:
        self._all.discard(worker)
        worker.process.kill()
        worker.process.join()
        worker.connection.close()

    def close(self) -> None:
        self._closed = True
        self._idle.clear()
        for worker in [*self._all]:
            self._end(worker)


# ---------------------------------------------------------------- in the process


def _serve(connection: Connection, cpu_seconds: int) -> None:
    logs.configure("warning")
    with suppress(EOFError, OSError):  # the server has ended, or hung up
        while True:
            function, given = connection.recv()  # imports what it needs
            _limit(cpu_seconds)
            connection.send(_result(function, given))


def _limit(cpu_seconds: int) -> None:
    """Until the next job. The system ends a process that goes over its time."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime) + 1 + cpu_seconds
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (most, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if resource.getrlimit(resource.RLIMIT_AS)[0] == resource.RLIM_INFINITY:
        with open("/proc/self/statm", encoding="ascii") as file:
            size = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (size + MEMORY, resource.RLIM_INFINITY))


def _result(function: Callable[..., Any], given: tuple[object, ...]) -> Any:
    try:
        return function(*given)
    except MemoryError:
        return Failed("")
    except Exception:
        return Failed(traceback.format_exc())
