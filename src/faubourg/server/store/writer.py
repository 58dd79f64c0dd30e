"""The one thread that writes, with group commit: jobs that wait together share a transaction."""

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import sqlalchemy as sa

from faubourg.server import failstop, metrics
from faubourg.server.store.append import Appender
from faubourg.server.store.engine import FileGuard, cause_of, is_out_of_reach, is_postgres
from faubourg.server.store.entry import Append

Job = Append | Callable[[sa.Connection], Any]
Task = tuple[Job, asyncio.Future[Any]]
LARGEST_BATCH = 256  # jobs in one transaction
# From one transaction to the next where several tables are played: until so many jobs have gathered
# at the rate at which they come, within these seconds. A transaction costs a wake-up of two threads
# and much the same of the database for one job as for ten; on PostgreSQL one of several processes
# has few of them.
GATHERED = 16
SHORTEST_GAP = 0.02
LONGEST_GAP = {"sqlite": 0.04, "postgresql": 0.08}
SMOOTHING = 0.2  # of the rate: the weight of the last transaction
LATELY = 0.1  # seconds since the last transaction in which the server counts as busy
PATIENCE = 10.0  # seconds for which a job is tried again while PostgreSQL is out of reach
AGAIN = 0.1
LOG_EVERY = 60.0  # seconds, while it lasts
LAST_PATIENCE = 2.0  # the same, when the server stops
log = logging.getLogger(__name__)


class Outage:
    """The time in which nothing can be stored: one line in the log when it begins, then one a
    minute, and one when it is over; and metrics for an alert."""

    def __init__(self) -> None:
        self._begun: float | None = None
        self._logged = 0.0
        metrics.DATABASE_WRITABLE.set(1)

    def noticed(self, error: Exception) -> None:
        cause = cause_of(error)
        if cause is None:
            return
        now = time.monotonic()
        metrics.DATABASE_FAILURES.labels(cause).inc()
        metrics.DATABASE_WRITABLE.set(0)
        if self._begun is None or now - self._logged > LOG_EVERY:
            why = str(getattr(error, "orig", error)).strip()
            log.error("nothing can be stored", extra={"cause": cause, "why": why})
            self._logged = now
        self._begun = self._begun or now

    def over(self) -> None:
        if self._begun is not None:
            seconds = round(time.monotonic() - self._begun, 1)
            log.warning("stored again", extra={"seconds": seconds})
            metrics.DATABASE_WRITABLE.set(1)
            self._begun = None


