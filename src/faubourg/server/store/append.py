"""Appending entries, the hot path: compare and set for many tables at once, on the connection of
the driver itself. SQLAlchemy's part of a commit was more than the database's.

However many moves are committed together, SQLite is called four times, with the GIL changing hands
each time, and PostgreSQL once, so that a transaction is one round trip and holds no lock while a
process sleeps. All rows are given as one JSON text.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import msgspec
import sqlalchemy as sa

from faubourg.server.store.engine import CHANNEL, is_postgres
from faubourg.server.store.entry import Append
from faubourg.server.store.sql import POSTGRESQL_APPEND, SQLITE_INSERT, SQLITE_UPDATE

Update = tuple[str, int, int, str, float]  # table, number before, last, waits and changed
Row = tuple[Any, ...]  # of an entry, in the order of ENTRY
NOTIFIED = 100  # tables in one notification, which may have 8000 bytes
NOTIFY = "SELECT pg_notify(%s, %s)"


class Appender:
    """Appends to one database, with a connection of its own that is opened when first needed."""

    def __init__(self, engine: sa.Engine, process: str, lease: float) -> None:
        self._engine = engine
        self._process = process
        self._lease = lease  # seconds since its heartbeat for which another process is woken
        self._is_postgres = is_postgres(engine)
        self._kept: sa.Connection | None = None

    def commit(self, appends: Sequence[Append]) -> list[bool]:
        """In a transaction of their own; False where another was first."""
        if self._kept is None:
            self._kept = self._open()
        driver: Any = self._kept.connection.driver_connection
        if self._is_postgres:
            return self._append(driver, appends)  # one statement, in autocommit
        with self._errors():
            driver.execute("BEGIN IMMEDIATE")
            try:
                stored = self._append(driver, appends)
                driver.execute("COMMIT")
            except BaseException:
                if driver.in_transaction:
                    driver.execute("ROLLBACK")
                raise
        return stored

    def within(self, connection: sa.Connection, appends: Sequence[Append]) -> list[bool]:
        """The same as part of a transaction that was begun."""
        return self._append(connection.connection.driver_connection, appends)

    def close(self) -> None:
        """Drop the connection, whatever state it is in; the next commit opens another."""
        kept, self._kept = self._kept, None
        if kept is not None:
            with suppress(Exception):
                kept.invalidate()
                kept.close()

    def _open(self) -> sa.Connection:
        autocommit = {"isolation_level": "AUTOCOMMIT"} if self._is_postgres else {}
        return self._engine.execution_options(**autocommit).connect()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """The driver's errors as SQLAlchemy's, which all others know."""
        base: type[Exception] = self._engine.dialect.loaded_dbapi.Error
        try:
            yield
        except base as error:
            raise sa.exc.DBAPIError.instance(
                "append", None, error, base, dialect=self._engine.dialect
            ) from error

    def _append(self, driver: Any, appends: Sequence[Append]) -> list[bool]:
        updates, rows, joined = _by_table(appends)
        append: Callable[..., set[str]] = self._postgres if self._is_postgres else _sqlite
        with self._errors():
            changed = append(driver, updates, rows)
        return [
            mine and append.table in changed for mine, append in zip(joined, appends, strict=True)
        ]

    def _postgres(self, driver: Any, updates: Sequence[Update], rows: Sequence[Row]) -> set[str]:
        given = {
            "updates": json_text(updates),
            "rows": json_text(rows),
            "process": self._process,
            "lease": self._lease,
        }
        changed = driver.execute(POSTGRESQL_APPEND, given, prepare=True).fetchall()
        self._notify(driver, [id for id, is_attended in changed if is_attended])
        return {id for id, _ in changed}

    def _notify(self, driver: Any, ids: Sequence[str]) -> None:
        """NOTIFY: wake the other processes, only where one of them attends. Best effort: their
        polling would find out."""
        for first in range(0, len(ids), NOTIFIED):
            payload = " ".join([self._process, *ids[first : first + NOTIFIED]])
            driver.execute(NOTIFY, (CHANNEL, payload))


def _sqlite(driver: Any, updates: Sequence[Update], rows: Sequence[Row]) -> set[str]:
    changed = {id for (id,) in driver.execute(SQLITE_UPDATE, (json_text(updates),)).fetchall()}
    if changed:
        mine = rows if len(changed) == len(updates) else [row for row in rows if row[0] in changed]
        driver.execute(SQLITE_INSERT, (json_text(mine),))
    return changed


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


def json_text(value: object) -> str:
    return msgspec.json.encode(value).decode()
