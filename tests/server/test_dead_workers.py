"""Worker processes for bots, hints and reviews: one that dies takes nobody with it but its job."""

import asyncio
import errno
import os
import signal
import threading
import time
import zlib
from pathlib import Path

import pytest

from faubourg.server.errors import Unavailable
from faubourg.server.runtime.workers import Workers
from tests.server.client import PATIENCE


def add(one: int, two: int) -> int:
    return one + two


def fall(tries: Path) -> None:
    """Takes its process down each time; a mark for each."""
    (tries / str(time.monotonic_ns())).touch()
    os.kill(os.getpid(), signal.SIGKILL)


def swallow(mark: Path, error: Exception | None = None) -> str:
    """No memory the first time; then there is."""
    if not mark.exists():
        mark.touch()
        raise error or MemoryError
    return "done"


@pytest.mark.parametrize(
    "error",
    [MemoryError(), OSError(errno.ENOMEM, "no"), zlib.error("Error -4 while decompressing data")],
    ids=repr,
)
def test_a_worker_without_memory_is_replaced(tmp_path: Path, error: Exception):
    """Whichever library says so."""

    async def work() -> str:
        workers = Workers(1)
        try:
            return await workers.run(swallow, tmp_path / "mark", error)
        finally:
            workers.close()

    assert asyncio.run(work()) == "done"


def test_who_waits_for_a_worker_without_memory_is_answered_by_the_next(tmp_path: Path):
    """Python's pool cancels those calls of which no process knows yet."""

    async def work() -> list[object]:
        workers = Workers(1)
        try:
            calls = [workers.run(add, 1, number) for number in range(8)]
            first = workers.run(swallow, tmp_path / "mark")
            return await asyncio.gather(first, *calls, return_exceptions=True)
        finally:
            workers.close()

    assert asyncio.run(work()) == ["done", *range(1, 9)]


def test_who_still_waits_when_the_server_ends_is_cancelled(tmp_path: Path):
    async def work() -> list[object]:
        workers = Workers(1)
        await workers.run(add, 1, 1)
        calls = [asyncio.create_task(workers.run(time.sleep, PATIENCE)) for _ in range(5)]
        await asyncio.sleep(0)
        workers.close()
        return await asyncio.gather(*calls, return_exceptions=True)

    found = asyncio.run(work())
    assert [type(each) for each in found] == [asyncio.CancelledError] * 5


def test_a_call_that_kills_its_worker_fails_alone(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    async def work() -> list[int | BaseException | None]:
        workers = Workers(1)
        try:
            calls = [workers.run(add, 1, 1), workers.run(fall, tmp_path)]
            calls += [workers.run(add, 2, number) for number in range(3)]
            found = await asyncio.gather(*calls, return_exceptions=True)
            return [*found, await workers.run(add, 4, 4)]
        finally:
            workers.close()

    first, fallen, *others = asyncio.run(work())
    assert (first, others) == (2, [2, 3, 4, 8])
    assert isinstance(fallen, Unavailable)  # a sentence, no fault
    assert len(list(tmp_path.iterdir())) == 2
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_a_pool_for_whose_thread_there_is_no_memory_is_given_up(monkeypatch: pytest.MonkeyPatch):
    """Python's own pool keeps whoever asks it waiting for ever then."""
    start = threading.Thread.start
    left = [2]  # the pool, and the process in which the call is repeated

    def fail(thread: threading.Thread) -> None:
        if "ExecutorManager" in type(thread).__name__ and left[0]:
            left[0] -= 1
            raise RuntimeError("can't start new thread")
        start(thread)

    async def work() -> int:
        workers = Workers(1)
        try:
            async with asyncio.timeout(PATIENCE):
                with pytest.raises(Unavailable):
                    await workers.run(add, 1, 1)
                return await workers.run(add, 1, 1)
        finally:
            workers.close()

    monkeypatch.setattr(threading.Thread, "start", fail)
    assert asyncio.run(work()) == 2
    assert left == [0]


def test_a_worker_that_is_stuck_is_given_up(monkeypatch: pytest.MonkeyPatch):
    async def work() -> int:
        workers = Workers(1)
        try:
            assert await workers.run(add, 1, 1) == 2  # so that it is there
            monkeypatch.setattr("faubourg.server.runtime.workers.LONGEST_CALL", 0.5)
            with pytest.raises(Unavailable):
                await workers.run(time.sleep, 2 * PATIENCE)
            monkeypatch.undo()
            return await workers.run(add, 1, 1)
        finally:
            workers.close()

    assert asyncio.run(work()) == 2
