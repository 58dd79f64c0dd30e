"""The database schema, the same in SQLite and PostgreSQL. Entries are append-only."""

from typing import Any

import sqlalchemy as sa

metadata = sa.MetaData()

# One number: which schema this is.
version = sa.Table("version", metadata, sa.Column("number", sa.Integer, primary_key=True))

# The components that tables are played with, each set once: a table outlives a change of the box.
boxes = sa.Table(
    "boxes",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("game", sa.Text),  # none for a box that came with a table before there was a workshop
    # Of a box that was brought to the workshop; one that only came with a table goes with it.
    sa.Column("created", sa.Float),
    sa.Column("used", sa.Float),
)

# The hashes of the keys of those who brought a box: whoever brings the same has a key of their own.
box_keys = sa.Table(
    "box_keys",
    metadata,
    sa.Column("box", sa.Text, sa.ForeignKey("boxes.digest"), primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),
)

# The queue of studies, and what they found so far.
studies = sa.Table(
    "studies",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("key", sa.Text, nullable=False),  # the hash of the key that cancels it
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("box", sa.Text, sa.ForeignKey("boxes.digest"), nullable=False),
    sa.Column("against", sa.Text, sa.ForeignKey("boxes.digest"), nullable=False),
    sa.Column("asked", sa.Text, nullable=False),  # JSON
    sa.Column("sources", sa.Text, nullable=False),  # a hash of the program that plays it
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("changed", sa.Float, nullable=False),
    sa.Column("phase", sa.Text, nullable=False),  # Phase in store/studies.py
    sa.Column("process", sa.Text),  # the server process that runs it
    sa.Column("done", sa.Integer, nullable=False),  # games
    sa.Column("games", sa.Integer, nullable=False),  # at most
    sa.Column("spent", sa.Float, nullable=False),  # seconds
    sa.Column("tries", sa.Integer, nullable=False),  # that ended without a word since the last rows
    sa.Column("report", sa.Text),  # JSON
    sa.Column("problem", sa.Text),  # JSON
    sa.Index("studies_by_phase", "phase", "created"),
)

# The rows of a study's games, shard by shard: what a study goes on from.
study_shards = sa.Table(
    "study_shards",
    metadata,
    sa.Column("study", sa.Text, sa.ForeignKey("studies.id"), primary_key=True),
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)

# Games that people finished, where the operator lets them count: moves, and nothing of who played.
counted_games = sa.Table(
    "counted_games",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),  # made of nothing
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),  # JSON
    sa.Column("box", sa.Text, sa.ForeignKey("boxes.digest"), nullable=False),
    sa.Column("seats", sa.Text, nullable=False),  # JSON: "person" or the level of a bot
    sa.Column("moves", sa.Text, nullable=False),  # JSON: the numbers of the actions
    sa.Index("counted_games_by_box", "box", "players"),
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
    sa.Column("seats", sa.Text, nullable=False),  # JSON, as first made
    sa.Column("host", sa.Text, nullable=False),  # the hash of the host's key
    sa.Column("code", sa.Text, unique=True),  # to claim an open seat
    sa.Column("begin", sa.Text, nullable=False),  # "full": when no seat is open; "host": when told
    sa.Column("secret", sa.Text),  # of which Nature's moves are made; none for what is only watched
    sa.Column("created", sa.Float, nullable=False),
    # These change with every entry, in the same transaction.
    sa.Column("last", sa.Integer, nullable=False),  # the number of the newest entry
    sa.Column("waits", sa.Text, nullable=False),  # for what: Waits in entry.py
    sa.Column("changed", sa.Float, nullable=False),
    sa.Index("tables_by_waits", "waits", "changed"),
)

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("table", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),  # from 1, without a gap
    sa.Column("kind", sa.Text, nullable=False),  # Kind in entry.py
    sa.Column("seat", sa.Integer, nullable=False),  # that did it; -1 for none
    sa.Column("action", sa.Integer),  # of a move
    sa.Column("client", sa.Text),  # the name that a client gave its request
    sa.Column("data", sa.Text),  # JSON, for kinds that say more
    sa.Column("at", sa.Float, nullable=False),
    sa.UniqueConstraint("table", "seat", "client"),
)

# Leases of the server processes that share this database: a heartbeat renews `seen`, and what is
# said of a process whose lease has run out counts for nothing.
processes = sa.Table(
    "processes",
    metadata,
    sa.Column("process", sa.Text, primary_key=True),
    sa.Column("seen", sa.Float, nullable=False),
)

# Periods in which a server was there, for clocks: heartbeats of all processes extend the last one,
# and after a pause another begins.
uptime = sa.Table(
    "uptime",
    metadata,
    sa.Column("began", sa.Float, primary_key=True),
    sa.Column("seen", sa.Float, nullable=False),
)

# Presence: the seats connected to each server process, for hand-overs and to be shown; and, as seat
# ATTENDED, that a process has connections or a bot's driver there, for wake-ups and take-overs.
ATTENDED = -1
presence = sa.Table(
    "presence",
    metadata,
    sa.Column("table", sa.Text, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("process", sa.Text, primary_key=True),
    sa.Column("connected", sa.Boolean, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),  # since when it is so
)

# Web Push: the devices that are told when it is a seat's turn (runtime/push.py). They go with the
# table, the game's end, the seat's key, or when the push service knows them no more.
subscriptions = sa.Table(
    "subscriptions",
    metadata,
    sa.Column("table", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("endpoint", sa.Text, primary_key=True),  # the push service's address of a browser
    sa.Column("p256dh", sa.Text, nullable=False),  # that browser's public key, base64url
    sa.Column("auth", sa.Text, nullable=False),  # and its secret
    sa.Column("key", sa.Text, nullable=False),  # the hash of the seat's key
    sa.Column("language", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("seen", sa.Integer, nullable=False),  # the table's last entry that was looked at
    # By the entry with which it began: the turn that the seat has now (0: none), and the last one
    # of which the device was told.
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("told", sa.Integer, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),  # to tell of this turn
    sa.Column("due", sa.Float, nullable=False),  # not before; whoever sends claims it by this
)


def columns(row: sa.Row[Any]) -> dict[str, Any]:
    return dict(row._mapping)


def in_use() -> sa.ColumnElement[bool]:
    """Whether a row of `boxes` is needed: by a table, a study, or a game that counts."""
    digest = boxes.c.digest
    return sa.or_(
        sa.select(tables.c.id).where(tables.c.box == digest).exists(),
        sa.select(studies.c.id).where(studies.c.box == digest).exists(),
        sa.select(studies.c.id).where(studies.c.against == digest).exists(),
        sa.select(counted_games.c.id).where(counted_games.c.box == digest).exists(),
    )
