"""Cities' value network: the same compiled and in NumPy, nearer to the points at the end than what
a centre is worth now, learned for the printed box, and learned again by whoever runs the script."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from faubourg.bots.search import habits_of
from faubourg.bots.self_play import Policy, Turns, fit, fresh, play_turns, squared_error
from faubourg.bots.self_play import squared_error_gradients as gradients
from faubourg.core.game import Game
from faubourg.core.players import SEAT_LETTERS
from faubourg.games.cities import insight, rules
from faubourg.games.cities import value_network as network
from faubourg.games.cities.bot.worth import worth
from faubourg.games.cities.state import SEATS
from tests.bots.test_levels import decisions

SCRIPT = Path(__file__).parents[3] / "scripts" / "train_points.py"
PARAMETERS = {"hidden": network.HIDDEN_WEIGHTS, "output": network.OUTPUT_WEIGHTS}
WAYS = [(2, "normal"), (2, "long"), (3, "normal"), (4, "normal")]


def seats_of(game: Game) -> tuple[list, np.ndarray]:
    """Some positions of a greedy game, and the features of every seat."""
    positions = decisions(game, seed=5)[::6]
    features = np.zeros((len(positions), game.players, network.PER_SEAT), np.float32)
    for position, out in zip(positions, features, strict=True):
        for seat in range(game.players):
            network.write_seat(game.box, position.row, seat, out[seat])
    return positions, features


@pytest.mark.parametrize(("players", "length"), WAYS)
def test_the_search_sees_the_same_network_as_the_training(players: int, length: str):
    game = Game("cities", players, length=length)
    positions, features = seats_of(game)
    for position, seats in zip(positions, features, strict=True):
        hidden = seats @ PARAMETERS["hidden"]
        more = np.maximum(hidden, 0.1 * hidden) @ PARAMETERS["output"][:-1]
        more = (more + PARAMETERS["output"][-1])[:, 0]
        expected = [
            worth(game.box, position.row, seat) + network.POINTS * more[seat]
            for seat in range(players)
        ]
        points = np.zeros(SEATS)
        network.write_foretold(game.box, position.row, points)
        assert points[:players].tolist() == pytest.approx(expected, abs=1e-2)


@pytest.mark.parametrize(("players", "length"), WAYS)
def test_features_are_the_same_compiled_and_not_and_stay_small(players: int, length: str):
    game = Game("cities", players, length=length)
    plain = getattr(network.write_seat, "py_func", network.write_seat)
    positions, features = seats_of(game)
    for position, seats in list(zip(positions, features, strict=True))[::5]:
        for seat in range(players):
            found = np.zeros(network.PER_SEAT, np.float32)
            plain(game.box, position.row, seat, found)
            assert found.tolist() == pytest.approx(seats[seat].tolist(), abs=1e-5)
    assert np.abs(features).max() < 20


def test_features_of_self_play_are_those_of_every_seat_beginning_with_the_player_to_move():
    game = Game("cities", 3)
    for position in decisions(game, seed=4)[10:40:6]:
        side_by_side = np.zeros(3 * network.PER_SEAT, np.float32)
        network.write_features(game.box, position.row, side_by_side)
        own = np.zeros(network.PER_SEAT, np.float32)
        network.write_seat(game.box, position.row, int(position.row.turn_of), own)
        assert side_by_side[: network.PER_SEAT].tolist() == own.tolist()


def test_who_is_foretold_more_points_is_the_likelier_winner():
    game = Game("cities", 4)
    for position in decisions(game, seed=6)[::8]:
        points, chances = np.zeros(SEATS), np.zeros(len(SEAT_LETTERS))
        network.write_foretold(game.box, position.row, points)
        insight.learned_value(game.box, position.row, chances)
        assert np.argsort(points).tolist() == np.argsort(chances[:4]).tolist()
        assert chances[:4].sum() == pytest.approx(1.0)


def test_at_the_end_the_result_is_exact():
    game = Game("cities", 2)
    position = decisions(game, seed=7)[-1]
    while position.turn is not None:
        actions = position.legal_array() if position.turn >= 0 else list(position.weights())
        position.step(int(actions[0]))
    chances = np.zeros(len(SEAT_LETTERS))
    insight.learned_value(game.box, position.row, chances)
    winners = [seat in position.outcome.winners for seat in range(2)]
    assert [chance > 0 for chance in chances[:2]] == winners
    points = np.zeros(SEATS)
    network.result(game.box, position.row, points)
    found = np.zeros(SEATS, np.int32)
    rules.outcome(game.box, position.row, found)
    assert (points[:2] * network.POINTS).tolist() == pytest.approx(found[:2].tolist())


@pytest.mark.parametrize(("players", "length"), WAYS)
def test_what_was_learned_is_nearer_to_the_points_at_the_end_than_what_the_centre_is_worth(
    players: int, length: str
):
    turns = play_turns([Game("cities", players, length=length)], Policy(), 2500, seed=99)
    features = turns.features.reshape(-1, network.PER_SEAT)
    missing = turns.targets.reshape(-1, 1) - network.known(features)
    learned = squared_error(PARAMETERS, Turns(features, missing))
    assert learned < 0.35 * float(missing.var())  # the worth and a constant


def test_weights_say_for_which_box_they_were_learned():
    with np.load(network.FILE) as learned:
        assert str(learned["game"]) == "cities"
        assert str(learned["box"]) == Game("cities").components.digest
        assert learned["hidden"].shape[1] == network.PER_SEAT
        assert np.isfinite(learned["output"]).all()


def test_only_the_printed_box_is_searched_by_what_was_learned(tmp_path: Path):
    assert habits_of(Game("cities")).network == 1
    text = Path(insight.__file__).with_name("components.toml").read_text()
    changed = tmp_path / "mine.toml"
    changed.write_text(text.replace("monument_points = 2", "monument_points = 3"))
    assert changed.read_text() != text
    assert habits_of(Game("cities", components=changed)).network == 0


def test_a_network_learns_a_number_that_features_show():
    generator = np.random.default_rng(1)
    features = generator.standard_normal((4000, 8)).astype(np.float32)
    turns = Turns(features, 3 * np.abs(features[:, :1]) - features[:, 1:2])
    nothing = fresh(8, 16, 1, seed=1)
    found = fit(nothing, lambda _: turns, 20, 1e-2, seed=1, batch=128, gradients_of=gradients)
    assert squared_error(found, turns) < 0.02 * squared_error(nothing, turns)


def test_the_script_trains_a_network_from_nothing(tmp_path: Path):
    file = tmp_path / "weights.npz"
    given = ["cities", "--share", "0.02", "--rounds", "0:1", "--units", "8", "--file", file]
    run = subprocess.run(
        [sys.executable, SCRIPT, *given], capture_output=True, text=True, check=True
    )
    before, after = run.stdout.split("squared error ")[1].split(", then ")
    assert float(after) < 0.5 * float(before)
    with np.load(file) as learned:
        assert learned["hidden"].shape == (1, network.PER_SEAT, 8)
        assert learned["output"].shape == (1, 9, 1)
