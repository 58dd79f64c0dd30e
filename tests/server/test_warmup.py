"""Games are played at once, in plain Python; they are compiled behind that, the most wanted first,
and change over when they are much played."""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from faubourg.bots.bot import Bot, make
from faubourg.bots.compiler import Compiler, CompilerError
from faubourg.bots.levels import STAND_IN
from faubourg.core.game import Game, games, is_shipped
from faubourg.core.players import NATURE
from faubourg.kernels import markers, switch
from faubourg.records.fairness import verify
from faubourg.records.record import Record
from faubourg.server import metrics
from faubourg.server.runtime import warmup, workers
from faubourg.server.runtime.warmup import ENOUGH_MOVES, Report, Warmup
from tests.server.client import PATIENCE, Player
from tests.server.process import COMPILING, Postgres, ServerProcess, wait_until

SHIPPED = [name for name in games() if is_shipped(name)]
LONG = 3600.0


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """As in a server on a machine that has never seen these games; nothing is really compiled or
    loaded. Gets the games that are."""
    done: set[str] = set()
    monkeypatch.setenv(switch.VARIABLE, switch.PLAIN_FIRST)
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    monkeypatch.setattr(markers, "is_compiled", lambda name: name in done)
    monkeypatch.setattr(warmup, "load", lambda name: name in done)
    return done


async def whatever_can_happen() -> None:
    """Give every task its turns, those in threads too."""
    for _ in range(20):
        await asyncio.to_thread(time.sleep, 0.001)


def run(play: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(play(), PATIENCE))  # type: ignore[arg-type]


def test_what_is_played_is_compiled_first_and_nothing_else_while_tables_are_made(
    compiled: set[str],
):
    begun: list[str] = []

    async def play() -> None:
        gate = asyncio.Event()

        async def compile_one(name: str, report: Report) -> None:
            begun.append(name)
            report(1, 4)
            await gate.wait()
            compiled.add(name)

        warming = Warmup(["one", "two", "three", "four"], compile_one, idle_seconds=LONG)
        warming.start()
        await whatever_can_happen()
        assert begun == []
        for name in ("four", "three", "two", "four"):
            warming.want(name)
        warming.want("unknown")  # another part says that there is no such game
        await whatever_can_happen()
        assert begun == ["four", "three"]  # as many as AT_ONCE
        assert warming.games["four"].share == 0.25
        assert not warming.games["four"].settled.is_set()
        gate.set()
        await warming.settled("two")
        assert begun == ["four", "three", "two"]
        assert warming.games["two"].share == 1.0
        await warming.settled("unknown")
        await warming.stop()

    run(play)


def test_what_nobody_plays_is_compiled_when_nothing_happens(compiled: set[str]):
    begun: list[str] = []

    async def play() -> None:
        async def compile_one(name: str, report: Report) -> None:
            begun.append(name)
            compiled.add(name)

        warming = Warmup(["one", "two", "three"], compile_one, idle_seconds=0.01)
        warming.start()
        warming.want("two")
        for state in warming.games.values():
            await state.settled.wait()
        await warming.stop()

    run(play)
    assert begun[0] == "two"
    assert sorted(begun) == ["one", "three", "two"]


def test_what_was_compiled_before_is_not_compiled_again(compiled: set[str]):
    async def compile_one(name: str, report: Report) -> None:
        raise AssertionError

    async def play() -> None:
        compiled.add("one")
        warming = Warmup(["one"], compile_one, idle_seconds=LONG)
        warming.start()
        await warming.settled("one")
        assert warming.games["one"].is_compiled
        await warming.stop()

    run(play)


def test_a_game_changes_over_when_it_is_compiled_and_much_played(compiled: set[str]):
    async def play() -> None:
        gate = asyncio.Event()

        async def compile_one(name: str, report: Report) -> None:
            await gate.wait()
            compiled.add(name)

        warming = Warmup(["much", "little"], compile_one, idle_seconds=LONG)
        warming.start()
        much, little = warming.games.values()
        for name in warming.games:
            warming.want(name)
        warming.played("much", ENOUGH_MOVES)
        warming.played("little", ENOUGH_MOVES - 1)
        warming.played("unknown", 1)
        await whatever_can_happen()
        assert not much.is_loaded
        gate.set()
        while not much.is_loaded:
            await whatever_can_happen()
        assert not little.is_loaded
        assert metrics.COMPILED.labels("much")._value.get() == 1
        assert metrics.COMPILED.labels("little")._value.get() == 0
        warming.played("little", 1)
        while not little.is_loaded:
            await whatever_can_happen()
        await warming.stop()

    run(play)


