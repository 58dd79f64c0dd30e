"""Hints: the best moves, everybody's chance to win after each, and why."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from faubourg.bots.evaluate import judge
from faubourg.core.position import Position
from faubourg.core.text import Text

MOST = 3
FEWEST = 0.02  # of all simulations; a choice with fewer was hardly looked at
IN_ALL = Text(
    "No single reason: played on many times, games from here went best this way.",
    "Pas de raison unique : en rejouant souvent la suite, c'est ce qui a le mieux réussi.",
)
NO_CHOICE = Text("There is nothing else to do.", "Il n'y a rien d'autre à faire.")


class Hint(NamedTuple):
    """A move worth making, the chances to win after it, and one sentence that speaks for it."""

    action: int
    chances: tuple[float, ...] | None  # None where there was nothing to think about
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
    choices = judge(position, seconds=seconds, simulations=simulations, generator=generator).choices
    least = FEWEST * sum(choice.weight for choice in choices)
    kept = [choice for choice in choices if choice.weight >= least][:MOST] or choices[:1]
    return [
        Hint(choice.action, choice.chances, reason(position, choice.action, names))
        for choice in kept
    ]


def reason(position: Position, action: int, names: Sequence[str]) -> Text:
    """Why one might do that: what the game has to say for it, or that nothing stands out."""
    game = position.game
    found: Text | None = game.part("advice").why(game.components, position.row, action, names)
    return found or IN_ALL
