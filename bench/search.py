"""How fast the search looks ahead: simulations and positions a second, one core, each game."""

import time
from functools import partial

import faubourg
from bench.calibration import side_by_side
from bench.parts import Figure, Figures, Part
from faubourg.bots.bot import make
from faubourg.bots.match import next_move
from faubourg.bots.search import Search
from faubourg.core.game import Game
from faubourg.core.position import Position
from faubourg.core.streams import streams

PLAYERS = 2
SEED = 1
ENOUGH = 0.2  # seconds that one measurement takes, about


def parts(quick: bool) -> list[Part]:
    """All games found, from a decision near the start and one half-way through a greedy game."""
    repeats = 3 if quick else 15
    return [
        Part(f"{name}, search", partial(looking_ahead, Game(name, PLAYERS), repeats))
        for name in faubourg.games.names()
    ]


def looking_ahead(game: Game, repeats: int) -> Figures:
    figures: Figures = []
    for when, position in (
        ("at the start", decision(game, 0.0)),
        ("half-way", decision(game, 0.5)),
    ):
        count, steps = calibrated(position)
        rate, ratio = side_by_side(lambda p=position, c=count: speed(p, c), repeats)
        what = f"{game.name}, {PLAYERS} players, search {when}"
        figures += [
            Figure(what, "simulations on one core", rate, "simulations/s"),
            Figure(what, "positions on one core", rate * steps / count, "positions/s"),
            Figure(what, "simulations beside the calibration loop", ratio, "ratio"),
        ]
    return figures


def decision(game: Game, part: float) -> Position:
    """The first decision with a choice after a part of a greedy game."""
    bots = [make("greedy")] * game.players
    whole = []
    position, generators = game.start(), streams(SEED)
    while position.turn is not None:
        if position.turn >= 0 and len(position.legal) > 1:
            whole.append(position.copy())
        position.step(next_move(position, bots, generators))
    return whole[int(len(whole) * part)]


def calibrated(position: Position) -> tuple[int, int]:
    """How many simulations take about long enough, and the steps that they take."""
    search = Search(position, SEED)
    search.run_for(ENOUGH)
    count = search.simulations
    again = Search(position, SEED)
    again.run(count)
    return count, int(again.steps[0])


def speed(position: Position, count: int) -> float:
    """Simulations a second in a new tree."""
    search = Search(position, SEED)
    begun = time.perf_counter()
    search.run(count)
    return count / (time.perf_counter() - begun)
