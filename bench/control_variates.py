"""The luck in a game between bots, to be taken from its result: control variates, as in AIVAT.

At each of Nature's moves every outcome is valued: the turn is played to its end as greedy does, and
the game's network asked who will win. What the outcome that came up is worth more than the mean of
all of them is luck. Its expectation is 0, whoever plays and however good the network is, so a
result less luck has the same mean as the result; and the less spread, the better the network.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from faubourg.core.game import Game
from faubourg.core.players import GREEDY, NATURE, OVER, SEAT_LETTERS
from faubourg.core.position import Position
from faubourg.core.streams import Streams, streams
from faubourg.kernels.template import play_kernels

Values = npt.NDArray[np.float64]


def has_network(game: Game) -> bool:
    """Whether a game has a network, which can judge any turn."""
    return hasattr(game.part("insight"), "LEARNED")


def judged(position: Position) -> Values:
    """Every seat's chance to win by the game's network; exact at the end."""
    game, chances = position.game, np.zeros(len(SEAT_LETTERS))
    insight = game.part("insight")
    getattr(insight, "learned_value", insight.value)(game.box, position.row, chances)
    return chances[: game.players]


def luck_of(game: Game, moves: Sequence[int], seed: int) -> Values:
    """Every seat's luck in a game, in shares of the win."""
    position, generators = game.start(), streams(seed)
    luck = np.zeros(game.players)
    for move in moves:
        if position.turn == NATURE:
            luck += _luck_of_move(position, move, generators)
        position.step(move)
    return luck


def _luck_of_move(position: Position, move: int, generators: Streams) -> Values:
    weights = position.weights()
    if len(weights) == 1:
        return np.zeros(position.game.players)
    values = {action: _value_after(position, action, generators) for action in weights}
    mean = sum(weights[action] * value for action, value in values.items()) / sum(weights.values())
    found: Values = values[move] - mean
    return found


def _value_after(position: Position, action: int, generators: Streams) -> Values:
    """Every seat's chance to win after an outcome and the rest of its turn."""
    game, after, turn = position.game, position.copy(), int(position.row.turn_count)
    after.step(action)
    play_on = play_kernels(game.name).play_on
    players = np.full(len(SEAT_LETTERS), GREEDY, np.int64)
    actions = np.zeros(game.rules.MOST, np.int32)
    while after.row.to_act != OVER and after.row.turn_count == turn:
        play_on(game.box, after.row, players, *generators, 1, actions)
    return judged(after)
