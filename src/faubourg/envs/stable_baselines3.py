"""A vector environment for Stable-Baselines3: one seat of each of many games, in lock step.

    from faubourg.envs.stable_baselines3 import make_vec_env
    from sb3_contrib import MaskablePPO

    MaskablePPO("MlpPolicy", make_vec_env("minivilles", 64, normalised=True)).learn(100_000)

Stable-Baselines3's own `make_vec_env("Faubourg/Minivilles-v0", 64)` makes as many environments of
one game, and steps them one after the other in Python.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.envs.extras import needed
from faubourg.envs.gymnasium import VectorSeatEnv

VecEnv: Any = needed("stable_baselines3.common.vec_env", "research").VecEnv
Indices = int | Iterable[int] | None


def make_vec_env(name: str, num_envs: int = 1, seed: int | None = None, **how: Any) -> "SeatVecEnv":
    """Many games of one kind; `how` is what `VectorSeatEnv` takes: players, bots, turned, …"""
    made = SeatVecEnv(VectorSeatEnv(name, num_envs, **how))
    made.seed(seed)
    return made


class SeatVecEnv(VecEnv):  # type: ignore[misc]
    """A `VectorSeatEnv` with the interface of Stable-Baselines3.

    Games end and begin anew in the same step; `infos[i]["terminal_observation"]` is the last
    observation of a game that ended, and `infos[i]["episode"]` its reward and length.
    """

    def __init__(self, venv: VectorSeatEnv) -> None:
        self._env = venv
        self._next_seed: int | None = None
        super().__init__(venv.num_envs, venv.single_observation_space, venv.single_action_space)
        self._lengths = np.zeros(self.num_envs, np.int64)

    def seed(self, seed: int | None = None) -> list[int | None]:
        """Seed the next reset; one seed is for all games."""
        self._next_seed = seed
        return [seed] * self.num_envs

    def reset(self) -> npt.NDArray[Any]:
        seen, _ = self._env.reset(seed=self._next_seed)
        self._next_seed = None
        self._lengths[:] = 0
        return seen

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        self._actions = actions

    def step_wait(
        self,
    ) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], list[dict[str, Any]]]:
        seen, rewards, terminated, truncated, told = self._env.step(self._actions)
        self._lengths += 1
        ended = terminated | truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for game in np.flatnonzero(ended):
            infos[game] = {
                "terminal_observation": told["final_obs"][game],
                "TimeLimit.truncated": bool(truncated[game] and not terminated[game]),
                "episode": {"r": float(rewards[game]), "l": int(self._lengths[game])},
            }
        self._lengths[ended] = 0
        return seen, rewards, ended, infos

    def close(self) -> None:
        self._env.close()

    def get_images(self) -> list[Any]:
        return list(self._env.render())

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self._env, attr_name)

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """The attribute of the whole batch, once for each game asked for."""
        return [getattr(self._env, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Set an attribute of the whole batch: games have none of their own."""
        setattr(self._env, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any
    ) -> list[Any]:
        """Call a method of the batch, and give each game asked for its own result."""
        results = getattr(self._env, method_name)(*method_args, **method_kwargs)
        return [results[game] for game in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Indices = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]
