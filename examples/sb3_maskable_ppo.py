"""sb3-contrib's MaskablePPO learns Minivilles for two.

    python examples/sb3_maskable_ppo.py --minutes 3 --out build/sb3

64 games at once through `faubourg.envs.stable_baselines3`; the random bot plays the other seat, and
seats change from game to game.
"""

from pathlib import Path

import torch
from curve import EXAM, Curve, Point, Policy, arguments
from sb3_contrib import MaskablePPO

from faubourg.envs.stable_baselines3 import make_vec_env


def best_action(model: MaskablePPO) -> Policy:
    def policy(observations, masks):
        actions, _ = model.predict(observations, action_masks=masks, deterministic=True)
        return actions

    return policy


def train(
    out: Path, minutes: float, seed: int = 1, games: int = 64, steps: int = 64, exam: int = EXAM
) -> list[Point]:
    torch.set_num_threads(1)
    env = make_vec_env("minivilles", games, seed, bots="random", turned=True, normalised=True)
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=steps, batch_size=1024, n_epochs=4, gamma=1.0, ent_coef=0.01,
        learning_rate=1e-3, seed=seed, device="cpu",
    )  # fmt: skip
    curve = Curve(out, "MaskablePPO (sb3-contrib)", minutes, games=exam)
    while curve.add(model.num_timesteps, best_action(model)):
        model.learn(4 * games * steps, reset_num_timesteps=False)
    model.save(out / "model")
    env.close()
    return curve.points


if __name__ == "__main__":
    told = arguments(__doc__, "sb3")
    train(told.out, told.minutes, told.seed)
