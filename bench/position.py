"""One game in Python's own loop, through `Position`: steps a second of processor time, Nature's
included, beside OpenSpiel's backgammon in a loop of the same shape."""

import random
import time
from collections.abc import Callable
from functools import partial

import numpy as np

import faubourg
from bench.parts import Figure, Figures, Part
from bench.rivals import backgammon_moves
from faubourg.core.game import Game
from faubourg.core.players import NATURE
from faubourg.core.position import Position

PLAYERS = 4
Nature = Callable[[Position, random.Random], int]


def parts(quick: bool) -> list[Part]:
    """All games, each in turns with backgammon."""
    repeats, seconds = (3, 0.1) if quick else (9, 0.3)
    return [
        Part(f"{name}, one game", partial(one_game, name, repeats, seconds))
        for name in faubourg.games.names()
    ]


def one_game(name: str, repeats: int, seconds: float) -> Figures:
    """Random moves; Nature's are sampled by the rules, or drawn from their listed weights as
    backgammon's are. Loops are run in turns, and the median of their ratios counts."""
    game = Game(name, players=PLAYERS)
    loops = [
        *(partial(position_moves, game, nature) for nature in (sampled, drawn)),
        backgammon_moves,
    ]
    for loop in loops:
        loop(0.01)  # compiles
    rates = np.array([[loop(seconds) for loop in loops] for _ in range(repeats)])
    ours, listed, theirs = np.median(rates, axis=0)
    what = f"{name}, {PLAYERS} players"
    return [
        Figure(what, "legal, choose, step", ours, "steps/s"),
        Figure(what, "beside backgammon", float(np.median(rates[:, 0] / rates[:, 2])), "times"),
        Figure(what, "chance outcomes listed too", listed, "steps/s"),
        Figure(what, "so beside backgammon", float(np.median(rates[:, 1] / rates[:, 2])), "times"),
        Figure("OpenSpiel backgammon", f"beside {name}", theirs, "steps/s"),
    ]


def sampled(position: Position, chooser: random.Random) -> int:
    return position.nature(chooser.random())


def drawn(position: Position, chooser: random.Random) -> int:
    weights = position.weights()
    return chooser.choices(list(weights), list(weights.values()))[0]


def position_moves(game: Game, nature: Nature, seconds: float) -> float:
    """Steps a second of random games."""
    chooser = random.Random(1)
    steps, started = 0, time.process_time()
    while time.process_time() - started < seconds:
        position = game.start()
        while (turn := position.turn) is not None:
            if turn == NATURE:
                position.step(nature(position, chooser))
            else:
                ids = position.legal.ids
                position.step(ids[int(chooser.random() * len(ids))])
            steps += 1
    return steps / (time.process_time() - started)
