"""Strangers' files are parsed in processes of their own, which have limits and die alone."""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from faubourg.core.game import Game
from faubourg.records.record import Record
from faubourg.server.actions.history import STRIDE, Moments
from faubourg.server.errors import Refused
from faubourg.server.runtime.sandbox import Sandbox
from tests.core.test_hostile_files import BOMBS
from tests.server.client import RefusedError
from tests.server.process import ServerProcess


def spin(seconds: float) -> float:
    late = time.process_time() + seconds
    while time.process_time() < late:
        pass
    return seconds


def swallow(size: int) -> int:
    return len(bytearray(size))


def process_id() -> int:
    return os.getpid()


def end() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def end_once(mark: Path) -> str:
    """As when another takes all the memory and the system ends this one for it."""
    if not mark.exists():
        mark.touch()
        end()
    return "done"


def stumble() -> None:
    raise ZeroDivisionError


@pytest.fixture
def run() -> Iterator[Callable[..., list[object]]]:
    """Run jobs side by side in a sandbox; their results, or the codes of their refusals."""
    sandbox = Sandbox(cpu_seconds=1)

    async def all_of(jobs: list[tuple[Callable[..., object], ...]]) -> list[object]:
        found = await asyncio.gather(*(sandbox.run(*job) for job in jobs), return_exceptions=True)
        return [each.code if isinstance(each, Refused) else each for each in found]

    # A thread of its own: in that of the tests, the loop of a browser's driver may be running.
    with ThreadPoolExecutor(1) as thread:
        runner = thread.submit(asyncio.Runner).result()
        yield lambda *jobs: thread.submit(runner.run, all_of(list(jobs))).result()
        thread.submit(runner.close).result()
    sandbox.close()


def test_who_takes_too_much_dies_alone_and_is_replaced(
    run: Callable[..., list[object]], caplog: pytest.LogCaptureFixture
):
    [first] = run((process_id,))
    assert first != os.getpid()
    assert run((process_id,)) == [first]
    found = run((spin, 60), (swallow, 100), (swallow, 2**31), (process_id,), (end,), (process_id,))
    assert found[0] == "too-heavy"
    assert found[1] == 100
    assert found[2] == "too-heavy"
    assert isinstance(found[3], int)
    assert found[4] == "too-heavy"
    assert isinstance(found[5], int)
    assert run((spin, 0.6), (spin, 0.6), (spin, 0.6), (spin, 0.6)) == [0.6] * 4  # each has its own
    assert not caplog.records
    assert run((stumble,)) == ["unreadable"]
    assert "ZeroDivisionError" in str(vars(caplog.records[0]))


def test_a_job_whose_process_was_killed_from_outside_is_done_by_the_next(
    run: Callable[..., list[object]], tmp_path: Path
):
    assert run((end_once, tmp_path / "killed")) == ["done"]


def test_only_so_many_wait(run: Callable[..., list[object]]):
    found = run(*[(swallow, 1)] * 30)
    assert found.count(1) == 16
    assert found.count("busy") == 14


# ------------------------------------------------------------ at a server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("sandbox")
    process = ServerProcess(f"sqlite:///{folder / 'tables.db'}", record_moves=600).start()
    yield process
    process.close()


HEAD = "faubourg record 1\ngame: minivilles\nrules: 1\nplayers: 2\ncomponents: 0123\n\n"


def test_hostile_boxes_and_records_get_a_sentence_and_nobody_else_waits(server: ServerProcess):
    """Every bomb at once, while somebody asks for something harmless."""

    def send(bomb: str) -> tuple[int, int]:
        text = (HEAD + "--- components\n" + bomb + "\n").encode("utf-8", "replace").decode()
        answer = server.api.http.post("/api/tables/import", json={"record": text})
        return answer.status_code, len(answer.content)

    others = [
        "faubourg record 1\n" + "x" * 500_000,
        "faubourg record 1\ngame: " + "y" * 500_000,
        HEAD.replace("players: 2", f"players: {'9' * 5000}"),
        "\x00" * 100_000,
        "faubourg record 1\n" + "\n".join(f"k{n}: 1" for n in range(50_000)),
        HEAD.replace("components: 0123", "seats: " + "," * 400_000),
        HEAD.replace("components: 0123", "options: " + "a=1 " * 100_000),
    ]
    with ThreadPoolExecutor(4) as pool:
        sent = [pool.submit(send, bomb) for bomb in (*BOMBS.values(), *others)]
        waits = []
        while not all(each.done() for each in sent):
            begun = time.monotonic()
            assert server.api.http.get("/healthz").status_code == 200
            waits.append(time.monotonic() - begun)
            time.sleep(0.02)
    for each in sent:
        status, size = each.result()
        assert status in (409, 413, 422), status
        assert size < 10_000
    assert sorted(waits)[len(waits) // 2] < 0.5


def long_game(moves: int) -> Record:
    """Two who never build anything: a game without an end."""
    record = Record(Game("minivilles", players=2, first="A"), ["me", "me"])
    position = record.game.start()
    while len(record.moves) < moves:
        ids = position.legal.ids
        if not ids:
            id = position.nature(0.01)
        else:
            texts = {str(action): action.id for action in position.legal}
            id = texts.get("pass", ids[-1])
        position.step(id)
        record.moves.append(id)
    return record


def test_a_long_table_is_looked_back_at_without_replaying_it_each_time(server: ServerProcess):
    record = long_game(601)
    with pytest.raises(RefusedError) as error:
        server.api.post("/api/tables/import", record=record.dumps())
    assert error.value.code == "too-long"
    assert "600" in error.value.said["en"]
    record.moves.pop()
    made = server.api.post("/api/tables/import", record=record.dumps())
    where = f"/api/tables/{made['table']}/moves"
    hashes = {}
    positions = record.positions()
    for number, position in enumerate(positions):
        if number % 37 == 0 or number == 600:
            hashes[number] = position.view()
    for number in (600, 0, *hashes):
        assert server.api.get(f"{where}/{number}")["view"] == hashes[number]


def test_a_moment_costs_a_few_moves_when_the_table_was_looked_at_before(
    monkeypatch: pytest.MonkeyPatch,
):
    from faubourg.core.position import Position
    from faubourg.server.actions.create import _plan, _row
    from faubourg.server.runtime.room import Room

    record = long_game(500)
    plan = _plan(record.game, _row(record.game, [
        {"kind": "past", "name": name, "level": None, "key": None} for name in "AB"
    ], "", "host", None), record.moves)  # fmt: skip
    room, moments, steps = Room.load(plan.row, plan.box, plan.entries), Moments(), 0
    step = Position.step

    def counted(position: Position, id: int) -> None:
        nonlocal steps
        steps += 1
        step(position, id)

    monkeypatch.setattr(Position, "step", counted)
    first = asyncio.run(moments.at(room, 500))
    assert steps == 500
    steps = 0
    assert asyncio.run(moments.at(room, 500)) == first
    asyncio.run(moments.at(room, 499))
    asyncio.run(moments.at(room, 120))
    assert steps < 3 * STRIDE


def test_a_server_leaves_no_process_behind(tmp_path: Path):
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}").start()
    server.api.post("/api/tables/import", record=long_game(20).dumps())
    children = server.family[1:]
    server.close()
    assert not [each for each in children if Path(f"/proc/{each}").exists()]
