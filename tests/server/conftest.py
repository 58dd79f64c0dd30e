"""Servers and databases that the tests of the server share."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from tests.effort import LONG
from tests.server.process import Postgres, ServerProcess, postgres_is_missing

HERE = Path(__file__).parent
KINDS = ["sqlite", "postgresql"]
# What the server keeps, and what happens when databases or processes fail, is tried on both kinds
# of database. All else that it does is tried on one of them, in turn; in the long run on both.
ON_BOTH = {
    "test_store.py", "test_processes.py", "test_faults.py", "test_backup.py", "test_bot_driver.py",
    "test_states.py", "test_fuzz.py", "test_move_database.py", "test_crash.py", "test_hostile.py",
}  # fmt: skip


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where a test is there for both kinds of database, leave one of them out."""
    if LONG:
        return
    pairs: dict[str, dict[str, pytest.Item]] = {}  # by the test without its kind of database
    for item in items:
        kind = _kind(item)
        if kind and item.path.parent == HERE and item.path.name not in ON_BOTH:
            pairs.setdefault(item.nodeid.replace(kind, "", 1), {})[kind] = item
    left_out = {
        pair[KINDS[crc32(name.encode()) % 2]]
        for name, pair in pairs.items()
        if len(pair) == len(KINDS)
    }
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = [item for item in items if item not in left_out]


def _kind(item: pytest.Item) -> str | None:
    """The kind of database that a test is repeated for."""
    call = getattr(item, "callspec", None)
    given = [call.params.get(name) for name in ("database", "server")] if call else []
    return next((kind for kind in given if kind in KINDS), None)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL cluster of our own; without PostgreSQL the test is skipped, and CI fails."""
    if why := postgres_is_missing():
        pytest.skip(f"{why}; run scripts/setup-tests")
    cluster = Postgres(durable=False)
    yield cluster
    cluster.close()


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    cluster: Postgres = request.getfixturevalue("postgres")
    return cluster.database()


@pytest.fixture(scope="session", params=KINDS)
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServerProcess]:
    """A running server on each database, for tests that need no settings of their own."""
    if request.param == "sqlite":
        database = f"sqlite:///{tmp_path_factory.mktemp('server') / 'tables.db'}"
    else:
        database = request.getfixturevalue("postgres").database()
    process = ServerProcess(database, absent=0.5).start()
    yield process
    process.close()


@pytest.fixture
def start(database: str) -> Iterator[Callable[..., ServerProcess]]:
    """Starts servers of one's own, all on one database of each kind."""
    started: list[ServerProcess] = []

    def start_one(*options: str, **settings: Any) -> ServerProcess:
        process = ServerProcess(database, **settings)
        process.options = list(options)
        started.append(process)
        return process.start()

    yield start_one
    for process in started:
        process.close()
