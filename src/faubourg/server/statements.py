"""The three statements that every move needs, for each of the two databases.

They take all rows at once, as one JSON text: however many moves are committed together, the
database is called three times, and Python's threads change places three times.
"""

from typing import NamedTuple

import sqlalchemy as sa

ENTRY = '"table", number, kind, seat, action, client, data, at'


class Statements(NamedTuple):
    """`last`: the newest entries of the tables in `ids`, which are then locked. `insert`: entries,
    each a list in the order of `ENTRY`. `update`: lists of table, last, waits and changed."""

    last: sa.TextClause
    insert: sa.TextClause
    update: sa.TextClause


def _item(place: int) -> str:
    return f"json_extract(row.value, '$[{place}]')"


SQLITE = Statements(
    sa.text("SELECT id, last FROM tables WHERE id IN (SELECT value FROM json_each(:ids))"),
    sa.text(
        f"INSERT INTO entries ({ENTRY})"
        f" SELECT {', '.join(_item(place) for place in range(8))} FROM json_each(:rows) AS row"
    ),
    sa.text(
        f"UPDATE tables SET last = {_item(1)}, waits = {_item(2)}, changed = {_item(3)}"
        f" FROM json_each(:rows) AS row WHERE tables.id = {_item(0)}"
    ),
)

POSTGRESQL = Statements(
    sa.text(
        "SELECT id, last FROM tables"
        " WHERE id IN (SELECT jsonb_array_elements_text(CAST(:ids AS jsonb)))"
        " ORDER BY id FOR UPDATE"
    ),
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
)
