"""Worker processes for bots, hints and reviews: one that dies takes nobody with it but its job."""

import asyncio
import os
import signal
import time
from pathlib import Path

import pytest

from faubourg.server.errors import Unavailable
from faubourg.server.runtime.workers import Workers


def add(one: int, two: int) -> int:
    return one + two


def fall(tries: Path) -> None:
    """Takes its process down each time; a mark for each."""
    (tries / str(time.monotonic_ns())).touch()
    os.kill(os.getpid(), signal.SIGKILL)


def swallow(mark: Path) -> str:
    """No memory the first time; then there is."""
    if not mark.exists():
        mark.touch()
        raise MemoryError
    return "done"


def test_a_worker_without_memory_is_replaced(tmp_path: Path):
    async def work() -> str:
        workers = Workers(1)
        try:
            return await workers.run(swallow, tmp_path / "mark")
        finally:
            workers.close()

    assert asyncio.run(work()) == "done"


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
