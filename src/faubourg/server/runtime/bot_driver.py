"""Drives the bots: each move exactly once, whichever process tries, also when a process dies."""

import asyncio
import logging
import time

from faubourg.core.errors import FaubourgError
from faubourg.server.errors import Unavailable
from faubourg.server.runtime.room import Room
from faubourg.server.runtime.rooms import Rooms
from faubourg.server.table.draft import Draft
from faubourg.server.table.table import Table

MOST_SWEPT = 200  # tables in one sweep
ELSEWHERE = 0.5  # seconds without a move after which another process may be gone
LOOK_AGAIN = 0.1
STUCK = 10.0  # seconds that a bot never takes, be the pace as slow as it may
log = logging.getLogger(__name__)


class BotDriver:
    """Starts a task for each room in which a bot is to move."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._unplayable: set[str] = set()  # tables that this process can't load, as of other rules
        rooms.on_bot_to_move = self.start

    def start(self, room: Room) -> None:
        if room.driver is None and not self._rooms.stopping:
            room.driver = self._rooms.spawn(self._drive(room))

    async def _drive(self, room: Room) -> None:
        try:
            await self._rooms.attend(room, True)
            while room.table.bot_to_move is not None and not self._rooms.stopping:
                seen = room.table.moved
                await self._move(room)
                if room.table.moved > max(seen, room.stored_here):
                    await self._leave_to_another(room)
                    if not room.listeners:
                        return
        except FaubourgError as error:
            log.warning(
                "a bot's move is put off", extra={"table": room.table.id, "why": error.code}
            )
        finally:
            room.driver = None
            if not self._rooms.stopping:
                self._rooms.spawn(self._rooms.attend(room, False))

    async def _leave_to_another(self, room: Room) -> None:
        """Another process has moved at this table: leave its bots to that one for as long as it
        goes on. What came may have been the last move of one that died. A wrong guess costs no more
        than a search, since the store takes each move once."""
        moved, late = room.table.moved, time.monotonic() + ELSEWHERE
        while room.listeners and room.table.bot_to_move is not None and not self._rooms.stopping:
            await asyncio.sleep(LOOK_AGAIN)
            if room.table.moved <= room.stored_here:
                return  # somebody has moved here
            if room.table.moved != moved:
                moved, late = room.table.moved, time.monotonic() + ELSEWHERE
            elif time.monotonic() > late:
                return

    async def _move(self, room: Room) -> None:
        """One move; dropped if the table changes meanwhile, as when the person returns."""
        table = room.table
        level, seen = table.bot_to_move, table.moved
        if level is None:
            return
        begun = time.monotonic()
        people = [place for place, seat in enumerate(table.seats) if seat.kind == "person"]
        workers = self._rooms.workers
        chosen = await workers.choose(table.position.copy(), level, people, table.id)
        table = room.table
        if any(seat.kind == "person" for seat in table.seats):
            pace = self._rooms.settings.pace if table.pace is None else table.pace
            await asyncio.sleep(pace - (time.monotonic() - begun))

        def make_draft(table: Table) -> Draft | int:
            if table.moved != seen or table.bot_to_move != level or table.turn is None:
                return table.number
            return Draft(table).add("bot", table.turn, chosen)

        await self._rooms.change(room, make_draft)

    async def sweep(self, quiet: float) -> None:
        """Take over tables that have waited too long for a bot or Nature: the process that was to
        move them has died, or nobody is connected to them anywhere."""
        store = self._rooms.store
        found = await store.machine_tables(quiet, STUCK + quiet, MOST_SWEPT)
        left = [id for id in found if id not in self._unplayable and not self._rooms.is_driven(id)]
        for id in await store.claim(left, quiet, STUCK + quiet):
            try:
                await self._take_over(id)
            except Unavailable:
                return  # the next sweep may find the database in reach
            except FaubourgError as error:
                self._unplayable.add(id)
                log.warning("a table is left alone", extra={"table": id, "why": error.code})

    async def _take_over(self, id: str) -> None:
        rooms = self._rooms
        room = await rooms.get(id)
        if room.driver is None:
            await rooms.refresh(room)
            await rooms.change(room, Draft)  # Nature's moves, if any are left
            if room.table.bot_to_move is not None:
                self.start(room)
        if room.driver is None:
            await rooms.attend(room, False)
