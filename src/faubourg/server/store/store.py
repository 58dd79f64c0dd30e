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
from faubourg.server.store.engine import is_postgres, open_engine
from faubourg.server.store.entry import Append, Entry
from faubourg.server.store.schema import boxes, columns, entries, presence, tables
from faubourg.server.store.sql import statements
from faubourg.server.store.writer import Writer, json_text

T = TypeVar("T")
AlsoWrite = Callable[[sa.Connection], None]
READERS = 4

NO_DATABASE = Text(
    "The database can't be used: {why}", "La base de données est inutilisable : {why}"
)


class Store:
    """One database, as one server process sees it."""

    def __init__(self, url: str) -> None:
        self.process = f"{os.getpid()}-{time.time_ns():x}"  # its name in presence rows
        self.engine = open_engine(url)
        self.is_postgres = is_postgres(self.engine)
        self._sql = statements(self.engine)
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
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self.writer = Writer(self.engine, self.process)

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
            [stored] = self.writer.append_all(connection, [append])
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
        digest = table["box"]
        known = sa.select(boxes.c.digest).where(boxes.c.digest == digest)
        if connection.execute(known).scalar() is None:
            # Two processes may bring the same new box at once; both dialects know this upsert.
            connection.execute(
                sa.text(
                    "INSERT INTO boxes (digest, text) VALUES (:digest, :text)"
                    " ON CONFLICT (digest) DO NOTHING"
                ),
                {"digest": digest, "text": box},
            )
        connection.execute(tables.insert().values(**table))
        if past:
            connection.execute(entries.insert(), [_row(table["id"], entry) for entry in past])

    # ------------------------------------------------------------ reading

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        def in_thread() -> T:
            with self.engine.connect() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, in_thread)

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

    async def machine_tables(self, changed_before: float, most: int) -> list[str]:
        """Tables on which a bot or Nature should have moved, those waiting longest first."""
        found = (
            sa.select(tables.c.id)
            .where(tables.c.waits == "machine", tables.c.changed < changed_before)
            .order_by(tables.c.changed)
            .limit(most)
        )
        return await self.read(lambda connection: list(connection.execute(found).scalars()))

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

    async def heartbeat(self) -> None:
        """Renew the leases: refresh the presence rows of this process."""
        mine = (presence.c.process == self.process) & presence.c.connected
        renew = presence.update().where(mine).values(seen=time.time())
        await self._execute(renew)

    async def clear_presence(self) -> None:
        """End the leases: nobody is connected to this process any more."""
        mine = (presence.c.process == self.process) & presence.c.connected
        gone = presence.update().where(mine).values(connected=False, seen=time.time())
        await self._execute(gone)

    async def connected_elsewhere(
        self, ids: Sequence[str], seen_after: float
    ) -> set[tuple[str, int]]:
        """The seats of tables that are connected to other processes, by leases not run out."""
        given = {"process": self.process, "seen": seen_after}
        return {
            (table, seat) for table, seat in await self._query(self._sql.elsewhere, ids, **given)
        }

    async def last_seen(self, table: str, seat: int) -> float | None:
        seen = sa.select(sa.func.max(presence.c.seen)).where(
            presence.c.table == table, presence.c.seat == seat
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
            connection.execute(presence.delete().where(presence.c.table.in_(ids)))
            connection.execute(entries.delete().where(entries.c.table.in_(ids)))
            connection.execute(tables.delete().where(tables.c.id.in_(ids)))
            used = sa.select(tables.c.id).where(tables.c.box == boxes.c.digest).exists()
            connection.execute(boxes.delete().where(~used))
            return len(ids)

        return await self.write(work)


def _entries(connection: sa.Connection, id: str, after: int) -> list[Entry]:
    found = (
        sa.select(*(column for column in entries.c if column.name != "table"))
        .where(entries.c.table == id, entries.c.number > after)
        .order_by(entries.c.number)
    )
    return [Entry(*row) for row in connection.execute(found)]


def _row(table: str, entry: Entry) -> dict[str, Any]:
    return {"table": table, **vars(entry)}
