"""Hints: the best moves, everybody's chance to win after each, and why."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from faubourg.bots.evaluate import Choice, evaluate
from faubourg.bots.habits import review_habits
from faubourg.core.position import Position
from faubourg.core.text import Text

MOST = 3
FEWEST = 0.02  # share of all visits; a choice with fewer is hardly known
Z = 1.96  # standard errors within which 95 % lie
IN_ALL = Text(
    "No single reason: played on many times, games from here went best this way.",
    "Pas de raison unique : en rejouant souvent la suite, c'est ce qui a le mieux réussi.",
)
# Of what is said to be about as good anyway.
AS_WELL = Text("No single reason speaks for it.", "Pas de raison unique.")
BEHIND = Text(
    "No single reason: played on many times, games from here went less well.",
    "Pas de raison unique : en rejouant souvent la suite, c'était moins bien.",
)
AT_FIRST_SIGHT = Text(
    "It looks best at first sight; looking ahead is still being prepared.",
    "À première vue, c'est le mieux ; la réflexion plus poussée est encore en préparation.",
)
NO_CHOICE = Text("There is nothing else to do.", "Il n'y a rien d'autre à faire.")


class Hint(NamedTuple):
    """A move worth making, the chances to win after it, and one sentence that speaks for it."""

    action: int
    chances: tuple[float, ...] | None  # None where nothing was searched
    why: Text
    equal: bool = False  # to the first: nobody can tell by what was tried which is better


def hints(
    position: Position,
    names: Sequence[str],
    *,
    seconds: float | None = None,
    simulations: int | None = None,
    generator: np.random.Generator,
) -> list[Hint]:
    """The best moves of the player to act by their chances, the best first; none if it is nobody's
    turn. Of moves that were tried too seldom nothing is said."""
    ids = position.legal.ids
    if len(ids) < 2:
        return [Hint(id, None, NO_CHOICE) for id in ids]
    found = evaluate(
        position,
        seconds=seconds,
        simulations=simulations,
        habits=review_habits(position.game),
        generator=generator,
    )
    least = FEWEST * sum(choice.visits for choice in found.choices)
    kept = [choice for choice in found.choices if choice.visits >= least][:MOST]
    seat = int(position.turn or 0)
    first, *others = sorted(kept or found.choices[:1], key=lambda one: -one.chances[seat])
    told = [Hint(first.action, first.chances, reason(position, first.action, names))]
    for choice in others:
        equal = about_equal(first, choice, seat)
        why = reason(position, choice.action, names, AS_WELL if equal else BEHIND)
        told.append(Hint(choice.action, choice.chances, why, equal))
    return told


def about_equal(first: Choice, other: Choice, seat: int) -> bool:
    """Whether the difference of two chances lies within its error, at 95 %.

    >>> few, more = Choice(1, (0.5,), visits=50), Choice(2, (0.4,), visits=50)
    >>> about_equal(few, more, 0)
    True
    >>> about_equal(Choice(1, (0.5,), visits=5000), Choice(2, (0.4,), visits=5000), 0)
    False
    """
    error = Z * sqrt(sum(_variance(choice, seat) for choice in (first, other)))
    return abs(first.chances[seat] - other.chances[seat]) <= error


def _variance(choice: Choice, seat: int) -> float:
    """Of a chance that is the mean of results between 0 and 1: at most that of wins and losses. One
    win and one loss more keep it above 0 where all games ended alike."""
    chance = (choice.chances[seat] * choice.visits + 1) / (choice.visits + 2)
    return chance * (1 - chance) / choice.visits


def rated_hints(position: Position, names: Sequence[str]) -> list[Hint]:
    """The moves that are rated best at first sight, without a search and so without chances."""
    game, ids = position.game, position.legal.ids
    if len(ids) < 2:
        return [Hint(id, None, NO_CHOICE) for id in ids]
    box, rate = game.box, game.part("insight").rate
    ratings = {id: rate(box, position.row, id) for id in ids}
    best = sorted(ids, key=lambda id: -ratings[id])[:MOST]
    return [Hint(id, None, reason(position, id, names, AT_FIRST_SIGHT)) for id in best]


def reason(position: Position, action: int, names: Sequence[str], otherwise: Text = IN_ALL) -> Text:
    """The sentence that speaks for an action: the game's advice, if it has any."""
    game = position.game
    found: Text | None = game.part("advice").why(game.components, position.row, action, names)
    return found or otherwise
