"""A draft: entries on their way to the store, applied to a copy of their table.

Nature's moves are known as soon as the move before them is, so they are stored together with it: a
crash can't come between.
"""

import json
import time
from typing import Any

from faubourg.core.players import NATURE
from faubourg.records.fairness import nature_move
from faubourg.server.store.entry import Append, Entry, Kind
from faubourg.server.table.table import Applied, Table


class Draft:
    """What shall be added to a table; the table given is not changed."""

    def __init__(self, table: Table) -> None:
        self.table = table.copy()  # as it will be when this is committed
        self.applied: list[Applied] = []
        self._after = table.number
        self._at = time.time()

    def add(
        self,
        kind: Kind,
        seat: int = -1,
        action: int | None = None,
        client: str | None = None,
        **data: Any,
    ) -> "Draft":
        text = json.dumps(data) if data else None
        entry = Entry(self.table.number + 1, kind, seat, action, client, text, self._at)
        self.applied.append(self.table.apply(entry))
        return self

    def begin_when_full(self) -> "Draft":
        """Begin where nobody is waited for and the host need not say so."""
        table = self.table
        is_open = any(seat.kind == "open" for seat in table.seats)
        if (table.begins == "full" or table.closed) and not is_open and not table.begun:
            self.begin()
        return self

    def begin(self) -> "Draft":
        """Close the seals and, when all words are open, begin: from then on Nature moves. Nobody
        opens a word while another can still choose one."""
        waiting = any(seat.unopened for seat in self.table.seats)
        if waiting and not self.table.closed:
            self.add("closed")
        elif not waiting:
            self.add("begin")
        return self

    def finish(self) -> Append:
        """Add the moves of Nature that follow; the whole as the store takes it."""
        table = self.table
        while table.turn == NATURE:
            self.add("nature", action=nature_move(table.position, table.key, len(table.moves)))
        entries = tuple(applied.entry for applied in self.applied)
        return Append(table.id, self._after, entries, table.waits)
