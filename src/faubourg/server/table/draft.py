"""Entries on their way to the store: what somebody does, and what follows from it.

Nature's moves are known as soon as the move before them is, so they are stored together with it: a
crash can't come between.
"""

import json
import time
from typing import Any

from faubourg.core.contract import Row
from faubourg.core.players import NATURE
from faubourg.core.position import Position
from faubourg.records.fairness import key_of, nature_move
from faubourg.server.store.schema import MOVES, Append, Entry, Kind, Waits
from faubourg.server.table.table import Table


class Draft:
    """What would be added to a table; the table itself is not changed."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._position = Position(table.game, table.position.row)
        self._count = len(table.moves)
        self._begun = table.begun
        self._key = table.key
        self._joined: dict[int, str] = {}  # seats that are taken, and the words given
        self._bots: dict[int, bool] = {}  # seats that a bot plays for from now on, or no longer
        self._entries: list[Entry] = []
        self._rows: list[Row | None] = []
        self._at = time.time()

    def add(
        self,
        kind: Kind,
        seat: int = -1,
        action: int | None = None,
        client: str | None = None,
        **data: Any,
    ) -> "Draft":
        number = self._table.number + len(self._entries) + 1
        said = json.dumps(data) if data else None
        self._entries.append(Entry(number, kind, seat, action, client, said, self._at))
        self._rows.append(None)
        if kind in MOVES and action is not None:
            self._position = self._position.copy()
            self._position.step(action)
            self._rows[-1] = self._position.row
            self._count += 1
        elif kind == "undo":
            self._position.row = self._table.undoable[-1]
        elif kind == "handed":
            self._bots[seat] = True
        elif kind == "back":
            self._bots[seat] = False
        elif kind == "filled":
            self._bots[seat] = True
            self._joined[seat] = ""
        elif kind == "join":
            self._joined[seat] = data["word"]
        return self

    def begin(self) -> "Draft":
        """The words are known; from here on Nature moves."""
        self.add("begin")
        self._begun = True
        seats = enumerate(self._table.seats)
        words = [self._joined.get(place, seat.word) for place, seat in seats]
        self._key = key_of(self._table.secret or "", words)
        return self

    def begin_when_full(self) -> "Draft":
        seats = enumerate(self._table.seats)
        is_open = any(seat.kind == "open" and place not in self._joined for place, seat in seats)
        if self._table.begins == "full" and not is_open and not self._begun:
            self.begin()
        return self

    def finish(self) -> Append:
        """Nature's moves that follow, and for whom the table then waits."""
        while self._is_playing and self._position.turn == NATURE:
            self.add("nature", action=nature_move(self._position, self._key, self._count))
        entries, rows = tuple(self._entries), tuple(self._rows)
        return Append(self._table.id, self._table.number, entries, self._waits(), rows)

    @property
    def _is_playing(self) -> bool:
        return self._begun and self._count < self._table.game.rules.BOUND

    def _waits(self) -> Waits:
        turn = self._position.turn
        if turn is None or self._table.only_watched:
            return "nobody"
        if not self._begun:
            return "players"
        if not self._is_playing:
            return "nobody"
        if turn == NATURE or self._bots.get(turn, bool(self._table.seats[turn].bot)):
            return "machine"
        return "person"
