"""Opens the two kinds of databases: drivers, pools, pragmas, and how transactions begin."""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

import sqlalchemy as sa

from faubourg.core.errors import lacks_memory
from faubourg.core.text import Text
from faubourg.server.errors import StoreError

REACTIONS = "faubourg_reactions"  # what is only shown
CHANNEL = "faubourg"  # of PostgreSQL's notifications
UNKNOWN = Text(
    "'{url}' is no database that can be used; allowed: sqlite:///file.db, postgresql://…",
    "« {url} » n'est pas une base utilisable ; permis : sqlite:///fichier.db, postgresql://…",
)
# synchronous = FULL: fsync before a commit is acknowledged.
PRAGMAS = (
    "busy_timeout = 10000",  # first: even the next one may have to wait
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
)

# The database has the hashes of keys, names, words and the secrets of running games.
PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
FOR_OTHERS = 0o007
SQLITE_BESIDE = ("-wal", "-shm")  # which SQLite makes with the rights of the file itself
CONNECT_SECONDS = 5
# A process that is frozen within a transaction must not keep tables locked.
POSTGRES_SETTINGS = ("idle_in_transaction_session_timeout = '5s'",)
# Classes of SQLSTATE: no connection, shutting down or starting up, ended by the timeout above, and
# a standby that is not the primary yet.
OUT_OF_REACH = ("08", "57P", "25P03", "25006")
Cause = Literal["out-of-reach", "full", "read-only", "locked", "memory", "broken"]
SQLITE_CAUSES: dict[int, Cause] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_CANTOPEN: "out-of-reach",
    sqlite3.SQLITE_NOMEM: "memory",
    sqlite3.SQLITE_IOERR: "broken",
    sqlite3.SQLITE_CORRUPT: "broken",
    sqlite3.SQLITE_NOTADB: "broken",
}
POSTGRESQL_CAUSES: dict[str, Cause] = {
    "25006": "read-only",
    "53200": "memory",
    "533": "out-of-reach",  # it has as many connections as it may
    "53": "full",
    "58": "broken",
}


def read_url(url: str) -> sa.URL:
    """The address of a database, with our driver; StoreError if it is none of ours."""
    try:
        where = sa.make_url(url)
    except sa.exc.ArgumentError:
        where = sa.make_url("unknown://")
    if where.drivername == "sqlite" and where.database and where.database != ":memory:":
        return where.set(database=str(Path(where.database).expanduser()))
    if where.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return where.set(drivername="postgresql+psycopg")
    raise StoreError("database", UNKNOWN.format(url=where.render_as_string(hide_password=True)))


def open_engine(url: str) -> sa.Engine:
    """A database by its address; a file is made where there is none."""
    where = read_url(url)
    return _open_sqlite(where) if where.drivername == "sqlite" else _open_postgres(where)


def is_postgres(engine: sa.Engine) -> bool:
    return engine.dialect.name == "postgresql"


def is_out_of_reach(error: BaseException) -> bool:
    """Whether PostgreSQL is gone or restarting, so that the same may be tried again in a moment."""
    if not isinstance(error, sa.exc.DBAPIError):
        return False
    if error.connection_invalidated:
        return True
    state = getattr(error.orig, "sqlstate", "unknown")  # SQLite has none, a failed connect has None
    no_connection = isinstance(error, sa.exc.OperationalError | sa.exc.InterfaceError)
    return (no_connection and state is None) or str(state).startswith(OUT_OF_REACH)


def cause_of(error: BaseException) -> Cause | None:
    """What is wrong with the database or its machine; None if it is no fault of theirs."""
    if lacks_memory(error):
        return "memory"
    if not isinstance(error, sa.exc.DBAPIError):
        return None
    if isinstance(error.orig, sqlite3.Error):
        code = getattr(error.orig, "sqlite_errorcode", None)  # the low byte is the kind
        return SQLITE_CAUSES.get(code & 0xFF) if code is not None else None
    state = str(getattr(error.orig, "sqlstate", ""))
    for start, cause in POSTGRESQL_CAUSES.items():
        if state.startswith(start):
            return cause
    return "out-of-reach" if is_out_of_reach(error) else None


class FileGuard:
    """Notices that the file of a SQLite database was moved, removed or replaced while it is open:
    SQLite itself goes on writing to what nobody will find again."""

    def __init__(self, engine: sa.Engine) -> None:
        self._file = None if is_postgres(engine) else str(engine.url.database)
        self._known = self._look()

    def check(self) -> None:
        """OperationalError unless the file is the one that was opened."""
        if self._file is not None and self._look() != self._known:
            gone = sqlite3.OperationalError(f"{self._file} was moved, removed or replaced")
            gone.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            raise sa.exc.OperationalError("check", None, gone)

    def _look(self) -> tuple[int, int] | None:
        if self._file is None:
            return None
        try:
            found = os.stat(self._file)
        except OSError:
            return None
        return found.st_dev, found.st_ino


def _open_postgres(where: sa.URL) -> sa.Engine:
    """No ping before each use: who finds a connection broken tries again with another."""
    engine = sa.create_engine(
        where,
        pool_size=6,
        connect_args={"connect_timeout": CONNECT_SECONDS},
    )

    @sa.event.listens_for(engine, "connect")
    def on_connect(connection: Any, record: object) -> None:
        connection.autocommit = True
        for setting in POSTGRES_SETTINGS:
            connection.execute(f"SET {setting}")
        connection.autocommit = False

    return engine


def open_to_read(url: str) -> sa.Engine:
    """The same database for a snapshot that nothing is written to; a file is never made."""
    where = read_url(url)
    if where.drivername != "sqlite":
        return _open_postgres(where).execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
    file = quote(str(Path(str(where.database)).resolve()))
    reading = sa.create_engine(f"sqlite:///file:{file}?mode=ro&uri=true")

    @sa.event.listens_for(reading, "connect")
    def on_connect(connection: Any, record: object) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA busy_timeout = 10000")

    @sa.event.listens_for(reading, "begin")
    def on_begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return reading


def _make_private(file: Path) -> None:
    """Make a database file that only its owner may read, in a folder that is as private if it is
    made here. One that everybody could read, as of before, is closed to others; the rights that an
    operator has given to a group stay."""
    file.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, PRIVATE_FILE))
    for each in (file, *(file.with_name(file.name + end) for end in SQLITE_BESIDE)):
        with suppress(FileNotFoundError, PermissionError):  # the last: it is somebody else's
            if each.stat().st_mode & FOR_OTHERS:
                each.chmod(PRIVATE_FILE)


def _open_sqlite(where: sa.URL) -> sa.Engine:
    try:
        _make_private(Path(str(where.database)).resolve())
    except OSError as error:
        text = Text("{file}: {why}", "{file} : {why}")
        why = str(error.strerror)
        raise StoreError("database", text.format(file=str(where.database), why=why)) from error
    file = quote(str(Path(str(where.database)).resolve()))
    # Never makes a file: one that was moved away while the server runs would come back empty.
    engine = sa.create_engine(
        where,
        creator=lambda: sqlite3.connect(f"file:{file}?mode=rw", uri=True, check_same_thread=False),
    )

    @sa.event.listens_for(engine, "connect")
    def on_connect(connection: Any, record: object) -> None:
        connection.isolation_level = None  # the driver begins no transactions; we do, below
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def on_begin(connection: sa.Connection) -> None:
        # Upgrading a read transaction to a write would fail with SQLITE_BUSY.
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine
