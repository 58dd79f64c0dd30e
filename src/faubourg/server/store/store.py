"""The store: SQLite or PostgreSQL, read from a pool of threads and written from one.

The writer does group commit: everything that arrives while a commit is under way goes into the next
transaction, so that one fsync serves them all. What was acknowledged is on the disk.
"""

import asyncio
import os
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import sqlalchemy as sa

from faubourg.core.text import Text
from faubourg.server.errors import StoreError
from faubourg.server.store import migrations
from faubourg.server.store.append import json_text
from faubourg.server.store.engine import is_out_of_reach, is_postgres, open_engine
from faubourg.server.store.entry import Append, Entry
from faubourg.server.store.schema import (
    boxes,
    columns,
    entries,
    in_use,
    presence,
    processes,
    subscriptions,
    tables,
    uptime,
)
from faubourg.server.store.sql import POSTGRESQL_CLAIM, statements
from faubourg.server.store.writer import Writer

T = TypeVar("T")
AlsoWrite = Callable[[sa.Connection], None]
READERS = 4
READ_PATIENCE = 10.0  # seconds for which a read is tried again while PostgreSQL restarts
READ_AGAIN = 0.1
LEAST_LEASE = 1.0  # seconds between two heartbeats that are no pause
FORGOTTEN = 24 * 3600.0  # seconds after which what a dead process left of itself is removed
ANCIENT = 100 * FORGOTTEN  # no clock runs for so long

NO_DATABASE = Text(
    "The database can't be used: {why}", "La base de données est inutilisable : {why}"
)


