"""The short way of WebSocket frames: however a client cuts them, and however many come at once, all
are understood, and a burst of moves is answered by one process."""

import asyncio
import json
import socket
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from websockets.frames import Frame, Opcode

from faubourg.server.protocol import VERSION
from tests.server.client import Data, Player
from tests.server.process import ServerProcess
from tests.server.test_safety import workers_of

BURST = 30  # tables
TOO_MUCH = 64 << 20  # bytes that a client sends without reading an answer
PING = b'{"type":"ping"}'


def frame(payload: bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    return Frame(opcode, payload, fin).serialize(mask=True)


CUT = frame(PING)
WAYS = {
    "one after another": [frame(PING), frame(PING), frame(PING)],
    "at once": [frame(PING) * 3],
    "in pieces": [CUT[:1], CUT[1:4], CUT[4:9], CUT[9:] + frame(PING), frame(PING)],
    "in fragments": [
        frame(PING[:5], fin=False),
        frame(PING[5:], Opcode.CONT),
        frame(PING),
        frame(PING),
    ],
    "among pings": [frame(b"?", Opcode.PING), frame(PING), frame(PING) * 2],
    "long": [frame(PING + b" " * 200), frame(PING + b" " * 2000), frame(PING)],
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_messages_are_understood_however_they_are_cut(server: ServerProcess, way: str):
    made = server.api.make("minivilles", ["person", "person"])

    async def speak() -> None:
        async with Player(server.url, made["table"], [made["keys"]["A"]]) as player:
            assert player._socket
            for piece in WAYS[way]:
                player._socket.transport.write(piece)
                await asyncio.sleep(0.02)  # so that it comes by itself
            await player.until(lambda player: player.kinds.count("pong") == 3)
            if player.legal:
                await player.move(player.legal[0])

    asyncio.run(speak())


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_who_does_not_read_the_answers_is_not_heard_any_more(start: Callable[..., ServerProcess]):
    """Else they would be kept for such a client until memory runs out."""
    server = start(messages_per_second=1e9, message_burst=10**9)
    made = server.api.make("minivilles", ["person", "person"])
    path = urlsplit(server.url)
    assert path.hostname
    with socket.create_connection((path.hostname, path.port), timeout=5) as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        key = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        address = f"GET /api/tables/{made['table']}/live HTTP/1.1\r\nHost: {path.netloc}\r\n"
        secret = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        client.sendall(f"{address}{key}{secret}".encode())
        assert b" 101 " in client.recv(256)
        hello = {"type": "hello", "version": VERSION, "keys": [made["keys"]["A"]]}
        client.sendall(frame(json.dumps(hello).encode()))
        questions, sent = frame(b'{"type":"describe"}') * 1000, 0
        with suppress(TimeoutError):
            while sent < TOO_MUCH:
                sent += client.send(questions)
    assert sent < TOO_MUCH
    assert server.api.get("/healthz").startswith("ok")


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_burst_of_moves_at_many_tables_is_answered_by_one_process(
    start: Callable[..., ServerProcess],
):
    server = start()
    tables = [server.api.make("minivilles", ["person", "person"]) for _ in range(BURST)]

    async def move_at_once() -> list[Data]:
        players = [Player(server.url, each["table"], [*each["keys"].values()]) for each in tables]
        for player in players:
            await player.__aenter__()
        accepted = await asyncio.gather(
            *(player.move(player.legal[0]) for player in players if player.legal)
        )
        for player in players:
            await player.leave()
        return accepted

    assert len(asyncio.run(move_at_once())) == BURST
    assert not workers_of(server)


def test_the_choices_are_described_to_whoever_asks(server: ServerProcess):
    made = server.api.make("minivilles", ["person", "person"])
    notation = server.api.get(f"/api/tables/{made['table']}/notation")["actions"]

    async def ask() -> tuple[Player, Data]:
        async with Player(server.url, made["table"], [made["keys"]["A"]]) as player:
            await player.say({"type": "describe"})
            await player.until(lambda player: bool(player.choices))
            return player, player.choices

    player, choices = asyncio.run(ask())
    shown = server.api.table(made["table"])
    assert (choices["number"], choices["legal"]) == (shown["number"], shown["legal"])
    for action in shown["legal"]:
        assert notation[action["id"]] == action["text"]
    if player.turn == "A":
        assert player.legal == [action["id"] for action in shown["legal"]]


def test_the_notation_is_the_same_plain_and_compressed(server: ServerProcess):
    made = server.api.make("cities", ["person", "person"])
    path = f"/api/tables/{made['table']}/notation"
    packed = server.api.http.get(path, headers={"Accept-Encoding": "gzip"})
    plain = server.api.http.get(path, headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json() == json.loads(plain.text)
