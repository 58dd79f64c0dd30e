"""Servers and databases that the tests of the server share."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.process import Postgres, ServerProcess, postgres_is_missing


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL cluster of our own; without PostgreSQL the test is skipped, and CI fails."""
    if why := postgres_is_missing():
        pytest.skip(f"{why}; run scripts/setup-tests")
    cluster = Postgres(durable=False)
    yield cluster
    cluster.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    cluster: Postgres = request.getfixturevalue("postgres")
    return cluster.database()


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
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
