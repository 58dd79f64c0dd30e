"""Clocks of tables, enforced: at zero a bot plays on or the turn passes, each time exactly once.

What is counted is time in which a server was there: every heartbeat extends a stored period of
uptime, and what lies between two periods counts for nobody. A player whose connection is lost gets
back the time until they return, up to `clock_grace` seconds a turn. A process watches the clocks of
the tables that it holds by timers, and sweeps for those that nobody holds.
"""

import asyncio
import logging
import time
from collections.abc import Iterable

from faubourg.bots.levels import USUAL
from faubourg.core.errors import FaubourgError
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.position import read_action
from faubourg.server.errors import Unavailable
from faubourg.server.runtime.room import Room
from faubourg.server.runtime.rooms import Rooms
from faubourg.server.table.draft import Draft
from faubourg.server.table.table import Table

PASS = "pass"  # how games that have one write it
MOST_SWEPT = 2000  # tables in one sweep
RETRY_SECONDS = 1.0  # while the database is out of reach
LEAST_CREDIT = 0.5  # seconds: less is no lost connection
LONGEST_TIMER = 3600.0  # after which a timer looks again, as the clock of the machine may be set
log = logging.getLogger(__name__)

Period = tuple[float, float]  # of uptime: when it began, and the last heartbeat


class Uptime:
    """The periods in which a server was there."""

    def __init__(self) -> None:
        self._periods: list[Period] = []

    def use(self, periods: Iterable[Period]) -> None:
        """Periods as they are stored, merged where several processes began at once."""
        merged: list[Period] = []
        for began, seen in sorted(periods):
            if merged and began <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(seen, merged[-1][1]))
            else:
                merged.append((began, seen))
        self._periods = merged

    def between(self, begin: float, end: float) -> float:
        """Seconds of uptime between two moments. The last period goes on: we are here.

        >>> uptime = Uptime()
        >>> uptime.use([(100.0, 150.0), (200.0, 210.0)])
        >>> uptime.between(140.0, 230.0)
        40.0
        """
        if not self._periods:
            return max(0.0, end - begin)
        *before, (began, _) = self._periods
        periods = [*before, (began, end)]
        return sum(max(0.0, min(until, end) - max(since, begin)) for since, until in periods)


