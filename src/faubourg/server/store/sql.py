"""The SQL of the hot path, moves and polling, in the dialects of both databases. Statements are
batched: they take all rows as one JSON text."""

import re
from typing import NamedTuple

import sqlalchemy as sa

from faubourg.server.store.engine import is_postgres
from faubourg.server.store.schema import ATTENDED

ENTRY = '"table", number, kind, seat, action, client, data, at'


class Statements(NamedTuple):
    """`newest`: the newest entries of the tables in `ids`. `elsewhere`: the seats of these that are
    connected to processes other than `process` with a lease of `lease` seconds. `machine_tables`:
    those on which a bot or Nature should have moved `quiet` seconds ago, those waiting longest
    first; where only others attend, `stuck` seconds ago. `heartbeat`: renew the lease. `clocked`:
    tables at which a person's clock runs, and when they last changed, where no other attends."""

    newest: sa.TextClause
    elsewhere: sa.TextClause
    machine_tables: sa.TextClause
    heartbeat: sa.TextClause
    clocked: sa.TextClause


# The time of leases: processes on several machines have several clocks, their database has one. If
# that is put back, the dead must not live on and tables not wait: nothing is in the future.
POSTGRESQL_NOW = "CAST(extract(epoch FROM clock_timestamp()) AS double precision)"
SQLITE_NOW = "((julianday('now') - 2440587.5) * 86400.0)"
POSTGRESQL_IDS = "SELECT jsonb_array_elements_text(CAST(:ids AS jsonb))"
SQLITE_IDS = "SELECT value FROM json_each(:ids)"


def _others(now: str, is_other: str = "<>") -> str:
    """Presence of processes other than :process, or before it by name, whose leases last."""
    return (
        "FROM presence AS p JOIN processes AS other ON other.process = p.process"
        f" WHERE p.connected AND p.process {is_other} :process"
        f" AND other.seen BETWEEN {now} - :lease AND {now} + :lease"
    )


def attended(now: str, table: str, is_other: str = "<>") -> str:
    """Whether another process has connections or a driver at a table."""
    others = _others(now, is_other)
    return f'EXISTS (SELECT 1 {others} AND p."table" = {table} AND p.seat = {ATTENDED})'


def _abandoned(now: str) -> str:
    """Of several processes that attend a table, the first by name takes over at once."""
    mine = (
        'EXISTS (SELECT 1 FROM presence AS mine WHERE mine."table" = tables.id'
        f" AND mine.seat = {ATTENDED} AND mine.process = :process AND mine.connected)"
    )
    return (
        f"waits = 'machine' AND changed NOT BETWEEN {now} - :quiet AND {now} + :quiet"
        f" AND (changed NOT BETWEEN {now} - :stuck AND {now} + :stuck"
        f" OR NOT {attended(now, 'tables.id')}"
        f" OR ({mine} AND NOT {attended(now, 'tables.id', '<')}))"
    )


def _statements(now: str, ids: str) -> Statements:
    return Statements(
        sa.text(f"SELECT id, last FROM tables WHERE id IN ({ids})"),
        sa.text(f'SELECT p."table", p.seat {_others(now)} AND p."table" IN ({ids})'),
        sa.text(f"SELECT id FROM tables WHERE {_abandoned(now)} ORDER BY changed LIMIT :most"),
        sa.text(
            f"INSERT INTO processes (process, seen) VALUES (:process, {now})"
            " ON CONFLICT (process) DO UPDATE SET seen = excluded.seen"
        ),
        sa.text(
            "SELECT id, changed FROM tables WHERE waits = 'clock'"
            f" AND NOT {attended(now, 'tables.id')} ORDER BY changed LIMIT :most"
        ),
    )


def _of_driver(statement: str) -> str:
    """With psycopg's own parameters instead of SQLAlchemy's."""
    return re.sub(r":(\w+)", r"%(\1)s", statement)


def _item(index: int) -> str:
    return f"json_extract(row.value, '$[{index}]')"


SQLITE = _statements(SQLITE_NOW, SQLITE_IDS)
# For the driver itself (`append.py`). Lists of table, number before, last, waits and changed: those
# are changed, and returned, whose last number is still the one before. Then entries, each a list in
# the order of `ENTRY`.
SQLITE_UPDATE = (
    f"UPDATE tables SET last = {_item(2)}, waits = {_item(3)}, changed = {_item(4)}"
    f" FROM json_each(?) AS row WHERE tables.id = {_item(0)} AND tables.last = {_item(1)}"
    " RETURNING tables.id"
)
SQLITE_INSERT = (
    f"INSERT INTO entries ({ENTRY})"
    f" SELECT {', '.join(_item(index) for index in range(8))} FROM json_each(?) AS row"
)

POSTGRESQL = _statements(POSTGRESQL_NOW, POSTGRESQL_IDS)
# Compare and set, for many tables: each gets its entries if its last number is still the one that
# they were made for. Rows are locked in the order of their ids, so that two processes can't wait
# for each other. Returns the tables that were changed, and whether other processes attend them. For
# the driver itself.
POSTGRESQL_APPEND = (
    "WITH given AS (SELECT r->>0 AS id, CAST(r->>1 AS integer) AS after,"
    " CAST(r->>2 AS integer) AS newest, r->>3 AS waits, CAST(r->>4 AS double precision) AS changed"
    " FROM jsonb_array_elements(CAST(%(updates)s AS jsonb)) AS r),"
    " locked AS (SELECT id FROM tables WHERE id IN (SELECT id FROM given) ORDER BY id FOR UPDATE),"
    " changed AS (UPDATE tables SET last = given.newest, waits = given.waits,"
    " changed = given.changed FROM given JOIN locked ON locked.id = given.id"
    " WHERE tables.id = given.id AND tables.last = given.after RETURNING tables.id),"
    f" added AS (INSERT INTO entries ({ENTRY})"
    " SELECT r->>0, CAST(r->>1 AS integer), r->>2, CAST(r->>3 AS integer),"
    " CAST(r->>4 AS integer), r->>5, r->>6, CAST(r->>7 AS double precision)"
    " FROM jsonb_array_elements(CAST(%(rows)s AS jsonb)) AS r"
    " WHERE r->>0 IN (SELECT id FROM changed))"
    f" SELECT id, {_of_driver(attended(POSTGRESQL_NOW, 'changed.id'))} FROM changed"
)
# Attend those of the tables in `ids` that are still abandoned.
POSTGRESQL_CLAIM = sa.text(
    'INSERT INTO presence ("table", seat, process, connected, seen)'
    f" SELECT id, {ATTENDED}, :process, true, :now FROM tables WHERE id IN ({POSTGRESQL_IDS})"
    f" AND {_abandoned(POSTGRESQL_NOW)}"
    ' ON CONFLICT ("table", seat, process) DO UPDATE SET connected = true, seen = excluded.seen'
    ' RETURNING "table"'
)


def statements(engine: sa.Engine) -> Statements:
    """Those of the engine's dialect."""
    return POSTGRESQL if is_postgres(engine) else SQLITE
