"""The form of a box: what loaders check, editors show and the docs print is one description."""

import random
import re
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faubourg.core.contract import Data
from faubourg.core.errors import ComponentsError
from faubourg.core.game import Game, games
from faubourg.gamekit import form
from faubourg.gamekit.box_lines import line_of
from faubourg.gamekit.form import check, data, differences, form_json, form_of, node_at, toml
from tests.effort import many
from tests.gamekit.box_values import Pattern, changed, mutated, patterns, renamed

PRINTED = {game: data(Game(game).components.text) for game in games()}
# Fields that have one value each: the rules know these things by their place.
FIXED: dict[str, set[Pattern]] = {
    "my_little_town": {("colour",), ("colour", "*", "id")},
    "lutins": {("shape",)},
    "cities": {("city",), ("attraction",), ("attraction", "*", "on"), ("objective",)},
}  # fmt: skip
TRIES = 30  # of one field


def eased(game: str) -> Data:
    """A box in which fields are free that others hold in the printed one: powers of landmarks, of
    which there is one each, and cards, of which everybody needs two."""
    box = deepcopy(PRINTED[game])
    for entry in box.get("landmark", []):
        entry["power"] = {"kind": "none"}
    if game == "lutins":
        box["game"]["players"] = [2, 3]
    return box


def same_box(game: str, text: str, other: str) -> None:
    """Two texts make the same components, but for the text itself."""
    boxes = [Game(game, components=each).components for each in (text, other)]
    assert boxes[0].box.tobytes() == boxes[1].box.tobytes()
    for name, value in vars(boxes[0]).items():
        if name not in ("box", "text", "digest"):
            assert value == getattr(boxes[1], name), name


def comes_back(game: str, box: Data) -> None:
    """data -> TOML -> load -> data"""
    text = toml(game, box)
    assert data(text) == box
    assert Game(game, components=text).components.text == text


@pytest.mark.parametrize("game", games())
def test_the_printed_box_comes_back_equal(game: str):
    text = Game(game).components.text
    same_box(game, text, toml(game, data(text)))
    comes_back(game, PRINTED[game])
    assert differences(game, text) == ()


@pytest.mark.parametrize("game", games())
def test_every_field_can_be_changed_and_comes_back_equal(game: str):
    """Of every kind of every union too. Other fields may change along: a name where it is used."""
    fields = [*patterns(form_of(game).root)]
    stuck = {pattern for pattern in fields if not _can_change(game, pattern)}
    assert stuck == FIXED.get(game, set()) & {*fields} | {
        pattern for pattern in stuck if game == "cities" and pattern[-1] == "city"
    }


def _can_change(game: str, pattern: Pattern) -> bool:
    boxes = [PRINTED[game], eased(game)] if game in ("minivilles", "lutins") else [PRINTED[game]]
    tries = 3 if pattern in FIXED.get(game, set()) or pattern[-1] == "city" else TRIES
    return any(_changes(game, box, pattern, seed) for seed in range(tries) for box in boxes)


def _changes(game: str, before: Data, pattern: Pattern, seed: int) -> bool:
    root, chance = form_of(game).root, random.Random(f"{pattern}{seed}")
    box = changed(root, deepcopy(before), pattern, before, chance)
    if len(pattern) == 3 and pattern[2] in ("id", "letter"):
        for old, new in zip(before[pattern[0]], box[pattern[0]], strict=True):
            box = renamed(root, box, pattern[0], old[pattern[2]], new[pattern[2]])
    if box == before or check(game, toml(game, box)).faults:
        return False
    comes_back(game, box)
    return True


@pytest.mark.parametrize("game", games())
@settings(max_examples=many(25), deadline=None)
@given(chance=st.randoms(use_true_random=False))
def test_a_box_is_refused_with_its_place_or_comes_back_equal(game: str, chance: random.Random):
    box = mutated(form_of(game).root, PRINTED[game], chance)
    try:
        text = toml(game, box)
    except ComponentsError:
        return  # a value that TOML can't say
    found = check(game, text).faults
    if not found:
        comes_back(game, data(text))
        return
    for fault in found:
        assert fault.path or fault.code == "unreadable"
        assert 1 <= fault.line <= len(text.splitlines())
        assert all(fault.said)
        assert not any(re.search(r"[{}]\w+}|None", said) for said in fault.said)
    with pytest.raises(ComponentsError) as refused:
        Game(game, components=text)
    assert refused.value.code == found[0].code
    assert refused.value.line == found[0].line


# ---------------------------------------------------------------- all faults at once


def test_all_faults_are_found_at_once_each_with_its_place():
    text = Game("minivilles").components.text
    for old, new in (
        ("cost = 6", "cost = -6"), ('symbol = "cow"', 'symbol = "dog"'),
        ("relief_coins = 2", "relief_coins = true"), ('needs = "harbor"', 'needs = "castle"'),
    ):  # fmt: skip
        text = text.replace(old, new, 1)
    found = {fault.path: fault for fault in check("minivilles", text).faults}
    assert [*found] == [
        ("game", "relief_coins"),
        ("establishment", 1, "symbol"),
        ("establishment", 4, "effect", "needs"),
        ("establishment", 5, "cost"),
    ]
    dear = found["establishment", 5, "cost"]
    assert dear.said.en == "cost of mine is -6; it may be 0 to 9999"
    assert dear.said.fr == "cost de mine vaut -6 ; permis : de 0 à 9999"
    assert text.splitlines()[dear.line - 1] == "cost = -6"


