"""RLlib's own checker and wrappers, unmodified; its PPO with masks is run in `test_examples.py`."""

import warnings

import pytest

from faubourg.core.game import games
from faubourg.envs import pettingzoo

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv, PettingZooEnv
    from ray.rllib.utils.pre_checks.env import check_multiagent_environments

HOW = {"observation_key": "observations", "strict": False, "normalised": True}


@pytest.mark.parametrize("name", games())
def test_its_checker_passes_without_a_warning(name: str):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_multiagent_environments(PettingZooEnv(pettingzoo.env(name, 3, **HOW)))
        check_multiagent_environments(
            ParallelPettingZooEnv(pettingzoo.parallel_env(name, 3, **HOW))
        )


def test_a_whole_game_by_masks_through_its_wrapper_ends_for_everybody():
    env = PettingZooEnv(pettingzoo.env("lutins", 3, **HOW))
    seen, _ = env.reset(seed=1)
    ended = False
    while not ended:
        (agent,) = (agent for agent in seen if seen[agent]["action_mask"].any())
        mask = seen[agent]["action_mask"]
        seen, rewards, terminated, truncated, _ = env.step(
            {agent: env.action_spaces[agent].sample(mask)}
        )
        ended = terminated["__all__"] or truncated["__all__"]
    assert len(rewards) == 3
    assert all(abs(reward) == 1 for reward in rewards.values())
