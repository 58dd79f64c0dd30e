"""Subscriptions to Web Push: which devices are told when it is a seat's turn, and of what they were
told. What was told is stored, so that no process tells it twice and no kill makes it forgotten."""

import time
from collections.abc import Iterable
from typing import Any, NamedTuple

import sqlalchemy as sa

from faubourg.server.store.schema import subscriptions, tables
from faubourg.server.store.sql import POSTGRESQL_NOW, SQLITE_NOW, attended
from faubourg.server.store.store import Store

CLAIM_SECONDS = 60.0  # for which whoever claims a message may send it; then another process may
# What is due is looked for twice: another process may have claimed it between.
CLAIM = (
    "UPDATE subscriptions SET due = {now} + :seconds, tries = tries + 1"
    " WHERE turn > told AND tries < :tries AND due <= {now}"
    ' AND ("table", seat, endpoint) IN (SELECT s."table", s.seat, s.endpoint'
    ' FROM subscriptions AS s JOIN tables ON tables.id = s."table" AND tables.last = s.seen'
    " WHERE s.turn > s.told AND s.tries < :tries AND s.due <= {now}"
    " AND NOT EXISTS (SELECT 1 FROM presence AS p"
    ' LEFT JOIN processes AS o ON o.process = p.process WHERE p."table" = s."table"'
    " AND p.seat = s.seat AND {now} - :absent <"
    " CASE WHEN p.connected THEN coalesce(o.seen, p.seen) ELSE p.seen END)"
    " ORDER BY s.due LIMIT :most)"
    ' RETURNING "table", seat, endpoint, p256dh, auth, language, turn, tries'
)
of = subscriptions.c


class Device(NamedTuple):
    """A browser, as it names itself to servers that want to tell it something."""

    endpoint: str
    p256dh: str
    auth: str
    language: str


class Due(NamedTuple):
    """A message that was claimed: its device, and the turn that it tells of."""

    table: str
    game: str
    seat: int
    device: Device
    turn: int
    tries: int


class Changed(NamedTuple):
    """A table that has changed since its subscriptions were looked at: their seats, each with the
    hash of the key that it had."""

    table: str
    last: int
    holders: set[tuple[int, str]]


class Noted(NamedTuple):
    """What was seen at a table: the turn that a seat has, or None if the devices are to go."""

    table: str
    seat: int
    key: str
    last: int
    turn: int | None


async def subscribe(
    store: Store, table: str, seat: int, key: str, device: Device, turn: int, most: int
) -> int:
    """Tell a device of a seat's turns after `turn`; returns how many devices the seat has. With
    more than `most` the oldest goes."""
    row = device._asdict() | {
        "table": table,
        "seat": seat,
        "key": key,
        "created": time.time(),
        "seen": 0,
        "turn": 0,
        "told": turn,
        "tries": 0,
        "due": 0.0,
    }

    def work(connection: sa.Connection) -> int:
        there = sa.select(tables.c.id).where(tables.c.id == table)
        if connection.execute(there).scalar() is None:
            return 0  # it was just removed
        connection.execute(subscriptions.delete().where(_same(table, seat, device.endpoint)))
        connection.execute(subscriptions.insert().values(**row))
        mine = sa.and_(of.table == table, of.seat == seat)
        newest = sa.select(of.endpoint).where(mine).order_by(of.created.desc())
        kept = list(connection.execute(newest).scalars())
        connection.execute(subscriptions.delete().where(mine, of.endpoint.in_(kept[most:])))
        return len(kept[:most])

    return await store.write(work)


async def unsubscribe(store: Store, table: str, seat: int, endpoint: str) -> int:
    """Tell a device nothing more of a seat; returns how many devices the seat has left."""

    def work(connection: sa.Connection) -> int:
        connection.execute(subscriptions.delete().where(_same(table, seat, endpoint)))
        left = sa.select(sa.func.count()).where(of.table == table, of.seat == seat)
        return connection.execute(left).scalar() or 0

    return await store.write(work)


