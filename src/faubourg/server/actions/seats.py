"""Who sits where: joining, the host's part, leaving a seat to a bot and coming back."""

import time
from collections.abc import Sequence

from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.server.actions.create import check_level
from faubourg.server.errors import BadRequest, NotAllowed, NotFound, Refused
from faubourg.server.runtime.room import Room
from faubourg.server.runtime.rooms import House
from faubourg.server.table.draft import Draft
from faubourg.server.table.keys import KEY, Holder, clean_code, hash_of, new_key
from faubourg.server.table.sanitize import clean_word, seat_name
from faubourg.server.table.table import Table

NO_CODE = Text(
    "No table has this code.", "Aucune table n'a ce code."
)  # fmt: skip
NO_OPEN_SEAT = Text("No seat is open here any more.", "Il n'y a plus de place libre ici.")
NOT_OPEN = Text("Seat {seat} is not open.", "La place {seat} n'est pas libre.")
NO_SEAT = Text("There is no seat {seat} here.", "Il n'y a pas de place {seat} ici.")
BAD_KEY = Text(
    "A key has 24 to 64 letters, digits, - or _.", "Une clé a 24 à 64 lettres, chiffres, - ou _."
)
NOT_YOURS = Text(
    "Your key does not open seat {seat}.", "Votre clé n'ouvre pas la place {seat}."
)  # fmt: skip
NOT_HOST = Text("Only the host may do this.", "Seul l'hôte peut faire cela.")
NOT_PART = Text(
    "Only the host and those who play may do this.",
    "Seuls l'hôte et ceux qui jouent peuvent faire cela.",
)
HAS_BEGUN = Text("The game has begun.", "La partie a commencé.")
STILL_OPEN = Text(
    "Some seats are still open.", "Des places sont encore libres."
)  # fmt: skip
NO_PERSON = Text("No person sits at {seat}.", "Aucune personne n'est assise en {seat}.")
PRESENT = Text("{seat} is connected.", "{seat} est en ligne.")
TOO_SOON = Text(
    "{seat} may be back any moment; ask again in {wait} s.",
    "{seat} peut revenir d'un moment à l'autre ; redemandez dans {wait} s.",
)


# ---------------------------------------------------------------- seats


def seat_of(table: Table, letter: str) -> int:
    seat = SEAT_LETTERS.find(letter)
    if not 0 <= seat < len(table.seats) or len(letter) != 1:
        raise NotFound("no-seat", NO_SEAT.format(seat=letter[:1]))
    return seat


def held_seat(table: Table, who: Holder, letter: str) -> int:
    """A seat that the keys open."""
    seat = seat_of(table, letter)
    if seat not in who.seats:
        raise NotAllowed("not-your-seat", NOT_YOURS.format(seat=letter))
    return seat


def check_part(who: Holder) -> None:
    """Only for the host and those who play."""
    if not who.takes_part:
        raise NotAllowed("not-part", NOT_PART)


def _check_host(who: Holder) -> None:
    if not who.host:
        raise NotAllowed("not-host", NOT_HOST)


def _check_waiting(table: Table) -> None:
    if table.phase != "waiting":
        raise Refused("begun", HAS_BEGUN)


# ---------------------------------------------------------------- before the beginning


async def join(
    house: House, code: str, name: str, word: str, key: str | None, letter: str | None
) -> tuple[Room, int, str]:
    """Claim an open seat: the room, the seat and its key. A client that brings a key of its own
    may ask again if it got no answer."""
    if key is not None and not KEY.fullmatch(key):
        raise BadRequest("key", BAD_KEY)
    room = await find(house, code)
    key = key or new_key()
    hashed = hash_of(key)
    claimed = -1

    def make(table: Table) -> Draft | int:
        nonlocal claimed
        for place, seat in enumerate(table.seats):
            if seat.key == hashed:
                claimed = place
                return table.number
        claimed = _open_seat(table, letter)
        taken = [seat.name for seat in table.seats if seat.kind != "open"]
        called, given = seat_name(name, claimed, taken), clean_word(word)
        draft = Draft(table).add("join", claimed, name=called, key=hashed, word=given)
        return draft.begin_when_full()

    await house.change(room, make)
    return room, claimed, key


