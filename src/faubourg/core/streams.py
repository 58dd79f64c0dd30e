"""Random streams: Nature played from a seed, apart from any randomness that a bot uses.

Nature and every seat have a NumPy generator of their own, all made from one seed. Nature takes
exactly one number for each of its moves, so the dice depend on nothing but the seed and how often
Nature has moved before.
"""

import secrets
from typing import NamedTuple

import numpy as np

from faubourg.core.checks import is_whole, not_allowed, plain
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.position import Position
from faubourg.core.text import Text

SEEDS = Text("whole numbers from 0 to 2**64 - 1", "les entiers de 0 à 2**64 - 1")


class Streams(NamedTuple):
    """The generators of a game, or of a block of games played one after the other."""

    nature: np.random.Generator
    seats: tuple[np.random.Generator, ...]


def streams(seed: int, block: int = 0) -> Streams:
    """The generators that belong to a seed; blocks of one seed are independent of each other."""

    def generator(index: int) -> np.random.Generator:
        key = (block, index)
        return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=key)))

    return Streams(generator(0), tuple(generator(1 + seat) for seat in range(len(SEAT_LETTERS))))


def check_seed(seed: object) -> int:
    """A seed as given, or a fresh one for None."""
    if seed is None:
        return secrets.randbits(32)
    given = plain(seed)
    if not is_whole(given, 0, 2**64 - 1):
        raise not_allowed("seed", seed, SEEDS, Text("The seed is", "La graine est"))
    return given


def nature_move(position: Position, generator: np.random.Generator) -> int:
    """Sample Nature's next outcome with its exact probability."""
    return position.nature(generator.random())
