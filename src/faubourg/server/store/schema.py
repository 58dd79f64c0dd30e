"""What is stored, the same in SQLite and PostgreSQL. Entries are only ever added."""

from dataclasses import dataclass
from typing import Any, Literal

import sqlalchemy as sa

from faubourg.core.contract import Row

metadata = sa.MetaData()

# One number: which schema this is.
version = sa.Table("version", metadata, sa.Column("number", sa.Integer, primary_key=True))

# The components that tables are played with, each set once: a table outlives a change of the box.
boxes = sa.Table(
    "boxes",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),  # JSON
    sa.Column("box", sa.Text, sa.ForeignKey("boxes.digest"), nullable=False),
    sa.Column("seats", sa.Text, nullable=False),  # JSON, as they were at first
    sa.Column("host", sa.Text, nullable=False),  # the hash of the host's key
    sa.Column("code", sa.Text, unique=True),  # to claim an open seat
    sa.Column("begin", sa.Text, nullable=False),  # "full": when no seat is open; "host": when told
    sa.Column("secret", sa.Text),  # of which Nature's moves are made; none for what is only watched
    sa.Column("created", sa.Float, nullable=False),
    # These change with every entry, in the same transaction.
    sa.Column("last", sa.Integer, nullable=False),  # the number of the newest entry
    sa.Column("waits", sa.Text, nullable=False),  # for whom: see Waits
    sa.Column("changed", sa.Float, nullable=False),
    sa.Index("tables_by_waits", "waits", "changed"),
)

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("table", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),  # from 1, without a gap
    sa.Column("kind", sa.Text, nullable=False),  # see Kind
    sa.Column("seat", sa.Integer, nullable=False),  # who did it; -1 where no seat did
    sa.Column("action", sa.Integer),  # of a move
    sa.Column("client", sa.Text),  # the name that a client gave its request
    sa.Column("data", sa.Text),  # JSON, for kinds that say more
    sa.Column("at", sa.Float, nullable=False),
    sa.UniqueConstraint("table", "seat", "client"),
)

# Who is connected to which server process. Only for hand-overs and to be shown: never the truth of
# a game. `seen` is renewed while the connection lasts; a row that has grown old counts for nothing.
presence = sa.Table(
    "presence",
    metadata,
    sa.Column("table", sa.Text, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("process", sa.Text, primary_key=True),
    sa.Column("connected", sa.Boolean, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
)

# For what a table waits: open seats or its beginning, a person, a bot or Nature, or nothing more.
Waits = Literal["players", "person", "machine", "nobody"]

Kind = Literal[
    # Moves: of a record that was imported, a person's, a bot's, Nature's.
    "past", "move", "bot", "nature",
    "undo",  # the last move is taken back
    "join",  # somebody claims an open seat
    "filled",  # the host gives an open seat to a bot
    "word",  # a player's word for the dice
    "begin",
    "handed",  # a bot plays for a person who is away
    "back",  # the person is back
    "rematch",  # another table was made of this one
    "pace",  # how long bots take from now on
]  # fmt: skip
MOVES: tuple[Kind, ...] = ("past", "move", "bot", "nature")


@dataclass(frozen=True)
class Entry:
    """One line of a table's history."""

    number: int
    kind: Kind
    seat: int = -1
    action: int | None = None
    client: str | None = None
    data: str | None = None
    at: float = 0.0


@dataclass(frozen=True)
class Append:
    """Entries to add to a table, if the last one there still has the number `after`."""

    table: str
    after: int
    entries: tuple[Entry, ...]
    waits: Waits
    rows: tuple[Row | None, ...]  # to which its moves lead, so that nobody has to play them again


def columns(row: sa.Row[Any]) -> dict[str, Any]:
    return dict(row._mapping)
