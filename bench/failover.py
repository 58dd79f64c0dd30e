"""A chaos test of several server processes behind a proxy: they are killed, frozen and restarted,
and so is PostgreSQL, while clients of all games play. Nothing may be lost or done twice.

    python -m bench.failover --kills 200 --freezes 50 --database-restarts 20 --rolling 10

After each event every table must go on; what is told is the longest silence of any. The clients
pause for a moment before each move. `tests/server/test_failover.py` runs the same with few events.
"""

import argparse
import asyncio
import itertools
import os
import random
import re
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bench.crash import TABLES, Games
from bench.load import AS_USUAL
from bench.processes import cluster
from tests import fork_server
from tests.reaper import Run
from tests.server.client import Api, Data, StubbornPlayer
from tests.server.process import Postgres, ServerProcess
from tests.server.proxy import Proxy

PAUSE = 0.05  # seconds before a move
FROZEN = (0.5, 20.0)  # seconds: the proxy gives some of them up, and others not
BETWEEN = (0.2, 1.5)  # seconds from when everything is well to the next event
PATIENCE = 120.0
REPORT_EVERY = 20  # events
ON_ITS_WAY = 0.1  # seconds in which news of before still come
TOO_LATE = re.compile("^Server .* is DOWN, reason: Layer7 timeout", re.M)  # as HAProxy logs it


class TimedPlayer(StubbornPlayer):
    """Knows when it heard of something new, and is in no haste."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.heard: list[float] = []

    def _take_news(self, said: Data) -> None:
        if said["number"] != self.number:
            self.heard.append(time.monotonic())
        super()._take_news(said)

    async def _insist(self, request: Data) -> None:
        await asyncio.sleep(PAUSE)
        await super()._insist(request)


@dataclass
class Door:
    """The proxy."""

    url: str
    api: Api
    database: str


@dataclass(frozen=True)
class Figures:
    """What a run went through. Every check has held, or there would be no figures."""

    stops: dict[str, list[float]]  # seconds, by kind of event
    counts: Counter[str]
    games: int

    def __str__(self) -> str:
        lines = [
            f"{kind}: {len(stops)}, the longest stop of a table each time: half under "
            f"{np.percentile(stops, 50):.2f} s, 9 of 10 under {np.percentile(stops, 90):.2f} s, "
            f"worst {max(stops):.2f} s"
            for kind, stops in self.stops.items()
        ]
        counted = ", ".join(f"{self.counts[what]:,} {what}" for what in sorted(self.counts))
        return "\n".join([*lines, f"{self.games} games, lost 0, doubled 0: {counted}"])


class TimedGames(Games):
    """People who play while something happens, and how long each kind of event stops them."""

    player = TimedPlayer

    def __init__(self, door: Any, seed: int) -> None:
        super().__init__(door, seed)
        self._stops: dict[str, list[float]] = {}

    @property
    def _so_far(self) -> Figures:
        """Of all events, and of all games that are over and were checked."""
        return Figures(self._stops, self._counts, self._games)

    async def _note(self, kind: str, begun: float, harmed: float | None = None) -> None:
        """Wait until every table has gone on since it was harmed, and note the longest silence of
        one since it all began."""
        harmed = harmed or begun
        playing = self._tables()
        await self._until_all_go_on(harmed)
        stops = [longest_silence(players, begun, harmed) for players in playing]
        self._stops.setdefault(kind, []).append(max(stops, default=0.0))

    async def _until_all_go_on(self, since: float) -> None:
        """Until somebody at each table has heard of something new since then."""
        late = time.monotonic() + PATIENCE
        for players in self._tables():
            while not any(player.over or has_heard(player, since) for player in players):
                assert time.monotonic() < late, "a table stands still"
                await asyncio.sleep(0.01)

    def _tables(self) -> list[list[TimedPlayer]]:
        """The players of each game under way."""
        tables: dict[str, list[TimedPlayer]] = {}
        for player in self._playing:
            assert isinstance(player, TimedPlayer)
            if not player.over:
                tables.setdefault(player.url, []).append(player)
        return list(tables.values())


def has_heard(player: TimedPlayer, since: float) -> bool:
    return bool(player.heard) and player.heard[-1] > since


def longest_silence(players: Sequence[TimedPlayer], begun: float, harmed: float) -> float:
    """At one table, from a moment until it goes on after it was harmed. What was on its way then,
    or came before that, ends no silence that follows."""
    times = sorted(time for player in players for time in player.heard if time > begun)
    before = [begun, *(time for time in times if time <= harmed)]
    after = [time for time in times if time > harmed][:1]
    return max((b - a for a, b in itertools.pairwise([*before, *after])), default=0.0)


class Storm(TimedGames):
    """Events, one after the other, among people who play."""

    def __init__(
        self, proxy: Proxy, servers: Sequence[ServerProcess], postgres: Postgres, seed: int
    ) -> None:
        super().__init__(Door(proxy.url, proxy.api, servers[0].database), seed)
        self._servers = servers
        for server in servers:
            server.database_restarts = True
        self._postgres = postgres
        self._proxy = proxy
        self.given_up_frozen = 0
        self._kinds: dict[str, Callable[[], Awaitable[None]]] = {
            "kill": self._kill,
            "freeze": self._freeze,
            "database restart": self._restart_database,
            "rolling restart": self._roll,
        }

    @property
    def given_up(self) -> int:
        """How often the proxy took a process for frozen."""
        return len(TOO_LATE.findall(self._proxy.logged()))

    async def run(self, events: Sequence[str]) -> Figures:
        async with asyncio.TaskGroup() as group:
            for index in range(len(TABLES)):
                group.create_task(self._play_on(index))
            group.create_task(self._storm(events))
        return self._so_far

    async def _storm(self, events: Sequence[str]) -> None:
        for number, kind in enumerate(events, start=1):
            await self._until_all_go_on(time.monotonic())
            await asyncio.sleep(self._chance.uniform(*BETWEEN))
            await self._kinds[kind]()
            if number % REPORT_EVERY == 0:
                print(f"after {number} events:\n{self._so_far}", flush=True)
        self._over = True

    # ------------------------------------------------------------ events

    async def _kill(self) -> None:
        """As a power cut does it; the process comes back when play has gone on without it."""
        server = self._chance.choice(self._servers)
        begun = time.monotonic()
        server.kill()
        await self._note("kill", begun, time.monotonic() + ON_ITS_WAY)
        await self._start(server)

    async def _freeze(self) -> None:
        """SIGSTOP, with all children, and back: it may have moves half done."""
        server = self._chance.choice(self._servers)
        begun, family, given_up = time.monotonic(), server.family, self.given_up
        for process in family:
            os.kill(process, signal.SIGSTOP)
        waiting = asyncio.create_task(self._note("freeze", begun, begun + ON_ITS_WAY))
        await asyncio.sleep(self._chance.uniform(*FROZEN))
        for process in family:
            os.kill(process, signal.SIGCONT)
        self.given_up_frozen += self.given_up - given_up
        await waiting

    async def _restart_database(self) -> None:
        """Its own time to stop, recover and start is the machine's; what comes after is ours."""
        begun = time.monotonic()
        how = self._chance.choice([signal.SIGINT, signal.SIGQUIT])
        await asyncio.to_thread(self._postgres.restart, how)
        answers = time.monotonic()
        await self._note("database restart", begun, answers)
        after = self._stops.setdefault("database restart, since it answers", [])
        after.append(time.monotonic() - answers)

    async def _roll(self) -> None:
        """One process after the other is stopped politely and started anew."""
        for server in self._servers:
            begun = time.monotonic()
            assert await asyncio.to_thread(server.stop) == 0
            await self._note("rolling restart", begun, time.monotonic())
            await self._start(server)

    async def _start(self, server: ServerProcess) -> None:
        """Start, and wait until the proxy must have seen it."""
        await asyncio.to_thread(server.start)
        await asyncio.sleep(2.0)


