"""The result of a review: chances, luck, skill, turning points and better moves.

Chances are whole numbers, so that luck and skill add up to the result exactly: a certain victory is
1,200,000, of which a half, a third, a quarter, a fifth and a sixth are whole too, for victories
that are shared.
"""

import math
from dataclasses import dataclass
from functools import cached_property

from faubourg.core.players import NATURE
from faubourg.review.timeline import Timeline

WHOLE = 1_200_000  # a certain victory
HALF = WHOLE // 2
SURE = 2.0  # standard errors by which a choice must be better to count as such
VERY_SURE = 3.0  # the same for the few largest of many changes, of which some are noise
SMALLEST_MISTAKE = WHOLE // 50
MOST_TURNING_POINTS = 5

Chances = tuple[int, ...]  # for each seat


@dataclass(frozen=True)
class Noise:
    """The standard error of the numbers of a review."""

    spread: float  # the standard error of an even chance, from 0 to 1

    def of(self, chance: int) -> int:
        """The standard error of a chance; one near 0 or 1 is surer."""
        share = chance / WHOLE
        return round(2 * self.spread * math.sqrt(share * (1 - share)) * WHOLE)

    def is_less(self, one: int, other: int, sure: float = SURE) -> bool:
        """Whether one chance is less than another by more than both could be off."""
        return other - one > sure * math.hypot(self.of(one), self.of(other))


@dataclass(frozen=True)
class Better:
    """A choice that would have been better, and everybody's chances after it."""

    action: int
    chances: Chances


@dataclass(frozen=True)
class Move:
    """One move of the game and what it changed. Chances before a choice are those after the best
    choice known; so a player can at best lose nothing."""

    number: int  # the first is 1
    mover: int
    action: int
    free: bool  # whether anything else could have come
    before: Chances
    after: Chances
    better: Better | None

    @property
    def change(self) -> Chances:
        return tuple(after - before for before, after in zip(self.before, self.after, strict=True))

    @property
    def swing(self) -> int:
        """The largest change of any seat."""
        return max(map(abs, self.change))


@dataclass(frozen=True)
class Balance:
    """Why a seat's chance became its result: start + luck + skill + others = result."""

    start: int
    luck: int  # what Nature did
    skill: int  # what the player's own choices cost against the best found: never above 0
    others: int  # what the other players' choices gave or took
    result: int


@dataclass(frozen=True)
class Review:
    """A game explained."""

    timeline: Timeline
    seats: list[str]  # what they are called
    chances: tuple[Chances, ...]  # before the first move, then after each
    moves: tuple[Move, ...]
    noise: Noise

    @property
    def result(self) -> Chances:
        """The end; of a game that is not finished, the chances as it stands."""
        return self.chances[-1]

    @cached_property
    def balances(self) -> list[Balance]:
        """Luck and skill of each seat."""
        return [self._balance(seat) for seat in range(len(self.seats))]

    def _balance(self, seat: int) -> Balance:
        luck = sum(move.change[seat] for move in self.moves if move.mover == NATURE)
        skill = sum(move.change[seat] for move in self.moves if move.mover == seat)
        others = sum(move.change[seat] for move in self.moves if move.mover not in (seat, NATURE))
        return Balance(self.chances[0][seat], luck, skill, others, self.result[seat])

    def is_clear(self, move: Move) -> bool:
        """Whether a move changed more than the noise of the two numbers could."""
        pairs = zip(move.before, move.after, strict=True)
        return any(self.noise.is_less(min(pair), max(pair), VERY_SURE) for pair in pairs)

    @cached_property
    def turning_points(self) -> list[Move]:
        """The moves that changed most, in the order of the game."""
        clear = [move for move in self.moves if move.free and self.is_clear(move)]
        largest = sorted(clear, key=lambda move: -move.swing)[:MOST_TURNING_POINTS]
        return sorted(largest, key=lambda move: move.number)

    @cached_property
    def mistakes(self) -> list[Move]:
        """Choices that cost their player clearly, the worst first."""
        found = [
            move
            for move in self.moves
            if move.better and -move.change[move.mover] >= SMALLEST_MISTAKE
        ]
        return sorted(found, key=lambda move: move.change[move.mover])
