"""Bots at a table that two processes have clients of, and rooms that can't be trusted any more."""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from faubourg.core.game import Game
from faubourg.server.actions import seats
from faubourg.server.runtime import rooms as runtime_rooms
from faubourg.server.runtime.bot_driver import BotDriver
from faubourg.server.runtime.room import Room
from faubourg.server.runtime.warmup import Warmup
from faubourg.server.runtime.workers import Workers
from faubourg.server.settings import Settings
from faubourg.server.store.store import Store
from faubourg.server.table import serialize
from faubourg.server.table.draft import Draft
from faubourg.server.table.keys import Holder
from faubourg.server.table.table import Table
from tests.server.process import ServerProcess

MOVES = 3


def table_of_bots() -> Table:
    game = Game("lutins", 2)
    seats = [{"kind": "bot", "name": name, "level": "random", "key": None} for name in "xy"]
    row = {
        "id": "0123456789abcdef", "code": None, "host": "host", "begin": "full", "game": "lutins",
        "secret": "34" * 32, "options": json.dumps(game.options), "players": 2,
        "rules": game.version, "seats": json.dumps(seats), "created": 0.0,
    }  # fmt: skip
    return Table(row, game.components.text)


class Rooms(SimpleNamespace):
    """One room, in which the other process moves once, while this one thinks, and then dies."""

    def __init__(self) -> None:
        super().__init__(stopping=False, settings=SimpleNamespace(pace=0.0), workers=self)
        self.spawn = asyncio.create_task
        self.room = Room(table_of_bots())
        begin = Draft(self.room.table).add("begin")
        begin.finish()
        self.room.commit(begin)
        self.is_alive = True

    async def attend(self, room: Room, attended: bool) -> None: ...

    async def choose(self, position: Any, level: str, people: list[int], table: str) -> int:
        if self.is_alive:
            self.is_alive = False
            self.room.apply(self.draft(position.legal.ids[0]).finish().entries)
        return int(self.room.table.legal[0])

    def draft(self, action: int) -> Draft:
        turn = self.room.table.turn
        assert turn is not None
        return Draft(self.room.table).add("bot", turn, action)

    async def change(self, room: Room, make_draft: Any) -> None:
        draft = make_draft(room.table)
        if isinstance(draft, Draft):
            draft.finish()
            room.commit(draft)
            room.stored_here = room.table.number
            self.stopping = len(room.table.moves) > MOVES


class Watcher:
    holder = Holder()

    def __init__(self) -> None:
        self.goodbyes: list[int] = []

    def wake(self) -> None: ...

    def tell(self, message: object) -> None: ...

    async def goodbye(self, bye: object, code: int) -> None:
        self.goodbyes.append(code)


def test_bots_go_on_here_when_the_last_move_of_another_process_was_its_last():
    async def play() -> Room:
        rooms = Rooms()
        rooms.room.listeners.add(Watcher())
        BotDriver(rooms).start(rooms.room)  # type: ignore[arg-type]
        assert rooms.room.driver
        await rooms.room.driver
        assert not rooms.is_alive
        return rooms.room

    room = asyncio.run(play())
    assert len(room.table.moves) > MOVES
    assert room.stored_here == room.table.number


def rooms_of(
    store: Store, database: str
) -> tuple[runtime_rooms.Rooms, Callable[[], Awaitable[None]]]:
    """The rooms of this process, and how to close them."""
    workers = Workers(1)
    rooms = runtime_rooms.Rooms(Settings(database), store, workers, Warmup(["minivilles"]))

    async def close() -> None:
        await rooms.close()
        workers.close()

    return rooms, close


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
@pytest.mark.parametrize("found_by", ["notification", "polling"])
def test_bots_move_here_for_who_joined_elsewhere_however_that_is_found_out(
    start: Callable[..., ServerProcess], database: str, found_by: str
):
    """Polling may be quicker than a notification, which then finds nothing new."""
    other = start(sweep=3600)
    made = other.api.make("minivilles", ["person", "open", "greedy"], first="C")
    driven = list[str]()

    async def join(store: Store) -> None:
        rooms, close = rooms_of(store, database)
        rooms.on_bot_to_move = lambda room: driven.append(room.table.id)
        room = await rooms.get(made["table"])
        room.listeners.add(Watcher())
        await asyncio.to_thread(
            lambda: other.api.post("/api/tables/join", code=made["code"], name="Ben")
        )
        assert not driven
        if found_by == "polling":
            await rooms.poll()
        await rooms.wake_up(made["table"])
        await close()

    with contextlib.closing(Store(database)) as store:
        asyncio.run(join(store))
    assert driven == [made["table"]]


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
@pytest.mark.parametrize("stored_by", ["us", "another process"])
def test_a_room_whose_change_failed_half_way_is_read_anew(
    start: Callable[..., ServerProcess], database: str, stored_by: str,
    monkeypatch: pytest.MonkeyPatch,
):  # fmt: skip
    """As for want of memory: what was stored is acknowledged, and told to all in its place."""
    other = start()
    made = other.api.make("minivilles", ["person", "person"])
    key = made["keys"]["A"]

    def fail(*given: object) -> None:
        raise MemoryError

    async def change(store: Store) -> None:
        rooms, close = rooms_of(store, database)
        room, watcher = await rooms.get(made["table"]), Watcher()
        before = room.table.number
        room.listeners.add(watcher)
        with monkeypatch.context() as patched:
            patched.setattr(serialize, "change", fail)
            if stored_by == "us":
                assert await seats.rename(rooms, room, room.holder([key]), "A", "Zoé") == before + 1
            else:
                path = f"/api/tables/{made['table']}/seats/A/name"
                await asyncio.to_thread(lambda: other.api.ask("PUT", path, key, name="Zoé"))
                with pytest.raises(MemoryError):
                    await rooms.poll()
        assert not rooms.holds(room)
        await asyncio.sleep(0)
        assert watcher.goodbyes == [1012]
        last = (await rooms.get(made["table"])).recent[-1]
        assert (last["number"], last["kind"]) == (before + 1, "name")
        await close()

    with contextlib.closing(Store(database)) as store:
        asyncio.run(change(store))
