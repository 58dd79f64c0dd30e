"""Moves, undo and hints of the player to act, and the pace of bots."""

from faubourg.bots.hints import Hint
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.position import read_action
from faubourg.core.text import Text
from faubourg.server.actions.permissions import check_part, check_seat, held_seat
from faubourg.server.errors import Refused
from faubourg.server.runtime.room import Room
from faubourg.server.runtime.rooms import Rooms
from faubourg.server.table.draft import Draft
from faubourg.server.table.keys import Holder
from faubourg.server.table.sanitize import visible
from faubourg.server.table.table import Table

STALE = Text(
    "The table has changed since entry {answers}; it is at {number}.",
    "La table a changé depuis l'entrée {answers} ; elle en est à {number}.",
)
AHEAD = Text(
    "The table has no entry {answers} yet; it is at {number}.",
    "La table n'a pas encore d'entrée {answers} ; elle en est à {number}.",
)
REUSED = Text(
    "The id '{id}' was used for another move.", "L'identifiant « {id} » a servi pour un autre coup."
)
PHASES = {
    "waiting": Text("The game has not begun.", "La partie n'a pas commencé."),
    "over": Text("The game is over.", "La partie est finie."),
    "record": Text("This table is only to watch.", "Cette table est seulement à regarder."),
    "stopped": Text(
        "The game was stopped: it has taken too many moves.",
        "La partie est arrêtée : elle a duré trop de coups.",
    ),
}
NOT_YOUR_TURN = Text("It is not {seat}'s turn.", "Ce n'est pas à {seat} de jouer.")
HANDED = Text(
    "A bot plays for {seat}; take the seat back first.",
    "Un robot joue pour {seat} ; reprends d'abord la place.",
)
NO_UNDO = Text(
    "There is nothing to take back: only one's own moves since the last die, draw or other "
    "player's move, within one's turn.",
    "Rien à reprendre : seulement ses propres coups depuis le dernier dé, la dernière pioche ou le "
    "dernier coup d'un autre, pendant son tour.",
)


async def move(
    rooms: Rooms,
    room: Room,
    holder: Holder,
    letter: str,
    action: str | int,
    client: str,
    answers: int,
) -> int:
    """Play an action; returns the number of its entry. Idempotent: a retry of a request that was
    granted is answered again, not played again."""
    seat = held_seat(room.table, holder, letter)
    await _catch_up_to(rooms, room, answers)

    def make_draft(table: Table) -> Draft | int:
        granted = table.granted.get((seat, client))
        if granted is not None:
            if granted.kind != "move" or granted.action != _action_id(table, action):
                raise Refused("id-reused", REUSED.format(id=client))
            return granted.number
        _check_turn(table, seat, answers)
        return Draft(table).add(
            "move", seat, table.check(visible(action)), client, **rooms.spent(table)
        )

    return await rooms.change(room, make_draft)


async def undo(
    rooms: Rooms, room: Room, holder: Holder, letter: str, client: str, answers: int
) -> int:
    seat = held_seat(room.table, holder, letter)
    await _catch_up_to(rooms, room, answers)

    def make_draft(table: Table) -> Draft | int:
        granted = table.granted.get((seat, client))
        if granted is not None:
            if granted.kind != "undo":
                raise Refused("id-reused", REUSED.format(id=client))
            return granted.number
        _check_turn(table, seat, answers)
        if table.may_undo != seat:
            raise Refused("no-undo", NO_UNDO)
        return Draft(table).add("undo", seat, client=client)

    return await rooms.change(room, make_draft)


def _action_id(table: Table, action: str | int) -> int:
    """The number of an action, legal or not."""
    shown = visible(action)
    if isinstance(shown, int):
        return shown
    return read_action(table.game, shown).id


async def _catch_up_to(rooms: Rooms, room: Room, number: int) -> None:
    """A client may know an entry from another process before this one does."""
    if number > room.table.number:
        await rooms.catch_up(room)


def _check_turn(table: Table, seat: int, answers: int) -> None:
    """The seat is to act, and its client knows the position (optimistic concurrency)."""
    if answers > table.number:
        raise Refused("ahead", AHEAD.format(answers=answers, number=table.number))
    if table.phase in PHASES:
        raise Refused(f"phase-{table.phase}", PHASES[table.phase])
    if answers < table.moved:
        raise Refused("stale", STALE.format(answers=answers, number=table.number))
    letter = SEAT_LETTERS[seat]
    if table.seats[seat].handed:
        raise Refused("handed", HANDED.format(seat=letter))
    if table.turn != seat:
        raise Refused("not-your-turn", NOT_YOUR_TURN.format(seat=letter))


async def set_pace(rooms: Rooms, room: Room, holder: Holder, seconds: float) -> int:
    """How long bots take for a move, from the next one on."""
    check_part(holder)

    def make_draft(table: Table) -> Draft | int:
        if table.phase not in ("waiting", "playing"):
            raise Refused(f"phase-{table.phase}", PHASES[table.phase])
        if table.pace == seconds:
            return table.number
        return Draft(table).add("pace", min(holder.seats, default=-1), seconds=seconds)

    return await rooms.change(room, make_draft)


async def hints(rooms: Rooms, room: Room, holder: Holder) -> list[Hint]:
    """A bot's advice for the player to act: the best moves, the best first."""
    table = room.table
    if table.phase in PHASES or table.turn is None:
        raise Refused(f"phase-{table.phase}", PHASES[table.phase])
    check_seat(holder, table.turn)
    seen = table.moved
    best = await rooms.workers.hints(table.position.copy(), table.names)
    if room.table.moved != seen:
        raise Refused("stale", STALE.format(answers=seen, number=room.table.number))
    return best
