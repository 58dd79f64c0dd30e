"""Gymnasium's own check, for every game, number of players and option, and who plays the rest."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import faubourg.envs.gymnasium as town
from faubourg.core.errors import IllegalAction, OptionError
from faubourg.core.game import Game, games
from tests.cases import VARIANTS


def env_of(game: Game, **how: object) -> gymnasium.Env:
    return gymnasium.make(
        town.title(game.name), players=game.players, disable_env_checker=True, **how, **game.options
    )


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_check_env_passes(game: Game):
    seat = VARIANTS.index(game) % game.players
    env = env_of(game, seat=seat, bots="random", normalised=seat == 1, render_mode="ansi")
    check_env(env.unwrapped, skip_render_check=VARIANTS.index(game) % 9 > 0)


@pytest.mark.parametrize("name", games())
def test_the_registered_ids_play_whole_games_by_their_masks(name: str):
    env = gymnasium.make(town.title(name), bots="greedy", seat=1, disable_env_checker=True)
    seen, info = env.reset(seed=1)
    for seed in range(3):
        steps, ended = 0, False
        while not ended:
            assert env.observation_space.contains(seen)
            assert (env.unwrapped.action_masks() == info["action_mask"]).all()
            action = env.action_space.sample(info["action_mask"])
            seen, reward, terminated, truncated, info = env.step(action)
            ended = terminated or truncated
            assert ended or reward == 0
            steps += 1
        assert -1 <= reward <= 1
        assert reward
        assert steps > 5
        seen, info = env.reset(seed=seed)


def test_the_ids_are_those_that_are_documented():
    ids = {id for id in gymnasium.registry if id.startswith("Faubourg/")}
    assert ids == {
        "Faubourg/Cities-v0",
        "Faubourg/Lutins-v0",
        "Faubourg/Minivilles-v0",
        "Faubourg/MyLittleTown-v0",
    }


def test_an_action_that_is_not_legal_is_a_step_without_effect_or_an_error_when_strict():
    env = gymnasium.make("Faubourg/Minivilles-v0", disable_env_checker=True)
    seen, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, terminated, truncated, told = env.step(wrong)
    assert (after == seen).all()
    assert (reward, terminated, truncated, told["illegal"]) == (0.0, False, False, True)
    assert (told["action_mask"] == info["action_mask"]).all()
    strict = gymnasium.make("Faubourg/Minivilles-v0", strict=True, disable_env_checker=True)
    strict.reset(seed=1)
    with pytest.raises(IllegalAction):
        strict.step(wrong)


def test_wrong_seats_and_bots_are_refused():
    for how in (
        {"seat": 2},
        {"seat": -1},
        {"seat": True},
        {"bots": ["greedy", "greedy"]},
        {"bots": "nobody"},
    ):
        with pytest.raises(OptionError):
            town.SeatEnv("minivilles", players=2, **how)
