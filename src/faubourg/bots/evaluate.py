"""Evaluation of a position by MCTS: every seat's chance to win, now and after each choice."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from faubourg.bots.effort import Effort, check_effort
from faubourg.bots.search import Search, Value, search_seed
from faubourg.core.contract import Habits
from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.core.position import Position
from faubourg.core.streams import check_seed

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


def search(
    position: Position,
    *,
    seconds: float | None = None,
    simulations: int | None = None,
    seed: int | None = None,
    value: Value | None = None,
    habits: Habits | None = None,
) -> Evaluation:
    """MCTS for one's own code: every seat's chance to win, and what each choice leads to, the best
    first. See `evaluate` for what the numbers mean.

    `value` is an evaluation of one's own, a kernel (`faubourg.kernel`) that writes every seat's
    chance to win; it is asked where a playout ends, be it at the end of the game or, with
    `habits=Habits(horizon=…)`, some turns ahead. The same seed and `simulations` give the same.

    >>> from faubourg.core.game import Game
    >>> found = search(Game("minivilles").start(), simulations=30, seed=1)
    >>> round(sum(found.chances), 6), found.choices  # Nature's turn
    (1.0, ())
    """
    effort = check_effort(seconds, simulations, USUAL)
    return _evaluate(position, effort, check_seed(seed), habits, value)


def evaluate(
    position: Position,
    *,
    seconds: float | None = None,
    simulations: int | None = None,
    habits: Habits | None = None,
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
    return _evaluate(position, effort, search_seed(generator), habits, None)


def evaluate_root(
    position: Position, simulations: int, habits: Habits, generator: np.random.Generator
) -> Evaluation:
    """Every seat's mean over all simulations from a position, whoever is to act there. Unlike the
    chances of `evaluate` it does not favour the player to decide, so positions of which one is a
    decision and the other is not can be compared."""
    if position.turn is None:
        return Evaluation(heuristic(position), ())
    tree = Search(position, search_seed(generator), habits)
    tree.run(simulations)
    return Evaluation(_chances(tree.nodes[0], position.game.players), ())


def _evaluate(
    position: Position, effort: Effort, seed: int, habits: Habits | None, value: Value | None
) -> Evaluation:
    players = position.game.players
    if position.turn is None:
        return Evaluation(heuristic(position), ())
    tree = Search(position, seed, habits, value)
    effort.spend(tree)
    if position.turn == NATURE:
        return Evaluation(_chances(tree.nodes[0], players), ())
    tried = [node for node in tree.children() if node.visits > 0]
    tried.sort(key=lambda node: -int(node.visits))
    choices = tuple(
        Choice(int(node.action), _chances(node, players), int(node.visits)) for node in tried
    )
    return Evaluation(choices[0].chances, choices)


def heuristic(position: Position, learned: bool = False) -> tuple[float, ...]:
    """Every seat's chance to win by the game's own evaluation, or by what was learned if it has
    that, without looking ahead; exact at the end."""
    game, chances = position.game, np.zeros(len(SEAT_LETTERS))
    insight = game.part("insight")
    value = getattr(insight, "learned_value", insight.value) if learned else insight.value
    value(game.box, position.row, chances)
    return tuple(chances[: game.players].tolist())


def _chances(node: Any, players: int) -> tuple[float, ...]:
    return tuple((node.won[:players] / max(1, int(node.visits))).tolist())
