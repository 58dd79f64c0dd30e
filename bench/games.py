"""Whole games between bots, and the single operations that they are made of."""

import resource
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

import faubourg
from bench.calibration import rounds_per_second, side_by_side
from bench.parts import Figure, Figures, Part
from faubourg.core.game import Game
from faubourg.core.players import NATURE, OVER, SEAT_LETTERS
from faubourg.lab.simulate import BLOCK, simulate

PLAYERS = 4
SAMPLE = 4096

ENOUGH = 0.25  # seconds that one measurement takes, about


def parts(quick: bool) -> list[Part]:
    """All games found, at their benchmark's number of players."""
    repeats = 5 if quick else 15
    listed = []
    for name in faubourg.games.names():
        game = Game(name, players=PLAYERS)
        listed += [
            Part(f"{name}, random games", partial(whole_games, game, "random", repeats)),
            Part(f"{name}, greedy games", partial(whole_games, game, "greedy", repeats)),
            Part(f"{name}, two workers", partial(two_workers, game, repeats)),
            Part(f"{name}, single operations", partial(single_operations, game, repeats)),
        ]
    return [*listed, Part("memory", memory)]


def memory() -> Figures:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return [Figure("all of this", "most memory used", peak, "MiB")]


def title_of(game: Game) -> str:
    return f"{game.name}, {game.players} players"


def enough(game: Game, bot: str) -> int:
    """How many games take about long enough."""
    first = simulate(game, [bot] * game.players, games=BLOCK, seed=1, workers=1)
    return BLOCK * max(1, round(ENOUGH / first.seconds))


def whole_games(game: Game, bot: str, repeats: int) -> Figures:
    seats = [bot] * game.players
    games = enough(game, bot)
    batch = simulate(game, seats, games=games, seed=1, workers=1)

    def turns_a_second() -> float:
        again = simulate(game, seats, games=games, seed=1, workers=1)
        return again.turns / again.seconds

    rate, ratio = side_by_side(turns_a_second, repeats)
    steps = rate * batch.steps / batch.turns
    what = f"{title_of(game)}, {bot}"
    return [
        Figure(what, "turns on one core", rate, "turns/s"),
        Figure(what, "beside the calibration loop", ratio, "ratio"),
        Figure(what, "steps, Nature's included", steps, "steps/s"),
        Figure(what, "one step", 1e9 / steps, "ns"),
        Figure(what, "games", rate * batch.games / batch.turns, "games/s"),
    ]


def two_workers(game: Game, repeats: int) -> Figures:
    """Workers are compared in turns, one right after the other, and the median pair counts."""
    seats = ["random"] * game.players
    games = max(2 * BLOCK, enough(game, "random"))
    gains = []
    for _ in range(repeats):
        one, two = (
            simulate(game, seats, games=games, seed=1, workers=n).seconds for n in (1, 2)
        )  # fmt: skip
        gains.append(one / two)
    what = f"{title_of(game)}, random"
    return [Figure(what, "two workers against one", float(np.median(gains)), "times")]


def single_operations(game: Game, repeats: int) -> Figures:
    title = title_of(game)
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

    deciding = rows[rows["to_act"] >= 0]
    ends = np.repeat(rows[rows["to_act"] == OVER], SAMPLE // 4)
    towns = len(ends) * game.players
    copying = _each(lambda: copies(rows, other), len(rows), repeats)
    listing = _each(lambda: masks(box, deciding, actions, mask), len(deciding), repeats)
    scoring = _each(lambda: scores(box, ends, points), towns, repeats)
    return [
        Figure(title, "copy of a position", copying, "ns"),
        Figure(title, f"legal mask ({len(mask)} actions)", listing, "ns"),
        Figure(title, "points of one player at the end", scoring, "ns"),
        Figure(title, "one position", float(rows.itemsize), "bytes"),
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
