"""Processes behind a proxy that are killed, frozen and restarted, and a database that is restarted,
while people and bots play: `bench/failover.py` says how, and does it 200 times."""

import asyncio
import random
from collections.abc import Iterator

import pytest

from bench.chaos import Figures
from bench.failover import Storm, events
from bench.processes import Cluster, cluster
from tests.effort import many
from tests.server.process import postgres_is_missing
from tests.server.proxy import program


@pytest.fixture(scope="module")
def behind() -> Iterator[Cluster]:
    """Three processes behind HAProxy, on a PostgreSQL that is nobody else's."""
    if why := postgres_is_missing() or ("" if program("haproxy") else "HAProxy is not installed"):
        pytest.skip(f"{why}; run scripts/setup-tests")
    with cluster(3, "haproxy", 500, durable=False) as running:
        yield running


def storm(behind: Cluster, **counts: int) -> Figures:
    assert behind.proxy
    order = events(random.Random(7), **counts)
    return asyncio.run(Storm(behind.proxy, behind.servers, behind.postgres, 7).run(order))


def test_nothing_is_lost_or_doubled_when_processes_die_freeze_and_are_restarted(behind: Cluster):
    figures = storm(behind, kill=many(2), freeze=many(1), rolling_restart=many(1))
    assert figures.counts["acknowledged"] > 100
    assert figures.counts["bot entries"] > 10
    assert figures.counts["returns"] > 5
    assert len(figures.stops["rolling restart"]) == 3 * many(1)


def test_play_goes_on_by_itself_when_the_database_is_restarted(behind: Cluster):
    figures = storm(behind, database_restart=many(2))
    assert figures.counts["acknowledged"] > 50
