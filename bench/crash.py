"""A chaos test: clients play while their server is killed again and again, and nothing may be lost
or done twice.

    python -m bench.crash --kills 200 --database sqlite
    python -m bench.crash --kills 200 --database postgresql

`tests/server/test_crash.py` runs the same with a few kills.
"""

import asyncio
import itertools
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import httpx
import sqlalchemy as sa

from bench.trial import trial
from faubourg.core.game import games
from tests.server.client import NOT_NOW, PATIENCE, Api, RefusedError, StubbornPlayer
from tests.server.process import ServerProcess
from tests.server.truth import check_finished

BRIEF = 1.5  # seconds for which a server serves at most, except when it lives until bots move
BOTS_SHARE = 0.2  # of the lives
BOTS_PATIENCE = 30.0
STARTING = 0.1  # so often a server is also killed while it is starting
LONGEST_START = 5.0
REPORT_EVERY = 20  # kills
LONGEST_GAME = 3600.0  # a server that dies every few seconds makes a game take its time

# Who sits at a table, and the seats of each client: none for who only watches. In the fourth one
# seat A is played from two tabs, which get in each other's way.
TABLES = (
    (["person", "person"], ["A", "B"]),
    (["person", "greedy"], ["A", ""]),
    (["person", "person", "random"], ["AB"]),
    (["person", "person", "greedy"], ["A", "A", "B", ""]),
    (["greedy", "random"], ["", ""]),
)


@dataclass(frozen=True)
class Figures:
    """What a run went through. Every check has held, or there would be no figures."""

    kills: int
    games: int
    seconds: float
    counts: Counter[str]

    def __str__(self) -> str:
        counted = ", ".join(f"{self.counts[what]:,} {what}" for what in sorted(self.counts))
        return f"{self.kills} kills, {self.games} games in {self.seconds:.0f} s: {counted}"


class Door(Protocol):
    """Where clients come in: a server, or a proxy before several."""

    url: str
    api: Api
    database: str


class Games:
    """People who play one game after the other, whatever happens to the servers."""

    player: type[StubbornPlayer] = StubbornPlayer

    def __init__(self, door: Door, seed: int) -> None:
        self._door = door
        self._chance = random.Random(seed)
        self._over = False  # no more games, when those under way are over
        self._games = 0
        self._playing: set[StubbornPlayer] = set()
        self._counts: Counter[str] = Counter()

    async def _play_on(self, index: int) -> None:
        """One game after the other, until told that it is enough."""
        seats, clients = TABLES[index]
        for name in itertools.islice(itertools.cycle(games()), index, None):
            made = await self._ask(self._door.api.make, name, seats)
            players = [
                self.player(
                    [self._door.url],
                    made["table"],
                    [made["keys"][seat] for seat in letters],
                    random.Random(self._chance.random()),
                )
                for letters in clients
            ]
            self._playing |= set(players)
            await asyncio.gather(*(player.play_to_the_end(LONGEST_GAME) for player in players))
            record = await self._ask(self._door.api.record, made["table"])
            await self._check_soon(made["table"], players, record)
            if self._over:
                return

    async def _ask(self, ask: Callable[..., Any], *given: Any) -> Any:
        """Ask until an answer comes. (A table may be made twice so; nobody plays on the first.)"""
        while True:
            try:
                return await asyncio.to_thread(ask, *given)
            except (httpx.TransportError, RefusedError, ValueError) as error:
                if isinstance(error, RefusedError) and error.code not in NOT_NOW:
                    raise
                await asyncio.sleep(0.05)

    async def _check_soon(self, table: str, players: list[StubbornPlayer], record: str) -> None:
        """Check a game when the database can be read."""
        late = time.monotonic() + PATIENCE
        while True:
            try:
                return self._check(table, players, record)
            except sa.exc.OperationalError:
                if time.monotonic() > late:
                    raise
            await asyncio.sleep(0.1)

    def _check(self, table: str, players: list[StubbornPlayer], record: str) -> None:
        truth = check_finished(self._door.database, table, players, record)
        counts = self._counts
        self._games += 1
        self._playing -= set(players)
        seats = [tuple(player.seats) for player in players if player.seats]
        if len(set(seats)) == len(seats):
            assert not any(player.refused for player in players), "refused without a reason"
        counts.update(f"{entry.kind} entries" for entry in truth.entries)
        for player in players:
            counts["acknowledged"] += len(player.accepted)
            counts["returns"] += player.returns
            counts.update(f"refused as {code}" for code in player.refused.values())


class Siege(Games):
    """A server that is killed, and the people who play on it all the same."""

    def __init__(self, server: ServerProcess, kills: int, seed: int) -> None:
        super().__init__(server, seed)
        self._server = server
        self._kills = kills
        self._killed = 0
        self._begun = time.monotonic()

    async def run(self) -> Figures:
        async with asyncio.TaskGroup() as group:
            group.create_task(self._kill())
            for index in range(len(TABLES)):
                group.create_task(self._play_on(index))
        return self.figures

    @property
    def figures(self) -> Figures:
        """Of all games that are over so far."""
        return Figures(self._killed, self._games, time.monotonic() - self._begun, self._counts)

    async def _kill(self) -> None:
        while self._killed < self._kills:
            if self._chance.random() < BOTS_SHARE:
                await self._until_a_bot_moves()
            await asyncio.sleep(self._chance.uniform(0, BRIEF))
            self._server.kill()
            while self._chance.random() < STARTING:
                self._server.launch()
                await asyncio.sleep(self._chance.uniform(0, LONGEST_START))
                self._server.kill()
            await asyncio.to_thread(self._server.start)
            self._killed += 1
            self._over = self._killed == self._kills
            if self._killed % REPORT_EVERY == 0:
                print(self.figures, flush=True)

    async def _until_a_bot_moves(self) -> None:
        """Their workers take a while to start: a server that dies young has none."""
        seen, late = self._bots_moves, time.monotonic() + BOTS_PATIENCE
        while self._bots_moves <= seen and time.monotonic() < late:
            await asyncio.sleep(0.05)

    @property
    def _bots_moves(self) -> int:
        entries = (entry for player in self._playing for entry in player.entries.values())
        return self._counts["bot entries"] + sum(entry["kind"] == "bot" for entry in entries)


def besiege(server: ServerProcess, kills: int, seed: int) -> Figures:
    """Kill a running server so many times at random moments, then check every table."""
    return asyncio.run(Siege(server, kills, seed).run())


if __name__ == "__main__":
    trial("crash", __doc__, "kills", 200, besiege)
