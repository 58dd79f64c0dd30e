"""The memory that searches in machine code share, one after the other."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from faubourg.bots.search import DEEPEST
from faubourg.bots.tree import NODE
from faubourg.core.contract import Floats, Ints
from faubourg.core.game import Game
from faubourg.core.players import SEAT_LETTERS
from faubourg.kernels.seeding import State, state_of

NODES = 1 << 19  # the most that habits may ask for where games are played in machine code


class Memory(NamedTuple):
    """All that a search writes to. The nodes are zeros between two searches; of their pages the
    system gives only those that are touched."""

    root: npt.NDArray[Any]
    work: npt.NDArray[Any]
    nodes: npt.NDArray[Any]
    generator: np.random.Generator
    state: State  # of the generator, to be seeded anew
    options: Ints
    ratings: Floats
    path: npt.NDArray[np.int64]
    chances: Floats
    counter: npt.NDArray[np.int64]


def new_memory(game: Game) -> Memory | None:
    """The memory for searches in a game; None where this NumPy's generators can't be seeded by
    machine code."""
    generator = np.random.Generator(np.random.PCG64(0))
    state = state_of(generator)
    if state is None:
        return None
    return Memory(
        game.new_rows(1),
        game.new_rows(1),
        np.zeros(NODES, NODE),
        generator,
        state,
        np.zeros(game.rules.MOST, np.int32),
        np.zeros(game.rules.MOST),
        np.zeros(DEEPEST, np.int64),
        np.zeros(len(SEAT_LETTERS)),
        np.zeros(1, np.int64),
    )
