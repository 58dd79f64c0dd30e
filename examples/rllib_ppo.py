"""RLlib's PPO with its action-masking module learns Minivilles for two.

    python examples/rllib_ppo.py --minutes 3 --out build/rllib

RLlib's module looks for the keys "observations" and "action_mask", so the environment is made with
`observation_key="observations"`. Games are played in this process; on a cluster of Ray's,
`--runners 8` plays them in eight others.
"""

import logging
from pathlib import Path
from typing import Any

import gymnasium
import ray
import torch
from curve import EXAM, Curve, Point, Policy, arguments
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

HOW = {"players": 2, "bots": "random", "turned": True, "normalised": True}


def seat(config: dict[str, Any]) -> gymnasium.Env:
    from faubourg.envs.gymnasium import title  # which registers the ids, in other processes too

    how = {**HOW, "observation_key": "observations", **config}
    return gymnasium.make(title("minivilles"), disable_env_checker=True, **how)


def config(seed: int, games: int, batch: int, runners: int) -> PPOConfig:
    register_env("faubourg", seat)
    return (
        PPOConfig()
        .environment("faubourg")
        .env_runners(num_env_runners=runners, num_envs_per_env_runner=games)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"head_fcnet_hiddens": [64, 64], "head_fcnet_activation": "relu"},
            )
        )
        .training(
            train_batch_size=batch, minibatch_size=min(batch, 512), num_epochs=4, gamma=1.0,
            lr=1e-3, entropy_coeff=0.01,
        )
        .debugging(seed=seed)
    )  # fmt: skip


def best_action(module: Any) -> Policy:
    def policy(observations, masks):
        seen = {
            "observations": torch.from_numpy(observations),
            "action_mask": torch.from_numpy(masks).float(),
        }
        with torch.no_grad():
            logits = module.forward_inference({"obs": seen})["action_dist_inputs"]
        return logits.argmax(1)

    return policy


def train(
    out: Path,
    minutes: float,
    seed: int = 1,
    games: int = 16,
    batch: int = 2048,
    runners: int = 0,
    exam: int = EXAM,
) -> list[Point]:
    torch.set_num_threads(1)
    ray.init(ignore_reinit_error=True, include_dashboard=False, logging_level=logging.ERROR)
    algorithm = config(seed, games, batch, runners).build_algo()
    curve = Curve(out, "PPO (RLlib)", minutes, games=exam)
    module, steps = algorithm.get_module(), 0
    while curve.add(steps, best_action(module)):
        sampled = algorithm.train()["env_runners"]["num_env_steps_sampled_lifetime"]
        module, steps = algorithm.get_module(), int(sampled)
    algorithm.stop()
    ray.shutdown()
    return curve.points


if __name__ == "__main__":
    told = arguments(__doc__, "rllib", runners=(int, 0, "processes that play"))
    train(told.out, told.minutes, told.seed, runners=told.runners)
