"""Taking seats, beginning, handing an absent person's seat to a bot, and coming back."""

import math
import time
from collections.abc import Sequence
from functools import partial

import sqlalchemy as sa

from faubourg.bots.levels import USUAL
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.records.fairness import seal_of
from faubourg.server.actions.create import TRIES, check_level
from faubourg.server.actions.moves import PHASES
from faubourg.server.actions.permissions import check_host, check_part, held_seat, seat_of
from faubourg.server.errors import BadRequest, NotFound, Refused
from faubourg.server.runtime.room import Room
from faubourg.server.runtime.rooms import Rooms
from faubourg.server.store.store import Store
from faubourg.server.store.subscriptions import forget_seat
from faubourg.server.table.draft import Draft
from faubourg.server.table.keys import KEY, Holder, clean_code, hash_of, new_code, new_key
from faubourg.server.table.sanitize import clean_word, seat_name
from faubourg.server.table.table import Seat, Table

NO_CODE = Text("No table has this code.", "Aucune table n'a ce code.")
NO_OPEN_SEAT = Text("No seat is open here any more.", "Il n'y a plus de place libre ici.")
NOT_OPEN = Text("Seat {seat} is not open.", "La place {seat} n'est pas libre.")
BAD_KEY = Text(
    "A key has 24 to 64 letters, digits, - or _.", "Une clé a 24 à 64 lettres, chiffres, - ou _."
)
HAS_BEGUN = Text("The game has begun.", "La partie a commencé.")
SEALED = Text("The words are sealed.", "Les mots sont scellés.")
NOT_CLOSED = Text(
    "Words are opened when all seats are taken.",
    "Les mots s'ouvrent quand toutes les places sont prises.",
)
OTHER_WORD = Text("This is not the word that was sealed.", "Ce n'est pas le mot qui a été scellé.")
STILL_OPEN = Text("Some seats are still open.", "Des places sont encore libres.")
NO_PERSON = Text("No person sits at {seat}.", "Aucune personne n'est assise en {seat}.")
PRESENT = Text("{seat} is connected.", "{seat} est en ligne.")
TOO_SOON = Text(
    "{seat} may be back any moment; ask again in {wait} s.",
    "{seat} peut revenir d'un moment à l'autre ; redemande dans {wait} s.",
)


# ---------------------------------------------------------------- before the beginning


async def join(
    rooms: Rooms,
    code: str,
    name: str,
    seal: str | None,
    key: str | None,
    letter: str | None,
    face: str | None,
) -> tuple[Room, int, str]:
    """Claim an open seat: the room, the seat and its key. With a key of the client's own it is
    an idempotent retry."""
    if key is not None and not KEY.fullmatch(key):
        raise BadRequest("key", BAD_KEY)
    room = await find(rooms, code)
    key = key or new_key()
    hashed = hash_of(key)
    claimed = -1

    def make_draft(table: Table) -> Draft | int:
        nonlocal claimed
        for index, seat in enumerate(table.seats):
            if seat.key == hashed:
                claimed = index
                return table.number
        claimed = _open_seat(table, letter)
        taken = [
            seat.name
            for index, seat in enumerate(table.seats)
            if seat.kind != "open" and index != claimed
        ]
        called = seat_name(name, claimed, taken)
        draft = Draft(table).add("join", claimed, name=called, key=hashed, seal=seal, face=face)
        return draft.begin_when_full()

    await rooms.change(room, make_draft)
    return room, claimed, key


async def find(rooms: Rooms, code: str) -> Room:
    """The table with a code, however it was typed."""
    id = await rooms.or_unavailable(rooms.store.id_by_code(clean_code(code)))
    if id is None:
        raise NotFound("no-code", NO_CODE)
    return await rooms.visit(id)


async def rename(rooms: Rooms, room: Room, holder: Holder, letter: str, name: str) -> int:
    """Have another name, at any time; idempotent."""
    seat = held_seat(room.table, holder, letter)

    def make_draft(table: Table) -> Draft | int:
        others = [other.name for index, other in enumerate(table.seats) if index != seat]
        called = seat_name(name, seat, others)
        if table.seats[seat].name == called:
            return table.number
        return Draft(table).add("name", seat, name=called)

    return await rooms.change(room, make_draft)


