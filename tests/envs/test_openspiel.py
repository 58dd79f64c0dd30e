"""OpenSpiel's own tests, and its MCTS, for every game, number of players and option."""

import pickle
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts
from open_spiel.python.algorithms.minimax import expectiminimax

from faubourg.bots.expectimax import solve
from faubourg.core.game import Game, games
from faubourg.envs.openspiel import PlayoutEvaluator
from tests.cases import DRAWN
from tests.envs.model import rewards_of


def load(game: Game) -> pyspiel.Game:
    options = "".join(f",{name}={value}" for name, value in game.options.items())
    return pyspiel.load_game(f"faubourg_{game.name}(players={game.players}{options})")


class Nothing(mcts.Evaluator):
    """Finds every position as good as any other, at once."""

    def evaluate(self, state: pyspiel.State) -> np.ndarray:
        return np.zeros(state.num_players())

    def prior(self, state: pyspiel.State) -> list[tuple[int, float]]:
        if state.is_chance_node():
            return state.chance_outcomes()
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


def play(game: pyspiel.Game, evaluator: mcts.Evaluator, seed: int) -> None:
    """A whole game between MCTS bots of two simulations a move."""
    chooser = np.random.RandomState(seed)
    bots = [
        mcts.MCTSBot(game, 1.4, 2, evaluator, solve=False, random_state=chooser)
        for _ in range(game.num_players())
    ]
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chooser.choice(actions, p=chances)))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    assert state.returns() == pytest.approx(rewards_of(state.position))


@pytest.mark.parametrize("game", DRAWN, ids=repr)
def test_the_random_sim_test_passes(game: Game):
    pyspiel.random_sim_test(load(game), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", DRAWN, ids=repr)
def test_mcts_plays_a_whole_game_by_the_registered_name(game: Game):
    play(load(game), Nothing(), seed=DRAWN.index(game))


@pytest.mark.parametrize("name", games())
def test_mcts_with_playouts_in_the_kernel_plays_a_whole_game(name: str):
    game = pyspiel.load_game(f"faubourg_{name}")
    play(game, PlayoutEvaluator(2, bot="gentle", seed=1), seed=2)
    state = game.new_initial_state()
    before = str(state)
    value = PlayoutEvaluator(200, seed=3).evaluate(state)
    assert str(state) == before
    assert (value == PlayoutEvaluator(200, seed=3).evaluate(state)).all()
    if name != "lutins":
        assert value.sum() == pytest.approx(0)
        assert abs(value).max() < 0.4, "nobody is far ahead before the first move"


def test_playouts_are_worth_what_positions_say_at_the_end():
    game = pyspiel.load_game("faubourg_lutins")
    chooser, state = np.random.RandomState(4), game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(int(chooser.choice(state.legal_actions())))
    assert PlayoutEvaluator().evaluate(state).tolist() == state.returns()


def test_a_box_of_ones_own_can_be_played(tmp_path: Path):
    box = Game("minivilles").components.text.replace("cost = 6", "cost = 5", 1)
    file = tmp_path / "box.toml"
    file.write_text(box, encoding="utf-8")
    game = pyspiel.load_game(f"faubourg_minivilles(players=3,components={file})")
    assert game.town == Game("minivilles", players=3, components=box)
    assert not game.town.is_standard
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    again = pickle.loads(pickle.dumps(game.new_initial_state()))
    assert again.position.game == game.town


def test_mcts_with_its_own_playouts_plays_a_whole_game():
    playouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    play(pyspiel.load_game("faubourg_lutins"), playouts, seed=1)


@pytest.mark.parametrize("name", games())
def test_a_state_observes_what_its_position_shows(name: str):
    game = pyspiel.load_game(f"faubourg_{name}")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    observer = game.make_py_observer()
    observer.set_from(state, 1)
    assert observer.tensor.min() >= 0
    assert observer.tensor.max() <= 1
    assert observer.dict["seat"].tolist()[1] == 1
    assert observer.string_from(state, 1).startswith("B sees ")
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state)
    for action in state.legal_actions():
        assert state.action_to_string(state.current_player(), action)


def test_what_kind_of_game_it_is_follows_from_its_sides():
    kinds = pyspiel.GameType.Utility
    assert pyspiel.load_game("faubourg_minivilles").get_type().utility == kinds.ZERO_SUM
    together = pyspiel.load_game("faubourg_lutins(players=3)")
    assert together.get_type().utility == kinds.IDENTICAL
    alone = pyspiel.load_game("faubourg_lutins(players=3,game=gnome)")
    assert alone.get_type().utility == kinds.GENERAL_SUM
    assert (alone.min_utility(), alone.max_utility()) == (-1.0, 1.0)
    assert pyspiel.load_game("faubourg_cities(players=4)").min_utility() == pytest.approx(-1 / 3)


def test_a_default_that_depends_on_the_number_of_players_is_that_of_the_game():
    for name, die in (
        ("faubourg_lutins", "standard"),
        ("faubourg_lutins(players=5)", "balanced"),
        ("faubourg_lutins(players=5,die=standard)", "standard"),
    ):
        loaded = pyspiel.load_game(name)
        assert loaded.town.options["die"] == die
        again = pyspiel.load_game(str(loaded))  # as a serialised state names its game
        assert again.town == loaded.town


def test_a_tiny_box_is_solved_exactly_by_openspiels_own_algorithm(tmp_path: Path):
    """Two tiles: on one, the first player has two squares side by side and wins at once; on the
    other, only the second player has, who wins after the town has been extended."""
    head, *_ = Game("my_little_town").components.text.split("[[tile]]")
    tiles = ["BBX/XXX/XXG", "GGX/XXX/XXB"]
    box = head.replace("standees = [2, 3, 4, 5, 6, 7]", "standees = [2]")
    file = tmp_path / "tiny.toml"
    file.write_text(box + "".join(f'[[tile]]\nrows = "{rows}"\n' for rows in tiles))
    game = pyspiel.load_game(f"faubourg_my_little_town(first=A,components={file})")
    state = game.new_initial_state()
    value, _ = expectiminimax(state, 20, None, maximizing_player_id=0)
    chances = solve(state.position).chances(state.position)
    assert value == pytest.approx(chances[0] - chances[1])
    assert [
        expectiminimax(state.child(outcome), 20, None, 0)[0]
        for outcome, _ in state.chance_outcomes()
    ] == [1, -1]
