"""Faults of the machine, each once while people and bots play: `bench/faults.py` says how, and does
it 20 times. And what players, operators and metrics are told of them."""

import asyncio
import contextlib
import json
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from bench.faults import Faults, harmed
from faubourg.server import metrics
from faubourg.server.runtime import housekeeping
from faubourg.server.runtime.housekeeping import ClockWatch
from faubourg.server.store.engine import cause_of
from faubourg.server.store.entry import Append
from faubourg.server.store.store import Store
from tests.server.client import RefusedError
from tests.server.process import ServerProcess, postgres_is_missing
from tests.server.test_store import ROW, entries_to

ROOT = Path(__file__).parents[2]
SHORT = (0.3, 0.5)  # seconds that a fault lasts


def once(faults: Faults) -> None:
    figures = asyncio.run(faults.run(faults.names, SHORT, to_the_end=False))
    assert {kind: len(stops) for kind, stops in figures.stops.items()} == dict.fromkeys(
        faults.names, 1
    )
    assert figures.counts["acknowledged"] > 10


def test_play_goes_on_after_every_fault_of_sqlite() -> None:
    with harmed("sqlite") as faults:
        once(faults)


def test_play_goes_on_after_every_fault_of_postgresql() -> None:
    if why := postgres_is_missing():
        pytest.skip(f"{why}; run scripts/setup-tests")
    with harmed("postgresql", durable=False) as faults:
        once(faults)


# ---------------------------------------------------------------- what is told


def writable(server: ServerProcess) -> tuple[str, bool]:
    """The metrics of faults: which there were, and whether anything can be stored now."""
    lines = server.api.get("/metrics").splitlines()
    found = [line for line in lines if line.startswith("faubourg_database_failures_total{")]
    return " ".join(found), "faubourg_database_writable 1.0" in lines


def test_a_file_that_is_gone_is_told_of_and_nothing_is_acknowledged(tmp_path: Path):
    file, away = tmp_path / "tables.db", tmp_path / "away.db"
    server = ServerProcess(f"sqlite:///{file}").start()
    server.database_restarts = True
    made = server.api.make("minivilles", ["person", "person"], first="A")
    now = server.api.table(made["table"])
    move = {"answers": now["number"], "seat": "A", "action": now["legal"][0]["id"], "id": "m"}
    where = f"/api/tables/{made['table']}/moves"
    assert writable(server) == ("", True)
    file.rename(away)
    with pytest.raises(RefusedError) as refused:
        server.api.post(where, made["keys"]["A"], **move)
    assert (refused.value.status, refused.value.code) == (503, "database")
    assert refused.value.said["fr"]
    assert not file.exists()
    failures, can_store = writable(server)
    assert 'cause="out-of-reach"' in failures
    assert not can_store
    away.rename(file)
    number = server.api.post(where, made["keys"]["A"], **move)["number"]
    assert number == now["number"] + 1
    assert writable(server)[1]
    lines = [json.loads(line) for line in server.logged().splitlines()]
    begun = [line for line in lines if line["event"] == "nothing can be stored"]
    assert [line["cause"] for line in begun] == ["out-of-reach"]
    assert str(file) in begun[0]["why"]
    assert any(line["event"] == "stored again" for line in lines)
    server.close()


def test_a_full_disk_has_a_cause_of_its_own_and_is_over_when_there_is_room(tmp_path: Path):
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    pages: list[int] = []

    @sa.event.listens_for(store.engine, "connect")
    def on_connect(connection: sqlite3.Connection, record: object) -> None:
        for most in pages:
            connection.execute(f"PRAGMA max_page_count = {most}")

    with contextlib.closing(store):
        asyncio.run(store.create(ROW, "box", []))
        pages.append(1)  # which is as many as there are
        store.engine.dispose()
        many = entries_to(0, 2000)
        with pytest.raises(sa.exc.OperationalError) as error:
            asyncio.run(_append(store, many))
        assert cause_of(error.value) == "full"
        assert metrics.REGISTRY.get_sample_value("faubourg_database_writable") == 0
        pages.clear()
        store.engine.dispose()
        assert asyncio.run(_append(store, many))
        assert metrics.REGISTRY.get_sample_value("faubourg_database_writable") == 1


async def _append(store: Store, append: Append) -> bool:
    return await store.append(append)


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (psycopg.errors.DiskFull("no room"), "full"),
        (psycopg.errors.ReadOnlySqlTransaction("a standby"), "read-only"),
        (psycopg.errors.AdminShutdown("restarted"), "out-of-reach"),
        (psycopg.OperationalError("no connection"), "out-of-reach"),
        (psycopg.errors.UniqueViolation("taken"), None),
    ],
)
def test_the_faults_of_postgresql_are_told_apart(error: psycopg.Error, cause: str | None):
    raised = sa.exc.DBAPIError.instance("x", None, error, psycopg.Error)
    assert cause_of(raised) == cause


# ---------------------------------------------------------------- the clock


# In a process whose clock can be set; it is set once, forwards by more than any table is kept.
SET_CLOCK = """
from bench import clock
clock.make_movable()
import asyncio
from bench import faults
from tests import fork_server
from tests.reaper import Run
run = Run()
faults.JUMPS = faults.JUMPS[-1:]
try:
    with faults.harmed("sqlite", poll=0.2, tidy=0.2) as harmed:
        figures = asyncio.run(harmed.run(["clock set"], (1.5, 1.5), to_the_end=False))
        assert len(figures.stops["clock set"]) == 1 and figures.counts["acknowledged"] > 5, figures
        told = harmed.server.api.get("/metrics")
        print(next(line for line in told.splitlines() if line.startswith("faubourg_clock_jumps")))
finally:
    fork_server.close()
    run.end()
"""


def test_play_goes_on_when_the_clock_is_set():
    command = [sys.executable, "-c", SET_CLOCK]
    found = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert found.returncode == 0, found.stdout + found.stderr
    assert float(found.stdout.split()[-1]) >= 2  # there and back


def test_a_change_of_the_clock_is_noticed(monkeypatch: pytest.MonkeyPatch):
    watch = ClockWatch()
    assert abs(watch.jump()) < housekeeping.LEAST_JUMP
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + 3600)
    assert watch.jump() == pytest.approx(3600, abs=housekeeping.LEAST_JUMP)
    assert abs(watch.jump()) < housekeeping.LEAST_JUMP
