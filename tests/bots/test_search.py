"""Habits of the search: what each of them does to a tree."""

from dataclasses import replace

import pytest

from faubourg.bots.search import Search
from faubourg.core.contract import Habits
from faubourg.core.game import Game
from faubourg.core.players import NATURE
from faubourg.core.position import Position

LEARNED = ("minivilles", "my_little_town")


def position_of(name: str, steps: int) -> Position:
    """A position of a game for two in which everybody takes what comes first."""
    position = Game(name, 2).start()
    for number in range(steps):
        if position.turn == NATURE:
            position.step(position.nature((0.5 + 0.381966 * number) % 1.0))
        else:
            position.step(position.legal.ids[0])
    return position


def before_dice() -> Position:
    """A position whose root is a chance node of many outcomes."""
    return next(
        position
        for position in (position_of("minivilles", steps) for steps in range(20, 60))
        if len(position.weights()) >= 6
    )


def grown(position: Position, habits: Habits, simulations: int) -> Search:
    search = Search(position, seed=5, habits=habits)
    search.run(simulations)
    return search


def farthest_from_fair(search: Search, position: Position) -> float:
    """How many visits the outcomes of the root have too many or too few, at most."""
    visits, node = dict.fromkeys(position.weights(), 0), int(search.nodes[0].first)
    while node != -1:
        visits[int(search.nodes[node].action)] = int(search.nodes[node].visits)
        node = int(search.nodes[node].next)
    total = sum(position.weights().values())
    return max(
        abs(visits[action] - search.simulations * weight / total)
        for action, weight in position.weights().items()
    )


def test_even_chance_brings_up_each_outcome_as_often_as_it_should():
    position, habits = before_dice(), Game("minivilles").part("insight").HABITS
    even = grown(position, replace(habits, even_chance=1), 600)
    assert farthest_from_fair(even, position) <= 3
    assert farthest_from_fair(grown(position, habits, 600), position) > 3, "as dice fall"


@pytest.mark.parametrize("name", LEARNED)
def test_a_value_at_a_leaf_that_is_all_playout_is_a_playout(name: str):
    """The same tree, number by number, as without a leaf."""
    position, habits = position_of(name, 30), Game(name).part("insight").HABITS
    plain = grown(position, habits, 60)
    mixed = grown(position, replace(habits, leaf=1, playout_share=1.0), 60)
    assert (plain.nodes["visits"] == mixed.nodes["visits"]).all()
    assert (plain.nodes["won"] == mixed.nodes["won"]).all()


@pytest.mark.parametrize("name", LEARNED)
def test_a_share_of_a_playout_is_mixed_with_the_network(name: str):
    position = position_of(name, 30)
    habits = replace(Game(name).part("insight").HABITS, leaf=1)
    judged, half, played = (
        grown(position, replace(habits, playout_share=share), 1).nodes[0].won[:2]
        for share in (0.0, 0.5, 1.0)
    )
    assert half == pytest.approx((judged + played) / 2)
    assert 0.0 < judged[0] < 1.0
    assert sorted(played) == [0.0, 1.0]


def test_a_tree_has_no_more_nodes_than_its_habits_allow():
    habits = replace(Game("minivilles").part("insight").HABITS, nodes=40)
    search = grown(position_of("minivilles", 30), habits, 200)
    assert len(search.nodes) == 40
    assert int(search.nodes[0].visits) == 200
    assert 5 < (search.nodes["visits"] > 0).sum() <= 40
