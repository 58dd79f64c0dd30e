"""What people do when it is their turn: move, undo, ask; and how fast bots play."""

from faubourg.bots.hints import Hint
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.server.actions.seats import NOT_YOURS, check_part, held_seat
from faubourg.server.errors import NotAllowed, Refused
from faubourg.server.runtime.room import Room
from faubourg.server.runtime.rooms import House
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
    "Un robot joue pour {seat} ; reprenez d'abord la place.",
)
NO_UNDO = Text(
    "There is nothing to take back: only one's own moves since the last die, draw or other "
    "player's move, within one's turn.",
    "Rien à reprendre : seulement ses propres coups depuis le dernier dé, la dernière pioche ou le "
    "dernier coup d'un autre, pendant son tour.",
)


async def move(
    house: House, room: Room, who: Holder, letter: str, action: str | int, client: str, answers: int
) -> int:
    """Play an action; the number of its entry. A request that was granted before is not played
    again but answered again."""
    seat = held_seat(room.table, who, letter)
    await _not_behind(house, room, answers)

    def make(table: Table) -> Draft | int:
        done = table.answered.get((seat, client))
        if done is not None:
            if done.kind != "move" or done.action != _named(table, action):
                raise Refused("id-reused", REUSED.format(id=client))
            return done.number
        _check_turn(table, seat, answers)
        return Draft(table).add("move", seat, table.check(visible(action)), client)

    return await house.change(room, make)


async def undo(
    house: House, room: Room, who: Holder, letter: str, client: str, answers: int
) -> int:
    seat = held_seat(room.table, who, letter)
    await _not_behind(house, room, answers)

    def make(table: Table) -> Draft | int:
        done = table.answered.get((seat, client))
        if done is not None:
            if done.kind != "undo":
                raise Refused("id-reused", REUSED.format(id=client))
            return done.number
        _check_turn(table, seat, answers)
        if table.may_undo != seat:
            raise Refused("no-undo", NO_UNDO)
        return Draft(table).add("undo", seat, client=client)

    return await house.change(room, make)


def _named(table: Table, action: str | int) -> int:
    """The number of an action, legal or not."""
    said = visible(action)
    if isinstance(said, int):
        return said
    return int(table.game.part("notation").read(table.game.components, said))


async def _not_behind(house: House, room: Room, answers: int) -> None:
    """A client may have heard of an entry from another process before this one has."""
    if answers > room.table.number:
        await house.catch_up(room)


def _check_turn(table: Table, seat: int, answers: int) -> None:
    """The seat is to act, and knows what it is acting on."""
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


async def set_pace(house: House, room: Room, who: Holder, seconds: float) -> int:
    """Let bots take so long for a move, from the next one on."""
    check_part(who)

    def make(table: Table) -> Draft | int:
        if table.phase not in ("waiting", "playing"):
            raise Refused(f"phase-{table.phase}", PHASES[table.phase])
        if table.pace == seconds:
            return table.number
        return Draft(table).add("pace", min(who.seats, default=-1), seconds=seconds)

    return await house.change(room, make)


async def hints(house: House, room: Room, who: Holder) -> list[Hint]:
    """The moves that look best for the player to act, the best first."""
    table = room.table
    if table.phase in PHASES or table.turn is None:
        raise Refused(f"phase-{table.phase}", PHASES[table.phase])
    letter, seen = SEAT_LETTERS[table.turn], table.moved
    if table.turn not in who.seats:
        raise NotAllowed("not-your-seat", NOT_YOURS.format(seat=letter))
    best = await house.thinkers.hints(table.position.copy(), table.names)
    if table.moved != seen:
        raise Refused("stale", STALE.format(answers=seen, number=table.number))
    return best
