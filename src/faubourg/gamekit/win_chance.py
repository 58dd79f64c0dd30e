"""Chances to win for the `value` of a game's insight: the result at the end, a softmax before."""

import numpy as np

from faubourg.core.contract import Floats
from faubourg.kernels.compile import kernel


@kernel
def share_win(winners: int, players: int, chances: Floats) -> None:
    """The result of a game in which everybody plays for themselves: a tie shares the win."""
    count = 0
    for seat in range(players):
        count += (winners >> seat) & 1
    for seat in range(players):
        chances[seat] = ((winners >> seat) & 1) / max(count, 1)


@kernel
def weigh(players: int, scale: float, chances: Floats) -> None:
    """Softmax with temperature `scale`, in place: scores of the seats become chances to win."""
    most = chances[0]
    for seat in range(1, players):
        most = max(most, chances[seat])
    total = 0.0
    for seat in range(players):
        chances[seat] = np.exp((chances[seat] - most) / scale)
        total += chances[seat]
    for seat in range(players):
        chances[seat] /= total
