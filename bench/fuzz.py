"""A fuzzer of the WebSocket protocol, while others play: no crash, no lost move, memory flat.

    python -m bench.fuzz --messages 100000 --database sqlite
    python -m bench.fuzz --messages 100000 --database postgresql

`tests/server/test_fuzz.py` runs the same with a few thousand.
"""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec
import websockets
from websockets.asyncio.client import ClientConnection, connect

from bench.trial import trial
from faubourg.core.game import games
from faubourg.server.protocol import VERSION
from tests.server.client import PATIENCE, Data, StubbornPlayer
from tests.server.process import ServerProcess
from tests.server.truth import check_finished

FUZZERS = 4  # connections at once
BATCH = 25  # messages that are sent before the answers are read
WARM = 0.2  # of the messages are sent before memory is first looked at
ANSWERS = {"refused", "accepted", "pong"}
NEWS = {"welcome", "snapshot", "update", "presence"}
# The ways in which the server may hang up: no WebSocket, no text, enough nonsense, too large, or
# not a hello first.
HANGS_UP = {1002, 1007, 1008, 1009, 4400}

Chance = random.Random
Message = str | bytes

NASTY: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2**31, 2**31 + 1, 2**63, 2**64, -(2**70), 1.5, 1e308, -0.0,
    "", " ", "A", "B", "Z", "AA", "a", "0", "\0", "x\0y", "\n", "\u202e", "\ufeff", "\u200d" * 60,
    "e\u0301" * 30, "\U0001f3e0", "\u2028", "'; DROP TABLE entries; --", "%s%n", "../../etc/passwd",
    "x" * 64, "x" * 65, "x" * 200, "x" * 201, "x" * 3000, "NaN", [], {}, [[]], [None] * 9,
    {"type": "move"}, [1, "a", None], "build bakery", "pass",
)  # fmt: skip
RAW = (  # JSON texts that no honest encoder writes
    "NaN", "Infinity", "-Infinity", "1e999", "00", "01", "+1", "0x10", '"\\ud800"', '"\\udc00x"',
    '"\\u0000"', '"\t"', "'a'", "undefined", "/**/1", "[1,]", '{"a":1,}', '{"a"}', '"\\x41"',
)  # fmt: skip


# ---------------------------------------------------------------- what is sent


def honest(chance: Chance) -> Data:
    """A message that is understood, though rarely granted."""
    return chance.choice(
        [
            {"type": "ping"},
            {"type": "hello", "version": VERSION, "keys": [], "since": chance.randrange(100)},
            {"type": "undo", "id": _name(chance), "answers": chance.randrange(60), "seat": "A"},
            {
                "type": "move",
                "id": _name(chance),
                "answers": chance.randrange(60),
                "seat": chance.choice("AB"),
                "action": chance.choice([chance.randrange(300), "pass", "fly away", "\0"]),
            },
        ]
    )


def _name(chance: Chance) -> str:
    odd = chance.choice([nasty for nasty in NASTY if isinstance(nasty, str)])
    return odd if chance.random() < 0.2 else f"{chance.getrandbits(16):x}"


