"""The examples of `docs/server/live.md`, held against what the code makes of the same game.

The page follows one table of Minivilles: Anna, who knows entry 33, builds a bakery as entry 34, and
Nature's moves take it to entry 36. Where an example is shortened, what is left must be true.
"""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from faubourg.core.errors import IllegalAction
from faubourg.core.game import Game
from faubourg.core.position import action_of
from faubourg.server import protocol
from faubourg.server.actions import moves
from faubourg.server.runtime.room import Room
from faubourg.server.runtime.rooms import STOPPING
from faubourg.server.table import patch
from faubourg.server.table.draft import Draft
from faubourg.server.table.keys import Holder
from faubourg.server.table.table import Table

Data = dict[str, Any]
PAGE = (Path(__file__).parents[2] / "docs" / "server" / "live.md").read_text(encoding="utf-8")
TEXTS = re.findall(r"```json\n(.*?)```", PAGE, re.S)
EXAMPLES: dict[str, Data] = {example["type"]: example for example in map(json.loads, TEXTS)}
KNOWN = {
    each.__struct_config__.tag: each
    for each in (*protocol.FromClient.__args__, *protocol.FromServer.__args__)
}
SECRET = "34" * 32  # of which the dice of the example are made
KNOWN_BEFORE = EXAMPLES["move"]["answers"]
NAMES = ("Anna", "Ben")
PLAYER_B = Holder(frozenset({1}))


class Example:
    """The room of the page's table, when Anna is to move."""

    def __init__(self) -> None:
        game = Game("minivilles", 2, first="A")
        seats = [{"kind": "person", "name": name, "level": None, "key": name} for name in NAMES]
        row = {
            "id": EXAMPLES["welcome"]["table"], "code": None, "host": "host", "begin": "full",
            "secret": SECRET, "options": json.dumps(game.options), "game": game.name,
            "players": 2, "rules": game.rules.VERSION, "seats": json.dumps(seats), "created": 0.0,
        }  # fmt: skip
        self.room = Room(Table(row, game.components.text))
        self.room.listeners.add(self)  # what nobody hears is not encoded
        self._commit(Draft(self.room.table).add("begin"))
        while self.table.number < KNOWN_BEFORE:
            self.move("pass")
        assert (self.table.number, self.table.turn) == (KNOWN_BEFORE, 0)

    holder = Holder()

    def wake(self) -> None:
        pass

    async def goodbye(self, bye: protocol.Bye, code: int) -> None:
        raise AssertionError(bye)

    @property
    def table(self) -> Table:
        return self.room.table

    def move(self, action: str, client: str | None = None) -> None:
        table = self.table
        assert table.turn is not None
        self._commit(Draft(table).add("move", table.turn, table.check(action), client))

    def _commit(self, draft: Draft) -> None:
        draft.finish()
        self.room.commit(draft)


@pytest.fixture
def before() -> Example:
    """When Anna is to move."""
    return Example()


@pytest.fixture
def after() -> Example:
    """When she has made the move of the page."""
    example = Example()
    example.move(EXAMPLES["move"]["action"], EXAMPLES["move"]["id"])
    return example


def at_the_same_time(entries: list[Data], other: list[Data]) -> list[Data]:
    """Entries with the times of others, which no two games share."""
    return [
        entry | ({"at": each["at"]} if "at" in each else {})
        for entry, each in zip(entries, other, strict=True)
    ]


def is_part_of(shortened: Data, whole: Data) -> bool:
    return shortened.items() <= whole.items()


def test_every_message_has_one_example():
    assert sorted(json.loads(text)["type"] for text in TEXTS) == sorted(KNOWN)


@pytest.mark.parametrize("text", TEXTS)
def test_an_example_has_the_fields_of_its_message_and_no_others(text: str):
    example = json.loads(text)
    message = msgspec.json.decode(text, type=KNOWN[example["type"]])
    assert json.loads(protocol.encode(message)) == example


def test_the_update_is_what_the_move_makes(after: Example):
    example = EXAMPLES["update"]
    made = json.loads(after.room.message_since(KNOWN_BEFORE, PLAYER_B))
    assert at_the_same_time(made["entries"], example["entries"]) == example["entries"]
    assert (made["type"], made["number"]) == ("update", example["number"])
    assert made["changes"] == example["changes"]
    assert made["legal"] == example["legal"]
    shown = json.loads(bytes(Example().room.state)) | {"number": made["number"]}
    for change in made["changes"]:
        shown = patch.apply(shown, change)
    assert shown == json.loads(bytes(after.room.state))


def test_the_snapshot_is_of_the_same_table(before: Example):
    example = EXAMPLES["snapshot"]
    made = json.loads(before.room.message_since(None, Holder()))
    assert (made["type"], made["number"]) == ("snapshot", example["number"])
    assert "legal" not in made
    assert "legal" not in example
    assert is_part_of(example["state"], made["state"])
    assert len(made["entries"]) >= 20
    assert all(entry in made["entries"] for entry in example["entries"])


def test_the_choices_are_those_after_the_move(after: Example):
    example = EXAMPLES["choices"]
    assert example["number"] == after.table.number
    legal = json.loads(bytes(after.room.legal))
    assert all(action in legal for action in example["legal"])


def test_the_version_is_that_of_this_server():
    assert EXAMPLES["hello"]["version"] == EXAMPLES["welcome"]["version"] == protocol.VERSION


def test_the_requests_are_granted_as_the_page_says(after: Example):
    move, accepted = EXAMPLES["move"], EXAMPLES["accepted"]
    granted = after.table.granted["AB".index(move["seat"]), move["id"]]
    assert (accepted["id"], accepted["number"]) == (move["id"], granted.number)
    assert action_of(after.table.game, granted.action or 0).text == move["action"]
    assert EXAMPLES["hello"]["since"] == KNOWN_BEFORE
    assert EXAMPLES["undo"]["answers"] == granted.number
    assert EXAMPLES["welcome"]["table"] == after.table.id
    assert EXAMPLES["welcome"]["number"] == EXAMPLES["pong"]["number"] == after.table.number


def test_the_refusal_is_what_the_rules_say(before: Example):
    example = EXAMPLES["refused"]
    with pytest.raises(IllegalAction) as refused:
        before.table.check("build stadium")
    error = refused.value
    refusal = protocol.Refusal(
        example["id"], error.code, *error.text, error.clause, before.table.number
    )
    assert json.loads(protocol.encode(refusal)) == example


def test_the_goodbye_is_the_one_of_a_server_that_stops():
    bye = protocol.Bye("stopping", *STOPPING, retry=EXAMPLES["bye"]["retry"])
    assert json.loads(protocol.encode(bye)) == EXAMPLES["bye"]


def test_the_phases_in_which_nobody_can_move_are_listed():
    listed = set(re.findall(r"`phase-(\w+)`", PAGE))
    assert listed == set(moves.PHASES)
