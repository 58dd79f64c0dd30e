"""With many tables a second process writes what is told: the same, and nothing rests on it."""

import asyncio
import os
import random
import signal
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from faubourg.core.game import games
from faubourg.records.record import Record
from faubourg.server.runtime.encoder import (
    HEAD,
    Happening,
    Teller,
    answer,
    answer_to,
    framed,
    unframed,
)
from faubourg.server.store.schema import Entry
from faubourg.server.table.telling import choices, happened
from tests.server.client import Player
from tests.server.process import ServerProcess, wait_until
from tests.server.test_safety import workers_of

every_game = pytest.mark.parametrize("name", games())
RECORDS = Path(__file__).parent.parent / "playthroughs"
TELLS = "a second process tells of moves"
NAMES = ["Anna", "Ben", "Chloé", "Dan", "Eve", "Finn"]


def recorded(name: str, players: int = 2) -> Record:
    return Record.loads((RECORDS / name / f"{players}-players.txt").read_text(encoding="utf-8"))


@every_game
def test_the_teller_writes_what_the_server_would(name: str):
    record = recorded(name)
    game, moves = record.game, record.moves
    rows = [position.row.copy() for position in record.positions()]
    for first in range(0, len(moves) - 3, 7):
        row, actions = rows[first], list(moves[first : first + 3])
        happening = Happening(name, 2, dict(game.options), row.tobytes(), actions, NAMES[:2], True)
        told = answer_to(happening)
        for place, action in enumerate(actions, first):
            did = happened(game, rows[place], action, rows[place + 1], NAMES[:2])
            assert told.events[place - first] == msgspec.json.encode(did)
        after = game.start()
        after.row = rows[first + 3]
        assert told.view == msgspec.json.encode(after.view())
        ids = after.legal.ids
        assert told.legal == msgspec.json.encode(choices(game, after.row, ids, NAMES[:2]))


def test_what_the_teller_cannot_answer_the_server_does_itself():
    assert answer(b"nonsense") is None
    assert (
        answer(msgspec.msgpack.encode(Happening("no such game", 2, {}, b"", [], [], False))) is None
    )


def test_messages_are_found_again_however_they_are_cut():
    sent = framed(None) + framed(Happening("minivilles", 2, {}, b"row", [1], ["Anna"], True))
    come, found = bytearray(), list[bytes]()
    for byte in sent:
        come.append(byte)
        found += unframed(come)
    assert [len(said) for said in found] == [0, len(sent) - 2 * HEAD.size]
    assert not come


def test_without_its_process_a_teller_says_so_at_once():
    game = recorded("minivilles").game
    moves = [Entry(1, "nature", action=1)]
    assert Teller().tell(game, game.start().row, NAMES[:2], moves, acts=True) is None


def test_a_crowd_is_told_the_same_and_a_dead_teller_is_not_missed(
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
