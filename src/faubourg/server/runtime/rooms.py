"""The rooms of this process: loading tables, committing to them, broadcasting, and keeping in step
with other processes. The store is the truth; a room is a cache of it."""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import Any

import sqlalchemy as sa

from faubourg.bots.bot import searches
from faubourg.core.text import Text
from faubourg.server import metrics, protocol
from faubourg.server.errors import Unavailable, no_table
from faubourg.server.runtime import background
from faubourg.server.runtime.room import Room
from faubourg.server.runtime.warmup import Warmup
from faubourg.server.runtime.workers import Workers
from faubourg.server.settings import Settings
from faubourg.server.store.engine import Cause, cause_of
from faubourg.server.store.entry import MOVES, Append, Entry
from faubourg.server.store.people import CountedGame, count_game
from faubourg.server.store.schema import ATTENDED
from faubourg.server.store.store import AlsoWrite, Store
from faubourg.server.table.draft import Draft
from faubourg.server.table.keys import ID
from faubourg.server.table.table import Table

MakeDraft = Callable[[Table], Draft | int]
log = logging.getLogger(__name__)
IDLE_SECONDS = 600.0  # after which a room that nobody uses is evicted
IDLE_BESIDE_OTHERS = 10.0  # the same where another process may have its clients
PING_SECONDS = 0.5
HEALTH_PATIENCE = 10.0  # seconds for which the database may be out of reach, as when it restarts
REACHED_LATELY = 5.0  # seconds since the last statement after which a health check asks it
LONGEST_RETRY = 0.5  # seconds within which clients spread when they have to connect again

STOPPING = Text(
    "The server is being stopped; come back in a moment.",
    "Le serveur s'arrête ; reviens dans un instant.",
)
OUT_OF_REACH = Text(
    "The database is out of reach; try again in a moment.",
    "La base de données est hors de portée ; réessaie dans un instant.",
)
NOT_STORED: dict[Cause, Text] = {
    "out-of-reach": OUT_OF_REACH,
    "locked": OUT_OF_REACH,
    "full": Text(
        "The server's disk is full: nothing was stored. Play goes on when there is room again.",
        "Le disque du serveur est plein : rien n'a été enregistré. La partie reprendra dès qu'il y "
        "aura de la place.",
    ),
    "read-only": Text(
        "The server can't write to its database: nothing was stored. Try again in a moment.",
        "Le serveur ne peut pas écrire dans sa base de données : rien n'a été enregistré. "
        "Réessaie dans un instant.",
    ),
    "memory": Text(
        "The server has no memory left: nothing was stored. Try again in a moment.",
        "Le serveur n'a plus de mémoire : rien n'a été enregistré. Réessaie dans un instant.",
    ),
    "broken": Text(
        "The server's disk fails: nothing was stored. Whoever runs the server finds the reason in "
        "its log.",
        "Le disque du serveur est en panne : rien n'a été enregistré. La raison se trouve dans le "
        "journal du serveur.",
    ),
}
REMOVED = Text("This table was removed.", "Cette table a été retirée.")
READ_ANEW = Text(
    "This table is read anew; come back in a moment.",
    "Cette table est relue ; reviens dans un instant.",
)


