"""Value networks: the same compiled and in NumPy, learned for the box that is played, and learned
again by whoever runs the script."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from faubourg.bots.evaluate import heuristic
from faubourg.bots.self_play import (
    Policy,
    Turns,
    chances_of,
    fit,
    fresh,
    loss_of,
    network_module,
    play_turns,
    self_play_kernels,
)
from faubourg.core.game import Game
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.position import Position
from faubourg.gamekit.network import load_weights
from tests.bots.test_levels import decisions

SCRIPT = Path(__file__).parents[2] / "scripts" / "train_values.py"
NAMES = ("minivilles", "my_little_town")
every_network = pytest.mark.parametrize("name", NAMES)


def features_of(game: Game, seed: int = 5) -> tuple[list, np.ndarray]:
    """Some positions of a greedy game, and their features."""
    network = network_module(game.name)
    positions = decisions(game, seed)[::4]
    features = np.zeros(
        (len(positions), network.TABLE + game.players * network.PER_SEAT), np.float32
    )
    for position, out in zip(positions, features, strict=True):
        network.write_features(game.box, position.row, out)
    return positions, features


@every_network
def test_the_search_sees_the_same_network_as_the_training(name: str):
    for players in range(2, network_module(name).PLAYERS + 1):
        game = Game(name, players)
        positions, features = features_of(game)
        network = network_module(name)
        parameters = {
            "hidden": network.HIDDEN_WEIGHTS[players, : features.shape[1]],
            "output": network.OUTPUT_WEIGHTS[players, :, :players],
        }
        for position, expected in zip(positions, chances_of(parameters, features), strict=True):
            chances = np.zeros(len(SEAT_LETTERS))
            game.part("insight").value(game.box, position.row, chances)
            first = int(position.row.turn_of)
            turned = [chances[(first + place) % players] for place in range(players)]
            assert turned == pytest.approx(expected.tolist(), abs=1e-4)
            assert sum(turned) == pytest.approx(1.0)


@every_network
def test_features_are_the_same_compiled_and_not(name: str):
    game = Game(name, 3)
    network = network_module(name)
    plain = getattr(network.write_features, "py_func", network.write_features)
    positions, features = features_of(game)
    for position, expected in zip(positions, features, strict=True):
        found = np.zeros_like(expected)
        plain(game.box, position.row, found)
        assert found.tolist() == pytest.approx(expected.tolist(), abs=1e-6)


@every_network
def test_features_stay_small(name: str):
    for players in range(2, network_module(name).PLAYERS + 1):
        assert np.abs(features_of(Game(name, players))[1]).max() < 20


@every_network
def test_weights_say_for_which_box_they_were_learned(name: str):
    network = network_module(name)
    with np.load(network.FILE) as learned:
        assert str(learned["game"]) == name
        assert str(learned["box"]) == Game(name).components.digest
        assert learned["hidden"].shape == (network.PLAYERS + 1, network.FEATURES, network.UNITS)
        for players in range(2, network.PLAYERS + 1):
            assert learned["hidden"][players].any()
            assert np.isfinite(learned["output"][players]).all()


@every_network
def test_what_was_learned_tells_who_wins_better_than_chance_does(name: str):
    game = Game(name, 2)
    turns = play_turns([game], Policy(), 1500, seed=99)
    network = network_module(name)
    parameters = {
        "hidden": network.HIDDEN_WEIGHTS[2, : turns.features.shape[1]],
        "output": network.OUTPUT_WEIGHTS[2, :, :2],
    }
    assert loss_of(parameters, turns) < 0.66  # ln 2 = 0.693 is to know nothing


def test_self_play_repeats_itself_and_shares_the_win():
    game = Game("minivilles", 3)
    policy = Policy(simulations=4, blend=0.5)
    one, same = (play_turns([game], policy, 400, seed=3) for _ in range(2))
    assert one.features.tolist() == same.features.tolist()
    assert one.targets.sum(axis=1) == pytest.approx(np.ones(len(one.targets)), abs=1e-5)
    results = play_turns([game], Policy(), 400, seed=3).targets
    assert set(np.unique(results)) <= {0.0, 1.0}  # nobody ties in Minivilles


def test_a_network_learns_a_rule_that_features_show():
    generator = np.random.default_rng(1)
    features = generator.standard_normal((4000, 8)).astype(np.float32)
    won = (np.abs(features[:, 0]) > features[:, 1]).astype(np.float32)
    turns = Turns(features, np.stack([won, 1 - won], axis=1))
    network = fresh(8, 16, 2, seed=1)
    assert loss_of(network, turns) == pytest.approx(np.log(2), abs=1e-4)
    assert (
        loss_of(fit(network, lambda _: turns, epochs=20, rate=1e-2, seed=1, batch=128), turns)
        < 0.15
    )


def test_the_script_trains_networks_from_nothing(tmp_path: Path):
    file = tmp_path / "weights.npz"
    given = ["my_little_town", "--share", "0.001", "--rounds", "0:1", "--units", "8"]
    run = subprocess.run(
        [sys.executable, SCRIPT, *given, "--players", "2,3", "--workers", "2", "--file", file],
        capture_output=True,
        text=True,
        check=True,
    )
    lines = sorted(line for line in run.stdout.splitlines() if "loss" in line)
    for players, line in zip((2, 3), lines, strict=True):
        assert line.startswith(f"my_little_town, {players} players, round 0: ")
        before, after = line.split("loss ")[1].split(", then ")
        assert float(before) == pytest.approx(np.log(players), abs=1e-3)
        assert float(after) < float(before)
    network = network_module("my_little_town")
    weights = load_weights(file, network.FEATURES, network.PLAYERS)
    assert weights.hidden[2].any()
    assert weights.hidden[3].any()
    assert not weights.hidden[4].any()
    with np.load(file) as learned:
        told = {name: learned[name].item() for name in learned.files[len(weights) :]}
    box = Game("my_little_town").components.digest
    expected = {"game": "my_little_town", "box": box, "seed": 2026, "rounds": 1, "share": 0.001}
    assert told == expected


def test_turns_are_gone_through_as_often_as_told():
    generator = np.random.default_rng(1)
    turns = Turns(
        generator.standard_normal((256, 8)).astype(np.float32), np.full((256, 2), 0.5, np.float32)
    )
    learned: list[int] = []
    fit(
        fresh(8, 4, 2, seed=1), lambda _: turns, epochs=2, rate=1e-2, seed=1, batch=64, passes=3,
        report=learned.append,
    )  # fmt: skip
    assert learned == [64] * (4 * 2 * 3)


def test_a_look_ahead_takes_what_the_network_likes_best_after_the_turn():
    game = Game("my_little_town", 2)
    kernels, work = self_play_kernels(game.name), game.new_rows(2)
    looked, differs = 0, 0
    for position in decisions(game, 5):
        actions = position.legal_array()
        values = {action: _value_after(position, int(action)) for action in actions}
        if None in values.values():
            continue  # the town may be extended, which does not end the turn
        scratch, chances = np.zeros(len(actions)), np.zeros(len(SEAT_LETTERS))
        index = kernels._look_ahead(
            game.box, position.row, work, len(actions), np.random.default_rng(1), actions,
            len(actions), 0, scratch, chances,
        )  # fmt: skip
        assert values[actions[index]] == max(values.values())
        assert chances[position.turn] == max(values.values())
        looked += 1
        differs += index != 0
    assert looked > 5
    assert differs > 3


def _value_after(position: Position, action: int) -> float | None:
    """The player's chance at the beginning of the next turn, if it is that."""
    after = position.copy()
    after.step(action)
    if after.row.turn_count == position.row.turn_count and after.turn is not None:
        return None
    return heuristic(after)[position.turn]


def test_what_came_of_a_loose_move_says_nothing_of_the_turns_before_it():
    game = Game("minivilles", 2)
    strict, loose = (
        play_turns([game], Policy(ahead=8, loose=each), 400, seed=3).targets for each in (0.0, 0.5)
    )
    assert set(np.unique(strict)) == {0.0, 1.0}
    assert 0.0 < np.isin(loose, (0.0, 1.0)).mean() < 0.5
