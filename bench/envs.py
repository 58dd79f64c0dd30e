"""The environments: steps a second, one being a decision of a player, beside those of others.

Observations and masks are written in every step, and drawing the actions is part of the time.
"""

import os
import time
from collections.abc import Callable

import numpy as np

import faubourg
from bench.rivals import aec_steps, backgammon_steps, connect_four
from faubourg.envs import pettingzoo
from faubourg.envs.batch import BatchEnv

PLAYERS = 4
SIZES = (1, 64, 4096)
WARM = 200  # steps before the clock starts, so that games are in their midst

Figures = list[tuple[str, str, float, str]]


def measure(quick: bool) -> Figures:
    """Batches of all games, then what researchers use today, then both side by side."""
    repeats, seconds = (3, 0.1) if quick else (9, 0.3)
    figures: Figures = []
    for name in faubourg.games.names():
        figures += batches(name, repeats, seconds)
    return figures + beside_others(repeats, seconds)


def batches(name: str, repeats: int, seconds: float) -> Figures:
    figures: Figures = []
    for n in SIZES:
        for workers in (1, 2):
            if workers > 1 and n == 1:
                continue
            rate = batch_rate(name, n, workers, seconds)
            median = float(np.median([rate() for _ in range(repeats)]))
            what = f"{name}, {PLAYERS} players, batch of {n:,}"
            figures.append((what, f"on {workers} core{'s' * (workers > 1)}", median, "steps/s"))
    return figures


def batch_rate(name: str, n: int, workers: int, seconds: float) -> Callable[[], float]:
    """A measurement of a batch, which may be repeated."""
    env = BatchEnv(name, players=PLAYERS, n=n, seed=1, workers=workers)
    for _ in range(WARM):
        env.step(env.sample())

    def rate() -> float:
        steps, started = 0, time.perf_counter()
        while time.perf_counter() - started < seconds:
            env.step(env.sample())
            steps += n
        return steps / (time.perf_counter() - started)

    return rate


def beside_others(repeats: int, seconds: float) -> Figures:
    """Every pair is measured one right after the other; the median of their ratios counts."""
    batch = batch_rate("minivilles", SIZES[-1], 1, seconds)
    ours, theirs = pettingzoo.env("minivilles", players=PLAYERS), connect_four()
    for env in (ours, theirs):
        aec_steps(env, 0.01)
    rows = np.array([
        (batch(), aec_steps(ours, seconds), aec_steps(theirs, seconds), backgammon_steps(seconds))
        for _ in range(repeats)
    ])  # fmt: skip
    many, one, classic, backgammon = np.median(rows, axis=0)
    of = "minivilles, 4 players"
    return [
        ("PettingZoo connect_four", "AEC loop", classic, "steps/s"),
        ("OpenSpiel backgammon", "from Python", backgammon, "steps/s"),
        (of, "AEC loop", one, "steps/s"),
        (of, "AEC loop beside connect_four", float(np.median(rows[:, 1] / rows[:, 2])), "times"),
        (of, "batch of 4,096 in these pairs", many, "steps/s"),
        (of, "the same beside connect_four", float(np.median(rows[:, 0] / rows[:, 2])), "times"),
        (of, "the same beside backgammon", float(np.median(rows[:, 0] / rows[:, 3])), "times"),
        ("all of these", "load of the machine", os.getloadavg()[0], "processes"),
    ]
