"""All that happened at a table, page by page, for who comes late or looks back. Tables in memory
keep only what was told lately, so it is made anew from what is stored, beside the event loop."""

import asyncio
from collections.abc import Sequence
from typing import Any

from faubourg.core.contract import Data
from faubourg.server.errors import no_table
from faubourg.server.runtime.rooms import House
from faubourg.server.store.schema import Entry
from faubourg.server.table.table import RECENT, Table


async def page(house: House, id: str, after: int) -> Data:
    """What was told of the entries after one."""
    stored = await house.reach(house.store.table(id))
    if stored is None:
        raise no_table(id)
    row, box, entries = stored
    return await asyncio.to_thread(_page, row, box, entries, after)


def _page(row: dict[str, Any], box: str, entries: Sequence[Entry], after: int) -> Data:
    table, last = Table(row, box), len(entries)
    for entry in entries[: after + RECENT]:
        table.apply(entry, tell=entry.number > after)
    return {"number": last, "entries": table.told_after(after), "more": table.number < last}
