"""Moving the bots, exactly once whoever tries, and finding tables on which nobody moves them."""

import asyncio
import logging
import time

from faubourg.core.errors import FaubourgError
from faubourg.server.errors import Unavailable
from faubourg.server.runtime.room import Room
from faubourg.server.runtime.rooms import House
from faubourg.server.table.draft import Draft
from faubourg.server.table.table import Table

MOST = 200  # tables taken up in one sweep
log = logging.getLogger(__name__)


class Driver:
    """Gives every table on which a bot is to move a task that moves it."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._left: set[str] = set()  # tables that can't be played on here, as of other rules
        house.on_machine = self.start

    def start(self, room: Room) -> None:
        if room.driver is None and not self._house.stopping:
            room.driver = self._house.spawn(self._drive(room))

    async def _drive(self, room: Room) -> None:
        try:
            while room.table.bot_to_move is not None and not self._house.stopping:
                seen = room.table.moved
                await self._move(room)
                if room.table.moved > max(seen, room.ours):
                    return  # another process moves the bots of this table
        except FaubourgError as error:
            log.warning(
                "a bot's move is put off", extra={"table": room.table.id, "why": error.code}
            )
        finally:
            room.driver = None

    async def _move(self, room: Room) -> None:
        """One move. Others may move meanwhile, or the person come back: then it is dropped."""
        table = room.table
        level, seen = table.bot_to_move, table.moved
        if level is None:
            return
        begun = time.monotonic()
        chosen = await self._house.thinkers.choose(table.position.copy(), level)
        if any(seat.kind == "person" for seat in table.seats):
            pace = self._house.settings.pace if table.pace is None else table.pace
            await asyncio.sleep(pace - (time.monotonic() - begun))

        def make(table: Table) -> Draft | int:
            if table.moved != seen or table.bot_to_move != level or table.turn is None:
                return table.number
            return Draft(table).add("bot", table.turn, chosen)

        await self._house.change(room, make)

    async def sweep(self, quiet: float) -> None:
        """Take up tables that have waited for a bot or Nature too long: whoever was to move them
        has died."""
        house = self._house
        for id in await house.store.machine_tables(time.time() - quiet, MOST):
            if id in self._left:
                continue
            try:
                room = await house.room(id)
                if room.driver is None:
                    await house.fresh(room)
                    await house.change(room, Draft)  # Nature's moves, if any are left
                    if room.table.bot_to_move is not None:
                        self.start(room)
            except Unavailable:
                return  # the next sweep may find the database in reach
            except FaubourgError as error:
                self._left.add(id)
                log.warning("a table is left alone", extra={"table": id, "why": error.code})
