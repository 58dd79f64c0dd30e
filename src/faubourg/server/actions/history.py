"""The history of a table, page by page, for late comers and for looking back.

Rooms keep only the last entries in serialised form, so pages are replayed from the store, in a
thread."""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

from faubourg.core.contract import Data
from faubourg.server.errors import no_table
from faubourg.server.runtime.rooms import Rooms
from faubourg.server.store.entry import Entry
from faubourg.server.table import serialize
from faubourg.server.table.table import Table

PAGE = 100  # entries


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
        msgspec.Raw(serialize.entry(table.game, table.names, table.apply(entry)))
        for entry in entries[after : after + PAGE]
    ]
    return {"number": last, "entries": found, "more": table.number < last}