def test_a_game_that_can_not_be_compiled_is_played_on_and_holds_up_nobody(
    compiled: set[str], caplog: pytest.LogCaptureFixture
):
    async def compile_one(name: str, report: Report) -> None:
        if name == "one":
            raise CompilerError("no room on the disk")
        compiled.add(name)

    async def play() -> None:
        warming = Warmup(["one", "two"], compile_one, idle_seconds=LONG)
        warming.start()
        for name in warming.games:
            warming.played(name, ENOUGH_MOVES)
            await warming.settled(name)
        while not warming.games["two"].is_loaded:
            await whatever_can_happen()
        assert not warming.games["one"].is_loaded
        await warming.stop()

    run(play)
    assert "a game was not compiled" in caplog.text


def test_what_can_not_be_loaded_is_compiled_once_more(
    compiled: set[str], monkeypatch: pytest.MonkeyPatch
):
    begun: list[str] = []
    loads = {"lost": iter([False, True]), "broken": iter([False, False])}
    monkeypatch.setattr(warmup, "load", lambda name: compiled.discard(name) or next(loads[name]))

    async def play() -> None:
        async def compile_one(name: str, report: Report) -> None:
            begun.append(name)

        compiled.update(loads)
        warming = Warmup(list(loads), compile_one, idle_seconds=LONG)
        warming.start()
        for name in loads:
            warming.played(name, ENOUGH_MOVES)
            await warming.settled(name)
        while not warming.games["lost"].is_loaded:
            await whatever_can_happen()
        await whatever_can_happen()
        assert not warming.games["broken"].is_loaded
        await warming.stop()

    run(play)
    assert sorted(begun) == ["broken", "lost"]


def test_nobody_waits_for_a_server_that_stops(compiled: set[str]):
    async def compile_one(name: str, report: Report) -> None:
        await asyncio.Event().wait()

    async def play() -> None:
        warming = Warmup(["one", "two", "three"], compile_one, idle_seconds=LONG)
        warming.start()
        asked = asyncio.create_task(warming.settled("three"))
        await whatever_can_happen()
        assert not asked.done()
        warming.give_up()
        await asked
        await warming.stop()

    run(play)


def test_the_machine_code_does_not_depend_on_how_it_is_prepared():
    for module in (warmup, switch, markers):
        text = Path(module.__file__ or "").read_bytes()
        assert not any(mark in text for mark in warmup.markers.compile.MARKS)


@pytest.mark.parametrize(
    ("level", "is_compiled", "bot"),
    [("expert", True, "expert"), ("expert", False, STAND_IN), ("gentle", False, "gentle")],
)
def test_a_level_is_honoured_as_soon_as_its_search_is_there(
    monkeypatch: pytest.MonkeyPatch, level: str, is_compiled: bool, bot: str
):
    asked: list[str] = []

    def at_table(name: str, *given: object) -> Bot:
        asked.append(name)
        return make("random")

    position = Game("minivilles", 2, first="A").start()
    while position.turn == NATURE:
        position.step(next(iter(position.weights())))
    monkeypatch.setattr(workers, "load_search", lambda name: is_compiled)
    monkeypatch.setattr(workers, "at_table", at_table)
    assert workers.think(workers.SentPosition.of(position), level, 0.1) in position.legal.ids
    assert asked == [bot]


# ---------------------------------------------------------------- the compiler's process


def test_a_compiler_that_dies_says_so():
    compiler = Compiler("minivilles")
    compiler.kill()
    with pytest.raises(CompilerError, match="ended with status -9"):
        list(compiler.progress())
    compiler.close()


def test_a_compiler_says_what_went_wrong():
    compiler = Compiler("chess")
    with pytest.raises(CompilerError, match="no game 'chess'"):
        list(compiler.progress())
    compiler.close()


def test_a_compiler_ends_with_the_process_that_started_it(tmp_path: Path):
    code = (
        "import os, time\n"
        "from faubourg.bots.compiler import Compiler\n"
        "compiler = Compiler('minivilles')\n"
        "print(compiler._process.pid, flush=True)\n"
        "time.sleep(1000)\n"
    )
    env = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    parent = subprocess.Popen([sys.executable, "-c", code], env=env, stdout=subprocess.PIPE)
    assert parent.stdout
    child = Path(f"/proc/{int(parent.stdout.readline())}")
    assert child.exists()
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    wait_until(lambda: not child.exists() or " Z " in (child / "stat").read_text())


# ---------------------------------------------------------------- a whole server, nothing compiled