class Rooms:
    """All rooms, by the ids of their tables."""

    def __init__(self, settings: Settings, store: Store, workers: Workers, warmup: Warmup) -> None:
        self.settings = settings
        self.store = store
        self.workers = workers
        self.warmup = warmup
        self.stopping = False
        self.on_bot_to_move: Callable[[Room], None] = lambda room: None
        self.on_clock: Callable[[Room], None] = lambda room: None
        self.spent: Callable[[Table], dict[str, float]] = lambda table: {}  # of a clock's time
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._commits: set[asyncio.Future[bool]] = set()  # on their way to the disk

    # ------------------------------------------------------------ the cache

    async def get(self, id: str) -> Room:
        """The room of a table, loaded if need be; NotFound if there is no such table."""
        room = self._rooms.get(id)
        if room is not None:
            room.used = time.monotonic()
            return room
        if not ID.fullmatch(id):
            raise no_table(id)
        if id not in self._loading:
            # Whoever asked may be gone before it is read: then a refusal is no fault.
            task = self.spawn(self._load(id))
            self._loading[id] = task
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Room:
        room = await self._read(id)
        self.check_open()
        return self.add(room)

    async def _read(self, id: str) -> Room:
        stored = await self.or_unavailable(self.store.table(id))
        if stored is None:
            raise no_table(id)
        return Room.load(*stored)

    @property
    def is_alone(self) -> bool:
        """SQLite is for one process: there are no others."""
        return not self.store.is_postgres

    async def visit(self, id: str) -> Room:
        """The room of a table whose clients may meet in another process, as when somebody joins by
        a code: it is not held here, and its bots are not driven, unless it is held already."""
        if self.is_alone or id in self._rooms:
            return await self.refresh(await self.get(id))
        return await self._read(id)

    async def peek(self, id: str, number: int) -> Table:
        """A table as it was at an entry or later, to be looked at: no room is made of it."""
        room = self._rooms.get(id)
        if room is not None and room.table.number >= number:
            return room.table
        stored = await self.or_unavailable(self.store.table(id))
        if stored is None:
            raise no_table(id)
        return await asyncio.to_thread(Table.load, *stored)

    def add_new(self, room: Room) -> Room:
        """A new table's room. Held only if there is no other process where its clients may meet;
        else the process to which they connect loads it."""
        return self.add(room) if self.is_alone else room

    def add(self, room: Room) -> Room:
        """Hold a room from now on."""
        room = self._rooms.setdefault(room.table.id, room)
        metrics.ROOMS.set(len(self._rooms))
        if not room.table.only_watched:
            self.warmup.want(room.table.game.name)
        if any(seat.bot and searches(seat.bot) for seat in room.table.seats):
            self.workers.warm(room.table.game)
        self._drive_bots(room)
        return room

    @property
    def held(self) -> list[Room]:
        """All rooms of this process."""
        return [*self._rooms.values()]

    def holds(self, room: Room) -> bool:
        return self._rooms.get(room.table.id) is room

    def is_held(self, id: str) -> bool:
        return id in self._rooms

    def is_driven(self, id: str) -> bool:
        """Whether the bots of a table are being moved here."""
        room = self._rooms.get(id)
        return room is not None and room.driver is not None

    def evict_idle(self) -> None:
        """LRU: drop rooms that nobody uses, the longest unused first when there are many."""
        idle = sorted((room for room in self._rooms.values() if room.idle), key=lambda r: r.used)
        surplus = len(self._rooms) - self.settings.rooms
        longest = IDLE_SECONDS if self.is_alone else IDLE_BESIDE_OTHERS
        for index, room in enumerate(idle):
            if index < surplus or time.monotonic() - room.used > longest:
                del self._rooms[room.table.id]
        metrics.ROOMS.set(len(self._rooms))

    # ------------------------------------------------------------ changing a table

    async def change(
        self, room: Room, make_draft: MakeDraft, also_write: AlsoWrite | None = None
    ) -> int:
        """Optimistic update: `make_draft(table)` returns a draft, or the number of the entry that
        already did it (idempotent retry); it is called again after a conflict with another
        process. `also_write` is part of the same transaction. Returns the number of the entry."""
        async with room.lock:
            while True:
                self.check_open()
                draft = make_draft(room.table)
                if isinstance(draft, int):
                    return draft
                append = draft.finish()
                if not append.entries:
                    return room.table.number
                if await self.or_unavailable(self._commit(room, draft, append, also_write)):
                    return append.entries[0].number
                metrics.CONFLICTS.inc()
                await self._catch_up(room)

    def _commit(
        self, room: Room, draft: Draft, append: Append, also_write: AlsoWrite | None
    ) -> asyncio.Future[bool]:
        """Store a draft, then broadcast it; False after a conflict. The room follows the store even
        if the client that asked has disconnected: only what is returned can be cancelled."""
        storing = self.store.append(append, also_write)
        committed = asyncio.get_running_loop().create_future()
        self._commits.add(storing)
        storing.add_done_callback(partial(self._when_stored, room, draft, append, committed))
        return committed

    def _when_stored(
        self,
        room: Room,
        draft: Draft,
        append: Append,
        committed: asyncio.Future[bool],
        storing: asyncio.Future[bool],
    ) -> None:
        self._commits.discard(storing)
        try:
            stored = storing.result()
            if stored and room.table.number == append.after:  # else a catch-up came between
                self._take(room, draft, append)
        except Exception as error:
            if not committed.done():  # else its client is gone, and nobody need know
                committed.set_exception(error)
        else:
            if not committed.done():
                committed.set_result(stored)

    def _take(self, room: Room, draft: Draft, append: Append) -> None:
        """Broadcast what was stored."""
        try:
            room.commit(draft)
        except Exception:
            log.exception("a change can't be told")
            self._distrust(room)
        room.stored_here = room.table.number
        moves = [entry.kind for entry in append.entries if entry.kind in MOVES]
        for kind in moves:
            metrics.MOVES.labels(kind).inc()
        self.warmup.played(room.table.game.name, len(moves))
        if self.settings.count_people and moves and room.table.phase == "over":
            self.spawn(self._count(room.table))
        self._drive_bots(room)

    async def _count(self, table: Table) -> None:
        """Let a game that people finished count, without any name."""
        kinds = [seat.bot or seat.kind for seat in table.seats]
        if "person" not in kinds or table.past:
            return  # bots have studies, and the moves of a record may be anybody's
        game = table.game
        finished = CountedGame(
            game.name,
            game.version,
            game.players,
            game.options,
            game.components.digest,
            kinds,
            list(table.moves),
        )
        await self.or_unavailable(count_game(self.store, finished))

    def _distrust(self, room: Room) -> None:
        """A change failed half-way, as for want of memory: what is held may not be what is stored.
        Drop the room; its clients come again, and get it as the store has it."""
        if self.holds(room):
            del self._rooms[room.table.id]
            metrics.ROOMS.set(len(self._rooms))
        for pending in (room.driver, room.timer):
            if pending is not None:
                pending.cancel()
        bye = protocol.Bye("stopping", *READ_ANEW, retry=0.0)
        for listener in list(room.listeners):
            self.spawn(listener.goodbye(bye, 1012))

    def _drive_bots(self, room: Room) -> None:
        """Bots are moved in the process that holds the room; a visitor leaves them to it."""
        if room.table.bot_to_move is not None and self.holds(room):
            self.on_bot_to_move(room)
        if room.table.clock is not None and self.holds(room):
            self.on_clock(room)

    # ------------------------------------------------------------ in step with other processes

    async def refresh(self, room: Room) -> Room:
        """The room, in step with all processes."""
        if not self.is_alone:
            await self.catch_up(room)
        return room

    async def catch_up(self, room: Room) -> Sequence[Entry]:
        """Apply what other processes have stored, and return it."""
        async with room.lock:
            return await self._catch_up(room)

    async def _catch_up(self, room: Room) -> Sequence[Entry]:
        """Call it with the room's lock. A commit whose client is gone needs none, and may come
        between."""
        number = room.table.number
        stored = await self.or_unavailable(self.store.entries_after(room.table.id, number))
        entries = [entry for entry in stored if entry.number > room.table.number]
        if entries:
            try:
                room.apply(entries)
            except Exception:
                self._distrust(room)
                raise
            if room.listeners and any(entry.kind == "join" for entry in entries):
                self._drive_bots(room)  # whoever stored it was only visited by somebody who joined
            elif room.table.clock is not None and self.holds(room):
                self.on_clock(room)
        return entries

    async def poll(self, idle: bool = False) -> None:
        """Find what other processes have stored or removed, and the seats connected to them, for
        the tables that have clients or a driver here; also for those that are idle if told so."""
        ids = [id for id, room in self._rooms.items() if idle or not room.idle]
        if not ids:
            return
        last = await self.store.last_numbers(ids)
        for id in ids:
            room = self._rooms.get(id)
            if room is None:
                continue
            if id not in last:
                await self.close_room(room)
            elif last[id] > room.table.number:
                await self.catch_up(room)
        elsewhere: dict[str, set[int]] = {}
        for id, seat in await self.store.connected_elsewhere(ids):
            if seat != ATTENDED:
                elsewhere.setdefault(id, set()).add(seat)
        for id in ids:
            room, seats = self._rooms.get(id), frozenset(elsewhere.get(id, ()))
            if room is not None and seats != room.elsewhere:
                room.elsewhere = seats
                room.broadcast()

    async def wake_up(self, id: str) -> None:
        """Another process notifies that it has changed a table."""
        room = self._rooms.get(id)
        if room is None:
            return
        if room.idle:
            del self._rooms[id]  # its clients are elsewhere
        else:
            await self.catch_up(room)

    def show_reaction(self, id: str, seat: int, what: str) -> None:
        """A reaction that came to another process."""
        room = self._rooms.get(id)
        if room is not None:
            room.show_reaction(seat, what)

    # ------------------------------------------------------------ presence

    def mark_presence(self, room: Room, seats: frozenset[int], connected: bool) -> None:
        """Store that a client of this process has come or gone, and broadcast it."""
        held = set(seats if connected else seats - room.here)
        if held or not seats:
            room.broadcast()
        if not self.is_alone and (connected or not room.listeners):
            held.add(ATTENDED)
        if held:
            self.spawn(self._mark_presence(room, held, connected))

    async def _mark_presence(self, room: Room, seats: set[int], connected: bool) -> None:
        marked = [(room.table.id, seat) for seat in seats]
        await self.or_unavailable(self.store.mark_presence(marked, connected))
        if connected:
            # What was stored before others knew of us was not notified.
            await self.refresh(room)
            self._drive_bots(room)  # the process that did may have died

    async def attend(self, room: Room, attended: bool) -> None:
        """Store that a table without clients has its bots driven here, or not any more."""
        if not self.is_alone and not room.listeners:
            marked = [(room.table.id, ATTENDED)]
            await self.or_unavailable(self.store.mark_presence(marked, attended))

    async def close_room(self, room: Room) -> None:
        """Drop the room of a table that was removed."""
        self._rooms.pop(room.table.id, None)
        bye = protocol.Bye("removed", *REMOVED, retry=0.0)
        for listener in list(room.listeners):
            await listener.goodbye(bye, 4404)

    # ------------------------------------------------------------ stopping

    def check_open(self) -> None:
        if self.stopping:
            raise Unavailable("stopping", STOPPING)

    async def check_health(self) -> None:
        """Unavailable if the server stops, or has not reached its database for some time. While
        that restarts, processes stay as they are: all of them wait for the same one."""
        self.check_open()
        if time.monotonic() - self.store.reached < REACHED_LATELY:
            return
        try:
            async with asyncio.timeout(PING_SECONDS):
                await self.store.ping()
        except (TimeoutError, sa.exc.DBAPIError) as error:
            if time.monotonic() - self.store.reached > HEALTH_PATIENCE:
                raise Unavailable("database", OUT_OF_REACH) from error

    async def goodbye(self) -> None:
        """Disconnect every client, since the server stops; commits under way are finished."""
        self.stopping = True
        self.warmup.give_up()
        listeners = [listener for room in self._rooms.values() for listener in room.listeners]
        # Another process, or this one started anew, is not to get them all in one moment.
        byes = [
            protocol.Bye("stopping", *STOPPING, retry=round(random.uniform(0, LONGEST_RETRY), 2))
            for _ in listeners
        ]
        await asyncio.gather(
            *(listener.goodbye(bye, 1012) for listener, bye in zip(listeners, byes, strict=True))
        )

    async def close(self) -> None:
        self.stopping = True
        for room in self._rooms.values():
            if room.driver:
                room.driver.cancel()
        await asyncio.gather(*self._tasks, *self._commits, return_exceptions=True)

    # ------------------------------------------------------------ tasks and errors

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """A background task, which `close` waits for."""
        return background.start(work, self._tasks)

    async def or_unavailable(self, work: Awaitable[Any]) -> Any:
        """The result of work with the store; Unavailable for a fault of the database or its
        machine: nothing was stored."""
        try:
            return await work
        except Exception as error:
            cause = cause_of(error)
            if cause is None:
                raise
            why = str(getattr(error, "orig", error))
            log.warning("refused for the database", extra={"cause": cause, "why": why})
            raise Unavailable("database", NOT_STORED[cause]) from error
