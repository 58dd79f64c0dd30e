"""`faubourg move-database`: all tables of one database copied to another, checked, and resumable.

The source is only read, in one snapshot. A batch of tables is copied with all their entries in one
transaction, so that whatever was copied before a kill is whole; a second run copies what is missing
or has changed since. At the end counts and digests of both are compared.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import time
from typing import Any

import sqlalchemy as sa

from faubourg.core.text import Text, listed
from faubourg.server.errors import StoreError
from faubourg.server.settings import LEASE_BEATS, Settings
from faubourg.server.store import migrations
from faubourg.server.store.engine import is_postgres, open_engine, open_to_read, read_url
from faubourg.server.store.schema import (
    box_keys,
    boxes,
    columns,
    counted_games,
    entries,
    processes,
    studies,
    study_shards,
    subscriptions,
    tables,
    version,
)

BATCH = 100  # tables in one transaction
COPIED = {"boxes": boxes, "tables": tables, "entries": entries}
# Few and small, or written once, so they are copied whole.
WHOLE_TABLES = {
    each.name: each for each in (box_keys, studies, study_shards, counted_games, subscriptions)
}
SHARDS = 20  # rows of these in one statement
WHOLE = 2**256
Progress = Callable[[str, int, int], None]  # a phase, tables done, of how many

SAME = Text("Source and target are the same database.", "La source et la cible sont la même base.")
UNUSABLE = Text("{which}: {why}", "{which} : {why}")
SOURCE, TARGET = Text("the source", "la source"), Text("the target", "la cible")
NO_SOURCE = Text(
    "There are no Faubourg tables in {url}; name the database that the server uses now first.",
    "Il n'y a pas de tables de Faubourg dans {url} ; nomme d'abord la base actuelle du serveur.",
)
OLD_SOURCE = Text(
    "The source has schema {found}, this program {known}: start and stop a server of this version "
    "on it once, then try again.",
    "La source a le schéma {found}, ce programme {known} : lance et arrête une fois un serveur "
    "de cette version dessus, puis réessaie.",
)
OTHER_TABLES = Text(
    "The target has {count} tables that the source has not, as {id}. Allowed is an empty database, "
    "or one to which this source was being moved.",
    "La cible a {count} tables que la source n'a pas, comme {id}. Il faut une base vide, ou une "
    "base vers laquelle cette source était en cours de transfert.",
)
PLAYED_ON = Text(
    "Table {id} of the target is not a copy of the source's, or was played on there. Allowed is an "
    "empty database, or one to which this source was being moved.",
    "La table {id} de la cible n'est pas une copie de celle de la source, ou on y a joué. Il faut "
    "une base vide, ou une base vers laquelle cette source était en cours de transfert.",
)
IN_USE = Text(
    "A server is running on the target: stop it first.",
    "Un serveur tourne sur la cible : arrête-le d'abord.",
)
DIFFERENT = Text(
    "The copy differs from the source in: {names}. Nothing was removed from the source; empty the "
    "target and try again.",
    "La copie diffère de la source : {names}. Rien n'a été retiré de la source ; vide la cible et "
    "réessaie.",
)


@dataclass(frozen=True)
class Sum:
    """The rows of one database table: how many, and a digest that no order of rows changes."""

    count: int = 0
    digest: int = 0

    def with_rows(self, rows: Iterable[Sequence[Any]]) -> "Sum":
        count, digest = self.count, self.digest
        for row in rows:
            count += 1
            hashed = hashlib.sha256(repr(tuple(row)).encode("utf-8", "surrogatepass")).digest()
            digest += int.from_bytes(hashed, "big")
        return Sum(count, digest % WHOLE)


@dataclass(frozen=True)
class Moved:
    """What a run did: tables copied now, and what both databases hold."""

    copied: int
    sums: dict[str, Sum]
    source_in_use: bool  # so that the copy may be out of date already


def move_database(source_url: str, target_url: str, progress: Progress) -> Moved:
    """Copy what the target lacks, and compare all; StoreError says why not."""
    if read_url(source_url) == read_url(target_url):
        raise StoreError("same-database", SAME)
    source = open_to_read(source_url)
    try:
        with _errors_of(SOURCE), source.connect() as reading:
            _check_source(reading, source_url)
            target = open_engine(target_url)  # makes a file that is missing
            try:
                with _errors_of(TARGET):
                    return _move(reading, target, progress)
            finally:
                target.dispose()
    finally:
        source.dispose()


def _move(reading: sa.Connection, target: sa.Engine, progress: Progress) -> Moved:
    with _writing(target) as writing:
        migrations.migrate(writing)
        if _is_in_use(writing):
            raise StoreError("target-in-use", IN_USE)
        wanted = _missing(_heads(reading), _heads(writing))
        _copy_boxes(reading, writing)
    ids = sorted(wanted)
    for first in range(0, len(ids), BATCH):
        progress("copy", first, len(ids))
        with _writing(target) as writing:
            _copy_tables(reading, writing, {id: wanted[id] for id in ids[first : first + BATCH]})
    with _writing(target) as writing:
        _copy_whole(reading, writing)
    sums = _compare(reading, target, progress)
    return Moved(len(ids), sums, _is_in_use(reading))


# ---------------------------------------------------------------- opening


@contextmanager
def _writing(target: sa.Engine) -> Iterator[sa.Connection]:
    """A transaction, which may be idle for as long as the source takes."""
    with target.execution_options(writes=True).begin() as connection:
        if is_postgres(target):
            connection.execute(sa.text("SET LOCAL idle_in_transaction_session_timeout = 0"))
        yield connection


@contextmanager
def _errors_of(which: Text) -> Iterator[None]:
    """What a database says, as a sentence that names it."""
    try:
        yield
    except sa.exc.DBAPIError as error:
        why = (str(error.orig).strip() or type(error.orig).__name__).splitlines()[0]
        raise StoreError("database", UNUSABLE.format(which=which, why=why)) from error


def _check_source(reading: sa.Connection, url: str) -> None:
    if reading.dialect.name == "postgresql":
        # Between two batches it is idle for as long as the target takes.
        reading.execute(sa.text("SET idle_in_transaction_session_timeout = 0"))
    found = None
    if sa.inspect(reading).has_table(version.name):
        found = reading.execute(sa.select(version.c.number)).scalar()
    newest = 1 + len(migrations.STEPS)
    if found is None:
        shown = sa.make_url(url).render_as_string(hide_password=True)
        raise StoreError("no-source", NO_SOURCE.format(url=shown))
    if found != newest:
        raise StoreError("schema", OLD_SOURCE.format(found=found, known=newest))


def _is_in_use(connection: sa.Connection) -> bool:
    """Whether a server with the usual settings renews its lease there."""
    lately = time() - 2 * LEASE_BEATS * Settings.beat
    fresh = sa.select(sa.func.count()).where(processes.c.seen > lately)
    return bool(connection.execute(fresh).scalar())


# ---------------------------------------------------------------- copying


def _heads(connection: sa.Connection) -> dict[str, tuple[Any, ...]]:
    """Of each table what tells copies apart: created, host, last, waits, changed."""
    of = tables.c
    asked = sa.select(of.id, of.created, of.host, of.last, of.waits, of.changed)
    return {id: tuple(head) for id, *head in connection.execute(asked)}


def _missing(
    source: dict[str, tuple[Any, ...]], target: dict[str, tuple[Any, ...]]
) -> dict[str, int]:
    """The tables to copy, and the last entry that the target has of each: -1 for none at all."""
    strangers = sorted(set(target) - set(source))
    if strangers:
        text = OTHER_TABLES.format(count=len(strangers), id=strangers[0])
        raise StoreError("other-tables", text)
    wanted = {}
    for id, head in source.items():
        there = target.get(id)
        if there is None:
            wanted[id] = -1
        elif there != head:
            if there[:2] != head[:2] or there[2] > head[2]:
                raise StoreError("played-on", PLAYED_ON.format(id=id))
            wanted[id] = there[2]
    return wanted


def _copy_boxes(reading: sa.Connection, writing: sa.Connection) -> None:
    there = {row["digest"]: row for row in _rows(writing, sa.select(boxes))}
    rows = _rows(reading, sa.select(boxes))
    missing = [row for row in rows if row["digest"] not in there]
    if missing:
        writing.execute(boxes.insert(), missing)
    for row in rows:
        if there.get(row["digest"], row) != row:
            writing.execute(boxes.update().where(boxes.c.digest == row["digest"]).values(**row))


def _copy_whole(reading: sa.Connection, writing: sa.Connection) -> None:
    """Keys of boxes, studies with the rows of their games, games that count, and subscriptions."""
    for table in reversed(WHOLE_TABLES.values()):
        writing.execute(table.delete())
    for table in WHOLE_TABLES.values():
        for rows in reading.execute(sa.select(table)).partitions(SHARDS):
            writing.execute(table.insert(), [columns(row) for row in rows])


def _copy_tables(reading: sa.Connection, writing: sa.Connection, known: dict[str, int]) -> None:
    """Tables with all entries after the last that is known of each, -1 for a new table."""
    rows = _rows(reading, sa.select(tables).where(tables.c.id.in_(known)))
    new = [row for row in rows if known[row["id"]] < 0]
    if new:
        writing.execute(tables.insert(), new)
    for row in rows:
        if known[row["id"]] >= 0:
            writing.execute(tables.update().where(tables.c.id == row["id"]).values(**row))
    added = [
        entry
        for entry in _rows(reading, sa.select(entries).where(entries.c.table.in_(known)))
        if entry["number"] > known[entry["table"]]
    ]
    if added:
        writing.execute(entries.insert(), added)


def _rows(connection: sa.Connection, asked: sa.Select[Any]) -> list[dict[str, Any]]:
    return [columns(row) for row in connection.execute(asked)]


# ---------------------------------------------------------------- comparing


def _compare(reading: sa.Connection, target: sa.Engine, progress: Progress) -> dict[str, Sum]:
    """Read both again, and compare every row by its digest."""
    with target.connect() as there:
        both = _sums(reading, progress, "source"), _sums(there, progress, "target")
    differing = [name for name in both[0] if both[0][name] != both[1][name]]
    if differing:
        raise StoreError("differs", DIFFERENT.format(names=listed(differing)))
    return both[0]


def _sums(connection: sa.Connection, progress: Progress, phase: str) -> dict[str, Sum]:
    sums = dict.fromkeys(COPIED, Sum())
    for name in ("boxes", "tables"):
        sums[name] = sums[name].with_rows(connection.execute(sa.select(COPIED[name])))
    for name, table in WHOLE_TABLES.items():
        sums[name] = Sum().with_rows(connection.execute(sa.select(table)))
    ids = sorted(connection.execute(sa.select(tables.c.id)).scalars())
    for first in range(0, len(ids), BATCH):
        progress(phase, first, len(ids))
        some = entries.c.table.in_(ids[first : first + BATCH])
        rows = connection.execute(sa.select(entries).where(some))
        sums["entries"] = sums["entries"].with_rows(rows)
    total = connection.execute(sa.select(sa.func.count()).select_from(entries)).scalar()
    # Entries of no table would not be seen above.
    return sums | {"entries": Sum(int(total or 0), sums["entries"].digest)}
