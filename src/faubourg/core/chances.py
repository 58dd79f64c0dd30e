"""Chances to win, and leads, from what a position shows: for the insight of a game."""

import numpy as np

from faubourg.core.compiling import kernel
from faubourg.core.contract import Floats, Ints


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


@kernel
def lead_by_points(players: int, points: Ints, leads: Floats) -> None:
    """By how many points every seat is ahead of the best other."""
    for seat in range(players):
        best = -(1 << 30)
        for other in range(players):
            if other != seat:
                best = max(best, points[other])
        leads[seat] = points[seat] - best
