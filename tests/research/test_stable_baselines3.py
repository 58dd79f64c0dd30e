"""Stable-Baselines3's own functions and checker, and sb3-contrib's MaskablePPO, unmodified."""

import warnings

import gymnasium
import numpy as np
import pytest

import faubourg.envs.gymnasium as town
from faubourg.core.game import games

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
    from stable_baselines3.common.env_checker import check_env
    from stable_baselines3.common.env_util import make_vec_env
    from stable_baselines3.common.vec_env import VecMonitor

    from faubourg.envs import stable_baselines3


@pytest.mark.parametrize("name", games())
def test_its_checker_passes_without_a_warning(name: str):
    env = gymnasium.make(town.title(name), normalised=True, disable_env_checker=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_render_check=True)


def test_its_make_vec_env_makes_many_by_the_id_alone_and_shows_them():
    env = make_vec_env("Faubourg/Minivilles-v0", 16)
    assert env.reset().shape == (16, 290)
    assert env.render_mode == "rgb_array"
    assert is_masking_supported(env)
    assert get_action_masks(env).shape == (16, 421)
    two = make_vec_env("Faubourg/Minivilles-v0", 2)
    two.reset()
    assert two.render("rgb_array").dtype == np.uint8


def test_maskable_ppo_learns_from_either_and_plays_only_what_is_legal():
    for env in (
        make_vec_env("Faubourg/Minivilles-v0", 2, env_kwargs={"strict": True}),
        stable_baselines3.make_vec_env("minivilles", 2, normalised=True),
    ):
        model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=32, n_epochs=1, device="cpu")
        model.learn(64)
        assert model.num_timesteps == 64
        seen = env.reset()
        masks = get_action_masks(env)
        actions, _ = model.predict(seen, action_masks=masks)
        assert masks[np.arange(2), actions].all()
        env.step(actions)  # both refuse what is not legal


def test_the_batch_as_a_vec_env_plays_the_games_of_gymnasiums_vector_env():
    env = VecMonitor(stable_baselines3.make_vec_env("lutins", 8, seed=3, bots="random"))
    other = town.VectorSeatEnv("lutins", 8, bots="random")
    seen, told = env.reset(), other.reset(seed=3)[1]
    ends = 0
    for _ in range(60):
        assert (get_action_masks(env) == told["action_mask"]).all()
        actions = other.sample()
        seen, rewards, done, infos = env.step(actions)
        wanted, their_rewards, terminated, truncated, told = other.step(actions)
        assert (seen == wanted).all()
        assert (rewards == their_rewards).all()
        assert (done == (terminated | truncated)).all()
        for game in np.flatnonzero(done):
            ends += 1
            assert (infos[game]["terminal_observation"] == told["final_obs"][game]).all()
            assert infos[game]["episode"]["r"] == rewards[game]
            assert not infos[game]["TimeLimit.truncated"]
    assert ends
    env.close()
