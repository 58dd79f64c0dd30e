"""Positions of Cities from partial views: what is given comes from the piles, and nothing that
can't be is laid out."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faubourg.core.errors import PositionError
from faubourg.core.game import Game
from faubourg.core.players import NATURE
from faubourg.games.cities.state import ATTRACTION, COLOURS, WITH_JOKER, WITH_MONUMENT
from tests.effort import many

from .positions import CENTRE, arranged, options_now

COMPONENTS = Game("cities").components


def test_a_centre_is_drawn_with_letters_or_listed_by_tiles():
    drawn = arranged(players={"A": {"centre": CENTRE}})
    tile = COMPONENTS.tiles.index("BB/PW") + 1
    centre = {**CENTRE, "tiles": [{"start": 1}, {"tile": tile, "x": 1}]}
    del centre["lines"]
    assert arranged(players={"A": {"centre": centre}}) == drawn


def test_pieces_that_are_given_come_from_the_piles_and_the_bag():
    position = arranged(
        players={"A": {"centre": CENTRE, "cards": ["towers"]}, "B": {"cards": ["lake"]}},
        hand={"modules": ["red", "red"]},
        taken="modules 4",
        board={"cards": ["islets", "regatta", "heritage"], "tiles": [30, 31, 32]},
    )
    row, box = position.row, position.game.components.box
    view = position.view()
    seen = {"towers", "lake", "islets", "regatta", "heritage"}
    assert seen.isdisjoint(view["unseen"]["cards"])
    assert len(view["unseen"]["cards"]) == 32 - len(seen)
    assert {30, 31, 32}.isdisjoint(view["unseen"]["tiles"])
    assert len(view["unseen"]["tiles"]) == 32 - 4
    attractions = row.open_attractions.tolist()
    for kind in range(len(box.attraction_counts)):
        placed = (ATTRACTION + kind) if kind < 8 else (WITH_MONUMENT, WITH_JOKER)[kind - 8]
        there = int(row.squares[0, placed]).bit_count() + attractions.count(kind)
        assert there + row.unseen_attractions[kind] == box.attraction_counts[kind]
    built = {"blue": 3, "green": 4}
    for colour, name in enumerate(COLOURS):
        there = int(row.modules[colour]) + int(row.open_modules[:, colour].sum())
        there += built.get(name, 0)
        assert there + row.bag[colour] == box.module_counts[colour]


def test_the_turn_follows_from_the_workers():
    position = arranged(workers=["AB..", "BC..", "..A.", "...C"])
    view = position.view()
    assert (view["seat"], view["first"], view["star"]) == ("A", "A", "board")
    assert view["turns"] == 7 * 12 + 7
    assert view["board"]["card 1"] == {"worker": "A", "hidden": 0, "cards": {}}
    position = arranged(seat="C", workers=["C...", ".A..", "..B.", "...."])
    assert position.view()["first"] == "C"


def test_an_arranged_game_is_played_to_its_end():
    position = arranged(round=6, players={"A": {"centre": CENTRE, "markers": [1, 0, 0]}})
    while position.turn is not None:
        position.play(options_now(position)[0])
    assert position.outcome is not None


def test_a_round_may_begin_with_an_empty_board():
    position = arranged(phase="deal", round=2)
    assert position.turn == NATURE
    assert position.view()["round"] == 2


WRONG: dict[str, dict[str, Any]] = {
    "seat": {"seat": "D"},
    "round": {"round": 9},
    "phase": {"phase": "deal", "workers": ["A...", "....", "....", "...."]},
    "workers": {"workers": ["AA..", "....", "....", "...."]},
    "lines of workers": {"workers": ["A..", "....", "....", "...."]},
    "a full board": {"workers": ["ABC.", "ABC.", "ABC.", "ABC."]},
    "hand": {"hand": {"tile": 3, "modules": ["red"]}},
    "too much in hand": {"hand": {"modules": ["red"] * 5}},
    "taken": {"hand": {"tile": 3}, "taken": "modules 1"},
    "no such tile": {"hand": {"tile": 33}},
    "a tile twice": {"hand": {"tile": 3}, "board": {"tiles": [0, 3, 4]}},
    "a card twice": {"players": {"A": {"cards": ["lake"]}, "B": {"cards": ["lake"]}}},
    "too many cards": {"round": 1, "players": {"A": {"cards": ["lake"]}}},
    "markers": {"players": {"A": {"markers": [2, 0, 0]}}},
    "markers twice": {"players": {"A": {"markers": [1, 0, 0]}, "B": {"markers": [1, 0, 0]}}},
    "two markers": {"players": {"A": {"markers": [1, 0]}}},
    "no starting tile": {"players": {"A": {"centre": {"tiles": [{"tile": 3}]}}}},
    "a tile apart": {
        "players": {"A": {"centre": {"tiles": [{"start": 1}, {"tile": 3, "x": 1, "y": 1}]}}}
    },
    "beyond the frame": {
        "players": {
            "A": {"centre": {"tiles": [{"start": 1}, *({"tile": n, "x": n} for n in (1, 2, 3))]}}
        }
    },
    "not from the corner": {"players": {"A": {"centre": {"tiles": [{"start": 1, "x": 1}]}}}},
    "tiles there are none of": {"players": {"A": {"centre": {"lines": ["RR", "RR"]}}}},
    "odd lines": {"players": {"A": {"centre": {"lines": ["RPB", "WBB"]}}}},
    "no centre": {"players": {"A": {"centre": {}}}},
    "a building too high": {"buildings": {"a1": "red 5"}},
    "a building of another colour": {"buildings": {"a1": "blue 1"}},
    "a building on a park": {"buildings": {"b1": "blue 1"}},
    "no square": {"buildings": {"c1": "red 1"}},
    "a building on a monument": {"attractions": {"a1": "monument"}, "buildings": {"a1": "red 1"}},
    "an attraction on the wrong ground": {"attractions": {"a1": "roses"}},
    "no such attraction": {"attractions": {"a1": "castle"}},
    "the bag": {"bag": {"red": 26}},
    "an empty bag": {"round": 1, "bag": {"red": 0, "blue": 0, "green": 0}},
    "unseen cards": {"round": 5, "unseen": {"cards": ["lake"]}},
    "unseen attractions": {"unseen": {"attractions": {"ferry": 9}}},
    "board": {"board": {"modules": [["red"], [], []]}},
    "no such thing": {"weather": "fine"},
}


@pytest.mark.parametrize("what", WRONG)
def test_what_can_not_be_is_said_in_plain_words(what: str):
    given = WRONG[what]
    if given.keys() <= {"buildings", "attractions"}:
        given = {"players": {"A": {"centre": {"lines": ["RP", "WB"], **given}}}}
    with pytest.raises(PositionError) as refused:
        arranged(**given)
    assert refused.value.code == "position"
    en, fr = refused.value.text
    assert "it must be" in en or "one of" in en
    assert "il faut" in fr


def test_two_players_have_no_middle_number():
    for markers in ([2, 0, 0], [1, 0, 0]):
        given = {"A": {"markers": [1, 0, 0]}, "B": {"markers": markers}}
        with pytest.raises(PositionError):
            arranged(2, players=given)
    arranged(2, players={"A": {"markers": [1, 0, 0]}, "B": {"markers": [3, 0, 0]}})


def test_the_long_variant_has_a_longer_frame():
    tiles = [{"start": 1}, *({"tile": n, "x": n} for n in (1, 2, 3, 4))]
    position = arranged(2, {"length": "long"}, players={"A": {"centre": {"tiles": tiles}}})
    assert position.view()["players"]["A"]["centre"]["width"] == 5


junk = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 40) | st.sampled_from(["", "A", "red 2", "tile 1"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["A", "centre", "tiles", "lines", "tile", "a1"]), inner)
    ),
    max_leaves=6,
)


@settings(max_examples=many(150), deadline=None)
@given(
    key=st.sampled_from(["seat", "round", "workers", "hand", "board", "bag", "players"]), it=junk
)
def test_nonsense_is_refused_and_never_crashes(key: str, it: Any):
    with suppress(PositionError):
        arranged(**{key: it})
