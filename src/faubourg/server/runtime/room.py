"""A room: one table in memory, with the connections to it. What is broadcast is encoded once."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from faubourg.core.contract import Data
from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.server import protocol
from faubourg.server.store.entry import MOVES, Entry
from faubourg.server.table import brief, serialize
from faubourg.server.table.draft import Draft
from faubourg.server.table.keys import Holder, holder_of
from faubourg.server.table.table import Applied, Table

RECENT = 20  # entries kept for snapshots and for reconnecting clients, in whole steps
FEW = 4  # entries of a step whose rows may be kept until somebody asks
MOST_ENCODED = 64  # messages and states, in a cache for all rooms
_encoded: dict[object, bytes] = {}


class Listener(Protocol):
    """A client's connection, as the room sees it."""

    @property
    def holder(self) -> Holder: ...

    def wake(self) -> None:
        """Something has changed: look at the room."""

    def tell(self, message: bytes) -> None:
        """Send something that is not stored, if there is room for it."""

    async def goodbye(self, bye: protocol.Bye, code: int) -> None: ...


@dataclass(slots=True)
class Step:
    """One change of a table as it is broadcast: its entries, and the patch of the state."""

    after: int  # the entry before its first
    number: int  # its last entry
    applied: list[Applied] | None  # its entries, until somebody asks for them
    names: list[str]  # of the seats, then
    entries: bytes = b""  # JSON, with commas between them
    patch: bytes | None = None  # JSON; None: nobody was there, and whoever comes gets a snapshot


