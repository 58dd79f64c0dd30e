"""The SQL of the hot path, moves and polling, in the dialects of both databases.

Statements are batched: they take all rows as one JSON text. However many moves are committed
together, the database is called three times, and the GIL changes hands three times.
"""

from typing import NamedTuple

import sqlalchemy as sa

from faubourg.server.store.engine import is_postgres

ENTRY = '"table", number, kind, seat, action, client, data, at'


class Statements(NamedTuple):
    """`last`: the newest entries of the tables in `ids`, which are then locked. `insert`: entries,
    each a list in the order of `ENTRY`. `update`: lists of table, last, waits and changed.
    `newest`: as `last`, to be read only. `elsewhere`: the seats of the tables in `ids` that are
    connected to another process than `process` and were seen after `seen`."""

    last: sa.TextClause
    insert: sa.TextClause
    update: sa.TextClause
    newest: sa.TextClause
    elsewhere: sa.TextClause


ELSEWHERE = (
    'SELECT "table", seat FROM presence WHERE "table" IN ({ids})'
    " AND process <> :process AND connected AND seen > :seen"
)
SQLITE_IDS = "SELECT value FROM json_each(:ids)"
POSTGRESQL_IDS = "SELECT jsonb_array_elements_text(CAST(:ids AS jsonb))"


def _item(index: int) -> str:
    return f"json_extract(row.value, '$[{index}]')"


SQLITE = Statements(
    sa.text(f"SELECT id, last FROM tables WHERE id IN ({SQLITE_IDS})"),
    sa.text(
        f"INSERT INTO entries ({ENTRY})"
        f" SELECT {', '.join(_item(index) for index in range(8))} FROM json_each(:rows) AS row"
    ),
    sa.text(
        f"UPDATE tables SET last = {_item(1)}, waits = {_item(2)}, changed = {_item(3)}"
        f" FROM json_each(:rows) AS row WHERE tables.id = {_item(0)}"
    ),
    sa.text(f"SELECT id, last FROM tables WHERE id IN ({SQLITE_IDS})"),
    sa.text(ELSEWHERE.format(ids=SQLITE_IDS)),
)

POSTGRESQL = Statements(
    sa.text(f"SELECT id, last FROM tables WHERE id IN ({POSTGRESQL_IDS}) ORDER BY id FOR UPDATE"),
    sa.text(
        f"INSERT INTO entries ({ENTRY})"
        " SELECT r->>0, CAST(r->>1 AS integer), r->>2, CAST(r->>3 AS integer),"
        " CAST(r->>4 AS integer), r->>5, r->>6, CAST(r->>7 AS double precision)"
        " FROM jsonb_array_elements(CAST(:rows AS jsonb)) AS r"
    ),
    sa.text(
        "UPDATE tables SET last = CAST(r->>1 AS integer), waits = r->>2,"
        " changed = CAST(r->>3 AS double precision)"
        " FROM jsonb_array_elements(CAST(:rows AS jsonb)) AS r WHERE tables.id = r->>0"
    ),
    sa.text(f"SELECT id, last FROM tables WHERE id IN ({POSTGRESQL_IDS})"),
    sa.text(ELSEWHERE.format(ids=POSTGRESQL_IDS)),
)


def statements(engine: sa.Engine) -> Statements:
    """Those of the engine's dialect."""
    return POSTGRESQL if is_postgres(engine) else SQLITE
