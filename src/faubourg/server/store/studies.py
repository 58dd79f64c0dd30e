"""Studies in the store: a queue that outlives the server, and the rows of what was played."""

import time
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import sqlalchemy as sa

from faubourg.server.store.append import json_text
from faubourg.server.store.boxes import insert_box
from faubourg.server.store.schema import columns, processes, studies, study_shards
from faubourg.server.store.sql import POSTGRESQL_NOW
from faubourg.server.store.store import Store

Phase = Literal["waiting", "running", "done", "cancelled", "failed"]
UNFINISHED: tuple[Phase, ...] = ("waiting", "running")
INSERT_SHARD = sa.text(
    "INSERT INTO study_shards (study, name, data) VALUES (:study, :name, :data)"
    " ON CONFLICT (study, name) DO NOTHING"
)
MOST_REMOVED = 20  # studies in one transaction


class PlayedShard(NamedTuple):
    """The rows of a shard, packed."""

    name: str
    games: int
    data: bytes


class Boxed(NamedTuple):
    """A box that a study needs."""

    digest: str
    game: str
    text: str


class Full(Exception):  # noqa: N818 - what happened
    """Too many studies wait."""


async def add_study(
    store: Store, row: dict[str, Any], boxes: Sequence[Boxed], most_waiting: int
) -> None:
    """Put a study at the end of the queue."""
    now = time.time()
    usual = {"created": now, "changed": now, "phase": "waiting", "done": 0, "spent": 0.0}

    def work(connection: sa.Connection) -> None:
        waiting = sa.select(sa.func.count()).where(studies.c.phase.in_(UNFINISHED))
        if (connection.execute(waiting).scalar() or 0) >= most_waiting:
            raise Full
        for box in boxes:
            insert_box(connection, *_box(box))
        connection.execute(studies.insert().values(**row, **usual, tries=0))

    await store.write(work)


def _box(box: Boxed) -> tuple[str, str, str]:
    return box.digest, box.game, box.text


async def read_study(store: Store, id: str) -> tuple[dict[str, Any], int] | None:
    """A study's row, and how many stand before it in the queue; None if there is none."""

    def work(connection: sa.Connection) -> tuple[dict[str, Any], int] | None:
        row = connection.execute(sa.select(studies).where(studies.c.id == id)).first()
        if row is None:
            return None
        before = sa.select(sa.func.count()).where(
            studies.c.phase.in_(UNFINISHED), studies.c.created < row.created
        )
        return columns(row), connection.execute(before).scalar() or 0

    return await store.read(work)


async def read_studies(store: Store, ids: Sequence[str]) -> list[dict[str, Any]]:
    """The rows of those studies that there are, the newest first, without their reports."""
    told = [column for column in studies.c if column.name not in ("report", "key")]
    query = sa.select(*told).where(studies.c.id.in_(ids)).order_by(studies.c.created.desc())
    return await store.read(lambda connection: [columns(row) for row in connection.execute(query)])


async def read_shards(store: Store, id: str) -> dict[str, bytes]:
    """The packed rows of a study, by the names of the shards."""
    found = sa.select(study_shards.c.name, study_shards.c.data).where(study_shards.c.study == id)
    return await store.read(
        lambda connection: {name: bytes(data) for name, data in connection.execute(found)}
    )


async def claim_study(store: Store) -> dict[str, Any] | None:
    """Take the next study that waits, or that a process which is gone has left; None if there is
    none."""

    def work(connection: sa.Connection) -> dict[str, Any] | None:
        left = sa.or_(studies.c.process.is_(None), studies.c.process.not_in(_alive(store)))
        free = sa.or_(studies.c.phase == "waiting", sa.and_(studies.c.phase == "running", left))
        query = sa.select(studies).where(free).order_by(studies.c.created).limit(1)
        if store.is_postgres:
            query = query.with_for_update(skip_locked=True)
        row = connection.execute(query).first()
        if row is None:
            return None
        mine = {"phase": "running", "process": store.process, "changed": time.time()}
        connection.execute(studies.update().where(studies.c.id == row.id).values(**mine))
        return columns(row)

    return await store.write(work)


def _alive(store: Store) -> Any:
    """The processes whose studies are theirs. With SQLite there is only this one."""
    if not store.is_postgres:
        return [store.process]
    now = sa.literal_column(POSTGRESQL_NOW, sa.Float)
    return sa.select(processes.c.process).where(processes.c.seen > now - store.lease)


async def add_progress(
    store: Store, id: str, shards: Sequence[PlayedShard], spent: float, report: Any = None
) -> bool:
    """Store rows, the seconds that were spent and what is known now; False if the study is not this
    process's any more, as when it was cancelled."""
    games = sum(shard.games for shard in shards)
    changed: dict[str, Any] = {
        "done": studies.c.done + games,
        "spent": studies.c.spent + spent,
        "changed": time.time(),
    }
    if shards:
        changed["tries"] = 0
    if report is not None:
        changed["report"] = json_text(report)

    def work(connection: sa.Connection) -> bool:
        mine = _mine(store, id)
        if connection.execute(studies.update().where(mine).values(**changed)).rowcount == 0:
            return False
        rows = [{"study": id, "name": shard.name, "data": shard.data} for shard in shards]
        if rows:
            connection.execute(INSERT_SHARD, rows)
        return True

    return await store.write(work)


async def end_study(store: Store, id: str, phase: Phase, problem: Any = None) -> None:
    """A study of this process has ended."""
    ended: dict[str, Any] = {"phase": phase, "process": None, "changed": time.time()}
    if problem is not None:
        ended["problem"] = json_text(problem)
    await _update(store, _mine(store, id), ended)


async def leave_study(store: Store, id: str, tried: bool) -> None:
    """Leave a study for whoever comes next; `tried`: its process died without a word."""
    left = {"process": None, "tries": studies.c.tries + int(tried)}
    await _update(store, _mine(store, id), left)


async def begin_anew(store: Store, id: str, sources: str) -> None:
    """Forget what was played by another version of the program."""

    def work(connection: sa.Connection) -> None:
        connection.execute(study_shards.delete().where(study_shards.c.study == id))
        anew = {"sources": sources, "done": 0, "spent": 0.0, "report": None}
        connection.execute(studies.update().where(_mine(store, id)).values(**anew))

    await store.write(work)


async def cancel_study(store: Store, id: str) -> None:
    """Whoever runs it finds out when it next stores something."""
    unfinished = (studies.c.id == id) & studies.c.phase.in_(UNFINISHED)
    await _update(
        store, unfinished, {"phase": "cancelled", "process": None, "changed": time.time()}
    )


def _mine(store: Store, id: str) -> sa.ColumnElement[bool]:
    return sa.and_(studies.c.id == id, studies.c.process == store.process)


async def _update(store: Store, which: sa.ColumnElement[bool], values: dict[str, Any]) -> None:
    def work(connection: sa.Connection) -> None:
        connection.execute(studies.update().where(which).values(**values))

    await store.write(work)


async def remove_studies(store: Store, ended_before: float) -> int:
    """Remove studies that ended long ago, with their rows; returns how many."""
    old = (
        sa.select(studies.c.id)
        .where(studies.c.phase.not_in(UNFINISHED), studies.c.changed < ended_before)
        .limit(MOST_REMOVED)
    )

    def work(connection: sa.Connection) -> int:
        ids = list(connection.execute(old).scalars())
        connection.execute(study_shards.delete().where(study_shards.c.study.in_(ids)))
        connection.execute(studies.delete().where(studies.c.id.in_(ids)))
        return len(ids)

    removed = 0
    while count := await store.write(work):
        removed += count
    return removed
