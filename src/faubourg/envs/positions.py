"""What environments make of one position: a seat's observation, and every seat's return."""

import numpy as np
import numpy.typing as npt

from faubourg.core.position import Position
from faubourg.envs.batch import step_kernels


def observation(position: Position, seat: int) -> npt.NDArray[np.int8]:
    """What a seat observes of a position, whoever is to act.

    >>> from faubourg.core.game import Game
    >>> observation(Game("minivilles").start(), 0).shape
    (290,)
    """
    game = position.game
    seen = np.zeros(sum(field.size for field in game.features), np.int8)
    game.part("observe").observe(game.box, position.row, seat, seen)
    return seen


def returns(position: Position) -> npt.NDArray[np.float64]:
    """Every seat's reward so far: 0 before the end."""
    game = position.game
    rewards = np.zeros(game.players)  # as exact as OpenSpiel wants its sums
    if position.turn is None:
        winners = game.rules.outcome(game.box, position.row, np.zeros(game.players, np.int32))
        step_kernels(game.name).reward_seats(position.row, winners, rewards)
    return rewards
