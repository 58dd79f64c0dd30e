"""Evaluation of a position by MCTS: every seat's chance to win, now and after each choice."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from faubourg.bots.effort import Effort, check_effort
from faubourg.bots.search import Search, search_seed
from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.core.position import Position

USUAL = Effort(simulations=1000)


@dataclass(frozen=True)
class Choice:
    """An action of the seat to act, and every seat's chance to win after it."""

    action: int
    chances: tuple[float, ...]
    visits: int  # simulations that this rests on


@dataclass(frozen=True)
class Evaluation:
    """Every seat's chance to win, and the choices of the seat to act, the best first."""

    chances: tuple[float, ...]
    choices: tuple[Choice, ...]


def evaluate(
    position: Position,
    *,
    seconds: float | None = None,
    simulations: int | None = None,
    generator: np.random.Generator,
) -> Evaluation:
    """Estimate every seat's chance to win, and for a decision what each choice leads to.

    A win that is tied is shared: each of n winners counts as 1/n. Players who win or lose together
    each have the chance of their side. At the end of a game this is the result and exact, whatever
    the effort. Before it, chances are means over simulations: PUCT plays inside the tree, the
    rollout policy below it; so they are estimates, the rougher the fewer `visits`. The same
    generator in the same state and the same `simulations` give the same evaluation; one number of
    the generator is taken.

    The choices are the children of the root: in a position with very many legal actions the ones
    that `insight.rate` rates lowest are left out. They are ordered by visits, the most first; the
    chances of the position are those of the first choice. At Nature's turn and at the end there
    are no choices.
    """
    effort = check_effort(seconds, simulations, USUAL)
    seed = search_seed(generator)
    players = position.game.players
    if position.turn is None:
        chances = np.zeros(len(SEAT_LETTERS))
        game = position.game
        game.part("insight").value(game.box, position.row, chances)
        return Evaluation(tuple(chances[:players].tolist()), ())
    search = Search(position, seed)
    effort.spend(search)
    if position.turn == NATURE:
        return Evaluation(_chances(search.nodes[0], players), ())
    tried = [node for node in search.children() if node.visits > 0]
    tried.sort(key=lambda node: -int(node.visits))
    choices = tuple(
        Choice(int(node.action), _chances(node, players), int(node.visits)) for node in tried
    )
    return Evaluation(choices[0].chances, choices)


def _chances(node: Any, players: int) -> tuple[float, ...]:
    return tuple((node.won[:players] / max(1, int(node.visits))).tolist())
