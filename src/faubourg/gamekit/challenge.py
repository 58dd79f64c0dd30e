"""Challenges: goals beside winning, with three stars each, read off the end of a game.

A game's `challenges.py` lists them as CHALLENGES. A goal is a pure function of the last position:
whoever has the record of a game can check its stars.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from faubourg.core.contract import Data
from faubourg.core.game import own_module
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.position import Position
from faubourg.core.text import Text

STARS = 3


@dataclass(frozen=True)
class Ended:
    """A game that is over, as one seat sees it."""

    view: Data
    box: Data
    seat: str  # its letter
    won: bool
    points: int
    others: Sequence[int]  # the points of the other seats
    players: int
    options: dict[str, str]


@dataclass(frozen=True)
class Level:
    """A table to try a challenge at: how many play, with which options, against which bot."""

    name: Text
    players: int = 2
    options: dict[str, str] = field(default_factory=dict)
    bot: str = "steady"


@dataclass(frozen=True)
class Challenge:
    """Three goals, each harder than the one before."""

    id: str
    title: Text
    goals: tuple[Text, Text, Text]
    reached: Callable[[Ended], tuple[bool, bool, bool]]
    levels: tuple[Level, ...]

    def stars(self, ended: Ended) -> int:
        """How many goals were reached, one after the other."""
        reached = self.reached(ended)
        return next((at for at, yes in enumerate(reached) if not yes), STARS)


def steps(value: float, *least: float) -> tuple[bool, bool, bool]:
    """Whether a value reaches each of three bounds.

    >>> steps(12, 10, 12, 15)
    (True, True, False)
    """
    one, two, three = (value >= bound for bound in least)
    return one, two, three


def goals(said: Text, *values: Any) -> tuple[Text, Text, Text]:
    """One sentence with three values."""
    one, two, three = (said.format(n=value) for value in values)
    return one, two, three


def challenges(game: str) -> tuple[Challenge, ...]:
    """The challenges of a game; none if it has none."""
    found: tuple[Challenge, ...] = getattr(own_module(game, "challenges"), "CHALLENGES", ())
    return found


def ended(position: Position, seat: int) -> Ended:
    """A game that is over, for one seat."""
    outcome, game = position.outcome, position.game
    assert outcome is not None, "the game goes on"
    others = [points for other, points in enumerate(outcome.scores) if other != seat]
    return Ended(
        position.view(),
        game.part("view").box(game.components),
        SEAT_LETTERS[seat],
        seat in outcome.winners,
        outcome.scores[seat],
        others,
        game.players,
        dict(game.options),
    )
