"""Bots at a table that two processes have clients of."""

import asyncio
import json
from types import SimpleNamespace
from typing import Any

from faubourg.core.game import Game
from faubourg.server.runtime.bot_driver import BotDriver
from faubourg.server.runtime.room import Room
from faubourg.server.table.draft import Draft
from faubourg.server.table.keys import Holder
from faubourg.server.table.table import Table

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

    async def choose(self, position: Any, level: str) -> int:
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
