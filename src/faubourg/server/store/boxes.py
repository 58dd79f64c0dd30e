"""Boxes in the store: each set of components once, by its digest, and the keys of its bringers."""

import hashlib
import time
from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa

from faubourg.core.contract import StoredText
from faubourg.server.store.schema import box_keys, boxes, in_use, tables
from faubourg.server.store.store import Store

MOST_REMOVED = 200  # boxes in one transaction
INSERT = sa.text(
    "INSERT INTO boxes (digest, text, game) VALUES (:digest, :text, :game)"
    " ON CONFLICT (digest) DO NOTHING"
)
INSERT_KEY = sa.text(
    "INSERT INTO box_keys (box, key) VALUES (:box, :key) ON CONFLICT (box, key) DO NOTHING"
)


class StoredBox(NamedTuple):
    digest: str
    game: str
    text: str  # a StoredText, where it comes from the store
    created: float | None  # None: it came with a table
    used: float | None = None


class Full(Exception):  # noqa: N818 - what happened
    """There are as many boxes as may be."""


class OtherText(Exception):  # noqa: N818 - what happened
    """Another text has the same digest."""


def components_digest(text: str) -> str:
    """The digest by which a box is known, as its own loader makes it."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


async def read_box(store: Store, digest: str) -> StoredBox | None:
    """A box, whoever brought it; None if there is none."""
    found = await read_boxes(store, [digest])
    return found[0] if found else None


async def read_boxes(store: Store, digests: Sequence[str]) -> list[StoredBox]:
    """The boxes that there are of these, in the same order."""
    played = sa.select(tables.c.game).where(tables.c.box == boxes.c.digest).limit(1)
    game = sa.func.coalesce(boxes.c.game, played.scalar_subquery())
    asked = sa.select(boxes.c.digest, game, boxes.c.text, boxes.c.created, boxes.c.used)
    query = asked.where(boxes.c.digest.in_(digests), game.is_not(None))
    rows = await store.read(lambda connection: list(connection.execute(query)))
    found = {
        digest: StoredBox(digest, game, StoredText(text), created, used)
        for digest, game, text, created, used in rows
    }
    return [found[digest] for digest in dict.fromkeys(digests) if digest in found]


async def store_box(
    store: Store, digest: str, game: str, text: str, key: str | None, most: int
) -> None:
    """Store a box that was brought, and the hash of a key to it."""

    def work(connection: sa.Connection) -> None:
        now = time.time()
        insert_box(connection, digest, game, text)
        there = connection.execute(_stored(digest)).one()
        if there.text != text:
            raise OtherText
        if there.created is None:
            count = sa.select(sa.func.count()).where(boxes.c.created.is_not(None))
            if (connection.execute(count).scalar() or 0) >= most:
                raise Full
        changed = {"created": there.created or now, "used": now, "game": game}
        connection.execute(boxes.update().where(boxes.c.digest == digest).values(**changed))
        if key is not None:
            connection.execute(INSERT_KEY, {"box": digest, "key": key})

    await store.write(work)


def insert_box(connection: sa.Connection, digest: str, game: str, text: str) -> None:
    """A box that a table or a study needs, unless it is there; both dialects know this upsert."""
    connection.execute(INSERT, {"digest": digest, "text": str(text), "game": game})


def _stored(digest: str) -> sa.Select[tuple[str, float]]:
    return sa.select(boxes.c.text, boxes.c.created).where(boxes.c.digest == digest)


async def touch_box(store: Store, digest: str) -> None:
    """A box was used: its time to be removed begins anew."""
    brought = (boxes.c.digest == digest) & boxes.c.used.is_not(None)
    used = boxes.update().where(brought).values(used=time.time())

    def work(connection: sa.Connection) -> None:
        connection.execute(used)

    await store.write(work)


async def give_up_box(store: Store, digest: str, key: str) -> bool:
    """Take a key from a box, and remove it with the last one if nothing needs it. False if the key
    does not open it."""

    def work(connection: sa.Connection) -> bool:
        mine = (box_keys.c.box == digest) & (box_keys.c.key == key)
        if connection.execute(box_keys.delete().where(mine)).rowcount == 0:
            return False
        held = sa.select(box_keys.c.key).where(box_keys.c.box == digest).exists()
        gone = (boxes.c.digest == digest) & ~held
        connection.execute(boxes.delete().where(gone, ~in_use()))
        # What is still needed goes with the table that needs it.
        connection.execute(boxes.update().where(gone).values(created=None, used=None))
        return True

    return await store.write(work)


async def remove_boxes(store: Store, unused_since: float) -> int:
    """Remove boxes that were not used for long and that nothing needs; returns how many."""
    old = boxes.c.used < unused_since

    def work(connection: sa.Connection) -> int:
        query = sa.select(boxes.c.digest).where(old, ~in_use()).limit(MOST_REMOVED)
        digests = list(connection.execute(query).scalars())
        connection.execute(box_keys.delete().where(box_keys.c.box.in_(digests)))
        connection.execute(boxes.delete().where(boxes.c.digest.in_(digests)))
        return len(digests)

    removed = 0
    while count := await store.write(work):
        removed += count
    return removed
