"""Search trees that a worker keeps between the moves of a table."""

import asyncio
import os
from pathlib import Path

import pytest

from faubourg.bots.search import Search
from faubourg.server.runtime import workers as in_worker
from faubourg.server.runtime.tree_cache import TreeCache
from faubourg.server.runtime.workers import SentPosition, Workers
from tests.server.client import PATIENCE
from tests.server.test_workers import decision, found, hold


def grown(simulations: int = 100) -> Search:
    search = Search(decision(), seed=1)
    search.run(simulations)
    return search


def kept_tables() -> list[str]:
    """In a worker."""
    return in_worker.trees.tables


def lead(sent: SentPosition, table: str) -> int:
    """In a worker: the visits with which the next search at a table would begin."""
    (before,) = in_worker.trees.take(table)
    return int(Search(sent.open(), seed=1, grown=before).nodes[0].visits)


def test_trees_are_taken_once_and_the_oldest_give_way():
    size = grown().trim()
    cache = TreeCache(most=2 * size)
    for table in ("one", "two", "one", "three"):
        cache.keep(table, [grown()])
    assert cache.tables == ["one", "three"]
    assert len(cache.take("three")) == 1
    assert not cache.take("three")
    cache.keep("four", [grown(), grown(), grown()])  # more than there is room for
    assert cache.tables == ["four"]
    assert len(cache.take("four")) == 2


def test_trees_that_nobody_came_back_to_are_forgotten():
    patient, hasty = TreeCache(longest=1e9), TreeCache(longest=-1.0)
    for cache in (patient, hasty):
        cache.keep("one", [grown()])
        cache.forget_old()
    assert (patient.tables, hasty.tables) == (["one"], [])


def test_an_expert_goes_on_with_the_tree_of_its_table_in_a_worker():
    async def work() -> tuple[list[str], int]:
        workers, position = Workers(1), decision()
        try:
            for table in ("one", "two"):
                await workers.choose(position, "expert", [], table)
            kept = await workers.run(kept_tables)
            return kept, await workers.run(lead, SentPosition.of(position), "one")
        finally:
            workers.close()

    kept, visits = asyncio.run(work())
    assert kept == ["one", "two"]
    assert visits > 0


@pytest.mark.parametrize("level", ["expert-1", "steady", "gentle"])
def test_other_bots_neither_keep_trees_nor_use_them(level: str):
    """What they play depends on nothing but the position and a seed."""

    async def work() -> tuple[list[str], list[str]]:
        workers, position = Workers(1), decision()
        try:
            await workers.choose(position, level, [], "one")
            before = await workers.run(kept_tables)
            await workers.choose(position, "expert", [], "two")
            await workers.choose(position, level, [], "two")
            return before, await workers.run(kept_tables)
        finally:
            workers.close()

    assert asyncio.run(work()) == ([], ["two"])


def test_who_waits_goes_to_whichever_process_is_free_first(tmp_path: Path):
    """There is one queue: nobody waits behind a long call while another process is idle."""

    async def work() -> None:
        workers = Workers(2)
        try:
            ends = [tmp_path / f"end {number}" for number in range(2)]
            begun = [tmp_path / f"begun {number}" for number in range(2)]
            held = [
                asyncio.create_task(workers.run(hold, *marks, table="one"))
                for marks in zip(begun, ends, strict=True)
            ]
            for mark in begun:
                await found(mark)
            waiting = [asyncio.create_task(workers.run(os.getpid, table="one")) for _ in range(3)]
            ends[1].touch()
            async with asyncio.timeout(PATIENCE):
                assert len({await call for call in waiting}) == 1
            assert not held[0].done()
            ends[0].touch()
            await asyncio.gather(*held)
        finally:
            workers.close()

    asyncio.run(work())


def test_a_table_finds_its_process_again_if_that_has_as_little_to_do(tmp_path: Path):
    async def work() -> None:
        workers = Workers(2)
        try:
            first = await workers.run(os.getpid, table="one")
            marks = tmp_path / "begun", tmp_path / "end"
            held = asyncio.create_task(workers.run(hold, *marks, table="one"))
            await found(tmp_path / "begun")
            second = await workers.run(os.getpid, table="two")
            assert second != first, "which is busy"
            assert await workers.run(os.getpid, table="three") == second, "nobody waits for a tree"
            (tmp_path / "end").touch()
            await held
            for table, process in (("one", first), ("two", second), ("three", second)) * 2:
                assert await workers.run(os.getpid, table=table) == process
        finally:
            workers.close()

    asyncio.run(work())
