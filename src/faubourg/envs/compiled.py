"""The loops of the environments for a game, and the numbers that each game's dice come from."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.kernels.template import kernels_of, play_kernels, specialise

STREAMS = 3  # a game's numbers: for Nature, for bots, for sampling


@cache
def step_kernels(name: str) -> Any:
    """`envs/step_kernels.py` as a module of its own around the kernels of one game."""
    kernels = kernels_of(name, observe="observe", side="observe")
    kernels["choose"] = play_kernels(name).choose
    template = Path(__file__).with_name("step_kernels.py")
    return specialise(name, template, "faubourg.envs", kernels)


def streams(seed: int, games: int, first: int = 0) -> npt.NDArray[np.uint64]:
    """The generators of games `first` and on: those of a game depend on the seed and its number
    alone, whatever the number of games and of workers.

    >>> bool((streams(7, 4)[3] == streams(7, 1, first=3)[0]).all())
    True
    """
    count = STREAMS * 2
    places = np.arange(first * count + 1, (first + games) * count + 1, dtype=np.uint64)
    words = mix(mix(np.array([seed], np.uint64)) + places * np.uint64(0x9E3779B97F4A7C15))
    return words.reshape(games, STREAMS, 2)


def mix(words: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Every bit of a word made to depend on all of them (the finisher of splitmix64)."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))
