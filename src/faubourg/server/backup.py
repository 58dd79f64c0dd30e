"""`faubourg backup` and `faubourg restore`: all tables of a server in one file, and back.

A backup is an SQLite database, whichever kind the server uses: it is a snapshot of one moment, made
while the server runs, and every row of it was compared with the source. It appears under its name
only when it is whole.
"""

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import sqlalchemy as sa
from rich.console import Console

from faubourg.core.files import system_reason
from faubourg.core.progress import progress_bar
from faubourg.core.text import Language, Text
from faubourg.server.errors import StoreError
from faubourg.server.store.engine import open_engine
from faubourg.server.store.migrations import migrate
from faubourg.server.store.move import Moved, move_database
from faubourg.server.store.schema import tables
from faubourg.server.store.store import Store

SAVING = Text("Saving tables", "Sauvegarde des tables")
RESTORING = Text("Restoring tables", "Restauration des tables")
DONE = Text(
    "{tables} tables, {entries} entries and {boxes} boxes are in {file}; every row was compared.",
    "{tables} tables, {entries} entrées et {boxes} boîtes sont dans {file} ; chaque ligne a été "
    "comparée.",
)
RESTORED = Text(
    "{tables} tables, {entries} entries and {boxes} boxes were restored; every row was compared.",
    "{tables} tables, {entries} entrées et {boxes} boîtes restaurées ; chaque ligne a été "
    "comparée.",
)
EXISTS = Text("{file} exists already.", "{file} existe déjà.")
NO_BACKUP = Text("{file} is no backup: {why}.", "{file} n'est pas une sauvegarde : {why}.")
CANT_WRITE = Text("{file} can't be written: {why}.", "Impossible d'écrire {file} : {why}.")
NOT_EMPTY = Text(
    "The database has tables already; restore into an empty one.",
    "La base a déjà des tables ; restaure dans une base vide.",
)
WHOLE = "ok"  # what SQLite says of a file in order


def backup(database: str, file: Path, language: Language) -> int:
    """Save all tables to a file that does not exist yet."""
    if file.exists():
        raise StoreError("exists", EXISTS.format(file=str(file)))
    try:
        with tempfile.TemporaryDirectory(dir=file.parent, prefix=".faubourg-") as folder:
            draft = Path(folder) / "backup.db"
            moved = _copy(database, f"sqlite:///{draft}", SAVING, language)
            _fold(draft)
            draft.chmod(0o600)  # hashes of keys and the secrets of running games are in it
            os.link(draft, file)  # unlike a rename never in place of another
    except OSError as error:
        why = system_reason(error)
        raise StoreError("cant-write", CANT_WRITE.format(file=str(file), why=why)) from error
    _tell(DONE, moved, language, file=str(file))
    return 0


def restore(file: Path, database: str, language: Language) -> int:
    """Put all tables of a backup into an empty database. One of an older version is brought up to
    date on the way; the file itself is left as it is."""
    check(file)
    with tempfile.TemporaryDirectory(prefix="faubourg-") as folder:
        copied = Path(folder) / "backup.db"
        shutil.copyfile(file, copied)
        source = f"sqlite:///{copied}"
        _bring_up_to_date(source)
        _check_empty(database)
        moved = _copy(source, database, RESTORING, language)
    _tell(RESTORED, moved, language)
    return 0


def check(file: Path) -> None:
    """StoreError if a file is damaged, or no backup at all."""
    try:
        with file.open("rb"):
            pass
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
            [[said]] = connection.execute("PRAGMA integrity_check(1)").fetchall()
            connection.execute("SELECT number FROM version").fetchone()
    except (OSError, sqlite3.Error) as error:
        why = system_reason(error)
        raise StoreError("no-backup", NO_BACKUP.format(file=str(file), why=why)) from error
    if said != WHOLE:
        raise StoreError("no-backup", NO_BACKUP.format(file=str(file), why=said))


def _copy(source: str, target: str, said: Text, language: Language) -> Moved:
    with progress_bar(Console(stderr=True)) as bar:
        task = bar.add_task(said.to(language), total=None)
        return move_database(
            source,
            target,
            lambda phase, done, total: bar.update(task, completed=done, total=total),
        )


def _fold(file: Path) -> None:
    """One file without a write-ahead log beside it, checked and on the disk."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    check(file)
    with file.open("rb") as written:
        os.fsync(written.fileno())


def _bring_up_to_date(url: str) -> None:
    engine = open_engine(url)
    try:
        with engine.execution_options(writes=True).begin() as connection:
            migrate(connection)
    finally:
        engine.dispose()


def _check_empty(url: str) -> None:
    store = Store(url)
    try:
        with store.engine.connect() as connection:
            if connection.execute(sa.select(tables.c.id).limit(1)).first() is not None:
                raise StoreError("not-empty", NOT_EMPTY)
    finally:
        store.close()


def _tell(said: Text, moved: Moved, language: Language, **more: str) -> None:
    counts = {name: each.count for name, each in moved.sums.items()}
    print(said.format(**counts, **more).to(language))
