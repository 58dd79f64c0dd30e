"""A first agent: MaskablePPO learns Minivilles for two, and is examined.

    pip install 'faubourg[envs]' sb3-contrib
    python first_agent.py

It prints the share of new games that it wins, and saves what it has learned.
"""

import sys

import numpy as np
from sb3_contrib import MaskablePPO

from faubourg.envs.stable_baselines3 import make_vec_env

# The random bot has the other seat, and seats change from game to game.
HOW = {"bots": "random", "turned": True, "normalised": True}


def learn(decisions: int) -> MaskablePPO:
    """A policy that has learned from so many decisions, in 64 games at once."""
    env = make_vec_env("minivilles", 64, seed=1, **HOW)
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=64, batch_size=1024, n_epochs=4, gamma=1.0,
        learning_rate=1e-3, seed=1, device="cpu",
    )  # fmt: skip
    return model.learn(decisions)


def won(model: MaskablePPO, games: int) -> float:
    """The share of new games that it wins with what looks best to it."""
    env = make_vec_env("minivilles", games, seed=2, **HOW)
    seen, results = env.reset(), np.zeros(games)
    while not results.all():
        masks = np.stack(env.env_method("action_masks"))
        actions, _ = model.predict(seen, action_masks=masks, deterministic=True)
        seen, rewards, ended, _ = env.step(actions)
        results = np.where(ended & (results == 0), rewards, results)
    return float((results > 0).mean())


if __name__ == "__main__":
    decisions = int(sys.argv[1]) if len(sys.argv) > 1 else 60_000
    model = learn(decisions)
    print(f"{won(model, games=500):.1%} of 500 games won against random play")
    model.save("first_agent")
