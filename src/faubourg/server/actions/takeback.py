"""Taking back by asking: where a move has shown something new, all other people must agree.

Bots agree, and so do people for whom a bot plays. Nature's numbers follow from the secret and the
count of moves, so the same moves meet the same dice again, and every record can still be checked.
"""

import json
import time

from faubourg.core.text import Text
from faubourg.server.actions.moves import PHASES
from faubourg.server.actions.permissions import held_seat
from faubourg.server.errors import Refused
from faubourg.server.runtime.room import Room
from faubourg.server.runtime.rooms import Rooms
from faubourg.server.store.entry import MOVES
from faubourg.server.table.draft import Draft
from faubourg.server.table.keys import Holder
from faubourg.server.table.table import Asked, Table

PATIENCE = 60.0  # seconds within which the others answer
NO_MOVE = Text("You have not moved here yet.", "Tu n'as encore rien joué ici.")
ASKED_ALREADY = Text(
    "Somebody is asking already; wait for the answers.",
    "Quelqu'un demande déjà ; attends les réponses.",
)
NOT_ASKED = Text("Nobody is asking for anything any more.", "Personne ne demande plus rien.")


async def ask(rooms: Rooms, room: Room, holder: Holder, letter: str) -> int:
    """Ask the others whether all moves since one's own last one may be taken back, with that one.
    Where only bots play along, it is done at once."""
    seat = held_seat(room.table, holder, letter)
    moves = await _last_own(rooms, room.table, seat)

    def make_draft(table: Table) -> Draft | int:
        if table.phase != "playing":
            raise Refused(f"phase-{table.phase}", PHASES[table.phase])
        if _open(table) is not None:
            raise Refused("asked-already", ASKED_ALREADY)
        if moves is None or moves >= len(table.moves):
            raise Refused("no-move", NO_MOVE)
        draft = Draft(table).add("asked", seat, moves=moves)
        return _done_when_agreed(draft)

    return await rooms.change(room, make_draft)


async def answer(rooms: Rooms, room: Room, holder: Holder, letter: str, agrees: bool) -> int:
    """Agree or decline; when the last of the others agrees, the moves are taken back."""
    seat = held_seat(room.table, holder, letter)

    def make_draft(table: Table) -> Draft | int:
        asked = _open(table)
        if asked is None or (asked.seat == seat and agrees):
            raise Refused("not-asked", NOT_ASKED)
        if seat in asked.agreed and agrees:
            return table.number
        if not agrees:
            return Draft(table).add("declined", seat)
        return _done_when_agreed(Draft(table).add("agreed", seat))

    return await rooms.change(room, make_draft)


def _open(table: Table) -> Asked | None:
    """What is being asked now; nothing when it was too long ago."""
    asked = table.asked
    return asked if asked is not None and time.time() - asked.at < PATIENCE else None


def _done_when_agreed(draft: Draft) -> Draft:
    asked = draft.table.asked
    assert asked is not None
    others = {
        index
        for index, seat in enumerate(draft.table.seats)
        if seat.kind == "person" and not seat.handed and index != asked.seat
    }
    return draft.add("undo", asked.seat, moves=asked.moves) if others <= asked.agreed else draft


async def _last_own(rooms: Rooms, table: Table, seat: int) -> int | None:
    """How many moves there were before the last one that a person made at a seat and that was not
    taken back; None if there is none."""
    entries = await rooms.or_unavailable(rooms.store.entries_after(table.id, 0))
    own: list[bool] = []
    for entry in entries:
        if entry.kind in MOVES:
            own.append(entry.kind == "move" and entry.seat == seat)
        elif entry.kind == "undo":
            kept = json.loads(entry.data)["moves"] if entry.data else len(own) - 1
            del own[kept:]
    return next((index for index in reversed(range(len(own))) if own[index]), None)
