"""With many tables a second process serialises what moves did: the same, and nothing needs it."""

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from faubourg.core.game import games
from faubourg.records.record import Record
from faubourg.server.runtime.encoder import (
    LENGTH,
    Encoder,
    Request,
    encode,
    frame,
    try_encode,
    unframe,
)
from faubourg.server.store.entry import Entry
from faubourg.server.table import serialize
from tests.server.client import Data, Player
from tests.server.process import ServerProcess, wait_until
from tests.server.test_safety import workers_of

every_game = pytest.mark.parametrize("name", games())
RECORDS = Path(__file__).parent.parent / "playthroughs"
TELLS = "a second process tells of moves"
NAMES = ["Anna", "Ben", "Chloé", "Dan", "Eve", "Finn"]


def recorded(name: str, players: int = 2) -> Record:
    return Record.loads((RECORDS / name / f"{players}-players.txt").read_text(encoding="utf-8"))


@every_game
def test_the_encoder_serialises_as_the_server_would(name: str):
    record = recorded(name)
    game, moves = record.game, record.moves
    rows = [position.row.copy() for position in record.positions()]
    for first in range(0, len(moves) - 3, 7):
        row, actions = rows[first], list(moves[first : first + 3])
        request = Request(
            name, 2, dict(game.options), game.version, row.tobytes(), actions, NAMES[:2], True
        )
        encoded = encode(request)
        for index, action in enumerate(actions, first):
            did = serialize.events(game, rows[index], action, rows[index + 1], NAMES[:2])
            assert encoded.events[index - first] == msgspec.json.encode(did)
        after = game.start()
        after.row = rows[first + 3]
        assert encoded.view == msgspec.json.encode(after.view())
        ids = after.legal.ids
        assert encoded.legal == msgspec.json.encode(
            serialize.actions(game, after.row, ids, NAMES[:2])
        )


def test_what_the_encoder_cannot_do_the_server_does_itself():
    assert try_encode(b"nonsense") is None
    unknown = Request("no such game", 2, {}, 1, b"", [], [], False)
    assert try_encode(msgspec.msgpack.encode(unknown)) is None


def test_messages_are_found_again_however_they_are_cut():
    sent = frame(None) + frame(Request("minivilles", 2, {}, 1, b"row", [1], ["Anna"], True))
    received, found = bytearray(), list[bytes]()
    for byte in sent:
        received.append(byte)
        found += unframe(received)
    assert [len(message) for message in found] == [0, len(sent) - 2 * LENGTH.size]
    assert not received


def test_without_its_process_an_encoder_says_so_at_once():
    game = recorded("minivilles").game
    moves = [Entry(1, "nature", action=1)]
    assert Encoder().encode(game, game.start().row, NAMES[:2], moves, with_legal=True) is None


def test_a_crowd_is_told_the_same_and_a_dead_encoder_is_not_missed(
    start: Callable[..., ServerProcess],
):
    server = start(crowd=0)
    made = server.api.make("minivilles", ["person", "person"])

    def told() -> float:
        lines = server.api.http.get("/metrics").text.splitlines()
        [count] = [line for line in lines if line.startswith("faubourg_told_apart_total ")]
        return float(count.split()[1])

    async def kill() -> None:
        while told() < 5:
            await asyncio.sleep(0.01)
        os.kill(workers_of(server)[0], signal.SIGKILL)

    async def play() -> list[Player]:
        players = [Player(server.url, made["table"], [key]) for key in made["keys"].values()]
        for player in players:
            await player.__aenter__()
        chances = [random.Random(seat) for seat in "AB"]
        first = players["AB".index(players[0].turn or "")]
        await first.play_on(chances[0], most=1)  # it is started now
        await asyncio.to_thread(wait_until, lambda: TELLS in server.logged())
        playing = [p.play_on(chance) for p, chance in zip(players, chances, strict=True)]
        await asyncio.gather(kill(), *playing)
        for player in players:
            await player.leave()
        return players

    one, other = asyncio.run(play())
    wait_until(lambda: not workers_of(server))
    assert told() >= 5
    record = Record.loads(server.api.record(made["table"]))
    *_, last = record.positions()
    assert one.state == other.state
    assert one.state["view"] == msgspec.json.decode(msgspec.json.encode(last.view()))


def test_the_process_loads_no_database_no_web_and_no_bots():
    code = "import sys, faubourg.server.runtime.encoder; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout
    assert "faubourg.server.table.serialize" in loaded.split()
    heavy = {"sqlalchemy", "fastapi", "prometheus_client", "faubourg.bots"}
    assert not heavy & set(loaded.split())


# ------------------------------------------------------------ one process, however many moves

BURST = 30  # tables


def test_the_encoder_is_started_once_even_before_its_task_runs():
    encoder, started = Encoder(), list[object]()
    for _ in range(BURST):
        encoder.start_once(started.append)
    assert len(started) == 1
    for task in started:
        task.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_burst_of_moves_at_many_tables_starts_one_process(start: Callable[..., ServerProcess]):
    server = start(crowd=1)
    tables = [server.api.make("minivilles", ["person", "person"]) for _ in range(BURST)]

    async def move_at_once() -> list[Data]:
        players = [Player(server.url, each["table"], [*each["keys"].values()]) for each in tables]
        for player in players:
            await player.__aenter__()
        assert not workers_of(server)
        accepted = await asyncio.gather(
            *(player.move(player.legal[0]["id"]) for player in players if player.legal)
        )
        for player in players:
            await player.leave()
        return accepted

    assert len(asyncio.run(move_at_once())) == BURST
    wait_until(lambda: TELLS in server.logged())
    assert len(workers_of(server)) == 1
    assert server.logged().count(TELLS) == 1
