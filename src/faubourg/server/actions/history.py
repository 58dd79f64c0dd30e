"""The history of a table, page by page, for late comers and for looking back.

Rooms keep only the last entries in serialised form, so pages are replayed from the store, in a
thread."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from faubourg.core.contract import Data
from faubourg.core.position import Position
from faubourg.server.errors import no_table
from faubourg.server.runtime.room import Room
from faubourg.server.runtime.rooms import Rooms
from faubourg.server.store.entry import Entry
from faubourg.server.table import serialize
from faubourg.server.table.table import Table

PAGE = 100  # entries
STRIDE = 50  # moves between two positions that are kept
MOST_BYTES = 32 * 2**20  # of positions kept


async def page(rooms: Rooms, id: str, after: int) -> Data:
    """The entries after one, at most a page of them."""
    stored = await rooms.or_unavailable(rooms.store.table(id))
    if stored is None:
        raise no_table(id)
    row, box, entries = stored
    return await asyncio.to_thread(_page, row, box, entries, after)


def _page(row: dict[str, Any], box: str, entries: Sequence[Entry], after: int) -> Data:
    table, last = Table(row, box), len(entries)
    table.replay(entries[:after])
    found = [
        serialize.entry(table.game, table.names, table.apply(entry))
        for entry in entries[after : after + PAGE]
    ]
    return {"number": last, "entries": found, "more": table.number < last}


class Moments:
    """Positions of long ago, with checkpoints: every so many moves the row is kept, so that a
    second look replays a few moves and not the whole game. An LRU cache of tables."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, dict[int, bytes]] = OrderedDict()
        self._bytes = 0
        self._turns: dict[str, asyncio.Lock] = {}  # one replay of a table at a time

    async def at(self, room: Room, number: int) -> Data:
        """The position after a number of moves: its view, outcome and hash."""
        return serialize.moment(await self.position(room.table, number))

    async def position(self, table: Table, number: int) -> Position:
        """The position after a number of moves."""
        turn = self._turns.setdefault(table.id, asyncio.Lock())
        try:
            async with turn:
                return await asyncio.to_thread(self._replayed, table, number)
        finally:
            if not turn.locked():
                self._turns.pop(table.id, None)

    def _replayed(self, table: Table, number: int) -> Position:
        kept = self._tables.setdefault(table.id, {})
        self._tables.move_to_end(table.id)
        start = max((at for at in kept if at <= number), default=0)
        position = Position.from_bytes(table.game, kept[start]) if start else table.game.start()
        final = len(table.moves) - len(table.undoable)  # moves that nobody can take back
        for at, id in enumerate(table.moves[start:number], start=start + 1):
            position.step(id)
            if at % STRIDE == 0 and at <= final and at not in kept:
                kept[at] = position.to_bytes()
                self._bytes += len(kept[at])
        while self._bytes > MOST_BYTES and len(self._tables) > 1:
            _, dropped = self._tables.popitem(last=False)
            self._bytes -= sum(map(len, dropped.values()))
        return position
