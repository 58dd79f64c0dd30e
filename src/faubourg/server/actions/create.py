"""Making tables: new ones, ones that go on from a record, and rematches."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa

from faubourg.bots.bot import names as bot_names
from faubourg.core.errors import OptionError
from faubourg.core.game import Game
from faubourg.core.options import unknown
from faubourg.core.text import Text
from faubourg.records.fairness import new_secret
from faubourg.server import metrics
from faubourg.server.errors import Refused
from faubourg.server.runtime.room import Room
from faubourg.server.runtime.rooms import House
from faubourg.server.store.schema import Entry
from faubourg.server.table.draft import Draft
from faubourg.server.table.keys import hash_of, new_code, new_id, new_key
from faubourg.server.table.sanitize import seat_name
from faubourg.server.table.table import Table

TRIES = 5  # to find a code that no other table has
COUNT = Text(
    "{players} players need {players} seats; given: {given}.",
    "Il faut {players} places pour {players} joueurs ; reçu : {given}.",
)
NOT_OVER = Text(
    "A rematch is played when the game is over.", "La revanche se joue quand la partie est finie."
)


@dataclass(frozen=True)
class Wish:
    """Who shall sit somewhere: a person, a bot of a level, or whoever comes."""

    kind: str
    name: str = ""
    level: str | None = None


@dataclass(frozen=True)
class Made:
    """A new table, and the keys that are told only now."""

    room: Room
    host_key: str
    keys: dict[int, str]


@dataclass(frozen=True)
class Plan:
    """A table before it is stored."""

    row: dict[str, Any]
    box: str
    past: tuple[Entry, ...]


async def make(
    house: House, game: Game, wishes: Sequence[Wish], begins: str, past: Sequence[int] = ()
) -> Made:
    """A table for people and bots, with moves of a record already played if there are any."""
    host_key, keys = new_key(), {}
    seats: list[dict[str, Any]] = []
    for place, wish in enumerate(checked(game, wishes)):
        name = seat_name(wish.name, place, [seat["name"] for seat in seats])
        key = new_key() if wish.kind == "person" else None
        if key:
            keys[place] = key
        seats.append(_seat(wish.kind, name, wish.level, hash_of(key) if key else None))
    row = _row(game, seats, hash_of(host_key), begins, new_secret())
    return Made(await _store(house, game, row, past), host_key, keys)


async def make_to_watch(
    house: House, game: Game, names: Sequence[str], past: Sequence[int]
) -> Made:
    """A table on which a record lies and nobody plays."""
    host_key = new_key()
    seats: list[dict[str, Any]] = []
    for place, label in enumerate(names):
        name = seat_name(label.split("=")[0], place, [seat["name"] for seat in seats])
        seats.append(_seat("past", name, None, None))
    row = _row(game, seats, hash_of(host_key), "host", None)
    return Made(await _store(house, game, row, past), host_key, {})


def checked(game: Game, wishes: Sequence[Wish]) -> Sequence[Wish]:
    """Wishes that fit the game; OptionError says what does not."""
    if len(wishes) != game.players:
        raise OptionError("seats", COUNT.format(players=game.players, given=len(wishes)))
    for wish in wishes:
        if wish.kind == "bot":
            check_level(wish.level)
    return wishes


def check_level(level: str | None) -> str:
    if level not in bot_names():
        raise unknown("bot", level, bot_names())
    return level


# ---------------------------------------------------------------- rematch


async def rematch(house: House, room: Room) -> str:
    """Another table with the same keys, on which everybody sits one seat further; its id. Who asks
    second gets the same table."""
    old = room.table
    row = _row(old.game, _turned(old), old.host, old.begins, new_secret())
    plan = _planned(old.game, row, ())

    def make(table: Table) -> Draft | int:
        if table.rematch is not None:
            return table.number
        if table.phase != "over":
            raise Refused("not-over", NOT_OVER)
        return Draft(table).add("rematch", table=row["id"])

    def also(connection: sa.Connection) -> None:
        house.store.insert_table(connection, plan.row, plan.box, plan.past)

    await house.change(room, make, also)
    made = room.table.rematch or ""
    await house.room(made)  # so that its bots begin
    return made


def _turned(table: Table) -> list[dict[str, Any]]:
    seats = [*table.seats[1:], table.seats[0]]
    return [_seat(seat.kind, seat.name, seat.level, seat.key) for seat in seats]


# ---------------------------------------------------------------- storing


def _seat(kind: str, name: str, level: str | None, key: str | None) -> dict[str, Any]:
    return {"kind": kind, "name": name, "level": level, "key": key}


def _row(
    game: Game, seats: list[dict[str, Any]], host: str, begins: str, secret: str | None
) -> dict[str, Any]:
    now = time.time()
    is_open = any(seat["kind"] == "open" for seat in seats)
    return {
        "id": new_id(),
        "game": game.name,
        "rules": game.rules.VERSION,
        "players": game.players,
        "options": json.dumps(game.options),
        "box": game.components.digest,
        "seats": json.dumps(seats),
        "host": host,
        "code": new_code() if is_open else None,
        "begin": begins,
        "secret": secret,
        "created": now,
        "last": 0,
        "waits": "nobody",
        "changed": now,
    }


def _planned(game: Game, row: dict[str, Any], past: Sequence[int]) -> Plan:
    """The row and its first entries: a record's moves and, if nobody is waited for, the
    beginning."""
    table = Table(row, game.components.text)
    moves = [
        Entry(number, "past", action=id, at=row["created"])
        for number, id in enumerate(past, start=1)
    ]
    table.apply_all(moves)
    draft = Draft(table)
    if not table.only_watched:
        draft.begin_when_full()
    begun = draft.finish()
    entries = (*moves, *begun.entries)
    row = row | {"last": len(entries), "waits": begun.waits}
    return Plan(row, game.components.text, entries)


async def _store(house: House, game: Game, row: dict[str, Any], past: Sequence[int]) -> Room:
    house.check_open()
    plan = _planned(game, row, past)
    for attempt in range(TRIES):
        try:
            await house.reach(house.store.create(plan.row, plan.box, plan.past))
            break
        except sa.exc.IntegrityError:
            # The code is taken, or the box was tidied away between two looks at it.
            if attempt == TRIES - 1:
                raise
            code = plan.row["code"] and new_code()
            plan = replace(plan, row=plan.row | {"code": code})
    metrics.CREATED.inc()
    table = Table(plan.row, plan.box)
    table.apply_all(plan.past)
    return house.keep(Room(table))
