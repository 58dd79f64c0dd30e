"""The yardstick: plain UCT with random playouts, as a textbook has it. Not a level of ours.

UCB1 with a constant of 1.4, every legal action a child, one new position a simulation, Nature's
outcomes drawn with their probabilities, playouts of random moves to the end, and the most visited
action in the end. It shares nothing with the search of `faubourg.bots` but the rules.
"""

import time
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np

from faubourg.bots.effort import Effort
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.position import Position
from faubourg.kernels.template import kernels_of, specialise

CHUNK = 20  # simulations between two looks at the clock
NODES = 400_000


@cache
def uct_of(name: str) -> ModuleType:
    kernels = kernels_of(name, value="insight")
    return specialise(name, Path(__file__).with_name("uct_kernel.py"), "bench", kernels)


class Uct:
    """Thinks as long as it is told."""

    def __init__(self, effort: Effort) -> None:
        self.effort = effort

    def choose(self, position: Position, generator: np.random.Generator) -> int:
        game = position.game
        root, work = game.new_rows(1), game.new_rows(1)
        root[0] = position.row
        tree = np.zeros((NODES, 4), np.int32)  # action, first child, next sibling, visits
        tree[0, 3] = 0
        totals = np.zeros((NODES, len(SEAT_LETTERS)), np.float32)
        used = np.ones(1, np.int64)
        actions = np.zeros(game.rules.MOST, np.int32)
        path, chances = np.zeros(1000, np.int64), np.zeros(len(SEAT_LETTERS))
        own = np.random.Generator(np.random.PCG64(int(generator.random() * 2**53)))
        uct = uct_of(game.name)
        given = (
            game.components.box, root, work, tree, totals, used, actions, path, chances, own,
        )  # fmt: skip
        if self.effort.simulations is not None:
            uct.grow(*given, self.effort.simulations)
        else:
            until = time.perf_counter() + (self.effort.seconds or 0.0)
            uct.grow(*given, 1)
            while time.perf_counter() < until:
                uct.grow(*given, CHUNK)
        return int(uct.most_visited(tree))
