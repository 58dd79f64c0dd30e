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
from faubourg.server.store.engine import CHANNEL, is_out_of_reach, is_postgres
from faubourg.server.store.entry import Append
from faubourg.server.store.sql import POSTGRESQL_APPEND, SQLITE, SQLITE_INSERT, SQLITE_UPDATE

Job = Append | Callable[[sa.Connection], Any]
Task = tuple[Job, asyncio.Future[Any]]
Update = tuple[str, int, int, str, float]  # table, number before, last, waits and changed
Row = tuple[Any, ...]  # of an entry, in the order of ENTRY
LARGEST_BATCH = 256  # jobs in one transaction
GAP = 0.02  # seconds from one transaction to the next where several tables are played
LATELY = 0.1  # seconds since the last transaction in which the server counts as busy
PATIENCE = 10.0  # seconds for which a job is tried again while PostgreSQL is out of reach
AGAIN = 0.1
LAST_PATIENCE = 2.0  # the same, when the server stops
NOTIFIED = 100  # tables in one notification, which may have 8000 bytes
NOTIFY = sa.text("SELECT pg_notify(:channel, :payload)")
log = logging.getLogger(__name__)


class Writer:
    """Takes jobs from an event loop; a job's future is done when its transaction is committed."""

    def __init__(self, engine: sa.Engine, process: str, lease: float) -> None:
        self._engine = engine.execution_options(writes=True)
        self._process = process
        self._lease = lease  # seconds since its heartbeat for which another process is woken
        self._is_postgres = is_postgres(engine)
        self._kept: sa.Connection | None = None  # to PostgreSQL, for appends
        self._queue: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._stopping = False
        self._last = ("", 0.0)  # the table of the last job that came alone, and when
        self._thread = threading.Thread(target=self._run, name="writer")
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
        self._drop()

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
            for part in self._parts(batch):
                self._commit(part)
            if last:
                return
            if len(batch) > 1 or self._is_busy(batch[0][0], begun):
                # A transaction costs much the same for one job as for ten: let some gather.
                time.sleep(max(0.0, begun + GAP - time.monotonic()))

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
            if len(batch) > 1 and not is_out_of_reach(error):
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
                return self._transact(jobs)
            except Exception as error:
                self._drop()
                patience = LAST_PATIENCE if self._stopping else PATIENCE
                if not is_out_of_reach(error) or time.monotonic() - begun > patience:
                    raise
                log.warning("database out of reach", extra={"jobs": len(jobs)})
            time.sleep(AGAIN)

    def _transact(self, jobs: Sequence[Job]) -> list[Any]:
        appends = [job for job in jobs if isinstance(job, Append)]
        if self._is_postgres and len(appends) == len(jobs):
            return list(self.append_all(self._keep(), appends))
        with self._engine.begin() as connection:
            others = [None if isinstance(job, Append) else job(connection) for job in jobs]
            stored = iter(self.append_all(connection, appends) if appends else [])
        return [
            next(stored) if isinstance(job, Append) else result
            for job, result in zip(jobs, others, strict=True)
        ]

    def _keep(self) -> sa.Connection:
        """The connection for appends, in autocommit: one round trip for a transaction."""
        if self._kept is None:
            self._kept = self._engine.execution_options(isolation_level="AUTOCOMMIT").connect()
        return self._kept

    def _drop(self) -> None:
        if self._kept is not None:
            with suppress(sa.exc.SQLAlchemyError):
                self._kept.close()
            self._kept = None

    # ------------------------------------------------------------ entries

    def append_all(self, connection: sa.Connection, appends: Sequence[Append]) -> list[bool]:
        """Compare and set: add entries to many tables; False where another was first."""
        updates, rows, joined = _by_table(appends)
        if self._is_postgres:
            changed = self._append_postgres(connection, updates, rows)
        else:
            changed = _append_sqlite(connection, updates, rows)
        return [
            mine and append.table in changed for mine, append in zip(joined, appends, strict=True)
        ]

    def _append_postgres(
        self, connection: sa.Connection, updates: Sequence[Update], rows: Sequence[Row]
    ) -> set[str]:
        given = {
            "updates": json_text(updates),
            "rows": json_text(rows),
            "process": self._process,
            "lease": self._lease,
        }
        changed = connection.execute(POSTGRESQL_APPEND, given).all()
        self._notify(connection, [id for id, is_attended in changed if is_attended])
        return {id for id, _ in changed}

    def _notify(self, connection: sa.Connection, ids: Sequence[str]) -> None:
        """NOTIFY: wake the other processes, only where one of them attends. Best effort: their
        polling would find out."""
        for first in range(0, len(ids), NOTIFIED):
            payload = " ".join([self._process, *ids[first : first + NOTIFIED]])
            connection.execute(NOTIFY, {"channel": CHANNEL, "payload": payload})


def _by_table(appends: Sequence[Append]) -> tuple[list[Update], list[Row], list[bool]]:
    """One update for each table, all entries, and for each append whether it is part of that: it is
    the first of its table, or follows from those before."""
    updates: dict[str, Update] = {}
    rows, joined = [], []
    for append in appends:
        before = updates.get(append.table)
        joined.append(before is None or before[2] == append.after)
        if joined[-1]:
            after = append.after if before is None else before[1]
            newest = append.entries[-1]
            rows += [(append.table, *vars(entry).values()) for entry in append.entries]
            updates[append.table] = (append.table, after, newest.number, append.waits, newest.at)
    return list(updates.values()), rows, joined


def _append_sqlite(
    connection: sa.Connection, updates: Sequence[Update], rows: Sequence[Row]
) -> set[str]:
    ids = {"ids": json_text([update[0] for update in updates])}
    last = {row.id: row.last for row in connection.execute(SQLITE.newest, ids)}
    updates = [update for update in updates if last.get(update[0]) == update[1]]
    changed = {update[0] for update in updates}
    if changed:
        rows = [row for row in rows if row[0] in changed]
        connection.execute(SQLITE_INSERT, {"rows": json_text(rows)})
        connection.execute(SQLITE_UPDATE, {"updates": json_text(updates)})
    return changed


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
