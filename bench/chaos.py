"""People and bots who play one game after the other, whatever happens to the servers, and how long
each kind of event stops them. `crash`, `failover` and `faults` say what happens.

Every table that is over is held against what is stored: nothing that was acknowledged may be lost
or done twice.
"""

import asyncio
import itertools
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import httpx
import numpy as np
import sqlalchemy as sa

from faubourg.core.game import games
from tests.server.client import NOT_NOW, PATIENCE, Api, Data, RefusedError, StubbornPlayer
from tests.server.truth import check_finished

LONGEST_GAME = 3600.0  # a server that dies every few seconds makes a game take its time
PAUSE = 0.05  # seconds before a move

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

    stops: dict[str, list[float]]  # seconds, by kind of event
    counts: Counter[str]
    games: int
    seconds: float

    def __str__(self) -> str:
        lines = [
            f"{kind}: {len(stops)}, the longest stop of a table each time: half under "
            f"{np.percentile(stops, 50):.2f} s, 9 of 10 under {np.percentile(stops, 90):.2f} s, "
            f"worst {max(stops):.2f} s"
            for kind, stops in self.stops.items()
        ]
        counted = ", ".join(f"{self.counts[what]:,} {what}" for what in sorted(self.counts))
        games = f"{self.games} games in {self.seconds:.0f} s, lost 0, doubled 0: {counted}"
        return "\n".join([*lines, games])


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


class Door(Protocol):
    """Where clients come in: a server, or a proxy before several."""

    url: str
    api: Api
    database: str


class Games:
    """All who play."""

    def __init__(self, door: Door, seed: int) -> None:
        self._door = door
        self._chance = random.Random(seed)
        self._over = False  # no more games, when those under way are over
        self._games = 0
        self._playing: set[TimedPlayer] = set()
        self._counts: Counter[str] = Counter()
        self._stops: dict[str, list[float]] = {}
        self._begun = time.monotonic()

    @property
    def _so_far(self) -> Figures:
        """Of all events, and of all games that are over and were checked."""
        seconds = time.monotonic() - self._begun
        return Figures(self._stops, self._counts, self._games, seconds)

    # ------------------------------------------------------------ play

    async def _play_on(self, index: int) -> None:
        """One game after the other, until told that it is enough."""
        seats, clients = TABLES[index]
        for name in itertools.islice(itertools.cycle(games()), index, None):
            made = await self._ask(self._door.api.make, name, seats)
            players = [
                TimedPlayer(
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

    async def _check_soon(self, table: str, players: list[TimedPlayer], record: str) -> None:
        """Check a game when the database can be read."""
        late = time.monotonic() + PATIENCE
        while True:
            try:
                return self._check(table, players, record)
            except sa.exc.DBAPIError:
                if time.monotonic() > late:
                    raise
            await asyncio.sleep(0.1)

    def _check(self, table: str, players: list[TimedPlayer], record: str) -> None:
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

    # ------------------------------------------------------------ stops

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
