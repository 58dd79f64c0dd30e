"""The one thread that writes, with group commit: jobs that wait together share a transaction."""

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import msgspec
import sqlalchemy as sa

from faubourg.server import metrics
from faubourg.server.store.engine import CHANNEL, is_postgres
from faubourg.server.store.entry import Append
from faubourg.server.store.sql import statements

Job = Append | Callable[[sa.Connection], Any]
Task = tuple[Job, asyncio.Future[Any]]
LARGEST_BATCH = 256  # jobs in one transaction
GAP = 0.02  # seconds from one transaction to the next where several jobs came at once
TRIES = 5  # when the database is out of reach
NOTIFIED = 100  # tables in one notification, which may have 8000 bytes
log = logging.getLogger(__name__)


class Writer:
    """Takes jobs from an event loop; a job's future is done when its transaction is committed."""

    def __init__(self, engine: sa.Engine, process: str) -> None:
        self._engine = engine.execution_options(writes=True)
        self._process = process
        self._sql = statements(engine)
        self._notifies = is_postgres(engine)
        self._queue: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer")
        self._thread.start()

    def submit(self, job: Job) -> asyncio.Future[Any]:
        """Queue a job. Cancelling the future does not take it back: it will be written."""
        future = asyncio.get_running_loop().create_future()
        self._queue.put((job, future))
        return future

    def close(self) -> None:
        """Commit everything that was submitted before, and end."""
        self._queue.put(None)
        self._thread.join()

    # ------------------------------------------------------------ transactions

    def _run(self) -> None:
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
                self._retry(batch[0], error)
            return
        metrics.COMMIT_SECONDS.observe(time.perf_counter() - begun)
        metrics.COMMIT_JOBS.observe(len(batch))
        _resolve(batch, results)

    def _retry(self, task: Task, error: Exception) -> None:
        """Exponential back-off while the database restarts. Idempotent: entries are only added
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
                _resolve([task], [result])
                return
        _resolve([task], [error])

    def _transact(self, jobs: Sequence[Job]) -> list[Any]:
        appends = [job for job in jobs if isinstance(job, Append)]
        with self._engine.begin() as connection:
            others = [None if isinstance(job, Append) else job(connection) for job in jobs]
            stored = iter(self.append_all(connection, appends) if appends else [])
        return [
            next(stored) if isinstance(job, Append) else result
            for job, result in zip(jobs, others, strict=True)
        ]

    # ------------------------------------------------------------ entries

    def append_all(self, connection: sa.Connection, appends: Sequence[Append]) -> list[bool]:
        """Add entries to many tables, in three statements; False where another process was first.
        The tables' rows are locked first, in the order of the ids: no deadlocks."""
        sql = self._sql
        ids = json_text(sorted({append.table for append in appends}))
        last: dict[str, int] = dict(connection.execute(sql.last, {"ids": ids}).tuples().all())
        stored, rows, updates = [], [], {}
        for append in appends:
            stored.append(last.get(append.table) == append.after)
            if stored[-1]:
                newest = append.entries[-1]
                last[append.table] = newest.number
                rows += [(append.table, *vars(entry).values()) for entry in append.entries]
                updates[append.table] = (append.table, newest.number, append.waits, newest.at)
        if rows:
            connection.execute(sql.insert, {"rows": json_text(rows)})
            connection.execute(sql.update, {"rows": json_text(list(updates.values()))})
            self._notify(connection, list(updates))
        return stored

    def _notify(self, connection: sa.Connection, ids: Sequence[str]) -> None:
        """NOTIFY: wake the other processes. Best effort: their polling would find out."""
        if self._notifies:
            notify = sa.text("SELECT pg_notify(:channel, :payload)")
            for first in range(0, len(ids), NOTIFIED):
                payload = " ".join([self._process, *ids[first : first + NOTIFIED]])
                connection.execute(notify, {"channel": CHANNEL, "payload": payload})


def json_text(value: object) -> str:
    return msgspec.json.encode(value).decode()


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
