"""One rude client at full speed, while 50 good clients play: do they notice?

    python -m bench.rude --seconds 60                  # each abuse for a minute
    python -m bench.rude --seconds 5 --only pings boxes

The server runs with its usual settings. Every client has an address of its own (the loopback has
many). The rude one has a process of its own too, and does one thing as fast as it can. The good
ones sit at 25 tables of two, each with a connection, and move four times a second. For each abuse:
how soon moves of the good ones were acknowledged, how soon `/healthz` answered, the server's memory
before and 5 s after, faults in the log, and what the rude one was told, or how often it was cut.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import socket
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
import numpy as np

from faubourg.server.settings import Settings
from tests.core.test_hostile_files import BOMBS
from tests.server.client import Data, Player, RefusedError
from tests.server.process import QUICK, ServerProcess
from tests.server.test_bounds import UPGRADE, frame

RUDE = "127.0.0.66"
TABLES = 25
PAUSE = 0.25  # seconds between two moves of a good client
WARM = 20.0
BACK = 5.0  # seconds after which memory is looked at
PIECE = 65536
USUAL = {name: getattr(Settings("sqlite://"), name) for name in QUICK}
HOST = b"Host: localhost\r\n"


@dataclass(frozen=True)
class Target:
    """Where to be rude."""

    port: int
    table: str
    key: str
    until: float

    def dial(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), 5, source_address=(RUDE, 0))

    @property
    def goes_on(self) -> bool:
        return time.time() < self.until


Abuse = Callable[[Target, "Counter[str]"], None]


def ending(rude: socket.socket) -> str:
    """How a connection ended: a status, a close code, or without a word."""
    rude.settimeout(5)
    said = b""
    with suppress(OSError):
        while len(said) < 10**6 and (got := rude.recv(PIECE)):
            said = got
    if said.startswith(b"HTTP/1.1 "):
        return said[9:12].decode()
    return "told" if b"\x88" in said[-40:] else "cut"


Enter = Callable[[Target, socket.socket], str]  # begins a connection; the status if refused


def flood(piece: bytes, enter: Enter) -> Abuse:
    """A connection that never stops saying the same, and another when that was cut."""

    def abuse(target: Target, counts: "Counter[str]") -> None:
        while target.goes_on:
            try:
                with target.dial() as rude:
                    if refused := enter(target, rude):
                        counts[refused] += 1
                        continue
                    with suppress(OSError):
                        while target.goes_on:
                            rude.sendall(piece)
                            counts["bytes"] += len(piece)
                    counts[ending(rude) if target.goes_on else "time"] += 1
            except OSError:
                counts["not let in"] += 1

    return abuse


def endless(first: bytes, piece: bytes) -> Abuse:
    """A request that does not end."""

    def enter(target: Target, rude: socket.socket) -> str:
        rude.sendall(first)
        return ""

    return flood(piece, enter)


def live(piece: bytes, before: bytes = b"") -> Abuse:
    """The same after a WebSocket's handshake and hello."""

    def enter(target: Target, rude: socket.socket) -> str:
        path = f"GET /api/tables/{target.table}/live HTTP/1.1\r\n".encode()
        rude.sendall(path + HOST + UPGRADE.encode() + b"\r\n")
        said = rude.recv(PIECE)
        if b" 101 " not in said[:20]:
            return said[9:12].decode() or "cut"
        hello = json.dumps({"type": "hello", "version": 2, "keys": [target.key]}).encode()
        rude.sendall(frame(1, hello) + before)
        return ""

    return flood(piece, enter)


def crowd(said: bytes) -> Abuse:
    """As many connections as can be had, each with half a request or nothing at all."""

    def abuse(target: Target, counts: "Counter[str]") -> None:
        held: list[socket.socket] = []
        while target.goes_on:
            try:
                rude = target.dial()
                rude.sendall(said)
                held.append(rude)
                counts["opened"] += 1
            except OSError:
                counts["not let in"] += 1
            if len(held) > 800:
                held.pop(0).close()
        for each in held:
            each.close()

    return abuse


def asking(*requests: Callable[[httpx.Client, Target, int], httpx.Response]) -> Abuse:
    """HTTP requests, one after the other, whatever the answer."""

    def abuse(target: Target, counts: "Counter[str]") -> None:
        way = httpx.HTTPTransport(local_address=RUDE)
        with httpx.Client(
            base_url=f"http://127.0.0.1:{target.port}", transport=way, timeout=60
        ) as http:
            number = 0
            while target.goes_on:
                try:
                    answer = requests[number % len(requests)](http, target, number)
                    counts[str(answer.status_code)] += 1
                except httpx.HTTPError:
                    counts["cut"] += 1
                number += 1

    return abuse


