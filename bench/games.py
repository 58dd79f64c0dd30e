"""Whole games between bots, and the single operations that they are made of."""

import resource
import time
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

import faubourg
from bench.calibration import rounds_per_second, side_by_side
from faubourg.core.contract import NATURE, OVER, SEAT_LETTERS
from faubourg.core.game import Game
from faubourg.lab.batch import simulate

PLAYERS = 4
SAMPLE = 4096

Figures = list[tuple[str, str, float, str]]


def measure(quick: bool) -> Figures:
    """All games found, at their benchmark's number of players."""
    figures: Figures = []
    for name in faubourg.games.names():
        game = Game(name, players=PLAYERS)
        title = f"{name}, {PLAYERS} players"
        repeats = 5 if quick else 25
        figures += whole_games(game, title, "random", repeats, games=2048)
        figures += whole_games(game, title, "greedy", repeats, games=512)
        figures += two_workers(game, title, repeats)
        figures += single_operations(game, title, repeats)
        figures.append((title, "one position", float(game.new_rows(1).itemsize), "bytes"))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    figures.append(("all of this", "most memory used", peak, "MiB"))
    return figures


def whole_games(game: Game, title: str, bot: str, repeats: int, games: int) -> Figures:
    seats = [bot] * PLAYERS
    batch = simulate(game, seats, games=games, seed=1, workers=1)

    def turns_a_second() -> float:
        again = simulate(game, seats, games=games, seed=1, workers=1)
        return again.turns / again.seconds

    rate, ratio = side_by_side(turns_a_second, repeats)
    steps = rate * batch.steps / batch.turns
    what = f"{title}, {bot}"
    return [
        (what, "turns on one core", rate, "turns/s"),
        (what, "beside the calibration loop", ratio, "ratio"),
        (what, "steps, Nature's included", steps, "steps/s"),
        (what, "one step", 1e9 / steps, "ns"),
        (what, "games", rate * batch.games / batch.turns, "games/s"),
    ]


def two_workers(game: Game, title: str, repeats: int) -> Figures:
    """Workers are compared in turns, one right after the other, and the median pair counts."""
    seats = ["random"] * PLAYERS
    gains = []
    for _ in range(repeats):
        one, two = (simulate(game, seats, games=8192, seed=1, workers=n).seconds for n in (1, 2))
        gains.append(one / two)
    return [(f"{title}, random", "two workers against one", float(np.median(gains)), "times")]


def single_operations(game: Game, title: str, repeats: int) -> Figures:
    rows = _sample(game)
    box, rules = game.components.box, game.rules
    actions = np.zeros(rules.MOST, np.int32)
    mask = np.zeros(rules.ACTIONS, np.bool_)
    legal, other = rules.legal, rows.copy()

    @numba.njit
    def copies(rows: Any, other: Any) -> None:
        for i in range(len(rows)):
            other[i] = rows[i]

    @numba.njit
    def masks(box: Any, rows: Any, actions: Any, mask: Any) -> int:
        total = 0
        for i in range(len(rows)):
            mask[:] = False
            n = legal(box, rows[i], actions)
            for j in range(n):
                mask[actions[j]] = True
            total += n
        return total

    outcome, points = rules.outcome, np.zeros(len(SEAT_LETTERS), np.int32)

    @numba.njit
    def scores(box: Any, rows: Any, points: Any) -> int:
        total = 0
        for i in range(len(rows)):
            outcome(box, rows[i], points)
            total += points[0]
        return total

    deciding = rows[rows["turn"] >= 0]
    ends = np.repeat(rows[rows["turn"] == OVER], SAMPLE // 4)
    towns = len(ends) * game.players
    return [
        (title, "copy of a position", _each(lambda: copies(rows, other), len(rows), repeats), "ns"),
        (
            title,
            f"legal mask ({len(mask)} actions)",
            _each(lambda: masks(box, deciding, actions, mask), len(deciding), repeats),
            "ns",
        ),
        (
            title,
            "points of one player at the end",
            _each(lambda: scores(box, ends, points), towns, repeats),
            "ns",
        ),
    ]


def _each(work: Callable[[], object], count: int, repeats: int) -> float:
    """Nanoseconds for one of `count`, the median of some repeats."""
    work()
    rounds_per_second()
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return float(np.median(times)) / count * 1e9


def _sample(game: Game) -> npt.NDArray[Any]:
    """Positions along random games."""
    rows = game.new_rows(SAMPLE)
    generator = np.random.default_rng(1)
    position = game.start()
    for place in range(SAMPLE):
        rows[place] = position.row
        if position.turn is None:
            position = game.start()
        if position.turn == NATURE:
            position.step(game.rules.nature(game.components.box, position.row, generator.random()))
        else:
            position.step(int(generator.choice(position.legal.ids)))
    return rows
