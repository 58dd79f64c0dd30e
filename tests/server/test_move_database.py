"""`faubourg move-database` between real databases: everything is there afterwards, also when it was
killed in between, and the source is only read."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from faubourg.core.errors import FaubourgError
from faubourg.core.game import games
from faubourg.server.store.engine import open_engine
from faubourg.server.store.move import BATCH, Moved, Sum, move_database
from faubourg.server.store.schema import boxes, entries, processes, tables
from faubourg.server.store.store import Store
from tests import fork_server
from tests.server.client import PATIENCE
from tests.server.process import Postgres, ServerProcess, wait_until

Rows = dict[str, list[tuple[Any, ...]]]
MANY = 5 * BATCH


def move(source: str, target: str) -> Moved:
    return move_database(source, target, lambda phase, done, total: None)


def command(*words: str) -> subprocess.CompletedProcess[str]:
    return fork_server.run("move-database", *words, env=dict(os.environ), timeout=PATIENCE)


def kill(mover: fork_server.Process) -> None:
    mover.send_signal(signal.SIGKILL)
    mover.wait(timeout=PATIENCE)
    assert mover.stdout
    mover.stdout.close()


def rows_of(database: str) -> Rows:
    """Everything that is to be moved, sorted."""
    engine = open_engine(database)
    with engine.connect() as connection:
        found = {
            table.name: sorted(map(tuple, connection.execute(sa.select(table))), key=repr)
            for table in (boxes, tables, entries)
        }
    engine.dispose()
    return found


def change(database: str, *statements: sa.Executable) -> None:
    engine = open_engine(database).execution_options(writes=True)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(statement)
    engine.dispose()


@pytest.fixture
def played(tmp_path: Path) -> str:
    """A database on which all games were played, by bots and by a server that has stopped."""
    database = f"sqlite:///{tmp_path / 'played.db'}"
    server = ServerProcess(database).start()
    made = [server.api.make(name, ["random", "greedy"])["table"] for name in games()]
    made.append(server.api.make(games()[0], ["Zoë:person", "open"])["table"])
    wait_until(lambda: all(server.api.table(table)["number"] > 30 for table in made[:-1]))
    server.close()
    return database


@pytest.fixture
def many(tmp_path: Path) -> str:
    """A database with many small tables."""
    database = f"sqlite:///{tmp_path / 'many.db'}"
    Store(database).close()
    ids = [f"t{number:05d}" for number in range(MANY)]
    row = {
        "game": "minivilles", "rules": 1, "players": 2, "options": "{}", "box": "b", "seats": "[]",
        "host": "h", "code": None, "begin": "full", "secret": None, "created": 1.5, "last": 2,
        "waits": "person", "changed": 2.5,
    }  # fmt: skip
    entry = {"kind": "begin", "seat": -1, "at": 0.1 + 0.2}
    engine = open_engine(database).execution_options(writes=True)
    with engine.begin() as connection:
        connection.execute(boxes.insert().values(digest="b", text="é 𝄞"))
        connection.execute(tables.insert(), [{"id": id, **row} for id in ids])
        connection.execute(
            entries.insert(),
            [{"table": id, "number": number, **entry} for id in ids for number in (1, 2)],
        )
    engine.dispose()
    return database


def test_a_server_goes_on_with_its_tables_on_the_other_kind_of_database_and_back(
    played: str, postgres: Postgres, tmp_path: Path
):
    before, target = rows_of(played), postgres.database()
    said = command(played, target, "--lang", "en")
    assert said.returncode == 0, said.stderr
    assert f"the same {len(games()) + 1} tables" in said.stdout
    assert rows_of(target) == before == rows_of(played)
    server = ServerProcess(target).start()
    waits = tables.c.keys().index("waits")
    moved = next(row[0] for row in before["tables"] if row[waits] == "machine")
    wait_until(lambda: server.api.table(moved)["state"]["phase"] == "over")
    server.close()
    back = f"sqlite:///{tmp_path / 'back.db'}"
    assert command(target, back).returncode == 0
    assert rows_of(back) == rows_of(target) != before
    server = ServerProcess(back).start()
    assert server.api.table(moved)["state"]["phase"] == "over"
    server.close()


def test_what_was_killed_in_between_is_whole_and_goes_on_where_it_was(
    many: str, postgres: Postgres
):
    """A row of the third batch is being written by somebody else, so that the move waits there."""
    target, blocked = postgres.database(), f"t{2 * BATCH + 7:05d}"
    Store(target).close()
    engine = open_engine(target)
    [row] = [row for row in rows_of(many)["tables"] if row[0] == blocked]
    with engine.connect() as holding:
        holding.execute(boxes.insert().values(digest="b", text="é 𝄞"))
        holding.commit()
        holding.execute(sa.text("SET idle_in_transaction_session_timeout = 0"))
        holding.execute(tables.insert().values(row))
        mover = fork_server.start("move-database", many, target, stderr=sys.__stderr__)
        wait_until(lambda: len(rows_of(target)["tables"]) == 2 * BATCH)
        kill(mover)
        holding.rollback()
    engine.dispose()
    half = rows_of(target)
    assert len(half["entries"]) == 2 * len(half["tables"]) == 4 * BATCH
    moved = move(many, target)
    assert moved.copied == MANY - 2 * BATCH
    assert moved.sums["entries"].count == 2 * MANY
    assert rows_of(target) == rows_of(many)
    assert move(many, target).copied == 0


def test_a_move_from_postgresql_is_killed_and_resumed_too(
    many: str, postgres: Postgres, tmp_path: Path
):
    source, file = postgres.database(), tmp_path / "target.db"
    move(many, source)
    Store(f"sqlite:///{file}").close()
    with sqlite3.connect(file, isolation_level=None, timeout=PATIENCE) as holding:
        holding.execute("BEGIN IMMEDIATE")  # nothing can be written until the mover is dead
        mover = fork_server.start(
            "move-database", source, f"sqlite:///{file}", stderr=sys.__stderr__
        )
        engine = open_engine(source)
        wait_until(lambda: is_read(engine))
        kill(mover)
        holding.execute("ROLLBACK")
        engine.dispose()
    holding.close()
    assert move(source, f"sqlite:///{file}").copied == MANY
    assert rows_of(f"sqlite:///{file}") == rows_of(many)


def is_read(engine: sa.Engine) -> bool:
    """Whether somebody else has a transaction open."""
    others = "SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction'"
    with engine.connect() as connection:
        others += " AND datname = current_database() AND pid <> pg_backend_pid()"
        return bool(connection.execute(sa.text(others)).scalar())


def test_a_second_run_copies_only_what_was_played_meanwhile(many: str, postgres: Postgres):
    target = postgres.database()
    move(many, target)
    again = {"number": 3, "kind": "begin", "seat": -1, "at": 9.5, "table": "t00003"}
    change(
        many,
        entries.insert().values(again),
        tables.update().where(tables.c.id == "t00003").values(last=3, changed=9.5, waits="nobody"),
    )
    assert move(many, target).copied == 1
    assert rows_of(target) == rows_of(many)


def test_a_running_server_is_told_of_and_what_to_do(played: str, postgres: Postgres):
    server, target = ServerProcess(played).start(), postgres.database()
    said = command(played, target, "--lang", "en")
    assert said.returncode == 3
    assert "Stop it and run the same command again" in said.stdout
    server.stop()
    assert command(played, target, "--lang", "en").returncode == 0
    assert rows_of(target) == rows_of(played)
    server.start()
    with pytest.raises(FaubourgError) as error:
        move(target, played)
    assert error.value.code == "target-in-use"
    server.close()


# ------------------------------------------------------------ refusals


def wrong(make_source: Callable[[], str], make_target: Callable[[], str]) -> FaubourgError:
    with pytest.raises(FaubourgError) as error:
        move(make_source(), make_target())
    assert error.value.text.fr != error.value.text.en
    return error.value


def test_a_target_with_other_tables_is_refused_and_left_as_it_was(many: str, postgres: Postgres):
    target = postgres.database()
    move(many, target)
    change(many, entries.delete().where(entries.c.table == "t00001"))
    change(many, tables.delete().where(tables.c.id == "t00001"))
    before = rows_of(target)
    error = wrong(lambda: many, lambda: target)
    assert error.code == "other-tables"
    assert "t00001" in error.text.en
    assert rows_of(target) == before


def test_a_target_that_was_played_on_is_refused(many: str, postgres: Postgres):
    target = postgres.database()
    move(many, target)
    change(target, tables.update().where(tables.c.id == "t00002").values(last=5))
    assert wrong(lambda: many, lambda: target).code == "played-on"


def test_a_copy_that_differs_in_one_letter_is_noticed(many: str, postgres: Postgres):
    target = postgres.database()
    move(many, target)
    one = (entries.c.table == "t00004") & (entries.c.number == 2)
    change(target, entries.update().where(one).values(kind="begim"))
    error = wrong(lambda: many, lambda: target)
    assert (error.code, "entries" in error.text.en) == ("differs", True)


def test_a_source_that_is_none_is_refused_and_not_made(tmp_path: Path, many: str):
    missing, empty = tmp_path / "missing.db", tmp_path / "empty.db"
    sqlite3.connect(empty).executescript("CREATE TABLE version_of_mine (x)")
    target = f"sqlite:///{tmp_path / 'new.db'}"
    assert wrong(lambda: f"sqlite:///{missing}", lambda: target).code == "database"
    assert not missing.exists()
    assert wrong(lambda: f"sqlite:///{empty}", lambda: target).code == "no-source"
    assert wrong(lambda: many, lambda: many).code == "same-database"
    assert wrong(lambda: "mysql://x/y", lambda: target).code == "database"
    assert wrong(lambda: many, lambda: "postgresql://127.0.0.1:1/none").code == "database"
    change(many, sa.text("UPDATE version SET number = 1"))
    assert wrong(lambda: many, lambda: target).code == "schema"


def test_the_source_may_be_a_file_that_nobody_can_write(many: str, tmp_path: Path):
    assert processes.name not in rows_of(many)
    Path(many.removeprefix("sqlite:///")).chmod(0o444)
    assert move(many, f"sqlite:///{tmp_path / 'copy.db'}").copied == MANY


def test_a_digest_does_not_depend_on_the_order_of_rows():
    rows = [(1, "a"), (2, "b"), (1, "a")]
    assert Sum().with_rows(rows) == Sum().with_rows(rows[::-1])
    assert Sum().with_rows(rows) != Sum().with_rows(rows[:2])
    assert Sum().with_rows([(1, "a")]) != Sum().with_rows([(1, "b")])