async def forget_device(store: Store, endpoint: str) -> None:
    """A push service does not know a device any more: it is told of nothing, at any table."""

    def work(connection: sa.Connection) -> None:
        connection.execute(subscriptions.delete().where(of.endpoint == endpoint))

    await store.write(work)


def forget_seat(connection: sa.Connection, table: str, seat: int) -> None:
    """No device is told of a seat any more, as part of a transaction."""
    connection.execute(subscriptions.delete().where(of.table == table, of.seat == seat))


# ---------------------------------------------------------------- what is to be told


async def changed_tables(store: Store, most: int) -> list[Changed]:
    """Tables that have changed since their subscriptions were looked at, and that no other process
    attends."""
    query = sa.text(
        'SELECT s."table", tables.last, s.seat, s.key FROM subscriptions AS s'
        ' JOIN tables ON tables.id = s."table" WHERE s.seen < tables.last'
        f" AND NOT {attended(_now(store), 'tables.id')} ORDER BY tables.changed LIMIT :most"
    )
    given = {"process": store.process, "lease": store.lease, "most": most}
    found: dict[str, Changed] = {}
    for table, last, seat, key in await store.read(
        lambda connection: connection.execute(query, given).all()
    ):
        found.setdefault(table, Changed(table, last, set())).holders.add((seat, key))
    return list(found.values())


async def note(store: Store, noted: Iterable[Noted]) -> None:
    """Store what was seen at tables, unless another process has seen more. Another turn is due at
    once."""

    def work(connection: sa.Connection) -> None:
        for table, seat, key, last, turn in noted:
            here = sa.and_(of.table == table, of.seat == seat, of.key == key)
            if turn is None:
                connection.execute(subscriptions.delete().where(here))
                continue
            older = sa.and_(here, of.seen < last)
            fresh = subscriptions.update().where(older, of.turn != turn)
            connection.execute(fresh.values(turn=turn, tries=0, due=0.0))
            connection.execute(subscriptions.update().where(older).values(seen=last))

    await store.write(work)


async def claim(store: Store, absent: float, tries: int, most: int) -> list[Due]:
    """Claim messages to people whose turn it is and who have not been connected to any process for
    `absent` seconds. Nobody else gets the same for CLAIM_SECONDS, nor anybody after so many
    `tries`."""
    statement = sa.text(CLAIM.format(now=_now(store)))
    given = {"seconds": CLAIM_SECONDS, "absent": absent, "tries": tries, "most": most}

    def work(connection: sa.Connection) -> list[Due]:
        rows = connection.execute(statement, given).all()
        ids = {row[0] for row in rows}
        named = sa.select(tables.c.id, tables.c.game).where(tables.c.id.in_(ids))
        games = {row.id: row.game for row in connection.execute(named)}
        return [
            Due(table, games[table], seat, Device(endpoint, *device), turn, tries)
            for table, seat, endpoint, *device, turn, tries in rows
        ]

    return await store.write(work)


async def was_told(store: Store, due: Due) -> None:
    """A message was sent, or never will be."""
    await _change(store, due, {"told": due.turn})


async def try_again(store: Store, due: Due, seconds: float) -> None:
    """A message could not be sent: not before so many seconds."""
    await _change(store, due, {"due": sa.text(f"{_now(store)} + {seconds:.1f}")})


async def _change(store: Store, due: Due, values: dict[str, Any]) -> None:
    same = _same(due.table, due.seat, due.device.endpoint)
    changed = subscriptions.update().where(same, of.turn == due.turn).values(**values)

    def work(connection: sa.Connection) -> None:
        connection.execute(changed)

    await store.write(work)


def _same(table: str, seat: int, endpoint: str) -> sa.ColumnElement[bool]:
    return sa.and_(of.table == table, of.seat == seat, of.endpoint == endpoint)


def _now(store: Store) -> str:
    return POSTGRESQL_NOW if store.is_postgres else SQLITE_NOW
