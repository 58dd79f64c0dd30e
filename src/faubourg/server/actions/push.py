"""Web Push for a seat: a device asks to be told when it is the seat's turn, or not any more."""

from faubourg.core.text import Text
from faubourg.server.actions.moves import PHASES
from faubourg.server.actions.permissions import held_seat
from faubourg.server.errors import Refused
from faubourg.server.runtime.push import Push
from faubourg.server.runtime.room import Room
from faubourg.server.runtime.rooms import Rooms
from faubourg.server.store import subscriptions
from faubourg.server.store.subscriptions import Device
from faubourg.server.table.keys import Holder

NOT_OFFERED = Text(
    "This server sends no notifications.", "Ce serveur n'envoie pas de notifications."
)


async def subscribe(
    rooms: Rooms, push: Push | None, room: Room, holder: Holder, letter: str, device: Device
) -> int:
    """Tell a device of the seat's turns to come; of the present one it knows. Idempotent. Returns
    how many devices the seat has."""
    if push is None:
        raise Refused("no-push", NOT_OFFERED)
    from faubourg.server.runtime import webpush

    table = room.table
    seat = held_seat(table, holder, letter)
    webpush.check_endpoint(device.endpoint, rooms.settings.push_hosts)
    webpush.check_keys(device.p256dh, device.auth)
    if table.phase not in ("waiting", "playing"):
        raise Refused(f"phase-{table.phase}", PHASES[table.phase])
    key, most = table.seats[seat].key or "", rooms.settings.push_devices
    return int(
        await rooms.or_unavailable(
            subscriptions.subscribe(
                rooms.store, table.id, seat, key, device, table.turn_began, most
            )
        )
    )


async def unsubscribe(rooms: Rooms, room: Room, holder: Holder, letter: str, endpoint: str) -> int:
    """Tell a device nothing more; idempotent. Returns how many devices the seat has left."""
    seat = held_seat(room.table, holder, letter)
    work = subscriptions.unsubscribe(rooms.store, room.table.id, seat, endpoint)
    return int(await rooms.or_unavailable(work))
