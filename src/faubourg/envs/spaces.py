"""What observations and rewards are, for all environments: sizes, ranges, and words for them."""

from functools import cache

import numpy as np
import numpy.typing as npt

from faubourg.core.fields import Field
from faubourg.core.game import Game, part

Floats = npt.NDArray[np.float32]


def fields(name: str) -> tuple[Field, ...]:
    """What an observation of a game is made of, in order.

    >>> [field.name for field in fields("minivilles")][:3]
    ['players', 'seat', 'turn']
    """
    found: tuple[Field, ...] = part(name, "observe").FIELDS
    return found


@cache
def bounds(name: str) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int8]]:
    """The least and the greatest value of every number of an observation."""
    low = [np.full(field.size, field.low, np.int8) for field in fields(name)]
    high = [np.full(field.size, field.high, np.int8) for field in fields(name)]
    return np.concatenate(low), np.concatenate(high)


@cache
def normaliser(name: str) -> tuple[Floats, Floats]:
    """What to take from every number, and what then to multiply it with, to have it in 0..1."""
    low, high = (end.astype(np.float32) for end in bounds(name))
    return low, (1 / (high - low)).astype(np.float32)


def split(name: str, observation: npt.NDArray[np.generic]) -> dict[str, npt.NDArray[np.generic]]:
    """An observation, or an array of them, as views of its named fields.

    >>> split("minivilles", np.zeros((8, 293), np.int8))["cards"].shape
    (8, 5, 28)
    """
    found, at = {}, 0
    for field in fields(name):
        shape = (*observation.shape[:-1], *field.shape)
        found[field.name] = observation[..., at : at + field.size].reshape(shape)
        at += field.size
    return found


def sides(game: Game) -> list[int]:
    """The side that each seat plays for: seats of one side win and lose together.

    >>> sides(Game("lutins", players=3))
    [0, 0, 0]
    """
    row, side = game.start_row(), game.part("observe").side
    return [int(side(row, seat)) for seat in range(game.players)]
