"""Hints: the best moves, everybody's chance to win after each, and why."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from faubourg.bots.evaluate import evaluate
from faubourg.core.position import Position
from faubourg.core.text import Text

MOST = 3
FEWEST = 0.02  # share of all visits; a choice with fewer is hardly known
IN_ALL = Text(
    "No single reason: played on many times, games from here went best this way.",
    "Pas de raison unique : en rejouant souvent la suite, c'est ce qui a le mieux réussi.",
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


def hints(
    position: Position,
    names: Sequence[str],
    *,
    seconds: float | None = None,
    simulations: int | None = None,
    generator: np.random.Generator,
) -> list[Hint]:
    """The best moves of the player to act, the best first; none if it is nobody's turn."""
    ids = position.legal.ids
    if len(ids) < 2:
        return [Hint(id, None, NO_CHOICE) for id in ids]
    found = evaluate(position, seconds=seconds, simulations=simulations, generator=generator)
    least = FEWEST * sum(choice.visits for choice in found.choices)
    kept = [choice for choice in found.choices if choice.visits >= least][:MOST]
    return [
        Hint(choice.action, choice.chances, reason(position, choice.action, names))
        for choice in kept or found.choices[:1]
    ]


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
