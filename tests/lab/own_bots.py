"""Bots of a designer's own, as a study names them: `tests.lab.own_bots:Last`."""

import os
import time

import numpy as np

from faubourg.bots.bot import make
from faubourg.core.position import Position


class Imitator:
    """Plays as the random bot does, but is not compiled."""

    def choose(self, position: Position, generator: np.random.Generator) -> object:
        return make("random").choose(position, generator)


class Slow(Imitator):
    """Takes its time, so that a run can be interrupted."""

    def choose(self, position: Position, generator: np.random.Generator) -> object:
        time.sleep(0.002)
        return super().choose(position, generator)


class Doomed(Imitator):
    """Ends the process that it plays in."""

    def choose(self, position: Position, generator: np.random.Generator) -> object:
        os._exit(1)
