"""Reactions: pictures and phrases of a fixed catalogue, shown for a moment and never stored."""

from faubourg.core.text import Text
from faubourg.server.actions.permissions import check_host, held_seat
from faubourg.server.errors import Refused
from faubourg.server.runtime.room import Room
from faubourg.server.runtime.rooms import Rooms
from faubourg.server.store.engine import REACTIONS
from faubourg.server.table.draft import Draft
from faubourg.server.table.keys import Holder
from faubourg.server.table.table import Table

QUIET = Text("Reactions are switched off here.", "Les réactions sont coupées ici.")


def react(rooms: Rooms, room: Room, holder: Holder, letter: str, what: str) -> None:
    """Show a reaction to everybody at the table, in this process and in others."""
    seat = held_seat(room.table, holder, letter)
    if room.table.quiet:
        raise Refused("quiet", QUIET)
    room.show_reaction(seat, what)
    if not rooms.is_alone:
        payload = f"{rooms.store.process} {room.table.id} {seat} {what}"
        rooms.spawn(rooms.or_unavailable(rooms.store.publish(REACTIONS, payload)))


async def set_quiet(rooms: Rooms, room: Room, holder: Holder, is_quiet: bool) -> int:
    """The host switches reactions off, or on again."""
    check_host(holder)

    def make_draft(table: Table) -> Draft | int:
        if table.quiet == is_quiet:
            return table.number
        return Draft(table).add("quiet", on=is_quiet)

    return await rooms.change(room, make_draft)