def test_rules_beyond_one_field_are_checked_where_their_tables_are_sound():
    text = Game("minivilles").components.text
    text = text.replace("landmarks_to_win = 5", "landmarks_to_win = 0")
    text = text.replace('id = "ranch"', 'id = "wheat_field"', 1)
    codes = [fault.code for fault in check("minivilles", text).faults]
    assert codes == ["out-of-range", "twice"]


def test_a_text_that_is_no_toml_has_one_fault():
    (fault,) = check("cities", "[game\n").faults
    assert (fault.path, fault.code, fault.line) == ((), "unreadable", 1)


def test_a_name_in_one_language_is_enough():
    text = Game("minivilles").components.text.replace('fr = "Ferme"\n', "", 1)
    assert check("minivilles", text).faults == ()
    assert Game("minivilles", components=text).components.establishments[1].name.fr == "Ranch"


UNSAYABLE: list[Any] = [
    None, 1.5, float("nan"), 10**30, "\x00", "\ud800", {1: 2}, [[[[[[[[[[[[[[1]]]]]]]]]]]]]], b"x",
]  # fmt: skip


@pytest.mark.parametrize("value", UNSAYABLE, ids=repr)
def test_data_that_toml_cant_say_is_refused(value: Any):
    with pytest.raises(ComponentsError) as refused:
        toml("minivilles", {"game": {"starting_coins": value}})
    assert refused.value.code == "unreadable"


def test_a_game_that_describes_no_form_is_checked_by_its_loader_alone(
    monkeypatch: pytest.MonkeyPatch,
):
    own = SimpleNamespace(load=Game("cities").part("components").load)
    monkeypatch.setattr(form, "own_module", lambda game, name: own)
    assert check("cities", Game("cities").components.text).faults == ()
    (fault,) = check("cities", "[game]").faults
    assert (fault.path, fault.code) == ((), "malformed")


# ---------------------------------------------------------------- as JSON


@pytest.mark.parametrize("game", games())
def test_everything_an_editor_shows_has_words_in_both_languages(game: str):
    def look(node: Any, path: str, named: bool) -> None:
        if isinstance(node, dict) and "type" in node:
            assert named or "label" in node, path
            for word in ("label", "help", "item"):
                if word in node:
                    assert all(node[word].values()), path
                    assert {*node[word]} == {"en", "fr"}
            for key in node.get("fields", []):
                look(key["node"], f"{path}.{key['key']}", False)
            for kind, variant in node.get("variants", {}).items():
                look(variant, f"{path}={kind}", False)
            inner = node.get("of", [])
            for each in inner if isinstance(inner, list) else [inner]:
                look(each, f"{path}*", True)
            for each in (*node.get("among", []), *node.get("keys", [])):
                assert all(each["label"].values()), path

    look(form_json(game), game, True)


def test_the_bounds_of_the_engine_stand_in_the_form():
    keys = {key["key"]: key["node"] for key in form_json("minivilles")["fields"]}
    assert (keys["establishment"]["least"], keys["establishment"]["most"]) == (1, 36)
    box = PRINTED["minivilles"]
    cost = node_at("minivilles", box, ("establishment", 0, "cost"))
    assert cost is not None
    assert cost.json()["most"] == 9999
    assert node_at("minivilles", box, ("establishment", 0, "price")) is None


# ---------------------------------------------------------------- differences


def test_differences_are_sentences_the_most_important_first():
    text = Game("minivilles").components.text
    for old, new in (
        ("landmarks_to_win = 5", "landmarks_to_win = 4"), ("cost = 6", "cost = 5"),
        ('id = "ranch"\nen = "Ranch"', 'id = "inn"\nen = "Inn"'),
        ('en = "Harbor"\nfr = "Port"', 'en = "Quay"\nfr = "Quai"'),
        ('coins = 1, per = ["cup"]', 'coins = 2, per = ["cup"]'),
    ):  # fmt: skip
        assert old in text, old
        text = text.replace(old, new, 1)
    said = differences("minivilles", text)
    assert [text.en for text in said] == [
        "The whole game, Landmarks to win: 4 instead of 5",
        "Without Ranch",
        "New: Inn",
        "Mine costs 5 instead of 6",
        "Soda Bottling Plant, effect, Coins: 2 instead of 1",
        "Harbor is called Quay",
    ]
    assert said[3].fr == "Mine coûte 5 au lieu de 6"


def test_tiles_without_names_are_counted():
    text = Game("my_little_town").components.text
    for rows in ("XRG/YBR/GBY", "XGB/RYG/BYR"):
        text = text.replace(rows, "RRR/RRR/RRR", 1)
    assert [said.en for said in differences("my_little_town", text)] == ["Tiles: 2 different"]


def test_a_box_with_faults_has_no_differences():
    assert differences("my_little_town", "[game]") == ()


# ---------------------------------------------------------------- lines


LINES = """\
top = 1
[dice]
gnome = [
  1,
]
[dice.balanced.imposed]
3 = [0]
[[card]]
id = "a"
[card.effect]
kind = "x"
[[card]]
effect.coins = 3
"quoted" = 1
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("top",), 1), (("dice",), 2), (("dice", "gnome", 0), 3), (("dice", "balanced"), 6),
        (("dice", "balanced", "imposed", "3", 4), 7), (("card",), 8), (("card", 0, "id"), 9),
        (("card", 0, "effect", "kind"), 11), (("card", 1), 12),
        (("card", 1, "effect", "coins"), 13),
        (("card", 1, "quoted"), 14), (("card", 1, "missing"), 12), (("nothing",), 1), ((), 1),
    ],
)  # fmt: skip
def test_the_line_of_a_path_is_that_of_its_key_or_of_what_is_around_it(path: Any, line: int):
    assert line_of(LINES, path) == line