@pytest.fixture
def empty_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As on a new machine: what is started from here has nothing compiled."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)


def how_it_runs(server: ServerProcess) -> dict[str, str]:
    """What `/healthz` says of each game."""
    first, *lines = server.api.get("/healthz").splitlines()
    assert first == "ok"
    return {name: how for name, how in (line.split(": ") for line in lines) if name in games()}


async def play_with(server: ServerProcess, game: str, bot: str) -> str:
    """A person and a bot play until both have moved; the table's id."""
    made = server.api.make(game, ["person", bot])
    chooser = random.Random(1)
    async with Player(server.url, made["table"], [made["keys"]["A"]]) as player:
        while not {"move", "bot"} <= {entry["kind"] for entry in player.entries.values()}:
            await player.play_on(chooser, 1)
    return str(made["table"])


@pytest.mark.usefixtures("empty_cache")
def test_every_game_is_played_before_it_is_compiled(tmp_path: Path):
    """Bots of all levels move, hints come, Nature's moves hold, and nobody has waited: all is done
    while each game still says that it is plain."""
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}").start()
    try:
        for name in SHIPPED:
            table = asyncio.run(play_with(server, name, "expert"))
            assert Record.loads(server.api.record(table)).moves
        assert how_it_runs(server) == dict.fromkeys(SHIPPED, "plain")
        for name in SHIPPED:
            assert f'faubourg_compiled{{game="{name}"}} 0.0' in server.api.get("/metrics")
        made = server.api.make("minivilles", ["person", "steady"], first="A")
        found = server.api.post(f"/api/tables/{made['table']}/hints", made["keys"]["A"])["hints"]
        assert found
        assert all(hint["chances"] is None and hint["why"]["fr"] for hint in found)
    finally:
        server.close()


@pytest.mark.usefixtures("empty_cache")
def test_two_processes_play_one_table_before_it_is_compiled(postgres: Postgres):
    database = postgres.database()
    servers = [ServerProcess(database).start() for _ in range(2)]
    try:
        made = servers[0].api.make("lutins", ["person", "person"])

        async def both_play() -> None:
            keys = made["keys"]
            async with (
                Player(servers[0].url, made["table"], [keys["A"]]) as anna,
                Player(servers[1].url, made["table"], [keys["B"]]) as ben,
            ):
                await asyncio.gather(anna.play_on(random.Random(1)), ben.play_on(random.Random(2)))

        asyncio.run(both_play())
        record = Record.loads(servers[1].api.record(made["table"]))
        assert record.outcome is not None
        assert verify(record).holds
    finally:
        for server in servers:
            server.close()


def test_a_server_changes_over_in_the_midst_of_a_game(tmp_path: Path):
    """Compiled before, or now; the record is what the rules say, whoever ran them."""
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}").start()
    try:
        made = server.api.make("minivilles", ["person", "greedy"])
        assert how_it_runs(server)["minivilles"] == "plain"

        async def play_all() -> None:
            async with Player(server.url, made["table"], [made["keys"]["A"]]) as player:
                await player.play_on(random.Random(1))

        asyncio.run(play_all())
        wait_until(lambda: how_it_runs(server)["minivilles"] == "compiled", COMPILING)
        lines = [json.loads(line) for line in server.logged().splitlines()]
        [changed] = [line for line in lines if line["event"] == "changed over"]
        assert changed["game"] == "minivilles"
        assert changed["moves"] >= ENOUGH_MOVES
        asyncio.run(play_with(server, "minivilles", "greedy"))
        record = Record.loads(server.api.record(made["table"]))
        assert record.outcome is not None
        assert verify(record).holds
    finally:
        server.close()


@pytest.mark.usefixtures("empty_cache")
def test_machine_code_that_is_missing_stops_no_table(tmp_path: Path):
    """It was marked as compiled, but somebody has cleared the folder."""
    code = "from faubourg.kernels import markers; markers.remember_compiled('lutins')"
    subprocess.run([sys.executable, "-c", code], check=True)
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}").start()
    try:
        made = server.api.make("lutins", ["person", "expert"])

        async def play_all() -> None:
            async with Player(server.url, made["table"], [made["keys"]["A"]]) as player:
                await player.play_on(random.Random(1))

        asyncio.run(play_all())
        asyncio.run(play_with(server, "lutins", "steady"))
        record = Record.loads(server.api.record(made["table"]))
        assert record.outcome is not None
        assert verify(record).holds
        wait_until(lambda: "machine code was not loaded" in server.logged())
    finally:
        server.close()
