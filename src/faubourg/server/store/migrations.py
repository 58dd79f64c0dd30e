"""Schema migrations, in one transaction, under a lock for when several processes start at once."""

from collections.abc import Callable, Sequence

import sqlalchemy as sa

from faubourg.core.text import Text
from faubourg.server.errors import StoreError
from faubourg.server.store.schema import (
    box_keys,
    boxes,
    counted_games,
    metadata,
    processes,
    studies,
    study_shards,
    subscriptions,
    uptime,
    version,
)

Step = Callable[[sa.Connection], None]


def _add_processes(connection: sa.Connection) -> None:
    processes.create(connection, checkfirst=True)


def _add_workshop(connection: sa.Connection) -> None:
    """Boxes that people bring, studies, and games that count."""
    there = {column["name"] for column in sa.inspect(connection).get_columns(boxes.name)}
    for column in (boxes.c.game, boxes.c.created, boxes.c.used):
        if column.name not in there:
            kind = column.type.compile(connection.dialect)
            connection.execute(sa.text(f"ALTER TABLE boxes ADD COLUMN {column.name} {kind}"))
    for table in (box_keys, studies, study_shards, counted_games):
        table.create(connection, checkfirst=True)


def _add_uptime(connection: sa.Connection) -> None:
    uptime.create(connection, checkfirst=True)


def _add_subscriptions(connection: sa.Connection) -> None:
    subscriptions.create(connection, checkfirst=True)


# What led from the first schema to the present one, a step for each number from 2. A new database
# gets the present schema at once; an older one goes through the steps that it has not seen.
STEPS: tuple[Step, ...] = (_add_processes, _add_workshop, _add_uptime, _add_subscriptions)

NEWER = Text(
    "The database has schema {found}; this program knows up to {known}: a newer one is needed.",
    "La base a le schéma {found} ; ce programme va jusqu'à {known} : il en faut un plus récent.",
)


def migrate(connection: sa.Connection, steps: Sequence[Step] = STEPS) -> int:
    """Create or migrate the tables; returns the schema's number. Call it in a transaction."""
    newest = 1 + len(steps)
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(hashtext('faubourg schema'))"))
    version.create(connection, checkfirst=True)
    found = connection.execute(sa.select(version.c.number)).scalar()
    if found is None:
        metadata.create_all(connection)
        connection.execute(version.insert().values(number=newest))
        return newest
    if found > newest:
        raise StoreError("schema", NEWER.format(found=found, known=newest))
    for step in steps[found - 1 :]:
        step(connection)
    connection.execute(version.update().values(number=newest))
    return newest
