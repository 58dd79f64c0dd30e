"""How many tables stand, in one request: a page's list of tables says whose turn it is at each.

One query tells which of them have changed since the client looked; only these are loaded, some at a
time, and none of them is held in memory for it.
"""

from collections.abc import Mapping

from faubourg.core.contract import Data
from faubourg.core.errors import FaubourgError
from faubourg.core.players import SEAT_LETTERS
from faubourg.server.runtime.rooms import Rooms
from faubourg.server.table import serialize
from faubourg.server.table.serialize import both
from faubourg.server.table.table import Table

MOST_LOADED = 12  # tables in one request: more would keep others waiting


async def standings(rooms: Rooms, known: Mapping[str, int]) -> Data:
    """The tables that have an entry after the one that is known of them, and those that are gone.
    A table that this server can't load, as one of newer rules, is left as the client knows it."""
    last = await rooms.or_unavailable(rooms.store.last_numbers(list(known)))
    changed = [id for id, number in known.items() if last.get(id, number) > number]
    found = []
    for id in changed[:MOST_LOADED]:
        try:
            found.append(_standing(await rooms.peek(id, last[id])))
        except FaubourgError:
            continue
    return {
        "tables": found,
        "gone": [id for id in known if id not in last],
        "more": len(changed) > MOST_LOADED,
    }


def _standing(table: Table) -> Data:
    turn = table.turn
    return {
        "table": table.id,
        "game": table.game.name,
        "title": both(table.game.title),
        "number": table.number,
        "phase": table.phase,
        "turn": None if turn is None or turn < 0 else SEAT_LETTERS[turn],
        "since": round(table.moved_at, 3),
        "seats": serialize.seats(table.seats),
    }
