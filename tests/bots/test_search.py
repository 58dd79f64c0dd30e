"""Habits of the search: what each of them does to a tree."""

from dataclasses import replace

import numpy as np
import pytest

from faubourg.bots.bot import MctsBot, make
from faubourg.bots.horizon import cut_off
from faubourg.bots.reuse import children_of
from faubourg.bots.search import Search, habits_of
from faubourg.core.contract import Habits
from faubourg.core.game import Game, games
from faubourg.core.players import NATURE
from faubourg.core.position import Position
from tests.bots.test_levels import decisions


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


def test_actions_rated_too_low_are_left_out_unless_all_are():
    position, habits = decisions(Game("lutins", 2), 5)[3], Habits()
    rate, box = position.game.part("insight").rate, position.game.box
    ratings = {action: rate(box, position.row, action) for action in position.legal.ids}
    bound = sorted(ratings.values())[len(ratings) // 2]
    for least in (bound, max(ratings.values()) + 1):
        tried = {
            int(node.action) for node in grown(position, replace(habits, least=least), 5).children()
        }
        good = {action for action, rating in ratings.items() if rating >= least}
        assert tried == (good or set(ratings))
    assert len(set(ratings.values())) > 1


@pytest.mark.parametrize("remember", [0, 1])
def test_a_leaf_at_the_horizon_is_evaluated_anew_unless_that_is_remembered(remember: int):
    position = decisions(Game("lutins", 2), 5)[3]
    habits = replace(position.game.part("insight").HABITS, remember=remember)
    search = grown(position, habits, 100)
    met = (search.nodes["first"] == 0) & (search.nodes["visits"] > 0)
    before = search.nodes["visits"][met].copy()
    search.nodes["won"][met] = 0.25 * before[:, None]
    search.run(400)
    more = search.nodes["visits"][met] > before
    assert more.any()
    kept = search.nodes["won"][met][:, 0] == 0.25 * search.nodes["visits"][met]
    assert kept[more].tolist() == [bool(remember)] * int(more.sum())


@pytest.mark.parametrize("players", [2, 3])
def test_a_tree_that_remembers_its_leaves_is_the_same(players: int):
    game = Game("lutins", players)
    habits = game.part("insight").HABITS
    for position in decisions(game, 30)[::4]:
        once = grown(position, habits, 200)
        anew = grown(position, replace(habits, remember=0), 200)
        assert once.nodes["visits"].tolist() == anew.nodes["visits"].tolist()
        assert np.allclose(once.nodes["won"], anew.nodes["won"])


def test_a_tree_has_no_more_nodes_than_its_habits_allow():
    habits = replace(Game("minivilles").part("insight").HABITS, nodes=40)
    search = grown(position_of("minivilles", 30), habits, 200)
    assert len(search.nodes) == 40
    assert int(search.nodes[0].visits) == 200
    assert 5 < (search.nodes["visits"] > 0).sum() <= 40


@pytest.mark.parametrize("name", games())
def test_a_tree_that_is_reused_is_the_part_below_the_position_reached(name: str):
    """Every node of it has the visits, values and children that it had."""
    root = position_of(name, 30)
    before = grown(root, Game(name).part("insight").HABITS, 400)
    node, after = 0, root.copy()
    for _ in range(2):  # along the most visited nodes; turns of the lutins end soon
        below = [*children_of(before.nodes, node)]
        if below:
            node = max(below, key=lambda child: before.nodes[child].visits)
            after.step(int(before.nodes[node].action))
    assert node > 0
    kept = Search(after, 1, Game(name).part("insight").HABITS, grown=before)
    waiting, seen = [(node, 0)], 0
    while waiting:
        old, new = waiting.pop()
        seen += 1
        one, other = before.nodes[old], kept.nodes[new]
        assert (one.visits, one.count, one.won.tolist()) == (
            other.visits, other.count, other.won.tolist(),
        )  # fmt: skip
        pairs = [*zip(children_of(before.nodes, old), children_of(kept.nodes, new), strict=True)]
        assert all(before.nodes[a].action == kept.nodes[b].action for a, b in pairs)
        waiting += pairs
    assert seen > 1 or not before.nodes[node].first
    kept.run(50)
    assert kept.nodes[0].visits == before.nodes[node].visits + 50


def test_a_position_that_no_tree_has_seen_gets_a_new_tree():
    before = grown(position_of("minivilles", 30), Game("minivilles").part("insight").HABITS, 100)
    far, other = position_of("minivilles", 90), Game("minivilles", 3).start()
    for position in (far, other):
        assert Search(position, 1, grown=before).nodes[0].visits == 0


def test_a_tree_that_grew_by_other_habits_is_not_reused():
    """It may also be larger than there is room for."""
    position, habits = position_of("minivilles", 30), Game("minivilles").part("insight").HABITS
    before = grown(position, habits, 100)
    assert Search(position, 1, habits, grown=before).nodes[0].visits == 100
    for other in (replace(habits, nodes=40), replace(habits, puct=2.0)):
        assert Search(position, 1, other, grown=before).nodes[0].visits == 0


@pytest.mark.parametrize("name", games())
def test_a_tree_that_was_trimmed_brings_as_much_as_before(name: str):
    position, habits = position_of(name, 30), Game(name).part("insight").HABITS
    search = grown(position, habits, 200)
    before, whole = Search(position, 1, habits, grown=search), search.nodes.nbytes
    assert search.trim() == search.nodes.nbytes < whole / 10
    after = Search(position, 1, habits, grown=search)
    assert after.nodes.tobytes() == before.nodes.tobytes()
    assert after.nodes[0].visits == 200
    after.run(10)
    assert after.nodes[0].visits == 210


def test_only_an_expert_with_a_time_to_spend_reuses_its_trees():
    position = next(
        position
        for position in (position_of("my_little_town", steps) for steps in range(30, 60))
        if len(position.legal) > 3
    )
    generator = np.random.default_rng(1)
    for name, effort, reuses in (
        ("expert", {"seconds": 0.02}, True),
        ("expert", {"simulations": 50}, False),
        ("expert-1", {"seconds": 0.02}, False),
    ):
        bot = make(name, **effort)
        assert isinstance(bot, MctsBot)
        bot.choose(position, generator)
        (again,) = bot.new_trees(position, generator)
        assert (again.nodes[0].visits > 0) == reuses


@pytest.mark.parametrize(
    ("turn", "horizon", "period", "last"),
    [(5, 4, 0, 9), (0, 4, 0, 4), (1, 0, 16, 17), (16, 0, 16, 17), (17, 0, 16, 33), (0, 0, 16, 17)],
)
def test_playouts_are_cut_off_after_so_many_turns_or_at_the_end_of_the_round(
    turn: int, horizon: int, period: int, last: int
):
    assert cut_off(turn, horizon, period) == last


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_round_of_cities_has_as_many_turns_as_its_search_looks_ahead(players: int):
    game = Game("cities", players)
    period = habits_of(game).period
    first_turns = {}
    for position in decisions(game, seed=3):
        first_turns.setdefault(int(position.row.round_now), int(position.row.turn_count))
    rounds = sorted(number for number in first_turns if number > 0)
    assert len(rounds) > 3
    assert [first_turns[number] for number in rounds] == [
        1 + period * (number - 1) for number in rounds
    ]
