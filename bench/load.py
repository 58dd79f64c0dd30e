"""How many moves a second a server acknowledges, and how soon, with many tables open.

    python -m bench.load --tables 1000 --seconds 30 --database sqlite
    python -m bench.load --tables 1000 --seconds 30 --database postgresql    # two processes
    python -m bench.load --tables 1000 --seconds 10 --ramp                   # until it breaks
    python -m bench.load --tables 100 1000 5000 --rate 500 --seconds 15      # one after the other
    python -m bench.load --tables 1000 --burst 3    # one move at each table, all at the same time

Each table has two people, each with a connection of its own; with two processes the one sits at the
first and the other at the second. Moves are sent at a steady rate, whether or not the server keeps
up, and a move's time runs from the moment when it was due: a server that stalls can't hide it. The
generator runs beside the server, on the same cores.
"""

import argparse
import asyncio
import itertools
import os
import random
import resource
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
import uvloop

from bench.sockets import Socket
from faubourg.core.game import games
from faubourg.server import protocol
from faubourg.server.settings import Settings
from tests.server.client import Data
from tests.server.process import ServerProcess, new_database

RATE = 500  # the bar, in moves a second
STEP = 250
BAR = 0.1  # seconds within which 99 of 100 moves are acknowledged
KEEPS_UP = 0.95  # of the moves that were due
BEFORE = (250, 12)  # moves a second and seconds: all tables are in mid-game, the server at work
MAKERS = 8  # threads that make tables
# As users run it; only the limits for one client are lifted.
# All clients have one address here.
AS_USUAL = {"poll": 1.0, "beat": 2.0, "sweep": 2.0, "sockets_per_client": 100_000}
WARM = 4 * len(games())  # tables with which everything is loaded
LONGEST_BURST = 60.0


class Update(msgspec.Struct, tag_field="type", tag="update"):
    """The part of an update that a move needs."""

    number: int
    legal: list[int] | None = None


class Snapshot(Update, tag="snapshot"):
    pass


class Accepted(msgspec.Struct, tag_field="type", tag="accepted"):
    id: str


class Refused(msgspec.Struct, tag_field="type", tag="refused"):
    id: str | None
    code: str


class Welcome(msgspec.Struct, tag_field="type", tag="welcome"):
    pass


class Presence(msgspec.Struct, tag_field="type", tag="presence"):
    pass


class Bye(msgspec.Struct, tag_field="type", tag="bye"):
    code: str


decode = msgspec.json.Decoder(
    Update | Snapshot | Accepted | Refused | Welcome | Presence | Bye
).decode


class Player:
    """One person at one table; when it is to act, it joins the queue of those who may move."""

    def __init__(self, load: "Load", url: str, made: Data, seat: str) -> None:
        self._load = load
        self._seat = seat
        self._key = made["keys"][seat]
        self._due: dict[str, float] = {}
        self._ready: tuple[int, list[int]] | None = None
        self._socket = Socket(
            f"{url.replace('http', 'ws', 1)}/api/tables/{made['table']}/live", self._on_text
        )

    async def sit_down(self) -> None:
        await self._socket.open()
        self._socket.send(
            msgspec.json.encode({"type": "hello", "version": protocol.VERSION, "keys": [self._key]})
        )

    @property
    def is_cut(self) -> bool:
        return self._socket.closed

    def leave(self) -> None:
        self._socket.close()

    def _on_text(self, text: bytes) -> None:
        message = decode(text)
        if isinstance(message, Update):
            self._load.updates += 1
            if message.legal:
                self._ready = (message.number, message.legal)
                self._load.queue.append(self)
        elif isinstance(message, Accepted):
            self._load.times.append(time.perf_counter() - self._due.pop(message.id))
        elif isinstance(message, Refused | Bye):
            self._load.refused.append(message.code)

    def move(self, due: float) -> None:
        assert self._ready
        number, legal = self._ready
        id = f"{next(self._load.ids)}"
        self._due[id] = due
        move = {
            "type": "move",
            "id": id,
            "answers": number,
            "seat": self._seat,
            "action": self._load.chance.choice(legal),
        }
        self._socket.send(msgspec.json.encode(move))