def events(chance: random.Random, **counts: int) -> list[str]:
    """Kinds of events in any order, so many of each."""
    kinds = [kind.replace("_", " ") for kind, count in counts.items() for _ in range(count)]
    chance.shuffle(kinds)
    return kinds


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.failover", description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--freezes", type=int, default=50)
    parser.add_argument("--database-restarts", type=int, default=20)
    parser.add_argument("--rolling", type=int, default=10)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--seed", type=int, default=random.getrandbits(32))
    options = parser.parse_args()
    wanted = events(
        random.Random(options.seed),
        kill=options.kills,
        freeze=options.freezes,
        database_restart=options.database_restarts,
        rolling_restart=options.rolling,
    )
    run = Run()  # servers come from a fork server, and nothing is left behind
    try:
        with cluster(options.processes, "haproxy", 500, **AS_USUAL) as running:
            assert running.proxy
            storm = Storm(running.proxy, running.servers, running.postgres, options.seed)
            figures = asyncio.run(storm.run(wanted))
            given_up = storm.given_up
    finally:
        fork_server.close()
        run.end()
    print(f"seed {options.seed}, load {os.getloadavg()[0]:.1f}:\n{figures}")
    print(
        f"given up by the proxy for answering too late: {given_up}, "
        f"while they were frozen: {storm.given_up_frozen}"
    )


if __name__ == "__main__":
    main()