def _open_seat(table: Table, letter: str | None) -> int:
    goes_on = table.phase == "playing"
    is_open = [
        index
        for index, seat in enumerate(table.seats)
        if seat.kind == "open" or (seat.offered and goes_on)
    ]
    if letter is not None:
        is_open = [index for index in is_open if SEAT_LETTERS[index] == letter]
    if not is_open:
        raise Refused("no-open-seat", NO_OPEN_SEAT)
    return is_open[0]


def _check_waiting(table: Table) -> None:
    if table.phase != "waiting":
        raise Refused("begun", HAS_BEGUN)


async def give_seal(rooms: Rooms, room: Room, holder: Holder, letter: str, seal: str) -> int:
    """Promise a word for the dice, or another one, as long as anybody may."""
    seat = held_seat(room.table, holder, letter)

    def make_draft(table: Table) -> Draft | int:
        _check_waiting(table)
        if table.closed:
            raise Refused("sealed", SEALED)
        return Draft(table).add("seal", seat, seal=seal)

    return await rooms.change(room, make_draft)


async def pick_face(rooms: Rooms, room: Room, holder: Holder, letter: str, face: str) -> int:
    """Have another face, at any time; idempotent."""
    seat = held_seat(room.table, holder, letter)

    def make_draft(table: Table) -> Draft | int:
        if table.seats[seat].face == face:
            return table.number
        return Draft(table).add("face", seat, face=face)

    return await rooms.change(room, make_draft)


async def open_word(
    rooms: Rooms, room: Room, holder: Holder, letter: str, word: str, next_seal: str | None
) -> int:
    """Open a word when all seals are final; the last one begins the game. The same word again is
    an idempotent retry."""
    seat = held_seat(room.table, holder, letter)

    def make_draft(table: Table) -> Draft | int:
        sitting = table.seats[seat]
        if sitting.word and sitting.word == word:
            return table.number
        _check_waiting(table)
        if not table.closed:
            raise Refused("not-closed", NOT_CLOSED)
        if sitting.seal is None or clean_word(word) != word or seal_of(word) != sitting.seal:
            raise Refused("other-word", OTHER_WORD)
        draft = Draft(table).add("word", seat, word=word, next=next_seal)
        return draft.begin_when_full()

    return await rooms.change(room, make_draft)


async def fill_seat(rooms: Rooms, room: Room, holder: Holder, letter: str, level: str) -> int:
    """Let a bot have a seat for which nobody has come."""
    check_host(holder)
    check_level(level)
    seat = seat_of(room.table, letter)

    def make_draft(table: Table) -> Draft | int:
        _check_waiting(table)
        if table.seats[seat].kind != "open":
            raise Refused("not-open", NOT_OPEN.format(seat=letter))
        return Draft(table).add("filled", seat, level=level).begin_when_full()

    number = await rooms.change(room, make_draft)
    rooms.workers.warm(room.table.game)
    return number


async def begin(rooms: Rooms, room: Room, holder: Holder) -> int:
    """Begin when the host says so; seats must not be open."""
    check_host(holder)

    def make_draft(table: Table) -> Draft | int:
        _check_waiting(table)
        if any(seat.kind == "open" for seat in table.seats):
            raise Refused("open-seats", STILL_OPEN)
        return Draft(table).begin()

    return await rooms.change(room, make_draft)


# ---------------------------------------------------------------- leaving and coming back


async def hand_over(rooms: Rooms, room: Room, holder: Holder, letter: str, level: str) -> int:
    """Let a bot play for a person who has been away for long enough."""
    check_part(holder)
    check_level(level)
    seat = seat_of(room.table, letter)
    seen = await rooms.or_unavailable(rooms.store.last_seen(room.table.id, seat))

    def make_draft(table: Table) -> Draft | int:
        _check_absent(rooms, room, seat, seen)
        draft = Draft(table).add("handed", seat, level=level)
        return draft.begin_when_full() if table.closed else draft

    return await rooms.change(room, make_draft)


