"""A table held in memory, and the connections to it. What all of them are told is encoded once."""

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import msgspec

from faubourg.core.contract import Row
from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.server import metrics, protocol
from faubourg.server.runtime.encoder import Told
from faubourg.server.store.schema import Entry
from faubourg.server.table import serialize
from faubourg.server.table.keys import Holder, holder
from faubourg.server.table.table import Table

TOLD = 20  # entries that come with a snapshot


class Listener(Protocol):
    """Somebody who wants to know what happens at a table."""

    @property
    def holder(self) -> Holder: ...

    def wake(self) -> None:
        """Something has changed: look at the room."""

    async def goodbye(self, bye: protocol.Bye, code: int) -> None: ...


class Room:
    """One table with those who listen. Whoever changes the table holds the lock."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.elsewhere: frozenset[int] = frozenset()  # seats connected to other processes
        self.driver: asyncio.Task[None] | None = None  # moves the bots
        self.ours = 0  # the last entry that this process has stored
        self.used = time.monotonic()
        self._encoded: dict[object, bytes] = {}
        self._encoded_for = -1

    @property
    def idle(self) -> bool:
        return not self.listeners and not self.lock.locked() and self.driver is None

    def holder(self, keys: Iterable[str]) -> Holder:
        table = self.table
        return holder(keys, [seat.key for seat in table.seats], table.host)

    # ------------------------------------------------------------ who is there

    @property
    def here(self) -> frozenset[int]:
        return frozenset().union(*(listener.holder.seats for listener in self.listeners))

    @property
    def connected(self) -> list[str]:
        return [SEAT_LETTERS[seat] for seat in sorted(self.here | self.elsewhere)]

    def announce(self) -> None:
        self.used = time.monotonic()
        for listener in self.listeners:
            listener.wake()

    # ------------------------------------------------------------ what is told

    def news(self, since: int | None, who: Holder) -> bytes:
        """Everything after an entry, or a snapshot if that is too long ago."""
        table = self.table
        if since is not None and not table.forgotten <= since <= table.number:
            since = None
        turn = table.turn
        acts = turn is not None and turn != NATURE and turn in who.seats
        return self._once((since, acts), lambda: self._news(since, acts))

    def _news(self, since: int | None, acts: bool) -> bytes:
        table = self.table
        kind = protocol.Snapshot if since is None else protocol.Update
        known = max(0, table.number - TOLD) if since is None else since
        return protocol.encode(
            kind(
                number=table.number,
                entries=table.told_after(known),
                state=self.state,
                legal=self.legal if acts else None,
            )
        )

    def take_over(
        self, entries: Sequence[Entry], rows: Iterable[Row | None] = (), told: Told | None = None
    ) -> None:
        """Entries that are stored; `rows` are those to which their moves lead, and `told` is what
        another process has written about them and about the table afterwards."""
        self.table.apply_all(entries, rows, told.events if told else ())
        if told:
            self._keep(told)
        self.announce()

    def _keep(self, told: Told) -> None:
        metrics.TOLD.inc()
        self._encoded = {"view": told.view}
        self._encoded_for = self.table.number
        if told.legal is not None:
            self._encoded["legal"] = told.legal

    @property
    def state(self) -> msgspec.Raw:
        return msgspec.Raw(self._once("state", self._state))

    def _state(self) -> bytes:
        view = self._encoded.pop("view", None) or protocol.encode(self.table.position.view())
        return protocol.encode(serialize.state(self.table, msgspec.Raw(view)))

    @property
    def legal(self) -> msgspec.Raw:
        return msgspec.Raw(
            self._once("legal", lambda: protocol.encode(serialize.legal(self.table)))
        )

    def _once(self, what: object, make: Callable[[], bytes]) -> bytes:
        """Encoded things are kept until the table changes."""
        if self._encoded_for != self.table.number:
            self._encoded.clear()
            self._encoded_for = self.table.number
        if what not in self._encoded:
            self._encoded[what] = make()
        return self._encoded[what]
