"""A table's clock: how much time players have, and how much each has used. Pure: no I/O.

All of it follows from the entries. A move says how many seconds of its player's time it took
(`spent`), because only the server that stored it knew for how long no server was there. So any
process that reads the entries knows how much time everybody has left, also after a kill.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

Per: TypeAlias = Literal["move", "player"]
Then: TypeAlias = Literal["bot", "pass"]


@dataclass(frozen=True)
class Clock:
    """What was agreed: so many seconds for each turn of a player, or for a whole game."""

    per: Per
    seconds: float
    then: Then = "bot"  # at zero a bot plays on; or the turn passes, where the rules know that


@dataclass(frozen=True)
class Running:
    """Whose clock runs, and how far it is."""

    seat: int = -1
    turn: int = -1  # the count of turns, by which a player's next one is told
    since: float = 0.0  # when time was last counted
    used: float = 0.0  # seconds counted in this turn
    credit: float = 0.0  # seconds after `since` that don't count: the player's connection was lost
    credited: float = 0.0  # all of these in this turn

    def is_same(self, seat: int, turn: int) -> bool:
        return (self.seat, self.turn) == (seat, turn)

    def counted(self, spent: float, at: float) -> "Running":
        """After `spent` seconds of the player's were counted."""
        return replace(self, since=at, used=self.used + spent, credit=0.0)

    def with_credit(self, seconds: float) -> "Running":
        return replace(self, credit=self.credit + seconds, credited=self.credited + seconds)
