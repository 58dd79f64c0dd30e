"""Worker processes for bots: who waits for one, and who has all cores."""

import asyncio
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from faubourg.bots.levels import SECONDS
from faubourg.bots.search import Search
from faubourg.core.game import Game
from faubourg.core.position import Position
from faubourg.server.runtime.workers import SentPosition, Workers, is_crowded, think
from tests.server.client import PATIENCE

THREADS = 3


class Starting(Workers):
    """No process of it has answered yet."""

    def _started_pool(self) -> Any:
        self._first = Future()

    async def run(self, *given: Any, table: str = "") -> Any:
        raise AssertionError("waits for a worker")


class Watched(Workers):
    """Knows what its processes are asked to think about a move."""

    def __init__(self, count: int) -> None:
        super().__init__(count, THREADS)
        self.asked: list[tuple[float, int]] = []  # seconds and threads

    async def run(self, function: Any, *given: Any, table: str = "") -> Any:
        if function is think:
            self.asked.append(given[2:4])
        return await super().run(function, *given, table=table)


def decision() -> Position:
    """A position in which there is something to choose."""
    position = Game("lutins", 2).start()
    while position.turn not in (0, 1):
        position.play(position.nature(0))
    assert len(position.legal.ids) > 1
    return position


def hold(begun: Path, end: Path) -> None:
    """Keep a worker until a file is there."""
    begun.touch()
    until = time.monotonic() + PATIENCE
    while not end.exists() and time.monotonic() < until:
        time.sleep(0.01)


def search_until_crowded(sent: SentPosition, begun: Path) -> bool:
    """A search that takes longer than anybody waits, unless somebody else comes."""
    search = Search(sent.open(), seed=1)
    search.run(1)
    begun.touch()
    search.run_for(10 * PATIENCE, enough=is_crowded)
    return is_crowded()


async def found(path: Path) -> None:
    async with asyncio.timeout(PATIENCE):
        while not path.exists():
            await asyncio.sleep(0.01)


def test_a_bot_that_does_not_search_need_not_wait_for_a_worker():
    position = decision()
    assert asyncio.run(Starting(1).choose(position, "greedy", [])) in position.legal.ids
    with pytest.raises(AssertionError, match="waits"):
        asyncio.run(Starting(1).choose(position, "expert", []))


def test_a_bot_that_is_alone_has_all_threads_and_beside_other_work_one(tmp_path: Path):
    """The other work is no bot's: hints and reviews count as much."""

    async def work() -> list[tuple[float, int]]:
        workers, position = Watched(2), decision()
        try:
            assert await workers.choose(position, "expert", []) in position.legal.ids
            other = asyncio.create_task(workers.run(hold, tmp_path / "begun", tmp_path / "end"))
            await found(tmp_path / "begun")
            assert await workers.choose(position, "expert", []) in position.legal.ids
            (tmp_path / "end").touch()
            await other
            assert await workers.choose(position, "expert", []) in position.legal.ids
            return workers.asked
        finally:
            workers.close()

    assert asyncio.run(work()) == [(SECONDS, THREADS), (SECONDS, 1), (SECONDS, THREADS)]


def test_of_bots_that_come_together_only_the_first_has_all_threads():
    async def work() -> list[tuple[float, int]]:
        workers, position = Watched(2), decision()
        try:
            await asyncio.gather(*(workers.choose(position, "expert", []) for _ in range(4)))
            await workers.choose(position, "expert", [])
            return workers.asked
        finally:
            workers.close()

    *together, last = asyncio.run(work())
    assert [threads for _, threads in together] == [THREADS, 1, 1, 1]
    assert last == (SECONDS, THREADS)


def test_threads_beside_the_first_end_when_somebody_else_needs_a_worker(tmp_path: Path):
    """A second worker is free, so nothing else would end the search before the test gives up."""

    async def work() -> bool:
        workers = Workers(2, THREADS)
        try:
            sent = SentPosition.of(decision())
            first = asyncio.create_task(
                workers.run(search_until_crowded, sent, tmp_path / "searches")
            )
            await found(tmp_path / "searches")
            assert not first.done()
            other = asyncio.create_task(workers.run(hold, tmp_path / "begun", tmp_path / "end"))
            async with asyncio.timeout(PATIENCE):
                saw_it = await first
            (tmp_path / "end").touch()
            await other
            return saw_it
        finally:
            workers.close()

    assert asyncio.run(work())


def test_who_gave_up_waiting_is_not_counted(tmp_path: Path):
    """As when a page is closed before its hint is there."""

    async def work() -> list[tuple[float, int]]:
        workers, position = Watched(1), decision()
        try:
            other = asyncio.create_task(workers.run(hold, tmp_path / "begun", tmp_path / "end"))
            await found(tmp_path / "begun")
            other.cancel()
            await asyncio.wait([other])
            (tmp_path / "end").touch()
            await workers.choose(position, "expert", [])
            return workers.asked
        finally:
            workers.close()

    assert asyncio.run(work()) == [(SECONDS, THREADS)]
