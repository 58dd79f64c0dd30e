"""A room: one table in memory, with the connections to it. What is broadcast is encoded once."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile, zip_longest
from typing import Any, Protocol

import msgspec

from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.server import metrics, protocol
from faubourg.server.runtime.encoder import Encoded
from faubourg.server.store.entry import Entry
from faubourg.server.table import serialize
from faubourg.server.table.draft import Draft
from faubourg.server.table.keys import Holder, holder_of
from faubourg.server.table.table import Applied, Table

RECENT = 100  # entries kept in their serialised form, for reconnecting clients
IN_SNAPSHOT = 20  # entries that come with a snapshot


class Listener(Protocol):
    """A client's connection, as the room sees it."""

    @property
    def holder(self) -> Holder: ...

    def wake(self) -> None:
        """Something has changed: look at the room."""

    async def goodbye(self, bye: protocol.Bye, code: int) -> None: ...


class Room:
    """One table with its listeners. A task that changes the table holds the lock."""

    def __init__(self, table: Table) -> None:
        self.table = table  # a commit puts another in its place: don't keep it over an await
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.elsewhere: frozenset[int] = frozenset()  # seats connected to other processes
        self.driver: asyncio.Task[None] | None = None  # moves the bots
        self.stored_here = 0  # the last entry that this process has stored
        self.used = time.monotonic()
        self._recent: deque[tuple[int, bytes]] = deque(maxlen=RECENT)
        self._encoded: dict[object, bytes] = {}  # a cache, until the table changes
        self._encoded_for = -1

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

    @property
    def connected(self) -> list[str]:
        return [SEAT_LETTERS[seat] for seat in sorted(self.here | self.elsewhere)]

    # ------------------------------------------------------------ changes

    def commit(self, draft: Draft, encoded: Encoded | None) -> None:
        """Take the table of a draft that was stored, and broadcast."""
        self.table = draft.table
        for applied, events in zip_longest(draft.applied, encoded.events if encoded else ()):
            self._keep(applied, events)
        self._keep_encoded(encoded)
        self.broadcast()

    def apply(self, entries: Sequence[Entry], encoded: Encoded | None = None) -> None:
        """Apply entries that another process has stored, and broadcast."""
        for entry, events in zip_longest(entries, encoded.events if encoded else ()):
            self._keep(self.table.apply(entry), events)
        self._keep_encoded(encoded)
        self.broadcast()

    def broadcast(self) -> None:
        """Wake every listener: each sends its client what that does not know yet."""
        self.used = time.monotonic()
        for listener in self.listeners:
            listener.wake()

    # ------------------------------------------------------------ messages

    def message_since(self, since: int | None, holder: Holder) -> bytes:
        """An update with everything after an entry, or a snapshot if that is too long ago."""
        table = self.table
        if since is not None and not self._forgotten <= since <= table.number:
            since = None
        turn = table.turn
        acts = turn is not None and turn != NATURE and turn in holder.seats
        return self._cached((since, acts), lambda: self._message_since(since, acts))

    def _message_since(self, since: int | None, acts: bool) -> bytes:
        table = self.table
        kind = protocol.Snapshot if since is None else protocol.Update
        known = max(0, table.number - IN_SNAPSHOT) if since is None else since
        return protocol.encode(
            kind(
                number=table.number,
                entries=self.entries_after(known),
                state=self.state,
                legal=self.legal if acts else None,
            )
        )

    @property
    def _forgotten(self) -> int:
        """The last entry that is not kept any more."""
        return self._recent[0][0] - 1 if self._recent else self.table.number

    def entries_after(self, number: int) -> list[msgspec.Raw]:
        """The entries after one, as JSON, as far as they are kept."""
        newest_first = takewhile(lambda kept: kept[0] > number, reversed(self._recent))
        return [msgspec.Raw(json) for _, json in newest_first][::-1]

    @property
    def state(self) -> msgspec.Raw:
        return msgspec.Raw(self._cached("state", self._state))

    def _state(self) -> bytes:
        view = self._encoded.pop("view", None) or protocol.encode(self.table.position.view())
        return protocol.encode(serialize.state(self.table, msgspec.Raw(view)))

    @property
    def legal(self) -> msgspec.Raw:
        return msgspec.Raw(
            self._cached("legal", lambda: protocol.encode(serialize.legal(self.table)))
        )

    # ------------------------------------------------------------ what is encoded once

    def _keep(self, applied: Applied, events: bytes | None) -> None:
        """Keep an entry in its serialised form, until RECENT others have come."""
        table = self.table
        json = serialize.entry(table.game, table.names, applied, events)
        self._recent.append((applied.entry.number, json))

    def _keep_encoded(self, encoded: Encoded | None) -> None:
        """Keep what the encoder process has made of the table as it is now."""
        if encoded is None:
            return
        metrics.ENCODED_APART.inc()
        self._encoded = {"view": encoded.view}
        self._encoded_for = self.table.number
        if encoded.legal is not None:
            self._encoded["legal"] = encoded.legal

    def _cached(self, name: object, encode: Callable[[], bytes]) -> bytes:
        if self._encoded_for != self.table.number:
            self._encoded.clear()
            self._encoded_for = self.table.number
        if name not in self._encoded:
            self._encoded[name] = encode()
        return self._encoded[name]
