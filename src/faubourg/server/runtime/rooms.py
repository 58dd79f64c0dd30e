"""All tables that this process knows: loading them, committing to them, and keeping in step with
other processes. The store is the truth; a room is only a copy of it that is quick to ask."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

import sqlalchemy as sa

from faubourg.core.text import Text
from faubourg.server import metrics, protocol
from faubourg.server.errors import Refused, Unavailable, no_table
from faubourg.server.runtime.encoder import Teller, Told
from faubourg.server.runtime.room import Room
from faubourg.server.runtime.warmup import Preparation
from faubourg.server.runtime.workers import Thinkers
from faubourg.server.settings import Settings
from faubourg.server.store.schema import MOVES, Append, Entry
from faubourg.server.store.store import Also, Store
from faubourg.server.table.draft import Draft
from faubourg.server.table.keys import ID
from faubourg.server.table.table import Table

Telling = asyncio.Future[Told | None] | None
log = logging.getLogger(__name__)
IDLE = 600.0  # seconds after which a room that nobody uses is forgotten
GONE = 3.0  # beats that a process may miss before those connected to it count as gone

STOPPING = Text(
    "The server is being stopped; come back in a moment.",
    "Le serveur s'arrête ; revenez dans un instant.",
)
OUT_OF_REACH = Text(
    "The database is out of reach; try again in a moment.",
    "La base de données est hors de portée ; réessayez dans un instant.",
)
REMOVED = Text("This table was removed.", "Cette table a été retirée.")


class House:
    """The rooms of this process."""

    def __init__(
        self, settings: Settings, store: Store, thinkers: Thinkers, preparation: Preparation
    ) -> None:
        self.settings = settings
        self.store = store
        self.thinkers = thinkers
        self.preparation = preparation
        self.teller = Teller()
        self.stopping = False
        self.rooms: dict[str, Room] = {}
        self.on_machine: Callable[[Room], None] = lambda room: None  # a bot is to move
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._storing: set[asyncio.Task[bool]] = set()

    # ------------------------------------------------------------ rooms

    async def room(self, id: str) -> Room:
        """The room of a table, loaded if need be; NotFound if there is no such table."""
        room = self.rooms.get(id)
        if room is not None:
            room.used = time.monotonic()
            return room
        if not ID.fullmatch(id):
            raise no_table(id)
        if id not in self._loading:
            task = asyncio.create_task(self._load(id))
            self._loading[id] = task
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Room:
        stored = await self.reach(self.store.table(id))
        if stored is None:
            raise no_table(id)
        row, box, entries = stored
        await self.preparation.ready(row["game"])
        self.check_open()
        table = Table(row, box)
        table.apply_all(entries)
        return self.keep(Room(table))

    def keep(self, room: Room) -> Room:
        """Hold a room from now on."""
        room = self.rooms.setdefault(room.table.id, room)
        metrics.ROOMS.set(len(self.rooms))
        if any(seat.bot for seat in room.table.seats):
            self.thinkers.warm(room.table.game)
        self._after(room)
        return room

    def forget_idle(self) -> None:
        """Rooms that nobody uses are dropped, the longest unused first when there are many."""
        idle = sorted((room for room in self.rooms.values() if room.idle), key=lambda r: r.used)
        surplus = len(self.rooms) - self.settings.rooms
        for place, room in enumerate(idle):
            if place < surplus or time.monotonic() - room.used > IDLE:
                del self.rooms[room.table.id]
        metrics.ROOMS.set(len(self.rooms))

    # ------------------------------------------------------------ changing

    async def change(
        self, room: Room, make: Callable[[Table], Draft | int], also: Also | None = None
    ) -> int:
        """Do something at a table: `make` says what, or the number of the entry by which it was
        done before. It is asked again when another process was first. `also` is stored in the
        same transaction. Returns the number of the entry."""
        async with room.lock:
            while True:
                self.check_open()
                made = make(room.table)
                if isinstance(made, int):
                    return made
                append = made.finish()
                if not append.entries:
                    return room.table.number
                if await self.reach(self._store(room, append, also)):
                    return append.entries[0].number
                metrics.CONFLICTS.inc()
                await self._catch_up(room)

    def _store(self, room: Room, append: Append, also: Also | None) -> asyncio.Future[bool]:
        """Store entries, then take them over and tell everybody; False if somebody else was
        first. A client that goes away meanwhile must not leave the room behind."""
        storing = self.store.append(append, also)
        telling = self._tell(room, append.entries, append.waits == "person")
        task = asyncio.create_task(self._finish(room, append, storing, telling))
        self._storing.add(task)
        task.add_done_callback(self._stored)
        return asyncio.shield(task)

    def _stored(self, task: asyncio.Task[bool]) -> None:
        self._storing.discard(task)
        if not task.cancelled():
            task.exception()  # who asked is told of it; if they are gone, nobody need be

    async def _finish(
        self, room: Room, append: Append, storing: asyncio.Future[bool], telling: Telling
    ) -> bool:
        stored = await storing
        if stored and room.table.number == append.after:
            self._take_over(room, append, await telling if telling else None)
        return stored

    def _tell(self, room: Room, entries: Sequence[Entry], acts: bool) -> Telling:
        """Have another process write what is to be told, if there is much to do."""
        if len(self.rooms) < self.settings.crowd or not room.listeners:
            return None
        if not self.teller.started:
            self.spawn(self.teller.start())
        table = room.table
        return self.teller.tell(table.game, table.position.row, table.names, entries, acts)

    def _take_over(self, room: Room, append: Append, told: Told | None) -> None:
        room.take_over(append.entries, append.rows, told)
        room.ours = room.table.number
        for entry in append.entries:
            if entry.kind in MOVES:
                metrics.MOVES.labels(entry.kind).inc()
        self._after(room)

    def _after(self, room: Room) -> None:
        if room.table.bot_to_move is not None:
            self.on_machine(room)

    async def catch_up(self, room: Room) -> None:
        """Take over what other processes have stored."""
        async with room.lock:
            await self._catch_up(room)

    async def _catch_up(self, room: Room) -> None:
        stored = await self.reach(self.store.entries_after(room.table.id, room.table.number))
        # What somebody who was interrupted has stored may have been taken over meanwhile.
        entries = [entry for entry in stored if entry.number > room.table.number]
        if entries:
            telling = self._tell(room, entries, acts=True)
            room.take_over(entries, told=await telling if telling else None)

    async def fresh(self, room: Room) -> Room:
        """The room, in step with all processes."""
        if self.store.is_postgres:
            await self.catch_up(room)
        return room

    # ------------------------------------------------------------ in step with others

    async def look_around(self) -> None:
        """What the polling does: find what others stored, and who is connected to them."""
        ids = list(self.rooms)
        last = await self.store.last_numbers(ids)
        for id in ids:
            room = self.rooms.get(id)
            if room is None:
                continue
            if id not in last:
                await self.close_room(room)
            elif last[id] > room.table.number:
                await self.catch_up(room)
        seen_after = time.time() - GONE * self.settings.beat
        elsewhere: dict[str, set[int]] = {}
        for id, seat in await self.store.elsewhere(ids, seen_after):
            elsewhere.setdefault(id, set()).add(seat)
        for id, room in self.rooms.items():
            seats = frozenset(elsewhere.get(id, ()))
            if seats != room.elsewhere:
                room.elsewhere = seats
                room.announce()

    async def hint(self, id: str) -> None:
        """Another process says that it has changed a table."""
        room = self.rooms.get(id)
        if room is not None and room.listeners:
            await self.catch_up(room)

    async def close_room(self, room: Room) -> None:
        """A table that was removed."""
        self.rooms.pop(room.table.id, None)
        bye = protocol.Bye("removed", *REMOVED, retry=0.0)
        for listener in list(room.listeners):
            await listener.goodbye(bye, 4404)

    # ------------------------------------------------------------ the end

    def check_open(self) -> None:
        if self.stopping:
            raise Unavailable("stopping", STOPPING)

    async def goodbye(self) -> None:
        """Tell every client that the server stops; what is under way is still finished."""
        self.stopping = True
        self.preparation.give_up()
        bye = protocol.Bye("stopping", *STOPPING, retry=1.0)
        listeners = [listener for room in self.rooms.values() for listener in room.listeners]
        await asyncio.gather(*(listener.goodbye(bye, 1012) for listener in listeners))

    async def close(self) -> None:
        self.stopping = True
        for room in self.rooms.values():
            if room.driver:
                room.driver.cancel()
        await asyncio.gather(*self._tasks, *self._storing, return_exceptions=True)
        self.teller.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Work that goes on by itself; the house waits for it before it closes."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Refused):
            log.error("work failed", exc_info=error)

    async def reach(self, work: Awaitable[Any]) -> Any:
        """Ask the store; a database out of reach is nobody's fault but ours."""
        try:
            return await work
        except (sa.exc.OperationalError, sa.exc.InterfaceError) as error:
            log.error("database", extra={"why": str(error.orig)})
            raise Unavailable("database", OUT_OF_REACH) from error
