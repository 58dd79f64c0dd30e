"""The store by itself: compare and set, wake-ups for those concerned, leases, an older schema."""

import asyncio
import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from faubourg.server.store.engine import CHANNEL, open_engine
from faubourg.server.store.entry import Append, Entry
from faubourg.server.store.schema import ATTENDED, presence, processes, tables, version
from faubourg.server.store.store import FORGOTTEN, Store
from tests.server.client import PATIENCE

postgres_only = pytest.mark.parametrize("database", ["postgresql"], indirect=True)
LEASE = 60.0
ROW = {
    "id": "t", "game": "minivilles", "rules": 1, "players": 2, "options": "{}", "box": "b",
    "seats": "[]", "host": "h", "code": None, "begin": "full", "secret": None, "created": 1.0,
    "last": 0, "waits": "person", "changed": 1.0,
}  # fmt: skip


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    with contextlib.closing(Store(database, LEASE)) as made:
        asyncio.run(made.create(ROW, "box", []))
        yield made


def entries_to(after: int, number: int, table: str = "t") -> Append:
    """Entries after one, up to a number."""
    made = tuple(Entry(each, "bot", at=float(each)) for each in range(after + 1, number + 1))
    return Append(table, after, made, "person")


def append(store: Store, *appends: Append) -> list[bool]:
    """Submitted at once, so that they share a transaction."""

    async def submit() -> list[bool]:
        return list(await asyncio.gather(*map(store.append, appends)))

    return asyncio.run(submit())


def last(store: Store) -> int:
    return asyncio.run(store.last_numbers(["t"]))["t"]


def test_entries_are_added_only_after_the_number_that_they_were_made_for(store: Store):
    assert append(store, entries_to(0, 2)) == [True]
    assert append(store, entries_to(0, 1)) == [False]
    assert append(store, entries_to(3, 4)) == [False]
    assert append(store, entries_to(0, 1, "unknown")) == [False]
    assert last(store) == 2


def test_of_several_in_one_transaction_those_that_follow_from_each_other_are_added(store: Store):
    others = entries_to(0, 1), entries_to(1, 3), entries_to(1, 2), entries_to(3, 4)
    assert append(store, *others) == [True, True, False, True]
    assert last(store) == 4
    stored = asyncio.run(store.entries_after("t", 0))
    assert [entry.number for entry in stored] == [1, 2, 3, 4]


def test_a_table_that_was_made_already_is_not_made_again(store: Store):
    """As when only the answer to a commit was lost."""
    asyncio.run(store.create(ROW, "box", []))
    assert append(store, entries_to(0, 1)) == [True]
    asyncio.run(store.create(ROW, "box", []))
    assert last(store) == 1


@postgres_only
def test_only_processes_that_attend_a_table_are_woken(store: Store, database: str):
    url = open_engine(database).url.set(drivername="postgresql")
    with (
        contextlib.closing(Store(database, LEASE)) as other,
        psycopg.connect(url.render_as_string(False), autocommit=True) as listening,
    ):
        listening.execute(f"LISTEN {CHANNEL}")
        append(store, entries_to(0, 1))  # nobody is there
        asyncio.run(store.mark_presence([("t", ATTENDED)], True))
        asyncio.run(store.heartbeat())
        append(store, entries_to(1, 2))  # only the process itself
        asyncio.run(other.mark_presence([("t", ATTENDED)], True))
        append(store, entries_to(2, 3))  # the other one has no lease yet
        asyncio.run(other.heartbeat())
        append(store, entries_to(3, 4))
        [woken] = listening.notifies(timeout=60, stop_after=1)
        assert woken.payload.split() == [store.process, "t"]
        asyncio.run(other.clear_presence())
        append(store, entries_to(4, 5))
        assert not list(listening.notifies(timeout=0.5))


@postgres_only
def test_tables_that_another_process_attends_are_left_to_it_for_a_while(
    store: Store, database: str
):
    append(store, Append("t", 0, (Entry(1, "begin", at=time.time() - 20),), "machine"))
    with contextlib.closing(Store(database, LEASE)) as other:

        async def found(quiet: float, stuck: float) -> tuple[list[str], list[str]]:
            ids = await store.machine_tables(quiet, stuck, 10)
            return ids, await store.claim(["t"], quiet, stuck)

        assert asyncio.run(found(5, 10)) == (["t"], ["t"])
        asyncio.run(other.mark_presence([("t", ATTENDED)], True))
        asyncio.run(other.heartbeat())
        asyncio.run(store.mark_presence([("t", ATTENDED)], False))
        assert asyncio.run(found(5, 30)) == ([], [])
        # Both attend, and the process that moved the bots has died: one of them takes over.
        asyncio.run(store.mark_presence([("t", ATTENDED)], True))
        asyncio.run(store.heartbeat())
        takers = [asyncio.run(each.machine_tables(5, 30, 10)) for each in (store, other)]
        assert sorted(takers) == [[], ["t"]]
        asyncio.run(store.mark_presence([("t", ATTENDED)], False))
        assert asyncio.run(found(5, 10)) == (["t"], ["t"])  # stuck, whoever attends
        assert asyncio.run(found(30, 30)) == ([], [])  # not quiet for that long