async def find(house: House, code: str) -> Room:
    """The table with a code, however it was typed."""
    id = await house.reach(house.store.by_code(clean_code(code)))
    if id is None:
        raise NotFound("no-code", NO_CODE)
    return await house.fresh(await house.room(id))


def _open_seat(table: Table, letter: str | None) -> int:
    places = [place for place, seat in enumerate(table.seats) if seat.kind == "open"]
    if letter is not None:
        places = [place for place in places if SEAT_LETTERS[place] == letter]
    if not places:
        raise Refused("no-open-seat", NO_OPEN_SEAT)
    return places[0]


async def give_word(house: House, room: Room, who: Holder, letter: str, word: str) -> int:
    seat = held_seat(room.table, who, letter)

    def make(table: Table) -> Draft | int:
        _check_waiting(table)
        return Draft(table).add("word", seat, word=clean_word(word))

    return await house.change(room, make)


async def fill_seat(house: House, room: Room, who: Holder, letter: str, level: str) -> int:
    """Let a bot have a seat for which nobody has come."""
    _check_host(who)
    check_level(level)
    seat = seat_of(room.table, letter)

    def make(table: Table) -> Draft | int:
        _check_waiting(table)
        if table.seats[seat].kind != "open":
            raise Refused("not-open", NOT_OPEN.format(seat=letter))
        return Draft(table).add("filled", seat, level=level).begin_when_full()

    number = await house.change(room, make)
    house.thinkers.warm(room.table.game)
    return number


async def begin(house: House, room: Room, who: Holder) -> int:
    """Begin when the host says so; seats must not be open."""
    _check_host(who)

    def make(table: Table) -> Draft | int:
        _check_waiting(table)
        if any(seat.kind == "open" for seat in table.seats):
            raise Refused("open-seats", STILL_OPEN)
        return Draft(table).begin()

    return await house.change(room, make)


# ---------------------------------------------------------------- leaving and coming back


async def hand_over(house: House, room: Room, who: Holder, letter: str, level: str) -> int:
    """Let a bot play for a person who has been away for long enough."""
    check_part(who)
    check_level(level)
    seat = seat_of(room.table, letter)
    seen = await house.reach(house.store.last_seen(room.table.id, seat))

    def make(table: Table) -> Draft | int:
        _check_absent(house, room, seat, seen)
        return Draft(table).add("handed", seat, level=level)

    return await house.change(room, make)


async def away(house: House, room: Room) -> dict[str, float]:
    """The people who are not connected, and for how many seconds more no bot may play for them."""
    waits = {}
    for place, seat in enumerate(room.table.seats):
        if seat.kind == "person" and not seat.handed and SEAT_LETTERS[place] not in room.connected:
            seen = await house.reach(house.store.last_seen(room.table.id, place))
            waits[SEAT_LETTERS[place]] = round(max(0.0, _wait(house, room, place, seen)), 1)
    return waits


def _wait(house: House, room: Room, seat: int, seen: float | None) -> float:
    since = max(seen or 0.0, room.table.seats[seat].since)
    return since + house.settings.absent - time.time()


def _check_absent(house: House, room: Room, seat: int, seen: float | None) -> None:
    place, letter = room.table.seats[seat], SEAT_LETTERS[seat]
    if place.kind != "person" or place.handed:
        raise Refused("no-person", NO_PERSON.format(seat=letter))
    if letter in room.connected:
        raise Refused("present", PRESENT.format(seat=letter))
    wait = _wait(house, room, seat, seen)
    if wait > 0:
        raise Refused("too-soon", TOO_SOON.format(seat=letter, wait=round(wait + 0.5)))


async def take_back(house: House, room: Room, seats: Sequence[int]) -> int:
    """The people of these seats are back; seats that no bot plays for are left as they are."""

    def make(table: Table) -> Draft | int:
        draft, handed = Draft(table), [seat for seat in seats if table.seats[seat].handed]
        for seat in handed:
            draft.add("back", seat)
        return draft if handed else table.number

    return await house.change(room, make)