class Store:
    """One database, as one server process sees it. `lease`: the seconds since its last heartbeat
    for which another process counts as alive."""

    def __init__(self, url: str, lease: float = 0.0) -> None:
        self.lease = lease
        self.process = f"{os.getpid()}-{time.time_ns():x}"  # its name in presence rows
        self.engine = open_engine(url)
        self.is_postgres = is_postgres(self.engine)
        self._sql = statements(self.engine)
        # Each of PostgreSQL's statements sees what is committed: a transaction only costs more.
        self._reading = (
            self.engine.execution_options(isolation_level="AUTOCOMMIT")
            if self.is_postgres
            else self.engine
        )
        try:
            with self.engine.execution_options(writes=True).begin() as connection:
                migrations.migrate(connection)
        except sa.exc.DBAPIError as error:
            self.engine.dispose()
            why = str(error.orig).strip().splitlines()[0]
            raise StoreError("database", NO_DATABASE.format(why=why)) from error
        except StoreError:
            self.engine.dispose()
            raise
        self._read_at = time.monotonic()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self.writer = Writer(self.engine, self.process, lease)

    def close(self) -> None:
        """Commit what was submitted, and disconnect."""
        self.writer.close()
        self._readers.shutdown()
        self.engine.dispose()

    # ------------------------------------------------------------ writing

    def append(self, append: Append, also_write: AlsoWrite | None = None) -> asyncio.Future[bool]:
        """Add entries to a table, and `also_write` in the same transaction; False after a conflict,
        when nothing was written."""
        if also_write is None:
            return self.writer.submit(append)

        def work(connection: sa.Connection) -> bool:
            [stored] = self.writer.appender.within(connection, [append])
            if stored:
                also_write(connection)
            return stored

        return self.writer.submit(work)

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        """Other work in a transaction of the writer."""
        result: T = await self.writer.submit(work)
        return result

    async def _execute(self, statement: sa.Executable, rows: Any = None) -> None:
        def work(connection: sa.Connection) -> None:
            connection.execute(statement, rows)

        await self.write(work)

    async def create(self, table: dict[str, Any], box: str, past: Sequence[Entry]) -> None:
        await self.write(lambda connection: self.insert_table(connection, table, box, past))

    def insert_table(
        self, connection: sa.Connection, table: dict[str, Any], box: str, past: Sequence[Entry]
    ) -> None:
        same = sa.select(tables.c.id).where(tables.c.id == table["id"])
        if connection.execute(same).scalar() is not None:
            return  # tried again after a commit of which only the answer was lost
        digest = table["box"]
        known = sa.select(boxes.c.digest).where(boxes.c.digest == digest)
        if connection.execute(known).scalar() is None:
            # Two processes may bring the same new box at once; both dialects know this upsert.
            connection.execute(
                sa.text(
                    "INSERT INTO boxes (digest, text, game) VALUES (:digest, :text, :game)"
                    " ON CONFLICT (digest) DO NOTHING"
                ),
                {"digest": digest, "text": box, "game": table["game"]},
            )
        connection.execute(tables.insert().values(**table))
        if past:
            connection.execute(entries.insert(), [_row(table["id"], entry) for entry in past])

    @staticmethod
    def set_code(connection: sa.Connection, id: str, code: str) -> None:
        """Give a table a code, as part of a transaction."""
        connection.execute(tables.update().where(tables.c.id == id).values(code=code))

    async def publish(self, channel: str, payload: str) -> None:
        """NOTIFY: tell other processes something that is not stored. Best effort."""
        notify = sa.text("SELECT pg_notify(:channel, :payload)")

        def work(connection: sa.Connection) -> None:
            connection.execute(notify, {"channel": channel, "payload": payload})

        await self.write(work)

    # ------------------------------------------------------------ reading

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        def in_thread() -> T:
            late = time.monotonic() + READ_PATIENCE
            while True:
                try:
                    return self._read_once(work)
                except sa.exc.DBAPIError as error:
                    if not is_out_of_reach(error) or time.monotonic() > late:
                        raise
                time.sleep(READ_AGAIN)

        return await asyncio.get_running_loop().run_in_executor(self._readers, in_thread)

    def _read_once(self, work: Callable[[sa.Connection], T]) -> T:
        with self._reading.connect() as connection:
            result = work(connection)
        self._read_at = time.monotonic()
        return result

    @property
    def reached(self) -> float:
        """The time of the monotonic clock when the database last did what it was asked."""
        return max(self._read_at, self.writer.committed)

    async def ping(self) -> None:
        """Reach the database, or raise at once."""
        query = sa.text("SELECT 1")
        await asyncio.get_running_loop().run_in_executor(
            self._readers, self._read_once, lambda connection: connection.execute(query).scalar()
        )

    async def table(self, id: str) -> tuple[dict[str, Any], str, list[Entry]] | None:
        """A table's row, its box and its entries; None if there is no such table."""

        def work(connection: sa.Connection) -> tuple[dict[str, Any], str, list[Entry]] | None:
            found = sa.select(tables, boxes.c.text).join(boxes).where(tables.c.id == id)
            row = connection.execute(found).first()
            if row is None:
                return None
            table = columns(row)
            return table, table.pop("text"), _entries(connection, id, 0)

        return await self.read(work)

    async def entries_after(self, id: str, number: int) -> list[Entry]:
        return await self.read(lambda connection: _entries(connection, id, number))

    async def id_by_code(self, code: str) -> str | None:
        found = sa.select(tables.c.id).where(tables.c.code == code)
        return await self.read(lambda connection: connection.execute(found).scalar())

    async def last_numbers(self, ids: Sequence[str]) -> dict[str, int]:
        """The numbers of the newest entries of tables, as committed by any process."""
        return dict(await self._query(self._sql.newest, ids))

    async def machine_tables(self, quiet: float, stuck: float, most: int) -> list[str]:
        """Tables on which a bot or Nature should have moved, those waiting longest first: for
        `quiet` seconds, or for `stuck` where another process attends."""
        given = self._abandoned(quiet, stuck) | {"most": most}
        return await self.read(
            lambda connection: list(connection.execute(self._sql.machine_tables, given).scalars())
        )

    async def claim(self, ids: Sequence[str], quiet: float, stuck: float) -> list[str]:
        """Attend those tables that are still abandoned; two processes seldom get the same one."""
        if not self.is_postgres or not ids:
            return list(ids)
        given = self._abandoned(quiet, stuck) | {"ids": json_text(ids), "now": time.time()}
        return await self.write(
            lambda connection: list(connection.execute(POSTGRESQL_CLAIM, given).scalars())
        )

    def _abandoned(self, quiet: float, stuck: float) -> dict[str, Any]:
        return {"process": self.process, "lease": self.lease, "quiet": quiet, "stuck": stuck}

    async def _query(self, statement: sa.TextClause, ids: Sequence[str], **given: Any) -> list[Any]:
        """Run a statement that is about many tables."""
        values = {"ids": json_text(ids), **given}
        return await self.read(lambda connection: list(connection.execute(statement, values)))

    # ------------------------------------------------------------ presence

    async def mark_presence(self, seats: Iterable[tuple[str, int]], connected: bool) -> None:
        """Upsert presence rows: seats that are connected to this process, or not any more."""
        rows = [
            {
                "table": table,
                "seat": seat,
                "process": self.process,
                "connected": connected,
                "seen": time.time(),
            }
            for table, seat in seats
        ]
        upsert = sa.text(
            'INSERT INTO presence ("table", seat, process, connected, seen)'
            " VALUES (:table, :seat, :process, :connected, :seen)"
            ' ON CONFLICT ("table", seat, process)'
            " DO UPDATE SET connected = excluded.connected, seen = excluded.seen"
        )
        if rows:
            await self._execute(upsert, rows)

    async def heartbeat(self) -> list[tuple[float, float]]:
        """Renew the lease of this process, and extend the period of uptime, or begin one; returns
        all periods."""

        def work(connection: sa.Connection) -> list[tuple[float, float]]:
            connection.execute(self._sql.heartbeat, {"process": self.process})
            now = time.time()
            fresh = uptime.c.seen.between(now - max(self.lease, LEAST_LEASE), now)
            if not connection.execute(uptime.update().where(fresh).values(seen=now)).rowcount:
                connection.execute(uptime.insert().values(began=now, seen=now))
            periods = connection.execute(sa.select(uptime.c.began, uptime.c.seen)).all()
            return [(began, seen) for began, seen in periods]

        return await self.write(work)

    async def clocked_tables(self, most: int) -> list[tuple[str, float]]:
        """Tables at which a person's clock runs and that no other process attends, with the time
        of their last entry."""
        given = {"process": self.process, "lease": self.lease, "most": most}
        return await self.read(
            lambda connection: [
                (id, changed) for id, changed in connection.execute(self._sql.clocked, given)
            ]
        )

    async def clear_presence(self) -> None:
        """End the lease: nobody is connected to this process any more."""
        mine = (presence.c.process == self.process) & presence.c.connected
        gone = presence.update().where(mine).values(connected=False, seen=time.time())
        await self._execute(gone)
        await self._execute(processes.delete().where(processes.c.process == self.process))

    async def connected_elsewhere(self, ids: Sequence[str]) -> set[tuple[str, int]]:
        """The seats of tables that are connected to other processes with a lease; ATTENDED is one
        of them."""
        given = {"process": self.process, "lease": self.lease}
        return {
            (table, seat) for table, seat in await self._query(self._sql.elsewhere, ids, **given)
        }

    async def last_seen(self, table: str, seat: int) -> float | None:
        """When a seat was last connected: while it is, the last heartbeat of its process."""
        renewed = sa.func.coalesce(processes.c.seen, presence.c.seen)
        seen = (
            sa.select(sa.func.max(sa.case((presence.c.connected, renewed), else_=presence.c.seen)))
            .select_from(presence.outerjoin(processes, processes.c.process == presence.c.process))
            .where(presence.c.table == table, presence.c.seat == seat)
        )
        return await self.read(lambda connection: connection.execute(seen).scalar())

    # ------------------------------------------------------------ retention

    async def remove_tables(
        self, waits: Sequence[str], changed_before: float, most: int = 200
    ) -> int:
        """Remove at most `most` tables that have not changed for long; returns how many."""
        old = (
            sa.select(tables.c.id)
            .where(tables.c.waits.in_(waits), tables.c.changed < changed_before)
            .limit(most)
        )

        def work(connection: sa.Connection) -> int:
            ids = list(connection.execute(old).scalars())
            for each in (presence, subscriptions):
                connection.execute(each.delete().where(each.c.table.in_(ids)))
            connection.execute(entries.delete().where(entries.c.table.in_(ids)))
            connection.execute(tables.delete().where(tables.c.id.in_(ids)))
            connection.execute(boxes.delete().where(boxes.c.used.is_(None), ~in_use()))
            return len(ids)

        return await self.write(work)

    async def forget_dead_processes(self) -> None:
        """Remove what processes have left that died long ago."""
        long_ago = time.time() - FORGOTTEN

        def work(connection: sa.Connection) -> None:
            connection.execute(processes.delete().where(processes.c.seen < long_ago))
            dead = presence.c.process.not_in(sa.select(processes.c.process))
            connection.execute(presence.delete().where(dead, presence.c.seen < long_ago))
            ancient = uptime.c.seen < time.time() - ANCIENT
            connection.execute(uptime.delete().where(ancient))

        await self.write(work)


def _entries(connection: sa.Connection, id: str, after: int) -> list[Entry]:
    found = (
        sa.select(*(column for column in entries.c if column.name != "table"))
        .where(entries.c.table == id, entries.c.number > after)
        .order_by(entries.c.number)
    )
    return [Entry(*row) for row in connection.execute(found)]


def _row(table: str, entry: Entry) -> dict[str, Any]:
    return {"table": table, **vars(entry)}