def test_a_clock_that_is_put_back_lets_no_dead_process_live_and_no_table_wait(store: Store):
    """Of a process that died, and of a table whose bot was to move, an hour in the future."""
    hour = time.time() + 3600
    append(store, Append("t", 0, (Entry(1, "begin", at=hour),), "machine"))
    with store.engine.execution_options(writes=True).begin() as connection:
        dead = {"process": "dead", "seen": hour}
        connection.execute(processes.insert().values(dead))
        connection.execute(
            presence.insert().values(table="t", seat=ATTENDED, connected=True, **dead)
        )
    assert asyncio.run(store.connected_elsewhere(["t"])) == set()
    assert asyncio.run(store.machine_tables(5, 10, 10)) == ["t"]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_the_file_and_its_folder_are_for_their_owner_alone(database: str):
    file = Path(database.removeprefix("sqlite:///")).parent / "new" / "tables.db"
    Store(f"sqlite:///{file}").close()
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    for before, after in ((0o644, 0o600), (0o640, 0o640)):  # open to all; open to a group
        file.chmod(before)
        with contextlib.closing(Store(f"sqlite:///{file}")):
            beside = [file.with_name(f"{file.name}-{end}") for end in ("wal", "shm")]
            assert {each.stat().st_mode & 0o777 for each in (file, *beside)} == {after}


def test_a_program_that_fails_while_its_store_is_open_ends(tmp_path: Path):
    program = (
        "from faubourg.server.store.store import Store\n"
        f"store = Store('sqlite:///{tmp_path / 'tables.db'}')\n"
        "raise SystemExit(7)\n"
    )
    assert subprocess.run([sys.executable, "-c", program], timeout=PATIENCE).returncode == 7


def test_a_program_whose_writer_fails_outside_of_a_transaction_ends(tmp_path: Path):
    program = (
        "import asyncio\n"
        "from faubourg.server.store.store import Store\n"
        "from faubourg.server.store.writer import Writer\n"
        "def fail(*given): raise MemoryError\n"
        "Writer._count = fail\n"
        f"store = Store('sqlite:///{tmp_path / 'tables.db'}')\n"
        "asyncio.run(store.write(lambda connection: None))\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE
    )
    assert ended.returncode == os.EX_SOFTWARE, ended.stderr
    assert "the thread that writes has failed" in ended.stderr


@postgres_only
def test_a_process_that_is_frozen_within_a_transaction_keeps_no_table_locked(
    store: Store, database: str
):
    engine = open_engine(database)
    frozen = engine.connect()
    frozen.execute(sa.select(tables.c.id).with_for_update())
    assert append(store, entries_to(0, 1)) == [True]  # when PostgreSQL has ended that session
    with pytest.raises(sa.exc.DBAPIError):
        frozen.execute(tables.update().values(last=7))
    frozen.invalidate()
    frozen.close()
    engine.dispose()
    assert last(store) == 1


def test_what_dead_processes_have_left_is_forgotten_after_a_day(store: Store):
    asyncio.run(store.heartbeat())
    asyncio.run(store.mark_presence([("t", 0)], True))
    long_ago = time.time() - 2 * FORGOTTEN
    dead = {"process": "dead", "seen": long_ago}
    with store.engine.execution_options(writes=True).begin() as connection:
        connection.execute(processes.insert().values(dead))
        connection.execute(presence.insert().values(table="t", seat=1, connected=True, **dead))
    asyncio.run(store.forget_dead_processes())
    with store.engine.connect() as connection:
        assert list(connection.execute(sa.select(presence.c.process)).scalars()) == [store.process]
        assert list(connection.execute(sa.select(processes.c.process)).scalars()) == [store.process]


def test_a_database_of_the_first_schema_gets_leases(database: str):
    Store(database).close()
    engine = open_engine(database).execution_options(writes=True)
    with engine.begin() as connection:
        processes.drop(connection)
        connection.execute(version.update().values(number=1))
    engine.dispose()
    with contextlib.closing(Store(database, LEASE)) as store:
        asyncio.run(store.heartbeat())
        asyncio.run(store.mark_presence([("t", 0)], True))
        seen = asyncio.run(store.last_seen("t", 0))
        assert seen is not None
        assert abs(seen - time.time()) < LEASE