class Writer:
    """Takes jobs from an event loop; a job's future is done when its transaction is committed."""

    def __init__(self, engine: sa.Engine, process: str, lease: float) -> None:
        self._engine = engine.execution_options(writes=True)
        self.appender = Appender(engine, process, lease)
        self._guard = FileGuard(engine)
        self._outage = Outage()
        self._is_postgres = is_postgres(engine)
        self._longest_gap = LONGEST_GAP[engine.dialect.name]
        self._queue: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._stopping = False
        self._begun = self.committed = time.monotonic()  # the last transaction
        self._rate = 0.0  # jobs a second
        self._last = ("", 0.0)  # the table of the last job that came alone, and when
        # A daemon: a program that fails without `close` is to end. Nothing acknowledged is lost so.
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, job: Job) -> asyncio.Future[Any]:
        """Queue a job. Cancelling the future does not take it back: it will be written."""
        future = asyncio.get_running_loop().create_future()
        self._queue.put((job, future))
        return future

    def close(self) -> None:
        """Commit everything that was submitted before, and end."""
        self._stopping = True
        self._queue.put(None)
        self._thread.join()
        self.appender.close()

    # ------------------------------------------------------------ transactions

    def _run(self) -> None:
        """If it fails outside of a transaction, as for want of memory, nothing would be stored any
        more and nobody would be told: then the program ends, like one that was killed, and whoever
        runs it starts it again."""
        try:
            self._write()
        except BaseException as error:
            failstop.end("the thread that writes has failed: the server ends", error)

    def _write(self) -> None:
        while True:
            task = self._queue.get()
            if task is None:
                return
            batch, last = [task], False
            while len(batch) < LARGEST_BATCH and not self._queue.empty():
                task = self._queue.get()
                if task is None:
                    last = True
                    break
                batch.append(task)
            begun = time.monotonic()
            self._count(len(batch), begun)
            for part in self._parts(batch):
                self._commit(part)
            if last:
                return
            if len(batch) > 1 or self._is_busy(batch[0][0], begun):
                time.sleep(max(0.0, begun + self._gap() - time.monotonic()))

    def _count(self, jobs: int, begun: float) -> None:
        """A moving average of the jobs that come in a second."""
        since, self._begun = begun - self._begun, begun
        self._rate += SMOOTHING * (jobs / max(since, SHORTEST_GAP) - self._rate)

    def _gap(self) -> float:
        return min(self._longest_gap, max(SHORTEST_GAP, GATHERED / max(self._rate, 1.0)))

    def _is_busy(self, job: Job, begun: float) -> bool:
        """Whether the last job came lately and from another table: more may come in a moment. Who
        plays alone waits for nothing."""
        table = job.table if isinstance(job, Append) else ""
        (before, then), self._last = self._last, (table, begun)
        return before != table and begun - then < LATELY

    def _parts(self, batch: list[Task]) -> list[list[Task]]:
        """What shares a transaction. On SQLite all, for one fsync; on PostgreSQL appends are one
        statement, which is its own transaction."""
        if not self._is_postgres:
            return [batch]
        appends = [task for task in batch if isinstance(task[0], Append)]
        others = [task for task in batch if not isinstance(task[0], Append)]
        return [part for part in (appends, others) if part]

    def _commit(self, batch: list[Task]) -> None:
        """All in one transaction. If that fails, each alone, so that one can't spoil the others."""
        begun = time.perf_counter()
        try:
            results = self._insist([job for job, _ in batch])
        except Exception as error:
            if len(batch) > 1 and cause_of(error) is None:
                for task in batch:
                    self._commit([task])
            else:
                _resolve(batch, [error] * len(batch))
            return
        metrics.COMMIT_SECONDS.observe(time.perf_counter() - begun)
        metrics.COMMIT_JOBS.observe(len(batch))
        _resolve(batch, results)

    def _insist(self, jobs: Sequence[Job]) -> list[Any]:
        """Try again while PostgreSQL restarts. Idempotent: entries are only added after the number
        that they were made for."""
        begun = time.monotonic()
        while True:
            try:
                results = self._transact(jobs)
                self.committed = time.monotonic()
                self._outage.over()
                return results
            except Exception as error:
                self._outage.noticed(error)
                self.appender.close()
                if cause_of(error) == "read-only":
                    self._engine.dispose()  # connections to what is not the primary any more
                patience = LAST_PATIENCE if self._stopping else PATIENCE
                if not is_out_of_reach(error) or time.monotonic() - begun > patience:
                    raise
            time.sleep(AGAIN)

    def _transact(self, jobs: Sequence[Job]) -> list[Any]:
        self._guard.check()
        appends = [job for job in jobs if isinstance(job, Append)]
        if len(appends) == len(jobs):
            return list(self.appender.commit(appends))
        with self._engine.begin() as connection:
            others = [None if isinstance(job, Append) else job(connection) for job in jobs]
            stored = iter(self.appender.within(connection, appends) if appends else [])
        return [
            next(stored) if isinstance(job, Append) else result
            for job, result in zip(jobs, others, strict=True)
        ]


def _resolve(batch: Sequence[Task], results: Sequence[Any]) -> None:
    """Set the results of futures in their event loop, all at once; errors are raised there."""
    futures = [future for _, future in batch]
    with suppress(RuntimeError):  # the loop is closed: nobody waits
        futures[0].get_loop().call_soon_threadsafe(_set_results, futures, results)


def _set_results(futures: Sequence[asyncio.Future[Any]], results: Sequence[Any]) -> None:
    for future, result in zip(futures, results, strict=True):
        if future.done():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)
