"""The result of a review: chances, luck, skill, turning points and better moves.

Chances are whole numbers, so that luck and skill add up to the result exactly: a certain victory is
1,200,000, of which a half, a third, a quarter, a fifth and a sixth are whole too, for victories
that are shared.
"""

import math
from dataclasses import dataclass
from functools import cached_property

from faubourg.core.players import NATURE
from faubourg.review.ranges import Change, Range, range_of
from faubourg.review.timeline import Timeline

WHOLE = 1_200_000  # a certain victory
SURE = 2.5  # standard errors by which another choice must be better to be called so
VERY_SURE = 3.0  # the same for the few largest of many changes, of which some are noise
SMALLEST = WHOLE // 50  # change that is worth telling
MOST_TURNING_POINTS = 5

Chances = tuple[int, ...]  # for each seat


@dataclass(frozen=True)
class Noise:
    """The standard error of numbers that were found in the same way."""

    spread: float  # the standard error of an even chance, from 0 to 1

    def of(self, chance: float) -> float:
        """The standard error of a chance, both from 0 to 1; one near 0 or 1 is surer."""
        return 2 * self.spread * math.sqrt(max(0.0, chance * (1 - chance)))


@dataclass(frozen=True)
class Better:
    """A choice that would have been better, and everybody's chances after it."""

    action: int
    chances: Chances


@dataclass(frozen=True)
class Move:
    """One move of the game and what it changed: what Nature's outcome brought against what was to
    be expected of it, or what a player's choice cost against the best found."""

    number: int  # the first is 1
    mover: int
    action: int
    free: bool  # whether anything else could have come
    before: Chances  # if everybody plays on simply
    after: Chances
    change: Chances
    errors: tuple[float, ...]  # standard errors of the change, in its unit
    better: Better | None
    of_size: float = 0.0  # what the change itself may be off, as a part of it

    @cached_property
    def ranges(self) -> tuple[Range, ...]:
        """The 95 % interval of each seat's change; nobody loses more than the chance there was, or
        gains more than was missing."""
        return tuple(map(self._range, range(len(self.change))))

    def _range(self, seat: int) -> Range:
        was = min(max(self.after[seat] - self.change[seat], 0), WHOLE)
        low, high = range_of([self.found(seat)])
        return Range(max(low, -was), min(high, WHOLE - was))

    def found(self, seat: int) -> Change:
        """A seat's change, and what it is off by noise and by its own size."""
        return Change(self.change[seat], self.errors[seat], self.of_size)

    @property
    def rest(self) -> Chances:
        """What the estimates differ by beside the change."""
        pairs = zip(self.before, self.after, self.change, strict=True)
        return tuple(after - before - change for before, after, change in pairs)

    @property
    def swing(self) -> int:
        """The largest change of any seat."""
        return max(map(abs, self.change))

    def is_clear(self, sure: float) -> bool:
        """Whether it changed somebody's chance by more than so many standard errors."""
        pairs = zip(self.change, self.errors, strict=True)
        return any(abs(change) > max(sure * error, SMALLEST - 1) for change, error in pairs)


@dataclass(frozen=True)
class Balance:
    """Why a seat's chance became its result: start + luck + skill + others + rest = result, and
    the 95 % intervals of three of them."""

    start: int
    luck: int  # what Nature did
    skill: int  # what the player's own choices cost against the best found
    others: int  # what the other players' choices gave or took
    rest: int  # chances let everybody play on simply, choices are held against better play
    result: int
    luck_range: Range
    skill_range: Range
    others_range: Range


@dataclass(frozen=True)
class Review:
    """A game explained."""

    timeline: Timeline
    seats: list[str]  # what they are called
    chances: tuple[Chances, ...]  # before the first move, then after each
    moves: tuple[Move, ...]
    noise: Noise  # of the chances
    luck_errors: tuple[float, ...]  # the standard error of each seat's luck in all

    @property
    def result(self) -> Chances:
        """The end; of a game that is not finished, the chances as it stands."""
        return self.chances[-1]

    @cached_property
    def balances(self) -> list[Balance]:
        """Luck and skill of each seat."""
        return [self._balance(seat) for seat in range(len(self.seats))]

    def _balance(self, seat: int) -> Balance:
        own = [move for move in self.moves if move.mover == seat]
        foreign = [move for move in self.moves if move.mover not in (seat, NATURE)]
        luck = sum(move.change[seat] for move in self.moves if move.mover == NATURE)
        return Balance(
            start=self.chances[0][seat],
            luck=luck,
            skill=sum(move.change[seat] for move in own),
            others=sum(move.change[seat] for move in foreign),
            rest=sum(move.rest[seat] for move in self.moves),
            result=self.result[seat],
            luck_range=range_of([Change(luck, self.luck_errors[seat])]),
            skill_range=range_of(move.found(seat) for move in own),
            others_range=range_of(move.found(seat) for move in foreign),
        )

    @cached_property
    def turning_points(self) -> list[Move]:
        """The moves that changed most, in the order of the game."""
        clear = [move for move in self.moves if move.free and move.is_clear(VERY_SURE)]
        largest = sorted(clear, key=lambda move: -move.swing)[:MOST_TURNING_POINTS]
        return sorted(largest, key=lambda move: move.number)

    @cached_property
    def mistakes(self) -> list[Move]:
        """Choices that cost their player clearly, the worst first."""
        found = [move for move in self.moves if move.better]
        return sorted(found, key=lambda move: move.change[move.mover])

    def next_time(self, seat: int) -> Move | None:
        """The one thing for a player to try next time: of the better choices that were missed the
        one that would have brought most, made as often as it was missed."""
        own = [move for move in self.mistakes if move.mover == seat]
        brings: dict[int, int] = {}
        for move in own:
            assert move.better is not None
            brings[move.better.action] = brings.get(move.better.action, 0) - move.change[seat]
        best = max(brings, key=lambda action: brings[action], default=None)
        return next((move for move in own if move.better and move.better.action == best), None)
