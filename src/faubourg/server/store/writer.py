"""The one thread that writes: jobs that wait together are committed together."""

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import sqlalchemy as sa

from faubourg.server import metrics
from faubourg.server.store.schema import Append

Job = Append | Callable[[sa.Connection], Any]
Task = tuple[Job, asyncio.Future[Any]]
MOST = 256  # jobs in one transaction
GAP = 0.02  # seconds from one transaction to the next where several jobs came at once
TRIES = 5  # when the database is out of reach
log = logging.getLogger(__name__)


class Writer:
    """Takes jobs from an event loop; a job's future is done when its transaction is committed."""

    def __init__(
        self,
        engine: sa.Engine,
        append_all: Callable[[sa.Connection, Sequence[Append]], list[bool]],
    ) -> None:
        self._engine = engine.execution_options(writes=True)
        self._append_all = append_all
        self._waiting: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer")
        self._thread.start()

    def submit(self, job: Job) -> asyncio.Future[Any]:
        """To cancel the future calls nothing back: what is submitted will be written."""
        future = asyncio.get_running_loop().create_future()
        self._waiting.put((job, future))
        return future

    def close(self) -> None:
        """Commit everything that was submitted before, and end."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            task = self._waiting.get()
            if task is None:
                return
            batch, last = [task], False
            while len(batch) < MOST and not self._waiting.empty():
                task = self._waiting.get()
                if task is None:
                    last = True
                    break
                batch.append(task)
            begun = time.monotonic()
            self._commit(batch)
            if last:
                return
            if len(batch) > 1:
                # A transaction costs much the same for one job as for ten: let some gather.
                time.sleep(max(0.0, begun + GAP - time.monotonic()))

    def _commit(self, batch: list[Task]) -> None:
        """All in one transaction. If that fails, each alone, so that one can't spoil the others."""
        begun = time.perf_counter()
        try:
            results = self._transact([job for job, _ in batch])
        except Exception as error:
            if len(batch) > 1:
                for task in batch:
                    self._commit([task])
            else:
                self._commit_again(batch[0], error)
            return
        metrics.COMMIT_SECONDS.observe(time.perf_counter() - begun)
        metrics.COMMIT_JOBS.observe(len(batch))
        _tell(batch, results)

    def _commit_again(self, task: Task, error: Exception) -> None:
        """A database that restarts is waited for. Trying twice is safe: entries are only added
        after the number that they were made for."""
        job, _ = task
        for attempt in range(1, TRIES):
            if not (isinstance(error, sa.exc.DBAPIError) and error.connection_invalidated):
                break
            log.warning("database out of reach", extra={"attempt": attempt})
            time.sleep(0.2 * 2**attempt)
            try:
                [result] = self._transact([job])
            except Exception as again:
                error = again
            else:
                _tell([task], [result])
                return
        _tell([task], [error])

    def _transact(self, jobs: Sequence[Job]) -> list[Any]:
        appends = [job for job in jobs if isinstance(job, Append)]
        with self._engine.begin() as connection:
            others = [None if isinstance(job, Append) else job(connection) for job in jobs]
            stored = iter(self._append_all(connection, appends) if appends else [])
        return [
            next(stored) if isinstance(job, Append) else done
            for job, done in zip(jobs, others, strict=True)
        ]


def _tell(batch: Sequence[Task], results: Sequence[Any]) -> None:
    """Give the results to those who wait, all at once; what is an error is raised there."""
    futures = [future for _, future in batch]
    with suppress(RuntimeError):  # the loop is closed: nobody waits
        futures[0].get_loop().call_soon_threadsafe(_settle, futures, results)


def _settle(futures: Sequence[asyncio.Future[Any]], results: Sequence[Any]) -> None:
    for future, result in zip(futures, results, strict=True):
        if future.done():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)
