"""Backups that are made while people play, checked, and put back; also from older schemas."""

import asyncio
import os
import random
import sqlite3
import stat
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from faubourg.server.store import migrations
from faubourg.server.store.engine import open_engine
from faubourg.server.store.schema import (
    box_keys,
    boxes,
    counted_games,
    metadata,
    processes,
    studies,
    study_shards,
    subscriptions,
    uptime,
    version,
)
from tests import fork_server
from tests.server.client import PATIENCE, Player
from tests.server.process import ServerProcess
from tests.server.test_move_database import rows_of


def command(*words: str) -> subprocess.CompletedProcess[str]:
    return fork_server.run(*words, "--lang", "en", env=dict(os.environ), timeout=PATIENCE)


def test_a_backup_of_a_running_server_is_whole_and_can_be_played_on(database: str, tmp_path: Path):
    server = ServerProcess(database).start()
    made = server.api.make("minivilles", ["person", "person"], first="A")
    file, keys = tmp_path / "backup.db", list(made["keys"].values())

    async def play_and_save() -> subprocess.CompletedProcess[str]:
        async with Player(server.url, made["table"], keys) as player:
            await player.play_on(random.Random(1), most=10)
            saving = asyncio.create_task(
                asyncio.to_thread(command, "backup", str(file), "--database", database)
            )
            while not saving.done():
                await player.play_on(random.Random(2), most=1)
            return await saving

    done = asyncio.run(play_and_save())
    assert done.returncode == 0, done.stderr
    assert "every row was compared" in done.stdout
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir() if "backup" in path.name) == [file.name]
    assert command("backup", str(file), "--database", database).returncode == 2  # it is there
    server.close()

    again = f"sqlite:///{tmp_path / 'restored.db'}"
    done = command("restore", str(file), "--database", again)
    assert done.returncode == 0, done.stderr
    assert rows_of(again) == rows_of(f"sqlite:///{file}")
    done = command("restore", str(file), "--database", again)
    assert done.returncode == 2
    assert "empty" in done.stderr
    server = ServerProcess(again).start()
    assert server.api.table(made["table"])["state"]["moves"] >= 10
    server.close()


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_backup_goes_into_either_kind_of_database(database: str, tmp_path: Path):
    first = f"sqlite:///{tmp_path / 'first.db'}"
    server = ServerProcess(first).start()
    server.api.make("minivilles", ["person", "open"])
    server.close()
    assert command("backup", str(tmp_path / "saved.db"), "--database", first).returncode == 0
    done = command("restore", str(tmp_path / "saved.db"), "--database", database)
    assert done.returncode == 0, done.stderr
    assert rows_of(database) == rows_of(first)


def test_what_is_no_backup_is_refused(tmp_path: Path):
    target = f"sqlite:///{tmp_path / 'target.db'}"
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(b"SQLite format 3\0" + os.urandom(5000))
    (tmp_path / "text.db").write_text("hello")
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE x (y)")
        other.commit()
    for name in ("damaged.db", "text.db", "other.db", "missing.db"):
        done = command("restore", str(tmp_path / name), "--database", target)
        assert done.returncode == 2
        assert "is no backup" in done.stderr
    done = command("backup", str(tmp_path / "no" / "folder" / "x.db"), "--database", target)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


# What each step of the migrations added, from schema 2 on.
ADDED: list[tuple[list[sa.Table], list[sa.Column[Any]]]] = [
    ([processes], []),
    (
        [study_shards, studies, box_keys, counted_games],
        [boxes.c.game, boxes.c.created, boxes.c.used],
    ),
    ([uptime], []),
    ([subscriptions], []),
]


def undo_steps(connection: sa.Connection, schema: int) -> None:
    """Make a database of the present schema one of an older."""
    assert len(ADDED) == len(migrations.STEPS), "tell here what the new step added"
    for added, columns in reversed(ADDED[schema - 1 :]):
        for table in added:
            table.drop(connection)
        for column in columns:
            connection.execute(
                sa.text(f"ALTER TABLE {column.table.name} DROP COLUMN {column.name}")
            )
    connection.execute(version.update().values(number=schema))


def shape_of(connection: sa.Connection) -> dict[str, object]:
    """Columns and indexes of all tables."""
    found = sa.inspect(connection)
    return {
        name: (
            {column["name"]: str(column["type"]) for column in found.get_columns(name)},
            {str(index["column_names"]) for index in found.get_indexes(name)},
        )
        for name in found.get_table_names()
    }


@pytest.mark.parametrize("schema", range(1, 1 + len(migrations.STEPS)))
def test_every_older_schema_is_upgraded_and_the_older_program_refuses_the_newer(
    schema: int, database: str, tmp_path: Path
):
    """Upgrade: the new program changes the schema. Roll-back: a backup of before, since the older
    program refuses the newer schema and leaves it as it is."""
    now = ServerProcess(database).start()
    made = now.api.make("minivilles", ["person", "person"])
    state = now.api.table(made["table"])["state"]
    now.close()
    engine = open_engine(database)
    with engine.connect() as connection:
        fresh = shape_of(connection)
    with engine.execution_options(writes=True).begin() as connection:
        undo_steps(connection, schema)
        assert shape_of(connection) != fresh
    engine.dispose()

    upgraded = ServerProcess(database).start()
    assert upgraded.api.table(made["table"])["state"] == state
    upgraded.close()
    engine = open_engine(database)
    with engine.connect() as connection:
        assert shape_of(connection) == fresh
        assert connection.execute(sa.select(version.c.number)).scalar() == 1 + len(migrations.STEPS)
    assert set(fresh) == set(metadata.tables)
    older = migrations.STEPS[: schema - 1]
    with (
        engine.execution_options(writes=True).begin() as connection,
        pytest.raises(Exception, match="newer one is needed"),
    ):
        migrations.migrate(connection, older)
    engine.dispose()


def test_a_backup_of_an_older_schema_is_brought_up_to_date(tmp_path: Path):
    first, second = (f"sqlite:///{tmp_path / name}" for name in ("first.db", "second.db"))
    server = ServerProcess(first).start()
    server.api.make("minivilles", ["person", "person"])
    server.close()
    old = tmp_path / "old.db"
    assert command("backup", str(old), "--database", first).returncode == 0
    engine = open_engine(f"sqlite:///{old}")
    with engine.execution_options(writes=True).begin() as connection:
        undo_steps(connection, 1)
    engine.dispose()
    with closing(sqlite3.connect(old)) as closed:  # one file again
        closed.execute("PRAGMA journal_mode = DELETE")
    before = old.read_bytes()
    done = command("restore", str(old), "--database", second)
    assert done.returncode == 0, done.stderr
    rows, restored = rows_of(first), rows_of(second)
    unknown = [(*box[:2], None, None, None) for box in rows["boxes"]]  # to the first schema
    assert restored == rows | {"boxes": unknown}
    assert old.read_bytes() == before
