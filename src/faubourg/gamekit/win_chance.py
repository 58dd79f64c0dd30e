"""Chances to win from what a position shows, for the `value` of a game's insight."""

import numpy as np

from faubourg.core.contract import Floats
from faubourg.kernels.compile import kernel


@kernel
def share_win(winners: int, players: int, chances: Floats) -> None:
    """The end of a game in which everybody plays for themselves: who ties shares the win."""
    count = 0
    for seat in range(players):
        count += (winners >> seat) & 1
    for seat in range(players):
        chances[seat] = ((winners >> seat) & 1) / max(count, 1)


@kernel
def weigh(players: int, scale: float, chances: Floats) -> None:
    """Turn how well every seat stands into chances: `scale` more is worth e times the chance."""
    most = chances[0]
    for seat in range(1, players):
        most = max(most, chances[seat])
    total = 0.0
    for seat in range(players):
        chances[seat] = np.exp((chances[seat] - most) / scale)
        total += chances[seat]
    for seat in range(players):
        chances[seat] /= total
