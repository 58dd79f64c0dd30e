"""A patch makes the new state of the old one, to the letter, and names no more than it must."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faubourg.records.record import Record
from faubourg.server import protocol
from faubourg.server.table import serialize
from faubourg.server.table.patch import SAME, apply, difference
from tests.effort import many
from tests.server import patch_cases

RECORDS = sorted(patch_cases.RECORDS.glob("*/*.txt"))
PAGE = patch_cases.FILE.parent
names = st.sampled_from(["a", "b", "c", "d", "0", "1", "10"])
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from([0.0, 1.0, 2.5, "", "a"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(names, inner, max_size=5),
    max_leaves=20,
)
states = st.dictionaries(names, values, max_size=6)


def written(value: Any) -> str:
    """As JSON, which tells 1 from true and 1.0, and has the members in their order."""
    return json.dumps(value)


def patched(old: Any, new: Any) -> Any:
    found = difference(old, new)
    return new if found is None else apply(old, json.loads(json.dumps(found)))


@settings(max_examples=many(400), deadline=None)
@given(states, states)
def test_a_patch_makes_the_new_state_of_any_old_one(old: Any, new: Any):
    before = written(old)
    assert written(patched(old, new)) == written(new)
    assert written(old) == before, "the old state was changed"


@given(states)
def test_equal_states_have_no_difference(state: Any):
    assert difference(state, json.loads(written(state))) == SAME


@pytest.mark.parametrize(
    ("old", "new", "patch"),
    [
        ({"coins": 3, "turn": "A"}, {"coins": 4, "turn": "A"}, {"coins": 4}),
        ({"market": {"mine": 1}}, {"market": {}}, {"market": {"mine": []}}),
        ({"hand": [1, 2, 3]}, {"hand": [1, 2, 3, 5]}, {"hand": {"3": 5}}),
        ({"unseen": [7, 8, 9]}, {"unseen": [7, 9]}, {"unseen": {"1": []}}),
        ({"hand": {}}, {"hand": {"tile": [1]}}, {"hand": {"tile": [[1]]}}),
        ({"done": 1}, {"done": True}, {"done": True}),
        ({"of": {"c": 2}}, {"of": {"b": 3, "c": 2}}, {"of": [{"b": 3, "c": 2}]}),
        ({"a": 1, "c": 2}, {"a": 1, "b": 3, "c": 2}, {"a": {}, "b": 3}),
    ],
)  # fmt: skip
def test_a_patch_names_what_changed_and_no_more(old: Any, new: Any, patch: Any):
    assert difference(old, new) == patch
    assert written(apply(old, patch)) == written(new)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_views_of_a_whole_game_follow_from_patches(path: Path):
    """`changes` of a game leaves out what two views have in common, and nothing else."""
    record = Record.loads(path.read_text(encoding="utf-8"))
    known: Any = None
    before: Any = None
    for position in record.positions():
        view = json.loads(protocol.encode(position.view()))
        if known is not None:
            patch = serialize.view_change(record.game, before, position.row)
            known = apply(known, json.loads(protocol.encode(patch)))
            assert written(known) == written(view)
        known, before = view, position.copy().row


def test_the_page_applies_the_same_cases():
    """`patch.test.ts` reads this file; `python -m tests.server.patch_cases` writes it anew."""
    assert patch_cases.FILE.read_text(encoding="utf-8") == patch_cases.text()


def test_the_page_speaks_the_same_version_of_the_protocol():
    text = (PAGE / "protocol.ts").read_text(encoding="utf-8")
    assert re.findall(r"VERSION = (\d+);", text) == [str(protocol.VERSION)]
