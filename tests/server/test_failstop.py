"""What nobody would notice ends the program with a status by which it is started again, or is
counted: memory that is short, threads and tasks that fail."""

import asyncio
import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from faubourg.server import metrics
from faubourg.server.errors import Unavailable
from faubourg.server.runtime import background
from faubourg.server.runtime.rooms import Rooms
from faubourg.server.runtime.warmup import Warmup
from faubourg.server.runtime.workers import Workers
from faubourg.server.settings import Settings
from faubourg.server.store.store import Store
from tests.server.client import PATIENCE

# A program whose event loop goes on for ever unless something ends it; `fail` raises MemoryError.
PROGRAM = """
import asyncio, concurrent.futures, logging, threading, uvloop
from faubourg.server import failstop, logs
from faubourg.server.runtime import background

def fail(*given):
    raise MemoryError

def swallow():
    try:
        fail()
    except Exception:
        logging.getLogger("anybody").exception("went wrong")

class Unraisable:
    __del__ = fail

async def fail_soon(error):
    raise error

async def main():
    logs.configure("warning")
    failstop.watch()
    tasks = set()
    loop = asyncio.get_running_loop()
    {what}
    await asyncio.sleep(3600)

uvloop.run(main())
"""
ENDS = {
    "a callback": "loop.call_soon(fail)",
    "a callback of a pool's future": """
    pool = concurrent.futures.ThreadPoolExecutor()
    pool.submit(int).add_done_callback(fail)""",
    "a thread": "threading.Thread(target=lambda: 1 / 0).start()",
    "somebody who goes on": "swallow()",
    "a destructor": "Unraisable()",
    "a task": "background.start(fail_soon(MemoryError()), tasks)",
    "a task that lasts": "background.start(fail_soon(ValueError('x')), tasks, lasts=True)",
    "a task that should last": "background.start(asyncio.sleep(0), tasks, lasts=True)",
}


def ended(what: str) -> subprocess.CompletedProcess[str]:
    program = PROGRAM.replace("{what}", what)
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE
    )


@pytest.mark.parametrize("what", ENDS)
def test_what_nobody_would_notice_ends_the_program(what: str):
    found = ended(ENDS[what])
    assert found.returncode == os.EX_SOFTWARE, found.stderr
    assert '"level": "critical"' in found.stderr  # the reason is in the log


def test_other_failures_of_callbacks_and_tasks_are_logged_and_counted():
    found = ended("""
    loop.call_soon(lambda: 1 / 0)
    background.start(fail_soon(ValueError("lost")), tasks)
    from faubourg.server import metrics
    await asyncio.sleep(0.1)
    print([line for line in metrics.text().decode().splitlines() if "ound_failures_total{" in line])
    failstop.end("enough")""")
    assert 'failures_total{what="callback"} 1.0' in found.stdout
    assert 'failures_total{what="task"} 1.0' in found.stdout
    assert "ZeroDivisionError" in found.stderr
    assert "ValueError: lost" in found.stderr


def test_a_refusal_is_no_failure_of_a_task():
    async def refuse() -> None:
        raise Unavailable("busy", failstop_text)

    async def work() -> None:
        tasks: set[asyncio.Task[None]] = set()
        task = background.start(refuse(), tasks)
        await asyncio.wait([task])
        assert not tasks

    from faubourg.core.text import Text

    failstop_text = Text("not now", "pas maintenant")
    before = metrics.REGISTRY.get_sample_value(
        "faubourg_background_failures_total", {"what": "task"}
    )
    asyncio.run(work())
    after = metrics.REGISTRY.get_sample_value(
        "faubourg_background_failures_total", {"what": "task"}
    )
    assert before == after


def test_a_change_for_which_there_is_no_memory_is_refused_and_the_next_is_stored(tmp_path: Path):
    """SQLite and its driver say so by a MemoryError: the transaction is taken back."""

    async def work() -> int:
        store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
        rooms = Rooms(Settings(database=""), store, Workers(1), Warmup([]))

        def fail(connection: sa.Connection) -> int:
            raise MemoryError

        try:
            with pytest.raises(Unavailable) as refused:
                await rooms.or_unavailable(store.write(fail))
            assert refused.value.code == "database"
            assert "memory" in refused.value.text.en
            assert metrics.REGISTRY.get_sample_value("faubourg_database_writable") == 0
            one = sa.text("SELECT 1")
            found: int = await store.write(lambda connection: connection.execute(one).scalar_one())
            assert metrics.REGISTRY.get_sample_value("faubourg_database_writable") == 1
            return found
        finally:
            store.close()

    assert asyncio.run(work()) == 1


def test_a_table_that_nobody_waits_for_any_more_is_no_fault(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    """A client goes while its table is looked for; and there is none, as it turns out."""

    async def work() -> None:
        store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
        rooms = Rooms(Settings(database=""), store, Workers(1), Warmup([]))
        asked = asyncio.create_task(rooms.get("abcdefghjkmnpqrs"))
        await asyncio.sleep(0)
        asked.cancel()
        await asyncio.wait([asked])
        try:
            while rooms._loading:
                await asyncio.sleep(0.01)
        finally:
            store.close()
        gc.collect()  # asyncio tells of an error that nobody has looked at when its task goes

    asyncio.run(work())
    assert [said.getMessage() for said in caplog.records if said.levelname == "ERROR"] == []