def noise(chance: Chance) -> Message:
    data = chance.randbytes(chance.choice([0, 1, 2, 7, 40, 400, 4000]))
    return data if chance.random() < 0.5 else data.decode("latin-1")[: 4096 // 2]


def wrong_types(chance: Chance) -> Message:
    message = honest(chance)
    for _ in range(chance.randint(1, 3)):
        message[chance.choice([*message, "more", "", "type"])] = chance.choice(NASTY)
    return json.dumps(message, ensure_ascii=chance.random() < 0.5)


def missing(chance: Chance) -> Message:
    message = honest(chance)
    for name in chance.sample(sorted(message), chance.randint(1, len(message))):
        del message[name]
    return json.dumps(message)


def raw_values(chance: Chance) -> Message:
    """A good message with a text in it that is no JSON, or hardly."""
    message = honest(chance)
    text = json.dumps(message | {chance.choice([*message, "more"]): "HERE"})
    return text.replace('"HERE"', chance.choice(RAW))


def mutated(chance: Chance) -> Message:
    """A good message with bytes that were lost, doubled, turned or swapped."""
    data = bytearray(json.dumps(honest(chance)).encode())
    for _ in range(chance.randint(1, 4)):
        index = chance.randrange(len(data))
        change = chance.randrange(4)
        if change == 0:
            data[index] ^= 1 << chance.randrange(8)
        elif change == 1 and len(data) > 1:
            del data[index]
        elif change == 2:
            data[index:index] = data[index : index + chance.randint(1, 20)]
        else:
            data[index:] = chance.randbytes(1)
    return bytes(data)


def deep(chance: Chance) -> Message:
    depth = chance.choice([10, 100, 500, 1000, 1300])
    nested = "[" * depth + "]" * depth if chance.random() < 0.5 else '{"a":' * (depth // 2)
    return chance.choice(
        [nested, f'{{"more":{nested},"type":"ping"}}', f'{{"type":"move","action":{nested}}}']
    )


def doubled_keys(chance: Chance) -> Message:
    one, other = json.dumps(honest(chance)), json.dumps(honest(chance))
    return f"{one[:-1]},{other[1:]}"


def other_format(chance: Chance) -> Message:
    message = honest(chance)
    return chance.choice(
        [
            msgspec.msgpack.encode(message),
            json.dumps([message]),
            json.dumps(json.dumps(message)),
            json.dumps(message).encode("utf-16"),
            b"\xef\xbb\xbf" + json.dumps(message).encode(),
            "type=ping&id=1",
            "<move id='1'/>",
        ]
    )


def understood(chance: Chance) -> Message:
    return json.dumps(honest(chance))


KINDS: tuple[Callable[[Chance], Message], ...] = (
    noise, wrong_types, wrong_types, missing, raw_values, mutated, mutated, deep, doubled_keys,
    other_format, understood, understood, understood,
)  # fmt: skip


async def send_fatal(socket: ClientConnection, chance: Chance) -> None:
    """What ends a connection: too large, no text, no WebSocket."""
    kind = chance.randrange(4)
    if kind == 0:
        await socket.send("x" * chance.choice([4097, 5000, 70_000, 1_000_000]))
    elif kind == 1:
        await socket.send(b'{"type":"\xff\xc0\xaf"}', text=True)
    elif kind == 2:
        socket.transport.write(chance.randbytes(chance.choice([2, 10, 100])))
        socket.transport.write_eof()
    else:
        socket.transport.write(b"\xff\xff" + b"\xff" * 12)  # a frame of 2^64 bytes


# ---------------------------------------------------------------- sending it


@dataclass(frozen=True)
class Figures:
    """What a run went through. Every check has held, or there would be no figures."""

    counts: Counter[str]  # answers by type and code, and the codes of closed connections
    games: int
    moves: int
    before: int  # bytes of memory
    after: int
    seconds: float

    @property
    def bad(self) -> int:
        return sum(count for what, count in self.counts.items() if what.startswith("refused"))

    def __str__(self) -> str:
        said = ", ".join(f"{what} {count:,}" for what, count in self.counts.most_common())
        memory = f"{self.before / 2**20:.1f} MiB after warming up, {self.after / 2**20:.1f} at last"
        return (
            f"{self.bad:,} bad messages in {self.seconds:.0f} s ({said}); meanwhile {self.games} "
            f"games with {self.moves:,} acknowledged moves, none lost; memory {memory}"
        )


class Babel:
    """Some who talk nonsense at tables of their own, and two who want to play."""

    def __init__(self, server: ServerProcess, messages: int, seed: int) -> None:
        self._server = server
        self._wanted = messages
        self._chance = Chance(seed)
        self._counts: Counter[str] = Counter()
        self._before = 0

    async def run(self) -> Figures:
        begun = time.monotonic()
        talking = [asyncio.create_task(self._talk(index)) for index in range(FUZZERS)]
        played = await self._play(talking)
        await asyncio.gather(*talking)
        moves = sum(len(player.accepted) for _, players in played for player in players)
        for table, players in played:
            record = await asyncio.to_thread(self._server.api.record, table)
            check_finished(self._server.database, table, players, record)
            assert not any(player.refused or player.returns for player in players)
        memory, seconds = self._server.memory, time.monotonic() - begun
        return Figures(self._counts, len(played), moves, self._before, memory, seconds)

    async def _play(self, talking: list[asyncio.Task[None]]) -> list[tuple[str, Any]]:
        """Whole games, for as long as the others talk."""
        played = []
        while not played or not all(task.done() for task in talking):
            name = games()[len(played) % len(games())]
            made = await asyncio.to_thread(self._server.api.make, name, ["person", "person"])
            players = [
                StubbornPlayer([self._server.url], made["table"], [key], Chance(1))
                for key in made["keys"].values()
            ]
            await asyncio.gather(*(player.play_to_the_end() for player in players))
            played.append((made["table"], players))
        return played

    # ------------------------------------------------------------ nonsense

    async def _talk(self, index: int) -> None:
        chance = Chance(self._chance.random())
        name = games()[index % len(games())]
        made = await asyncio.to_thread(self._server.api.make, name, ["person", "person"])
        url = f"{self._server.url.replace('http', 'ws')}/api/tables/{made['table']}/live"
        said = 0
        while said < self._wanted / FUZZERS:
            if not self._before and index == 0 and said > self._wanted / FUZZERS * WARM:
                self._before = self._server.memory
            said += await self._connection(url, list(made["keys"].values()), chance)
        if index == 0:  # one connection may have said it all
            self._before = self._before or self._server.memory

    async def _connection(self, url: str, keys: list[str], chance: Chance) -> int:
        """One connection, until it is closed; how many messages were answered."""
        if chance.random() < 0.05:
            return await self._no_hello(url, chance)
        async with connect(url, compression=None, max_size=2**22, open_timeout=PATIENCE) as socket:
            await socket.send(json.dumps({"type": "hello", "version": VERSION, "keys": keys}))
            answered = 0
            while answered < chance.choice([BATCH, 5 * BATCH, 20 * BATCH]):
                batch = [chance.choice(KINDS)(chance) for _ in range(BATCH)]
                try:
                    for message in batch:
                        await socket.send(message)
                    for _ in batch:
                        self._count(await self._answer(socket))
                except websockets.ConnectionClosed:
                    break
                answered += BATCH
            if socket.close_code is None:
                await send_fatal(socket, chance)
            await self._hung_up(socket)
        return answered

    async def _no_hello(self, url: str, chance: Chance) -> int:
        """Nonsense instead of the first message."""
        async with connect(url, compression=None, open_timeout=PATIENCE) as socket:
            with suppress(websockets.ConnectionClosed):
                await socket.send(chance.choice(KINDS)(chance))  # it might be a hello after all
                await send_fatal(socket, chance)
            await self._hung_up(socket)
        return 0

    async def _answer(self, socket: ClientConnection) -> Data:
        while True:
            async with asyncio.timeout(PATIENCE):
                said: Data = json.loads(await socket.recv())
            if said["type"] == "bye":
                assert said["code"] == "too-often"
            elif said["type"] not in NEWS:
                return said

    def _count(self, said: Data) -> None:
        assert said["type"] in ANSWERS, said
        what = said["type"]
        if what == "refused":
            assert said["en"], said
            assert said["fr"], said
            assert isinstance(said["number"], int), said
            what += f" {said['code']}"
        self._counts[what] += 1

    async def _hung_up(self, socket: ClientConnection) -> None:
        """The server ends the connection, with a code that says why."""
        async with asyncio.timeout(PATIENCE):
            await socket.wait_closed()
        code = socket.close_code
        self._counts[f"closed {code}"] += 1
        assert code in HANGS_UP or code == 1006, code


def babble(server: ServerProcess, messages: int, seed: int) -> Figures:
    """So many messages to a running server, then check what was played meanwhile."""
    return asyncio.run(Babel(server, messages, seed).run())


if __name__ == "__main__":
    trial("fuzz", __doc__, "messages", 100_000, babble)