class Room:
    """One table with its listeners. A task that changes the table holds the lock."""

    def __init__(self, table: Table) -> None:
        self.table = table  # a commit puts another in its place: don't keep it over an await
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.elsewhere: frozenset[int] = frozenset()  # seats connected to other processes
        self.driver: asyncio.Task[None] | None = None  # moves the bots
        self.timer: asyncio.TimerHandle | None = None  # of the clock, if one runs
        self.watching = 0  # connections without a part
        self.stored_here = 0  # the last entry that this process has stored
        self.used = time.monotonic()
        self._steps: deque[Step] = deque()

    @classmethod
    def load(cls, row: dict[str, Any], box: str, entries: Sequence[Entry]) -> "Room":
        """A room from what is stored of its table."""
        table = Table(row, box)
        table.replay(entries[:-RECENT])
        room = cls(table)
        room.apply(entries[-RECENT:])
        return room

    @property
    def idle(self) -> bool:
        return not self.listeners and not self.lock.locked() and self.driver is None

    def holder(self, keys: Iterable[str]) -> Holder:
        table = self.table
        return holder_of(keys, [seat.key for seat in table.seats], table.host)

    # ------------------------------------------------------------ presence

    @property
    def here(self) -> frozenset[int]:
        """The seats that are connected to this process."""
        return frozenset().union(*(listener.holder.seats for listener in self.listeners))

    def connections_of(self, seat: int) -> int:
        """How many connections hold a seat, those to other processes counted as one."""
        here = sum(seat in listener.holder.seats for listener in self.listeners)
        return here + (seat in self.elsewhere)

    @property
    def connected(self) -> list[str]:
        return [SEAT_LETTERS[seat] for seat in sorted(self.here | self.elsewhere)]

    # ------------------------------------------------------------ changes

    def commit(self, draft: Draft) -> None:
        """Take the table of a draft that was stored, and broadcast."""
        before = serialize.shown(self.table)
        self._forget()
        self.table = draft.table
        self._keep(before, draft.applied)
        self.broadcast()

    def apply(self, entries: Sequence[Entry]) -> None:
        """Apply entries that another process has stored, and broadcast."""
        self._forget()
        for step in _runs_of_moves(entries):
            before = serialize.shown(self.table)
            self._keep(before, [self.table.apply(entry) for entry in step])
        self.broadcast()

    def _keep(self, before: serialize.Shown, applied: list[Applied]) -> None:
        """Keep a change; it is encoded at once only if somebody listens, or if its rows, as after a
        deal, would take more memory than its JSON."""
        table = self.table
        if not self.listeners:
            applied = applied[-RECENT:]
        step = Step(table.number - len(applied), table.number, applied, table.names)
        if self.listeners:
            step.patch = protocol.encode(serialize.change(table, before))
        self._steps.append(step)
        if len(applied) > FEW:
            self._entries([step])

    def _forget(self) -> None:
        """Drop the oldest steps, down to those that have the last RECENT entries."""
        steps = self._steps
        while len(steps) > 1 and steps[1].after <= self.table.number - RECENT:
            steps.popleft()

    def broadcast(self) -> None:
        """Wake every listener: each sends its client what that does not know yet."""
        self.used = time.monotonic()
        for listener in self.listeners:
            listener.wake()

    def show_reaction(self, seat: int, what: str) -> None:
        """Send a reaction to everybody here."""
        message = protocol.encode(protocol.Reaction(SEAT_LETTERS[seat], what))
        for listener in self.listeners:
            listener.tell(message)

    # ------------------------------------------------------------ messages

    def message_since(self, since: int | None, holder: Holder) -> bytes:
        """An update with everything after an entry, or a snapshot if that is too long ago."""
        turn = self.table.turn
        acts = turn is not None and turn != NATURE and turn in holder.seats
        return self._cached((since, acts), lambda: self._message_since(since, acts))

    def _message_since(self, since: int | None, acts: bool) -> bytes:
        number, legal = self.table.number, self._legal_ids if acts else msgspec.UNSET
        missed = self._steps_since(since)
        if missed is None:
            return protocol.encode(protocol.Snapshot(number, self._recent, self.state, legal))
        changes = b",".join([step.patch for step in missed if step.patch is not None])
        entries = self._entries(missed)
        return protocol.encode(
            protocol.Update(number, entries, msgspec.Raw(b"[" + changes + b"]"), legal)
        )

    def _steps_since(self, since: int | None) -> list[Step] | None:
        """The steps after an entry; None if not all of them are kept, or it is within one."""
        if since == self.table.number:
            return []
        missed = [step for step in self._steps if since is not None and step.after >= since]
        if not missed or missed[0].after != since or any(step.patch is None for step in missed):
            return None
        return missed

    @property
    def recent(self) -> list[Data]:
        """The last entries: about RECENT."""
        return brief.restore(msgspec.json.decode(self._recent), self.table.number)

    @property
    def _recent(self) -> msgspec.Raw:
        self._forget()
        return self._entries(self._steps)

    def _entries(self, steps: Iterable[Step]) -> msgspec.Raw:
        for step in steps:
            if step.applied is not None:
                game = self.table.game
                whole = [serialize.entry(game, step.names, applied) for applied in step.applied]
                step.entries, step.applied = protocol.encode(brief.shorten(whole))[1:-1], None
        return msgspec.Raw(b"[" + b",".join([step.entries for step in steps]) + b"]")

    @property
    def state(self) -> msgspec.Raw:
        """The whole table as it is now, as JSON."""
        return msgspec.Raw(
            self._cached("state", lambda: protocol.encode(serialize.state(self.table)))
        )

    @property
    def _legal_ids(self) -> msgspec.Raw:
        return msgspec.Raw(protocol.encode(self.table.legal))

    @property
    def legal(self) -> msgspec.Raw:
        """The legal actions in words, as JSON."""
        return msgspec.Raw(
            self._cached("legal", lambda: protocol.encode(serialize.legal(self.table)))
        )

    def _cached(self, name: object, encode: Callable[[], bytes]) -> bytes:
        """From an LRU cache that all rooms share: the clients of a table ask for the same one after
        another, and a room with nothing to send shall hold nothing."""
        key = (self, self.table.number, name)
        found = _encoded.pop(key, None)
        if found is None:
            found = encode()
        _encoded[key] = found
        if len(_encoded) > MOST_ENCODED:
            del _encoded[next(iter(_encoded))]
        return found


def _runs_of_moves(entries: Sequence[Entry]) -> list[list[Entry]]:
    """Entries in steps that begin with anything but a move, which may change names."""
    steps: list[list[Entry]] = []
    for entry in entries:
        if entry.kind in MOVES and steps:
            steps[-1].append(entry)
        else:
            steps.append([entry])
    return steps
