"""The share of luck: of the games that a careless player loses, those that care would not save.

Careless players take the move that looks best only every other time, and any move else; careful
ones take it always. For every seat we compare how often it loses when it alone is careful with how
often it loses when nobody is. Where care makes no difference all is luck (100 %); where it always
wins nothing is (0 %). Where all seats win or lose together, all of them are careful at once.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, sqrt

import numpy as np

from faubourg.lab.intervals import Z
from faubourg.lab.play.columns import Columns


@dataclass(frozen=True)
class Luck:
    """Games lost by careless and by careful players, out of those played."""

    careless_lost: int
    careless: int
    careful_lost: int
    careful: int

    @property
    def value(self) -> float:
        """At most 1: where care seems to harm, the difference is chance."""
        return min(1.0, self._ratio)

    @property
    def careless_wins(self) -> float:
        return 1 - self.careless_lost / self.careless

    @property
    def careful_wins(self) -> float:
        return 1 - self.careful_lost / self.careful

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of a risk ratio (log method)."""
        spread = exp(Z * self._log_error)
        return self._ratio / spread, min(1.0, self._ratio * spread)

    @property
    def error(self) -> float:
        return self._ratio * self._log_error

    @property
    def _ratio(self) -> float:
        # Half a game more on both sides keeps the ratio finite where nobody loses.
        return ((self.careful_lost + 0.5) / (self.careful + 0.5)) / (
            (self.careless_lost + 0.5) / (self.careless + 0.5)
        )

    @property
    def _log_error(self) -> float:
        return sqrt(
            1 / (self.careful_lost + 0.5)
            - 1 / (self.careful + 0.5)
            + 1 / (self.careless_lost + 0.5)
            - 1 / (self.careless + 0.5)
        )


def luck_of(tables: Iterable[Columns], players: int, together: bool) -> Luck | None:
    """The share of luck that the games played for it show; None where they are too few."""
    careless, careful = "careless", "greedy"
    nobody, everybody = [careless] * players, [careful] * players
    worse, better = [0, 0], [0, 0]
    for table in tables:
        for seats in np.unique(table["seats"].astype(str)):
            who = str(seats).split()
            games = table.where(table["seats"] == seats)
            winners = games["winners"]
            for seat in range(players):
                lost = int((winners >> seat & 1 == 0).sum())
                if who == nobody:
                    worse[0] += lost
                    worse[1] += len(games)
                elif (
                    (who == everybody) if together else (who != everybody and who[seat] == careful)
                ):
                    better[0] += lost
                    better[1] += len(games)
    if not worse[1] or not better[1]:
        return None
    scale = players if together else 1  # seats that win together are one
    return Luck(worse[0] // players, worse[1] // players, better[0] // scale, better[1] // scale)
