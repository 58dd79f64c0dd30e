"""Where tables are kept: SQLite or PostgreSQL, read from many threads and written from one.

The writer takes everything that has arrived while the last commit was under way into the next
transaction, so that one wait for the disk serves them all. What it promised is on the disk.
"""

import asyncio
import os
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from faubourg.core.text import Text
from faubourg.server.errors import StoreError
from faubourg.server.store import migrations
from faubourg.server.store.engine import CHANNEL, is_postgres, open_engine
from faubourg.server.store.schema import Append, Entry, boxes, columns, entries, presence, tables
from faubourg.server.store.sql import POSTGRESQL, SQLITE
from faubourg.server.store.writer import Writer

T = TypeVar("T")
Also = Callable[[sa.Connection], None]
READERS = 4

NO_DATABASE = Text(
    "The database can't be used: {why}", "La base de données est inutilisable : {why}"
)


class Store:
    """One database, as one server process sees it."""

    def __init__(self, url: str) -> None:
        self.process = f"{os.getpid()}-{time.time_ns():x}"  # by which it is known to the others
        self.engine = open_engine(url)
        self.is_postgres = is_postgres(self.engine)
        self._sql = POSTGRESQL if self.is_postgres else SQLITE
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
        self.writer = Writer(self.engine, self._append_all)

    def close(self) -> None:
        """Finish what was promised, and let go."""
        self.writer.close()
        self._readers.shutdown()
        self.engine.dispose()

    # ------------------------------------------------------------ writing

    def append(self, append: Append, also: Also | None = None) -> asyncio.Future[bool]:
        """Add entries to a table, and do something else with them; False when somebody else was
        first, and nothing was done."""
        if also is None:
            return self.writer.submit(append)

        def work(connection: sa.Connection) -> bool:
            [stored] = self._append_all(connection, [append])
            if stored:
                also(connection)
            return stored

        return self.writer.submit(work)

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        """Any other work in a transaction of the writer."""
        done: T = await self.writer.submit(work)
        return done

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
            # Two processes may bring the same new box at once; both dialects know this form.
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

    def _append_all(self, connection: sa.Connection, appends: Sequence[Append]) -> list[bool]:
        """Add to many tables at once. A table's row is locked first, in the order of the ids, so
        that two processes can't wait for each other."""
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
        """Wake the other processes. Only a hint: they would find out by themselves."""
        if self.is_postgres:
            notify = sa.text("SELECT pg_notify(:channel, :said)")
            for first in range(0, len(ids), 100):  # a hint may have 8000 bytes
                said = " ".join([self.process, *ids[first : first + 100]])
                connection.execute(notify, {"channel": CHANNEL, "said": said})

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

    async def by_code(self, code: str) -> str | None:
        found = sa.select(tables.c.id).where(tables.c.code == code)
        return await self.read(lambda connection: connection.execute(found).scalar())

    async def last_numbers(self, ids: Sequence[str]) -> dict[str, int]:
        """The newest entries of tables, as committed by any process."""
        return dict(await self._about(self._sql.newest, ids))

    async def machine_tables(self, changed_before: float, most: int) -> list[str]:
        """Tables on which a bot or Nature should have moved, those waiting longest first."""
        found = (
            sa.select(tables.c.id)
            .where(tables.c.waits == "machine", tables.c.changed < changed_before)
            .order_by(tables.c.changed)
            .limit(most)
        )
        return await self.read(lambda connection: list(connection.execute(found).scalars()))

    async def _about(self, statement: sa.TextClause, ids: Sequence[str], **given: Any) -> list[Any]:
        """What the database knows of many tables."""
        values = {"ids": json_text(ids), **given}
        return await self.read(lambda connection: list(connection.execute(statement, values)))

    # ------------------------------------------------------------ who is there

    async def mark(self, seats: Iterable[tuple[str, int]], connected: bool) -> None:
        """Note down that seats are connected here, or not any more."""
        rows = [
            {"table": table, "seat": seat, "process": self.process,
             "connected": connected, "seen": time.time()}
            for table, seat in seats
        ]  # fmt: skip
        upsert = sa.text(
            'INSERT INTO presence ("table", seat, process, connected, seen)'
            " VALUES (:table, :seat, :process, :connected, :seen)"
            ' ON CONFLICT ("table", seat, process)'
            " DO UPDATE SET connected = excluded.connected, seen = excluded.seen"
        )
        if rows:
            await self._execute(upsert, rows)

    async def beat(self) -> None:
        """Everybody who is connected here still is."""
        mine = (presence.c.process == self.process) & presence.c.connected
        renew = presence.update().where(mine).values(seen=time.time())
        await self._execute(renew)

    async def leave(self) -> None:
        """Nobody is connected here any more."""
        mine = (presence.c.process == self.process) & presence.c.connected
        gone = presence.update().where(mine).values(connected=False, seen=time.time())
        await self._execute(gone)

    async def elsewhere(self, ids: Sequence[str], seen_after: float) -> set[tuple[str, int]]:
        """The seats of tables that are connected to other processes."""
        given = {"process": self.process, "seen": seen_after}
        return {
            (table, seat) for table, seat in await self._about(self._sql.elsewhere, ids, **given)
        }

    async def last_seen(self, table: str, seat: int) -> float | None:
        seen = sa.select(sa.func.max(presence.c.seen)).where(
            presence.c.table == table, presence.c.seat == seat
        )
        return await self.read(lambda connection: connection.execute(seen).scalar())

    # ------------------------------------------------------------ tidying

    async def remove(self, waits: Sequence[str], changed_before: float, most: int = 200) -> int:
        """Remove tables that nothing has changed on; how many there were, at most so many."""
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


def json_text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _entries(connection: sa.Connection, id: str, after: int) -> list[Entry]:
    found = (
        sa.select(*(column for column in entries.c if column.name != "table"))
        .where(entries.c.table == id, entries.c.number > after)
        .order_by(entries.c.number)
    )
    return [Entry(*row) for row in connection.execute(found)]


def _row(table: str, entry: Entry) -> dict[str, Any]:
    return {"table": table, **vars(entry)}
