"""Creates tables: new ones, ones that go on from a record, and rematches."""

import asyncio
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
from faubourg.server.runtime.rooms import Rooms
from faubourg.server.store.entry import Entry
from faubourg.server.table.box_info import box_info
from faubourg.server.table.draft import Draft
from faubourg.server.table.keys import hash_of, new_code, new_id, new_key
from faubourg.server.table.sanitize import seat_name
from faubourg.server.table.table import Table

TRIES = 5  # to find a unique code
COUNT = Text(
    "{players} players need {players} seats; given: {given}.",
    "Il faut {players} places pour {players} joueurs ; reçu : {given}.",
)
NOT_OVER = Text(
    "A rematch is played when the game is over.", "La revanche se joue quand la partie est finie."
)


@dataclass(frozen=True)
class Wish:
    """A seat as the host wants it: for a person, a bot, or open to the first who comes."""

    kind: str
    name: str = ""
    level: str | None = None
    seal: str | None = None  # of a person's word for the dice
    face: str | None = None  # that a person picked


@dataclass(frozen=True)
class Created:
    """A new table, with its keys: only hashes are stored."""

    room: Room
    host_key: str
    keys: dict[int, str]


@dataclass(frozen=True)
class Plan:
    """What is to be stored of a table."""

    row: dict[str, Any]
    box: str
    entries: tuple[Entry, ...]


async def create_table(
    rooms: Rooms, game: Game, wishes: Sequence[Wish], begins: str, past: Sequence[int] = ()
) -> Created:
    """A table for people and bots, with moves of a record already played if there are any."""
    host_key, keys = new_key(), {}
    seats: list[dict[str, Any]] = []
    check_wishes(game, wishes)
    for index, wish in enumerate(wishes):
        name = seat_name(wish.name, index, [seat["name"] for seat in seats])
        key = new_key() if wish.kind == "person" else None
        if key:
            keys[index] = key
        hashed = hash_of(key) if key else None
        own = {"seal": wish.seal, "face": wish.face} if key else {}
        seats.append(_seat(wish.kind, name, wish.level, hashed, **own))
    row = _row(game, seats, hash_of(host_key), begins, new_secret())
    return Created(await _store(rooms, game, row, past), host_key, keys)


async def create_record_table(
    rooms: Rooms, game: Game, names: Sequence[str], past: Sequence[int]
) -> Created:
    """A table on which a record lies and nobody plays."""
    host_key = new_key()
    seats: list[dict[str, Any]] = []
    for index, label in enumerate(names):
        name = seat_name(label.split("=")[0], index, [seat["name"] for seat in seats])
        seats.append(_seat("past", name, None, None))
    row = _row(game, seats, hash_of(host_key), "host", None)
    return Created(await _store(rooms, game, row, past), host_key, {})


def check_wishes(game: Game, wishes: Sequence[Wish]) -> None:
    """OptionError says what does not fit the game."""
    if len(wishes) != game.players:
        raise OptionError("seats", COUNT.format(players=game.players, given=len(wishes)))
    for wish in wishes:
        if wish.kind == "bot":
            check_level(wish.level)


def check_level(level: str | None) -> str:
    if level not in bot_names():
        raise unknown("bot", level, bot_names())
    return level


# ---------------------------------------------------------------- rematch


async def rematch(rooms: Rooms, room: Room) -> str:
    """Another table with the same keys, on which everybody sits one seat further; its id.
    Idempotent: the second request gets the same table."""
    old = room.table
    game = old.game.renewed()
    row = _row(game, _rotated(old), old.host, old.begins, new_secret())
    plan = _plan(game, row, ())

    def make_draft(table: Table) -> Draft | int:
        if table.rematch is not None:
            return table.number
        if table.phase != "over":
            raise Refused("not-over", NOT_OVER)
        return Draft(table).add("rematch", table=row["id"])

    def also_write(connection: sa.Connection) -> None:
        rooms.store.insert_table(connection, plan.row, plan.box, plan.entries)

    await rooms.change(room, make_draft, also_write)
    id = room.table.rematch or ""
    if rooms.is_alone:
        await rooms.get(id)  # so that its bots begin
    return id


def _rotated(table: Table) -> list[dict[str, Any]]:
    seats = [*table.seats[1:], table.seats[0]]
    return [
        _seat(seat.kind, seat.name, seat.level, seat.key, seal=seat.next_seal, face=seat.face)
        for seat in seats
    ]


# ---------------------------------------------------------------- storing


def _seat(
    kind: str, name: str, level: str | None, key: str | None, **own: str | None
) -> dict[str, Any]:
    """A seat as it is stored; `own` are the seal and the face of a person, if there are any."""
    seat = {"kind": kind, "name": name, "level": level, "key": key}
    return seat | {field: value for field, value in own.items() if value}


def _row(
    game: Game, seats: list[dict[str, Any]], host: str, begins: str, secret: str | None
) -> dict[str, Any]:
    now = time.time()
    is_open = any(seat["kind"] == "open" for seat in seats)
    return {
        "id": new_id(),
        "game": game.name,
        "rules": game.version,
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


def _plan(game: Game, row: dict[str, Any], past: Sequence[int]) -> Plan:
    """The row and its first entries: a record's moves and, if nobody is waited for, the
    beginning."""
    box_info(game)  # takes a moment for a new box: not when the table is first shown
    table = Table(row, game.components.text)
    moves = [
        Entry(number, "past", action=id, at=row["created"])
        for number, id in enumerate(past, start=1)
    ]
    table.replay(moves)
    draft = Draft(table)
    if not table.only_watched:
        draft.begin_when_full()
    append = draft.finish()
    entries = (*moves, *append.entries)
    row = row | {"last": len(entries), "waits": append.waits}
    return Plan(row, game.components.text, entries)


async def _store(rooms: Rooms, game: Game, row: dict[str, Any], past: Sequence[int]) -> Room:
    rooms.check_open()
    # Many moves of a record take their time, and others don't wait for them.
    plan = await asyncio.to_thread(_plan, game, row, past)
    for attempt in range(TRIES):
        try:
            await rooms.or_unavailable(rooms.store.create(plan.row, plan.box, plan.entries))
            break
        except sa.exc.IntegrityError:
            # The code is taken, or the box was removed between two statements.
            if attempt == TRIES - 1:
                raise
            code = plan.row["code"] and new_code()
            plan = replace(plan, row=plan.row | {"code": code})
    metrics.CREATED.inc()
    return rooms.add_new(await asyncio.to_thread(Room.load, plan.row, plan.box, plan.entries))