async def away(rooms: Rooms, room: Room) -> dict[str, float]:
    """The people who are not connected, and for how many seconds more no bot may play for them."""
    waits = {}
    for index, seat in enumerate(room.table.seats):
        letter = SEAT_LETTERS[index]
        if seat.kind == "person" and not seat.handed and letter not in room.connected:
            seen = await rooms.or_unavailable(rooms.store.last_seen(room.table.id, index))
            left = max(0.0, _seconds_left(rooms, room, index, seen))
            waits[letter] = math.ceil(left * 10) / 10  # at 0 a bot may play
    return waits


def _seconds_left(rooms: Rooms, room: Room, seat: int, seen: float | None) -> float:
    """How long no bot may play for an absent person yet; negative if it may. Who moves over HTTP
    without a connection is there too. A clock that was put back makes nobody wait longer."""
    table, absent = room.table, rooms.settings.absent
    since = max(seen or 0.0, table.seats[seat].since, table.acted.get(seat, 0.0))
    return min(absent, since + absent - time.time())


def _check_absent(rooms: Rooms, room: Room, seat: int, seen: float | None) -> None:
    sitting, letter = room.table.seats[seat], SEAT_LETTERS[seat]
    if sitting.kind != "person" or sitting.handed:
        raise Refused("no-person", NO_PERSON.format(seat=letter))
    if letter in room.connected:
        raise Refused("present", PRESENT.format(seat=letter))
    wait = _seconds_left(rooms, room, seat, seen)
    if wait > 0:
        raise Refused("too-soon", TOO_SOON.format(seat=letter, wait=round(wait + 0.5)))


async def resign(rooms: Rooms, room: Room, holder: Holder, letter: str, level: str) -> int:
    """Let a bot play for oneself until one says that one is back; idempotent."""
    seat = held_seat(room.table, holder, letter)
    check_level(level)

    def make_draft(table: Table) -> Draft | int:
        if table.phase != "playing":
            raise Refused(f"phase-{table.phase}", PHASES[table.phase])
        if table.seats[seat].resigned:
            return table.number
        return Draft(table).add("handed", seat, level=level, own=True)

    return await rooms.change(room, make_draft)


async def leave(rooms: Rooms, room: Room, holder: Holder, letter: str) -> tuple[int, str]:
    """Leave one's seat to whoever has the code, which is returned too. Before the beginning it is
    open again; later a bot plays until somebody sits down, or one is back oneself."""
    seat = held_seat(room.table, holder, letter)
    for attempt in range(TRIES):
        code = room.table.code or new_code()
        make_draft = partial(_draft_of_leaving, seat=seat, code=code)
        try:
            also_write = partial(_write_leaving, rooms.store, room.table.id, seat, code)
            return await rooms.change(room, make_draft, also_write), room.table.code or code
        except sa.exc.IntegrityError:  # another table has this code
            if attempt == TRIES - 1:
                raise
    raise AssertionError("the last try returns or raises")


def _write_leaving(store: Store, id: str, seat: int, code: str, connection: sa.Connection) -> None:
    store.set_code(connection, id, code)
    forget_seat(connection, id, seat)


def _draft_of_leaving(table: Table, seat: int, code: str) -> Draft | int:
    sitting, draft = table.seats[seat], Draft(table)
    if table.phase == "waiting":
        if table.closed:
            raise Refused("sealed", SEALED)
        return draft.add("left", seat, code=code)
    if table.phase != "playing":
        raise Refused(f"phase-{table.phase}", PHASES[table.phase])
    if sitting.offered:
        return table.number
    if not sitting.resigned:
        draft.add("handed", seat, level=sitting.handed or USUAL, own=True)
    return draft.add("offered", seat, code=code)


def _may_return(seat: Seat, is_asked: bool) -> bool:
    """Whether a bot plays for a person who could do so: their time is not up, and they did not ask
    for the bot, or say now that they are back."""
    return bool(seat.handed) and not seat.lent and not seat.out and (is_asked or not seat.resigned)


async def take_back(rooms: Rooms, room: Room, seats: Sequence[int], is_asked: bool = False) -> int:
    """The people of these seats are back, because they say so or have connected; seats that no bot
    plays for are left as they are."""

    def make_draft(table: Table) -> Draft | int:
        draft, handed = (
            Draft(table),
            [seat for seat in seats if _may_return(table.seats[seat], is_asked)],
        )
        for seat in handed:
            draft.add("back", seat)
        return draft if handed else table.number

    return await rooms.change(room, make_draft)
