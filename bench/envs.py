"""The environments: steps a second, one being a decision of a player, beside those of others.

Observations and masks are written in every step, and drawing the actions is part of the time. Rates
of one core are also given for a second of processor time, which others on the machine disturb less.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

import faubourg
from bench.parts import Figure, Figures, Part
from bench.rivals import aec_steps, backgammon_steps, connect_four
from faubourg.envs import pettingzoo
from faubourg.envs.batch import BatchEnv

PLAYERS = 4
SIZES = (1, 64, 4096)
WARM = 200  # steps before the clock starts, so that games are in their midst


class Rate(NamedTuple):
    """Steps for a second on the wall, and for a second of processor time."""

    wall: float
    core: float


def parts(quick: bool) -> list[Part]:
    """Batches of all games, then both kinds of environments beside what researchers use today."""
    repeats, seconds = (3, 0.1) if quick else (9, 0.3)
    listed = [
        Part(f"{name}, batch of {n:,}", partial(batches, name, n, repeats, seconds))
        for name in faubourg.games.names()
        for n in SIZES
    ]
    return [*listed, Part("beside others", partial(beside_others, repeats, seconds))]


def batches(name: str, n: int, repeats: int, seconds: float) -> Figures:
    """One worker and two, one right after the other."""
    one, two = (batch_rate(name, n, workers, seconds) for workers in (1, 2))
    pairs = [(one(), two()) for _ in range(repeats)]
    gain = np.median([second.wall / first.wall for first, second in pairs])
    what = f"{name}, {PLAYERS} players, batch of {n:,}"
    return [
        Figure(what, "on one core", _median([first.wall for first, _ in pairs]), "steps/s"),
        Figure(what, "by processor time", _median([first.core for first, _ in pairs]), "steps/s"),
        Figure(what, "on two cores", _median([second.wall for _, second in pairs]), "steps/s"),
        Figure(what, "two cores beside one", float(gain), "times"),
    ]


def batch_rate(name: str, n: int, workers: int, seconds: float) -> Callable[[], Rate]:
    """A measurement of a batch, which may be repeated."""
    env = BatchEnv(name, players=PLAYERS, n=n, seed=1, workers=workers)
    for _ in range(WARM):
        env.step(env.sample())

    def rate() -> Rate:
        steps, wall, core = 0, time.perf_counter(), time.process_time()
        while not steps or time.perf_counter() - wall < seconds:
            env.step(env.sample())
            steps += n
        return Rate(steps / (time.perf_counter() - wall), steps / (time.process_time() - core))

    return rate


def beside_others(repeats: int, seconds: float) -> Figures:
    """All by processor time. Every group is measured one right after the other, and the median of
    their ratios counts."""
    batch = batch_rate("minivilles", SIZES[-1], 1, seconds)
    ours, theirs = pettingzoo.env("minivilles", players=PLAYERS), connect_four()
    for env in (ours, theirs):
        aec_steps(env, 0.01)
    rows = np.array([
        (batch().core, aec_steps(ours, seconds), aec_steps(theirs, seconds),
         backgammon_steps(seconds))
        for _ in range(repeats)
    ])  # fmt: skip
    many, one, classic, backgammon = np.median(rows, axis=0)
    single, batched = f"minivilles, {PLAYERS} players", "the same, batch of 4,096"
    return [
        Figure("PettingZoo connect_four", "AEC loop, by processor time", classic, "steps/s"),
        Figure("OpenSpiel backgammon", "from Python, by processor time", backgammon, "steps/s"),
        Figure(single, "AEC loop, by processor time", one, "steps/s"),
        Figure(single, "beside connect_four", _median(rows[:, 1] / rows[:, 2]), "times"),
        Figure(batched, "by processor time", many, "steps/s"),
        Figure(batched, "beside connect_four", _median(rows[:, 0] / rows[:, 2]), "times"),
        Figure(batched, "beside backgammon", _median(rows[:, 0] / rows[:, 3]), "times"),
    ]


def _median(values: list[float] | np.ndarray) -> float:
    return float(np.median(values))
