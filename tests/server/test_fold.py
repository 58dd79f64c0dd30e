"""A draft, a room and a restart fold entries to the same table, and a client folds what it is sent
to the same state, whatever people do there."""

import json
from collections.abc import Callable
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from faubourg.core.game import Game, games
from faubourg.server import protocol
from faubourg.server.runtime.room import RECENT, Room
from faubourg.server.store.entry import MOVES, Append, Entry, Kind
from faubourg.server.table import patch
from faubourg.server.table.draft import Draft
from faubourg.server.table.history import Requests
from faubourg.server.table.keys import Holder
from faubourg.server.table.table import Table
from tests.effort import many

picks = st.integers(0, 10**6)  # one of a list, whatever its length
Change = Callable[[Draft], Draft]


def new_table(name: str, begins: str, past: int) -> tuple[dict[str, Any], str, list[Entry]]:
    """A table of a person and two open seats, with some moves of a record, as it is stored."""
    game = Game(name, 3)
    seats = [
        {"kind": kind, "name": who, "level": None, "key": who if kind == "person" else None}
        for kind, who in (("person", "Anna"), ("open", "Basile"), ("open", "Camille"))
    ]
    row = {
        "id": "table", "code": "code", "host": "host", "begin": begins, "secret": "5a" * 32,
        "options": json.dumps(game.options), "game": name, "players": 3,
        "rules": game.rules.VERSION, "seats": json.dumps(seats), "created": 1.0,
    }  # fmt: skip
    position, entries = game.start(), list[Entry]()
    for number in range(1, past + 1):
        ids = position.legal.ids or list(position.weights())
        entries.append(Entry(number, "past", action=ids[number % len(ids)], at=1.0))
        position.step(ids[number % len(ids)])
    return row, game.components.text, entries


def possible(table: Table, pick: int) -> list[Change]:
    """Everything that anybody could do now."""
    found: list[Change] = []
    letters = range(len(table.seats))
    if table.phase == "waiting":
        for seat in (seat for seat in letters if table.seats[seat].kind == "open"):
            name, key = f"guest {seat}", f"key {seat}"
            found += [
                lambda d, s=seat, n=name, k=key: d.add(
                    "join", s, name=n, key=k, word=f"word {pick}"
                ).begin_when_full(),
                lambda d, s=seat: d.add("filled", s, level="greedy").begin_when_full(),
            ]
        found.append(lambda d: d.add("word", 0, word=f"tulip {pick}"))
        if not any(seat.kind == "open" for seat in table.seats):
            found.append(lambda d: d.add("begin"))
    turn = table.turn
    if turn is not None:
        action, client = table.legal[pick % len(table.legal)], f"request {table.number}"
        kind: Kind = "bot" if table.seats[turn].bot else "move"
        move = lambda d: d.add(kind, turn, action, client if kind == "move" else None)  # noqa: E731
        found += [move] * 8
        for seat in (seat for seat in letters if table.seats[seat].kind == "person"):
            if table.seats[seat].handed:
                found.append(lambda d, s=seat: d.add("back", s))
            else:
                found.append(lambda d, s=seat: d.add("handed", s, level="random"))
        if table.may_undo is not None and kind == "move":
            found += [lambda d: d.add("undo", turn, client=client)] * 4
        found.append(lambda d: d.add("pace", 0, seconds=pick % 5))
    if table.phase == "over" and table.rematch is None:
        found.append(lambda d: d.add("rematch", table="another"))
    return found


def folded(table: Table) -> dict[str, Any]:
    """All that a table is, with rows as bytes; but for what is only a cache."""
    state = vars(table) | {"position": table.position.to_bytes(), "game": repr(table.game)}
    state["undoable"] = [position.to_bytes() for position in table.undoable]
    state["moves"] = list(table.moves)
    del state["_legal"]
    return {
        name: value.copy() if isinstance(value, list | Requests) else value
        for name, value in state.items()
    } | {"phase": table.phase, "turn": table.turn, "waits": table.waits}


def shown(room: Room) -> list[Any]:
    """The entries that every room has of the same table, however it came by them."""
    return room.recent[-RECENT:]


class Client:
    """A listener that folds what it is sent, and compares it with the whole state each time: also
    the order of members, which a page draws in."""

    holder = Holder(frozenset({0}))

    def __init__(self, room: Room) -> None:
        self.room = room
        self.number: int | None = None
        self.state: Any = None
        self.kinds: list[str] = []
        room.listeners.add(self)
        self.wake()

    def wake(self) -> None:
        said = json.loads(self.room.message_since(self.number, self.holder))
        self.kinds.append(said["type"])
        self.state = said.get("state", self.state)
        for change in said.get("changes", ()):
            self.state = patch.apply(self.state, change)
        self.number = said["number"]
        self.state["number"] = said["number"]
        assert json.dumps(self.state) == json.dumps(json.loads(bytes(self.room.state)))
        acts = self.room.table.turn == 0
        assert said.get("legal") == (self.room.table.legal if acts else None)

    async def goodbye(self, bye: protocol.Bye, code: int) -> None:
        raise AssertionError(bye)


@pytest.mark.parametrize("name", games())
@settings(max_examples=many(12), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    choices=st.lists(st.tuples(picks, picks), min_size=1, max_size=60),
    begins=st.sampled_from(["full", "host"]),
    past=st.sampled_from([0, 5]),
)
def test_a_committed_draft_is_what_any_process_reads_from_the_store(
    name: str, choices: list[tuple[int, int]], begins: str, past: int
):
    row, box, stored = new_table(name, begins, past)
    here = Room.load(row, box, stored)  # commits drafts, as the process does that plays
    there = Room.load(row, box, stored)  # applies what is stored, as another process does
    clients = [Client(here), Client(there)]
    for which, pick in choices:
        changes = possible(here.table, pick)
        if not changes:
            break
        before, table = folded(here.table), here.table
        draft = changes[which % len(changes)](Draft(table))
        append = draft.finish()
        assert folded(table) == before, "a draft has changed the table it was made for"
        here.commit(draft)
        there.apply(append.entries)
        stored += append.entries
        assert append == Append("table", before["number"], append.entries, here.table.waits)
        assert folded(there.table) == folded(here.table)
    restarted = Room.load(row, box, stored)
    assert folded(restarted.table) == folded(here.table)
    replayed = Table(row, box)
    replayed.replay(stored)
    assert folded(replayed) == folded(here.table)
    assert shown(there) == shown(here)
    assert shown(restarted) == shown(here)
    assert all(set(client.kinds[1:]) <= {"update"} for client in clients)


def test_every_kind_of_entry_is_applied_in_one_place():
    kinds = set(get_args(Kind)) - set(MOVES)
    assert all(callable(getattr(Table, f"_{kind}", None)) for kind in kinds)
