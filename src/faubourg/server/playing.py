"""What people do at a table: join, give a word, begin, move, undo, ask, leave and come back."""

import time
from collections.abc import Sequence

from faubourg.bots.hints import Hint
from faubourg.core.contract import SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.server.draft import Draft
from faubourg.server.errors import BadRequest, NotAllowed, NotFound, Refused
from faubourg.server.house import House
from faubourg.server.keys import KEY, Holder, clean_code, hash_of, new_key
from faubourg.server.making import check_level
from faubourg.server.names import clean_word, seat_name, visible
from faubourg.server.room import Room
from faubourg.server.table import Table

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
NO_PERSON = Text("No person sits at {seat}.", "Aucune personne n'est assise en {seat}.")
PRESENT = Text("{seat} is connected.", "{seat} est en ligne.")
TOO_SOON = Text(
    "{seat} may be back any moment; ask again in {wait} s.",
    "{seat} peut revenir d'un moment à l'autre ; redemandez dans {wait} s.",
)


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
        if table.phase != "waiting":
            raise Refused("begun", HAS_BEGUN)
        return Draft(table).add("word", seat, word=clean_word(word))

    return await house.change(room, make)


async def fill_seat(house: House, room: Room, who: Holder, letter: str, level: str) -> int:
    """Let a bot have a seat for which nobody has come."""
    if not who.host:
        raise NotAllowed("not-host", NOT_HOST)
    check_level(level)
    seat = seat_of(room.table, letter)

    def make(table: Table) -> Draft | int:
        if table.phase != "waiting":
            raise Refused("begun", HAS_BEGUN)
        if table.seats[seat].kind != "open":
            raise Refused("not-open", NOT_OPEN.format(seat=letter))
        return Draft(table).add("filled", seat, level=level).begin_when_full()

    number = await house.change(room, make)
    house.thinkers.warm(room.table.game)
    return number


async def begin(house: House, room: Room, who: Holder) -> int:
    """Begin when the host says so; seats must not be open."""
    if not who.host:
        raise NotAllowed("not-host", NOT_HOST)

    def make(table: Table) -> Draft | int:
        if table.phase != "waiting":
            raise Refused("begun", HAS_BEGUN)
        if any(seat.kind == "open" for seat in table.seats):
            raise Refused("open-seats", STILL_OPEN)
        return Draft(table).begin()

    return await house.change(room, make)


# ---------------------------------------------------------------- moves


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
    if not who.takes_part:
        raise NotAllowed("not-part", NOT_PART)

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


# ---------------------------------------------------------------- leaving and coming back


async def hand_over(house: House, room: Room, who: Holder, letter: str, level: str) -> int:
    """Let a bot play for a person who has been away for long enough."""
    if not who.takes_part:
        raise NotAllowed("not-part", NOT_PART)
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