@dataclass(frozen=True)
class Figures:
    """One rate, held for some seconds."""

    due: float  # moves a second that were to be sent
    rate: float  # that were acknowledged
    p50: float
    p95: float
    p99: float
    worst: float
    updates: float  # a second that clients got
    server: float  # cores that the servers used
    generator: float
    commit: float  # seconds of a transaction
    jobs: float  # that shared one

    @property
    def cost(self) -> float:
        """Seconds of the servers' processor time for an acknowledged move."""
        return self.server / max(self.rate, 1e-9)

    @property
    def holds(self) -> bool:
        return self.rate >= KEEPS_UP * self.due and self.p99 < BAR

    def __str__(self) -> str:
        times = " / ".join(
            f"{seconds * 1000:.1f}" for seconds in (self.p50, self.p95, self.p99, self.worst)
        )
        return (
            f"{self.due:5.0f} due, {self.rate:5.0f} acknowledged/s; p50 / p95 / p99 / worst "
            f"{times} ms; {self.updates:.0f} updates/s; {self.cost * 1000:.2f} ms a move; cores: "
            f"server {self.server:.2f}, generator {self.generator:.2f}; "
            f"commit {self.commit * 1000:.1f} ms for {self.jobs:.1f} jobs"
        )


class Load:
    """All players, and what is known of their moves."""

    def __init__(
        self, servers: list[ServerProcess], seed: int = 1, doors: Sequence[Any] | None = None
    ) -> None:
        self.servers = servers
        self.doors = doors or servers  # where clients come in: `url` and `api`
        self.chance = random.Random(seed)
        self.ids = itertools.count()
        self.queue: deque[Player] = deque()  # who may move, the longest waiting first
        self.times: list[float] = []
        self.refused: list[str] = []
        self.updates = 0
        self.players: list[Player] = []

    def make(self, tables: int) -> list[Data]:
        """Tables of all games, made at all servers."""

        def make_one(index: int) -> Data:
            door = self.doors[index % len(self.doors)]
            return door.api.make(games()[index % len(games())], ["person", "person"])

        with ThreadPoolExecutor(MAKERS) as makers:
            return list(makers.map(make_one, range(tables)))

    async def sit_down(self, made: list[Data]) -> None:
        urls = [door.url for door in self.doors]
        new = [
            Player(self, urls[index % len(urls)], table, seat)
            for table in made
            for index, seat in enumerate("AB")
        ]
        self.players += new
        for first in range(0, len(new), 50):
            await asyncio.gather(*(player.sit_down() for player in new[first : first + 50]))
        while len(self.queue) < len(made):
            assert not self.refused, self.refused[:5]
            await asyncio.sleep(0.05)

    async def hold(self, rate: float, seconds: float) -> Figures:
        """Send moves at a rate. When nobody may move, the next who may is late."""
        self.times, self.updates, self.refused = [], 0, []
        cpu, own = self._cpu(), time.process_time()
        commits = self._commits()
        begun = time.perf_counter()
        sent = 0
        while (now := time.perf_counter() - begun) < seconds:
            while sent < now * rate and self.queue:
                self.queue.popleft().move(begun + sent / rate)
                sent += 1
            await asyncio.sleep(0.001)
        took = time.perf_counter() - begun
        acknowledged = len(self.times)
        used, own = self._cpu() - cpu, time.process_time() - own
        spent, count, jobs = (b - a for a, b in zip(commits, self._commits(), strict=True))
        await asyncio.sleep(1)  # for the last answers; who waits longer than that is in p99
        assert not self.refused, self.refused[:5]
        times = [*self.times, *[took] * (sent - len(self.times))]
        p50, p95, p99 = np.percentile(times, [50, 95, 99])
        return Figures(
            rate,
            acknowledged / took,
            p50,
            p95,
            p99,
            max(times),
            self.updates / took,
            used / took,
            own / took,
            spent / max(count, 1),
            jobs / max(count, 1),
        )

    async def burst(self) -> tuple[int, float]:
        """One move of everybody who may move, all at once: how many, and the seconds until the last
        of them is acknowledged."""
        self.times, self.refused = [], []
        players, begun = list(self.queue), time.perf_counter()
        self.queue.clear()
        for player in players:
            player.move(begun)
        while len(self.times) < len(players) and time.perf_counter() - begun < LONGEST_BURST:
            await asyncio.sleep(0.005)
        assert not self.refused, self.refused[:5]
        assert len(self.times) == len(players), f"{len(self.times)} of {len(players)} acknowledged"
        return len(players), max(self.times)

    def _cpu(self) -> float:
        return sum(server.cpu for server in self.servers)

    def _commits(self) -> tuple[float, float, float]:
        """Seconds, number and jobs of all transactions so far."""
        wanted = (
            "faubourg_commit_seconds_sum",
            "faubourg_commit_seconds_count",
            "faubourg_commit_jobs_sum",
        )
        sums = dict.fromkeys(wanted, 0.0)
        for server in self.servers:
            for line in server.api.http.get("/metrics").text.splitlines():
                name, _, value = line.partition(" ")
                if name in sums:
                    sums[name] += float(value)
        return tuple(sums.values())  # type: ignore[return-value]


