"""Bots at a table that two processes have clients of."""

import asyncio
import contextlib
import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from faubourg.core.game import Game
from faubourg.server.runtime import rooms as runtime_rooms
from faubourg.server.runtime.bot_driver import BotDriver
from faubourg.server.runtime.room import Room
from faubourg.server.runtime.warmup import Warmup
from faubourg.server.runtime.workers import Workers
from faubourg.server.settings import Settings
from faubourg.server.store.store import Store
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

    async def choose(self, position: Any, level: str, people: list[int]) -> int:
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

    def wake(self) -> None: ...

    def tell(self, message: object) -> None: ...

    async def goodbye(self, bye: object, code: int) -> None: ...


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
        workers = Workers(1)
        rooms = runtime_rooms.Rooms(Settings(database), store, workers, Warmup(["minivilles"]))
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
        await rooms.close()
        workers.close()

    with contextlib.closing(Store(database)) as store:
        asyncio.run(join(store))
    assert driven == [made["table"]]
