"""Invariants of My Little Town on random games, compared with brute-force searches."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faubourg.core.errors import IllegalAction, PositionError
from faubourg.core.game import Game
from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.core.position import Position
from faubourg.games.my_little_town import actions as act
from faubourg.games.my_little_town import state
from faubourg.games.my_little_town.state import COLOURS, SIDE_NAMES
from faubourg.records.scenario import load
from tests.effort import many

STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
OPPOSITE = {"north": "south", "east": "west", "south": "north", "west": "east"}


@st.composite
def games_and_seeds(draw: Any) -> tuple[Game, int, float]:
    players = draw(st.integers(2, 4))
    colours = draw(st.sampled_from([*permutations(COLOURS, players)]))
    version = draw(st.sampled_from(["normal", "easy"]))
    game = Game("my_little_town", players, version=version, colours="-".join(colours))
    return game, draw(st.integers(0, 2**32)), draw(st.floats(0, 1))


def walk(game: Game, seed: int, eagerness: float) -> Iterator[Position]:
    """A game at random in which standees are placed more or less eagerly."""
    chooser = random.Random(seed)
    position = game.start()
    yield position
    while position.turn is not None:
        ids = list(position.weights()) if position.turn == NATURE else position.legal.ids
        waits = act.code_of(ids[0]) in (act.EXTEND, act.PASS) and chooser.random() > eagerness
        position.step(ids[0] if waits else chooser.choice(ids))
        yield position


# ------------------------------------------------------------ what is there


@settings(max_examples=many(25), deadline=None)
@given(chosen=games_and_seeds())
@pytest.mark.clause("mlt-1", "mlt-2", "mlt-4", "mlt-12")
def test_tiles_and_standees_are_conserved_and_squares_used_once(chosen: tuple[Game, int, float]):
    game = chosen[0]
    for position in walk(*chosen):
        view = position.view()
        drawn = [view["drawn"]["tile"]] if view["drawn"] else []
        tiles = [tile["tile"] for tile in view["town"].values()]
        pile = [tile + 1 for tile in range(36) if position.row.pile[tile]]
        assert sorted([*tiles, *drawn, *pile]) == list(range(1, 37))
        assert len(pile) == view["pile"]
        stands = Counter(
            square["standee"]
            for tile in view["town"].values()
            for square in tile["squares"].values()
            if square["standee"]
        )
        hands = {f"{seat}{n}" for seat, p in view["players"].items() for n in p["hand"]}
        every = {f"{seat}{n}" for seat in SEAT_LETTERS[: game.players] for n in range(2, 8)}
        assert len(every) == 6 * game.players
        assert hands | stands.keys() == every
        assert not hands & stands.keys()
        # No square was taken from a standee that stood there before.
        assert all(count == int(name[1]) for name, count in stands.items())
        assert {n: len(places) for n, places in view["standees"].items()} == dict(stands)


@settings(max_examples=many(25), deadline=None)
@given(chosen=games_and_seeds())
@pytest.mark.clause("mlt-8")
def test_links_are_mutual_and_agree_with_the_coordinates(chosen: tuple[Game, int, float]):
    for position in walk(*chosen):
        row = position.row
        places = {(int(row.x[n]), int(row.y[n])): n for n in range(int(row.placed))}
        assert len(places) == row.placed
        for (x, y), number in places.items():
            for side, name in enumerate(SIDE_NAMES):
                east, south = STEPS[name]
                other = places.get((x + east, y + south), -1)
                assert row.links[number, side] == other
                if other >= 0:
                    back = SIDE_NAMES.index(OPPOSITE[name])
                    assert row.links[other, back] == number
            assert number == 0 or (row.links[number] >= 0).any()
        assert (row.links[int(row.placed) :] == -1).all()


# ------------------------------------------------------------ what may be done, found slowly


def squares_of(position: Position) -> dict[tuple[int, int], tuple[str, str, str]]:
    """Every square of the town by its place: its kind, who stands there, and its name."""
    return {
        (square["x"], square["y"]): (square["kind"], square["standee"], f"{number} {name}")
        for number, tile in position.view()["town"].items()
        for name, square in tile["squares"].items()
    }


def standees_by_brute_force(position: Position) -> set[str]:
    view, squares = position.view(), squares_of(position)
    player = view["players"][view["seat"]]
    own = player["colour"][0].upper()
    found = set()
    for x, y in squares:
        for towards in ("east", "south"):
            east, south = STEPS[towards]
            for length in player["hand"]:
                places = [(x + i * east, y + i * south) for i in range(length)]
                on = [squares.get(place) for place in places]
                if any(each is None or each[1] for each in on):
                    continue
                kinds = [each[0] for each in on if each]
                if "X" in kinds and view["version"] == "normal":
                    continue
                if kinds[0] == kinds[-1] == own:
                    found.add(f"standee {length} at {squares[x, y][2]} {towards}")
    return found


def places_by_brute_force(position: Position) -> set[str]:
    town = position.view()["town"]
    taken = {(tile["x"], tile["y"]): int(number) for number, tile in town.items()}
    named: dict[tuple[int, int], tuple[int, str]] = {}
    for (x, y), number in taken.items():
        for side, (east, south) in STEPS.items():
            place = (x + east, y + south)
            if place not in taken:
                named[place] = min(named.get(place, (99, "")), (number, side))
    return {
        f"tile {side} of {number} top {top}" for number, side in named.values() for top in STEPS
    }


@settings(max_examples=many(25), deadline=None)
@given(chosen=games_and_seeds())
@pytest.mark.clause(
    "mlt-6", "mlt-8", "mlt-9", "mlt-10", "mlt-11", "mlt-12", "mlt-13", "mlt-14", "mlt-16", "mlt-21"
)
def test_legal_actions_are_those_of_a_slow_search_over_coordinates(chosen: tuple[Game, int, float]):
    for position in walk(*chosen):
        phase = position.view()["phase"]
        if position.turn is None or position.turn == NATURE:
            continue
        legal = [action.text for action in position.legal]
        if phase == "place":
            wanted = places_by_brute_force(position)
        else:
            wanted = standees_by_brute_force(position)
            assert wanted or phase == "act"  # in the final round who can't place is passed over
            wanted |= {"extend" if phase == "act" else "pass"}
        assert len(legal) == len(wanted)
        assert set(legal) == wanted


def test_a_town_in_one_line_reaches_as_far_as_its_tiles():
    for side in SIDE_NAMES:
        position = Game("my_little_town", 2, first="A").start()
        position.play("draw 1")
        for number in range(2, 37):
            position.play("extend")
            position.play(next(iter(position.chance)))
            position.play(f"tile {side} of {number - 1} top {side}")
        east, south = STEPS[side]
        last = position.view()["town"]["36"]
        assert (last["x"], last["y"]) == (35 * east, 35 * south)
        assert {action.text for action in position.legal} - {"pass"} == standees_by_brute_force(
            position
        )


@pytest.mark.clause("mlt-16", "mlt-18", "mlt-19", "mlt-20")
@settings(max_examples=many(40), deadline=None)
@given(chosen=games_and_seeds())
def test_every_game_ends_with_the_right_winners(chosen: tuple[Game, int, float]):
    *_, end = walk(*chosen)
    outcome = end.outcome
    assert outcome is not None
    players = end.view()["players"].values()
    done = [seat for seat, player in enumerate(players) if not player["hand"]]
    left = [(player["items"], len(player["hand"])) for player in players]
    assert outcome.scores == tuple(27 - items for items, _ in left)
    if done:
        assert list(outcome.winners) == done
    else:
        best = min(left)
        assert list(outcome.winners) == [i for i, each in enumerate(left) if each == best]
        assert end.view()["pile"] == 0


# ------------------------------------------------------------ rows from elsewhere


def test_a_row_is_small():
    assert state.ROW.itemsize < 2048


@pytest.mark.parametrize("seed", range(20))
def test_a_hostile_row_within_the_limits_does_no_harm(seed: int):
    """Links that lead in circles must neither hang the search nor overfill its list."""
    game = Game("my_little_town", 4)
    generator = np.random.default_rng(seed)
    row = game.start_row()
    for name, (low, high) in {**state.limits(4), **state.box_limits(game.box)}.items():
        row[name] = generator.integers(low, high + 1, np.shape(row[name]))
    row.phase, row.to_act, row.turn_of = state.ACT, 1, 1
    row.placed, row.hand[:] = 36, 0b11111100
    row.squares[...], row.standing[...] = row.colours[1], -1
    position = Position.from_row(game, row)
    assert len(position.legal.ids) <= game.rules.MOST
    position.step(position.legal.ids[-1])
    position.row.phase, position.row.placed = state.PLACE, 36
    position.step(2)
    assert position.row.placed == 36


# ------------------------------------------------------------ positions and refusals

WRONG_POSITIONS = {
    'seat = "C"': "seat: 'C' is wrong",
    "town = []": "at least one tile",
    "town = 3": "a list",
    "town = [{ tile = 37 }]": "town.0.tile: 37 is wrong",
    "town = [{ tile = 1, x = 1 }]": "the first at (0, 0)",
    "town = [{ tile = 1 }, { tile = 1, x = 1 }]": "a tile that is not there yet",
    "town = [{ tile = 1 }, { tile = 2, x = 1, y = 1 }]": "a free place beside the town",
    "town = [{ tile = 1 }, { tile = 2 }]": "a free place beside the town",
    'town = [{ tile = 1, top = "up" }]': "one of: north, east, south, west",
    "standees = { A = [{ length = 8 }] }": "from 2 to 7",
    "standees = { A = [{ length = 4 }] }": "free squares of the town",
    "standees = { A = [{ length = 2, x = 9 }] }": "free squares of the town",
    "standees = { A = [{ length = 2 }], B = [{ length = 2 }] }": "free squares of the town",
    "standees = { A = [{ length = 2 }, { length = 2, y = 1 }] }": "another length",
    "hands = { A = [] }": "at least one standee each",
    "hands = { A = [2, 2] }": "a standee not placed",
    "hands = { A = [2] }\nstandees = { A = [{ length = 2 }] }": "a standee not placed",
    "pile = []": "at least one tile",
    "pile = [1]": "pile: 1 is wrong",
    "houses = 3": "'houses' is wrong",
}


@pytest.mark.parametrize("given", WRONG_POSITIONS)
def test_a_wrong_position_is_refused_with_what_would_be_right(given: str, tmp_path: Any):
    path = tmp_path / "it.toml"
    path.write_text(
        'game = "my_little_town"\n[[scenario]]\ntitle = "It"\n'
        f"[scenario.position]\n{given}\n[[scenario.step]]\nwinners = []\n"
    )
    scenario = load(path)[0]
    game = scenario.game
    with pytest.raises(PositionError) as refused:
        game.part("setup").arrange(game.components, game.start_row(), scenario.position)
    assert WRONG_POSITIONS[given] in str(refused.value)


def test_a_refusal_says_how_the_place_is_called():
    game = Game("my_little_town", 2)
    position = game.start()
    town = [{"tile": 1}, {"tile": 2, "x": 1}, {"tile": 3, "x": 1, "y": 1}]
    game.part("setup").arrange(game.components, position.row, {"town": town, "pile": [4, 5]})
    position.play("extend")
    position.play("draw 4")
    with pytest.raises(IllegalAction, match="'tile south of 1 top east'"):
        position.play("tile west of 3 top east")