class ClockKeeper:
    """Watches the clocks of tables."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._swept: dict[str, tuple[float, float]] = {}  # `changed` of a table, and when it is due
        self.uptime = Uptime()
        rooms.on_clock = self.watch
        rooms.spent = self.spent

    # ------------------------------------------------------------ reading

    def _elapsed(self, table: Table) -> float:
        return self.uptime.between(table.running.since, time.time())

    def time_left(self, table: Table) -> float:
        return table.time_left(self._elapsed(table))

    def spent(self, table: Table) -> dict[str, float]:
        """What a move of the player whose clock runs says of the time it took."""
        if table.clock is None:
            return {}
        counted = max(0.0, self._elapsed(table) - table.running.credit)
        return {"spent": round(counted, 3)}

    def reading(self, table: Table) -> tuple[str | None, dict[str, float]]:
        """Whose clock runs, and how many seconds those have left who have any to lose."""
        clock, running = table.clock, table.running
        assert clock is not None
        ticks = table.waits == "clock"
        left = {}
        if clock.per == "player":
            left = {
                SEAT_LETTERS[index]: round(max(0.0, clock.seconds - used), 1)
                for index, used in enumerate(table.used)
                if table.seats[index].kind == "person"
            }
        if ticks:
            left[SEAT_LETTERS[running.seat]] = round(max(0.0, self.time_left(table)), 1)
        return (SEAT_LETTERS[running.seat] if ticks else None), left

    # ------------------------------------------------------------ enforcing

    def watch(self, room: Room) -> None:
        """Set the timer of a room that is held here."""
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        if room.table.waits == "clock" and not self._rooms.stopping:
            self._look_in(room, self.time_left(room.table))

    def _look_in(self, room: Room, seconds: float) -> None:
        if room.timer is not None:
            room.timer.cancel()
        wait = min(max(seconds, 0.0), LONGEST_TIMER)
        room.timer = asyncio.get_running_loop().call_later(wait, self._time_is_up, room)

    def _time_is_up(self, room: Room) -> None:
        room.timer = None
        if not self._rooms.stopping and self._rooms.holds(room):
            self._rooms.spawn(self._enforce(room))

    async def _enforce(self, room: Room) -> None:
        """Hand over if the time is up, and else look again when it will be."""
        table, left = room.table, 0.0
        try:
            if table.waits == "clock":
                left = max(self.time_left(table), await self._grace(room))
            if left > 0:
                self._look_in(room, left)
            else:
                await self._rooms.change(room, self._make_draft)
        except Unavailable:
            self._look_in(room, RETRY_SECONDS)

    async def _grace(self, room: Room) -> float:
        """Seconds that a player may still take to come back whose connection was lost."""
        table = room.table
        seat, running = table.running.seat, table.running
        if SEAT_LETTERS[seat] in room.connected:
            return 0.0
        absent = await self._absent(table, seat)
        most = self._rooms.settings.clock_grace - running.credited
        return 0.0 if absent is None else most - absent

    async def _absent(self, table: Table, seat: int) -> float | None:
        """For how long of its running turn a seat has not been connected; None: it never was."""
        seen = await self._rooms.or_unavailable(self._rooms.store.last_seen(table.id, seat))
        if seen is None:
            return None
        return self.uptime.between(max(seen, table.running.since), time.time())

    def _make_draft(self, table: Table) -> Draft | int:
        if table.waits != "clock" or self.time_left(table) > 0:
            return table.number
        assert table.clock is not None
        seat = table.running.seat
        draft = Draft(table)
        if table.clock.then == "pass" and (action := pass_of(table)) is not None:
            draft.add("late", seat, passes=True)
            return draft.add("bot", seat, action)
        until = "turn" if table.clock.per == "move" else "game"
        return draft.add("late", seat, level=USUAL, until=until)

    # ------------------------------------------------------------ lost connections

    async def give_credit(self, room: Room, seats: Iterable[int]) -> None:
        """Somebody has connected whose clock runs: the time since their connection was lost does
        not count, as far as grace goes."""
        table = room.table
        seat = table.running.seat
        if table.waits != "clock" or seat not in seats or room.connections_of(seat) > 1:
            return
        absent = await self._absent(table, seat)
        if absent is None or absent < LEAST_CREDIT:
            return

        def make_draft(table: Table) -> Draft | int:
            running = table.running
            left = self._rooms.settings.clock_grace - running.credited
            seconds = round(min(left, absent), 1)
            if table.waits != "clock" or running.seat != seat or seconds < LEAST_CREDIT:
                return table.number
            return Draft(table).add("credit", seat, seconds=seconds)

        await self._rooms.change(room, make_draft)

    # ------------------------------------------------------------ tables that nobody holds

    async def beat(self) -> None:
        """Renew the lease, extend the period of uptime, and know of all periods."""
        self.uptime.use(await self._rooms.store.heartbeat())

    async def sweep(self) -> None:
        """Load the tables that nobody attends when their clock runs out."""
        found = await self._rooms.store.clocked_tables(MOST_SWEPT)
        self._swept = {id: self._swept[id] for id, _ in found if id in self._swept}
        for id, changed in found:
            if self._rooms.is_held(id):
                continue
            try:
                if self._swept.get(id, (0.0, 0.0))[0] != changed:
                    table = await self._rooms.peek(id, 0)
                    due = time.monotonic() + self.time_left(table)
                    self._swept[id] = (changed, due)
                if self._swept[id][1] <= time.monotonic():
                    await self._rooms.get(id)  # holding it sets its timer
                    del self._swept[id]
            except Unavailable:
                return
            except FaubourgError as error:
                self._swept[id] = (changed, float("inf"))
                log.warning("a clock is left alone", extra={"table": id, "why": error.code})


def pass_of(table: Table) -> int | None:
    """The action by which the player to act passes, if the rules allow it now."""
    try:
        action = read_action(table.game, PASS).id
    except FaubourgError:
        return None  # a game without one
    return action if action in table.legal else None