def _box(http: httpx.Client, target: Target, number: int) -> httpx.Response:
    bomb = [*BOMBS.values()][number % len(BOMBS)].encode("utf-8", "replace").decode()
    head = "faubourg record 1\ngame: minivilles\nrules: 1\nplayers: 2\ncomponents: 0123\n\n"
    return http.post("/api/tables/import", json={"record": f"{head}--- components\n{bomb}\n"})


def _line(http: httpx.Client, target: Target, number: int) -> httpx.Response:
    return http.post("/api/records/verify", json={"record": "faubourg record 1\n" + "x" * 500_000})


def _moment(http: httpx.Client, target: Target, number: int) -> httpx.Response:
    return http.get(f"/api/tables/{target.table}/moves/{number % 20}")


def _table(http: httpx.Client, target: Target, number: int) -> httpx.Response:
    seats = [{"kind": "bot", "level": "greedy"}] * 2
    return http.post("/api/tables", json={"game": "minivilles", "seats": seats})


def _host(http: httpx.Client, target: Target, number: int) -> httpx.Response:
    return http.get("/api/games", headers={"Host": "[", "Origin": "http://["})


ABUSES: dict[str, Abuse] = {
    "header": endless(b"GET / HTTP/1.1\r\n" + HOST + b"A: ", b"x" * PIECE),
    "headers": endless(b"GET / HTTP/1.1\r\n" + HOST, b"a: b\r\n" * 10_000),
    "line": endless(b"GET /", b"x" * PIECE),
    "body": endless(
        b"POST /api/tables/join HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n",
        b"8000\r\n" + b"x" * 0x8000 + b"\r\n",
    ),
    "pipeline": endless(b"", (b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n") * 1000),
    "pings": live(frame(9, b"x" * 125) * 500),
    "empty pings": live(frame(9) * 10_000),
    "pongs": live(frame(10) * 10_000),
    "fragments": live(frame(0, b"", last=False) * 10_000, frame(1, b"{", last=False)),
    "messages": live(frame(1, b'{"type":"ping"}') * 100),
    "nonsense": live(frame(1, b"{" * 100) * 100),
    "large messages": live(frame(1, b"x" * 4000) * 20),
    "idle": crowd(b""),
    "half requests": crowd(b"GET / HTTP/1.1\r\nHost: x\r\n"),
    "half bodies": crowd(
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n"
    ),
    "boxes": asking(_box),
    "records": asking(_line),
    "moments": asking(_moment),
    "tables": asking(_table),
    "hosts": asking(_host),
}


def be_rude(
    name: str, seconds: float, given: Any, answer: "multiprocessing.Queue[Counter[str]]"
) -> None:
    counts: Counter[str] = Counter()
    answer.put(counts)  # ready
    ABUSES[name](Target(*given, time.time() + seconds), counts)
    answer.put(counts)


# ---------------------------------------------------------------- the good ones


@dataclass
class Times:
    moves: list[float] = field(default_factory=list)
    health: list[float] = field(default_factory=list)


class Party:
    """Fifty who play, for as long as it takes; a game that is over is followed by another."""

    def __init__(self, server: ServerProcess) -> None:
        self._server = server
        self.times = Times()
        self._over = asyncio.Event()

    async def play(self, index: int, made: Data) -> None:
        """One table after the other: a game that is over is followed by a rematch."""
        table, keys = made["table"], list(made["keys"].values())
        addresses = [f"127.0.1.{2 * index + each}" for each in (1, 2)]
        while not self._over.is_set():
            await self._play(table, keys, addresses)
            if not self._over.is_set():
                table = await self._rematch(table, keys[0])

    async def _rematch(self, table: str, key: str) -> str:
        """Asked again if the connection that was kept is closed just then, as a page does."""
        while True:
            with suppress(httpx.TransportError):
                path = f"/api/tables/{table}/rematch"
                made = await asyncio.to_thread(self._server.api.post, path, key)
                return str(made["table"])

    async def _play(self, table: str, keys: list[str], addresses: list[str]) -> None:
        chance = random.Random(table)
        one, two = (Player(self._server.url, table, [key]) for key in keys)
        one.address, two.address = addresses
        async with one, two:
            while not self._over.is_set() and not one.over:
                await asyncio.sleep(PAUSE * chance.uniform(0.5, 1.5))
                player = next((each for each in (one, two) if each.turn in each.seats), None)
                if one.over or player is None or not player.legal:
                    continue
                begun = time.perf_counter()
                try:
                    await player.move(chance.choice(player.legal))
                except RefusedError as error:
                    if error.code != "stale":  # its own last move is not told yet
                        raise
                    continue
                self.times.moves.append(time.perf_counter() - begun)

    async def watch_health(self) -> None:
        async with httpx.AsyncClient(base_url=self._server.url, timeout=60) as http:
            while not self._over.is_set():
                begun = time.perf_counter()
                assert (await http.get("/healthz")).status_code == 200
                self.times.health.append(time.perf_counter() - begun)
                await asyncio.sleep(0.2)

    def end(self) -> None:
        self._over.set()

    def taken(self) -> Times:
        """What was measured since the last time."""
        times, self.times = self.times, Times()
        return times


@dataclass(frozen=True)
class Figures:
    """What one abuse did to the others."""

    name: str
    moves: int
    p50: float
    p99: float
    worst: float
    health: float
    grown: float  # MiB
    faults: int
    rude: "Counter[str]"

    def __str__(self) -> str:
        said = ", ".join(f"{what} {count:,}" for what, count in self.rude.most_common())
        return (
            f"{self.name:15} {self.moves:6} {1000 * self.p50:6.0f} {1000 * self.p99:6.0f} "
            f"{1000 * self.worst:7.0f} {1000 * self.health:8.0f} {self.grown:+7.1f} "
            f"{self.faults:7}  {said}"
        )


HEAD = (
    f"{'abuse':15} {'moves':>6} {'p50':>6} {'p99':>6} {'worst':>7} {'healthz':>8} {'MiB':>7} "
    f"{'faults':>7}  the rude one"
)


async def measure(
    server: ServerProcess, party: Party, name: str, seconds: float, made: Data
) -> Figures:
    """One abuse; with none, the good ones alone."""
    party.taken()
    before, faults = server.memory, count_faults(server)
    rude: Counter[str] = Counter()
    if name in ABUSES:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["tests.server.test_bounds"])  # to begin at once
        answer = context.Queue()
        given = (server.port, made["table"], made["keys"]["A"])
        process = context.Process(target=be_rude, args=(name, seconds, given, answer))
        process.start()
        await asyncio.to_thread(answer.get, True, 60)
        party.taken()
        rude = await asyncio.to_thread(answer.get, True, seconds + 60)
        times = party.taken()
        await asyncio.to_thread(process.join)
    else:
        await asyncio.sleep(seconds)
        times = party.taken()
    await asyncio.sleep(BACK)
    party.taken()
    grown = (server.memory - before) / 2**20
    p50, p99, worst = np.percentile(times.moves, [50, 99, 100])
    new = count_faults(server) - faults
    return Figures(
        name,
        len(times.moves),
        p50,
        p99,
        worst,
        max(times.health, default=seconds),
        grown,
        new,
        rude,
    )


def count_faults(server: ServerProcess) -> int:
    return sum(server._is_fault(line) for line in server.logged().splitlines())


async def run(server: ServerProcess, names: list[str], seconds: float) -> list[Figures]:
    party = Party(server)
    usual = {"begin": "full"}
    tables = [
        await asyncio.to_thread(server.api.make, "minivilles", ["person", "person"], **usual)
        for _ in range(TABLES)
    ]
    made = await asyncio.to_thread(server.api.make, "minivilles", ["person", "person"], **usual)
    tasks = [asyncio.create_task(party.play(*each)) for each in enumerate(tables)]
    tasks.append(asyncio.create_task(party.watch_health()))
    await asyncio.sleep(WARM)
    found = []
    print(HEAD)
    for name in names:
        figures = await measure(server, party, name, seconds, made)
        print(figures, flush=True)
        found.append(figures)
    party.end()
    await asyncio.gather(*tasks)
    return found


def trial(names: list[str], seconds: float) -> list[Figures]:
    with tempfile.TemporaryDirectory(prefix="faubourg-rude-") as folder:
        server = ServerProcess(f"sqlite:///{folder}/tables.db", **USUAL).start()
        try:
            return asyncio.run(run(server, names, seconds))
        finally:
            server.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.rude", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="of each abuse")
    parser.add_argument("--only", nargs="+", choices=["nothing", *ABUSES], metavar="ABUSE")
    told = parser.parse_args()
    found = trial(told.only or ["nothing", *ABUSES], told.seconds)
    worst = max(found, key=lambda each: each.p99)
    print(
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; worst p99 "
        f"{1000 * worst.p99:.0f} ms ({worst.name}), most memory kept "
        f"{max(each.grown for each in found):.1f} MiB, faults {sum(each.faults for each in found)}"
    )


if __name__ == "__main__":
    main()
