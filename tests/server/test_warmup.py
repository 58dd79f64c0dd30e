"""Games are made ready while the server serves: whoever asks waits, is told, and comes first."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from faubourg.core.game import games
from faubourg.server.runtime import warmup
from faubourg.server.runtime.warmup import Warmup
from tests.server.client import PATIENCE


@pytest.fixture(autouse=True)
def never_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As on a machine that has never seen these games; nothing is really compiled."""
    monkeypatch.setattr(warmup.compile, "cache_folder", lambda game: tmp_path)
    monkeypatch.setattr(warmup, "folder", lambda name: tmp_path)
    monkeypatch.setattr(warmup, "prepare", lambda game: None)
    monkeypatch.setattr(warmup, "Game", lambda name: name)


async def whatever_can_happen() -> None:
    """Give every task its turns, however slow the machine is."""
    for _ in range(50):
        await asyncio.sleep(0)


def test_who_asks_for_a_game_waits_and_that_game_comes_before_the_others():
    order: list[str] = []

    async def play() -> None:
        gate = asyncio.Event()

        async def compile_one(name: str, report: Callable[[int, int], None]) -> None:
            report(1, 4)
            await gate.wait()
            order.append(name)

        warming = Warmup(["one", "two", "three", "four"], compile_one)
        warming.start()
        await whatever_can_happen()
        asked = asyncio.create_task(warming.ready("four"))
        await whatever_can_happen()
        assert not asked.done()
        assert warming.progress["one"].share == 0.25
        assert warming.progress["four"].share == 0.0
        assert warming.seconds_left("three") > warming.seconds_left("one") > 0
        gate.set()
        await asked
        await warming.all_ready()
        assert warming.progress["four"].share == 1.0
        assert warming.seconds_left("four") == 0
        await warming.ready("four")
        await warming.ready("unknown")  # another part says that there is no such game
        await warming.stop()

    asyncio.run(play())
    assert order.index("four") < order.index("three")


def test_nobody_waits_for_a_server_that_stops():
    async def compile_one(name: str, report: Callable[[int, int], None]) -> None:
        await asyncio.Event().wait()

    async def play() -> None:
        warming = Warmup(["one", "two", "three"], compile_one)
        warming.start()
        asked = asyncio.create_task(warming.ready("three"))
        await whatever_can_happen()
        warming.give_up()
        await asyncio.wait_for(asked, PATIENCE)
        await asyncio.wait_for(warming.stop(), PATIENCE)

    asyncio.run(play())


def test_the_machine_code_does_not_depend_on_how_it_is_prepared():
    text = Path(warmup.__file__).read_bytes()
    assert not any(mark in text for mark in warmup.compile.MARKS)


def test_what_was_compiled_before_is_only_loaded():
    compiled: list[str] = []

    async def compile_one(name: str, report: Callable[[int, int], None]) -> None:
        compiled.append(name)

    async def play() -> None:
        warming = Warmup(["one"], compile_one)
        warming.start()
        await warming.all_ready()

    asyncio.run(play())
    asyncio.run(play())
    assert compiled == ["one"]


def test_a_game_that_can_not_be_prepared_does_not_hold_up_the_others(
    caplog: pytest.LogCaptureFixture,
):
    async def compile_one(name: str, report: Callable[[int, int], None]) -> None:
        if name == "one":
            raise OSError("no room on the disk")

    async def play() -> None:
        warming = Warmup(["one", "two"], compile_one)
        warming.start()
        await asyncio.wait_for(warming.all_ready(), PATIENCE)

    asyncio.run(play())
    assert "a game was not prepared" in caplog.text
    assert not warmup.compiled_before("one")
    assert warmup.compiled_before("two")


def test_the_steps_of_a_worker_are_all_of_the_preparation(monkeypatch: pytest.MonkeyPatch):
    done: list[str] = []
    steps = [(name, lambda name=name: done.append(name)) for name in ("legal", "step", "bots")]
    monkeypatch.setattr(warmup, "_steps", lambda name: steps)
    monkeypatch.setattr(warmup.os, "nice", lambda by: 0)
    assert [warmup.compile_step("one", number) for number in range(3)] == [3, 3, 3]
    assert done == ["legal", "step", "bots"]


def test_a_worker_makes_a_game_ready_and_ends():
    """Really compiled (or loaded, if it was before), in a process of its own."""
    code = (
        "import asyncio\n"
        "from faubourg.server.runtime.warmup import compile_apart\n"
        "told = []\n"
        "if __name__ == '__main__':\n"
        f"    asyncio.run(compile_apart({games()[-1]!r}, lambda *far: told.append(far)))\n"
        "    print(told[-1][0] == told[-1][1] == len(told) > 3)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "True\n", done.stderr