# ---------------------------------------------------------------- the run


def settings_for(tables: int) -> dict[str, float]:
    """As users run it, with room for all connections of one client."""
    connections = 2 * (tables + WARM) + 100
    room = {"connections": connections, "connections_per_client": connections}
    return {**AS_USUAL, **room, "rooms": max(tables + WARM, Settings.rooms)}


@contextmanager
def running(database: str, processes: int, tables: int) -> Iterator[list[ServerProcess]]:
    settings = settings_for(tables)
    servers = [ServerProcess(database, **settings).start() for _ in range(processes)]
    try:
        yield servers
    finally:
        for server in servers:
            server.close()


async def measure(servers: list[ServerProcess], tables: int, options: argparse.Namespace) -> None:
    load = Load(servers)
    await load.sit_down(load.make(WARM))
    await load.hold(50, 2)
    empty = sum(server.memory for server in servers)
    made = await asyncio.to_thread(load.make, tables)
    without = sum(server.memory for server in servers)
    await load.sit_down(made)
    full = sum(server.memory for server in servers)
    each, seated = (grown / tables / 1024 for grown in (without - empty, full - empty))
    print(
        f"memory: {empty / 2**20:.0f} MiB without tables; a table {each:.0f} KiB, with its two "
        f"connections {seated:.0f} KiB",
        flush=True,
    )
    await load.hold(*BEFORE)
    for _ in range(options.burst):
        await asyncio.sleep(1)
        moves, seconds = await load.burst()
        print(
            f"load {os.getloadavg()[0]:.1f}: a burst of {moves} moves, acknowledged in "
            f"{seconds:.2f} s",
            flush=True,
        )
    for rate in _rates(options):
        figures = await load.hold(rate, options.seconds)
        print(f"load {os.getloadavg()[0]:.1f}: {figures}", flush=True)
        if options.ramp and not figures.holds:
            break
    for player in load.players:
        player.leave()


def _rates(options: argparse.Namespace) -> Iterable[float]:
    if options.ramp:
        return itertools.count(STEP, STEP)
    return [] if options.burst else [options.rate] * options.runs


def allow_sockets(tables: int) -> None:
    """Let this process, and those it starts, have so many tables' connections open, two each."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 4 * tables + 100)), hard))


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.load", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[1000])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--rate", type=float, default=RATE, help="moves a second")
    parser.add_argument("--runs", type=int, default=1, help="so many times, one after the other")
    parser.add_argument("--ramp", action="store_true", help=f"{STEP} more each time")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--processes", type=int, help="one on SQLite, else two")
    parser.add_argument(
        "--burst", type=int, default=0, help="so many bursts instead of a steady rate"
    )
    options = parser.parse_args()
    allow_sockets(max(options.tables))
    processes = options.processes or (1 if options.database == "sqlite" else 2)
    for tables in options.tables:
        with (
            new_database(options.database) as database,
            running(database, processes, tables) as servers,
        ):
            print(f"{options.database}, processes: {processes}, tables: {tables}", flush=True)
            uvloop.run(measure(servers, tables, options))


if __name__ == "__main__":
    sys.exit(main())
