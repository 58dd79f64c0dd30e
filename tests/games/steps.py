"""Random games step by step, for property tests."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from faubourg.core.contract import Event, Row
from faubourg.core.game import Game
from faubourg.core.players import NATURE
from faubourg.core.position import Position


class Step(NamedTuple):
    """One move of a game: the row before, the move, its events, the row after."""

    game: Game
    before: Row
    move: str
    events: list[Event]
    after: Row


Choose = Callable[[random.Random, Sequence[int]], int]  # how players pick among legal actions


def watched(position: Position, seed: int, choose: Choose) -> Iterator[Step]:
    """A game from a position to its end; Nature plays by her weights."""
    chooser = random.Random(seed)
    while position.turn is not None:
        before = position.row.copy()
        if position.turn == NATURE:
            weights = position.weights()
            id = chooser.choices(list(weights), list(weights.values()))[0]
        else:
            id = choose(chooser, position.legal.ids)
        move = position.check(id).text
        yield Step(position.game, before, move, position.play(id), position.row.copy())
