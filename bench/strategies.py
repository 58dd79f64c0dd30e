"""Scripted strategies: one idea each, played to the end whatever happens. A strong bot beats them.

    python -m bench.duel minivilles --seats purple,expert --simulations 2000 --games 200

Each orders the legal actions by its idea; where that says nothing, greedy's rating decides.
"""

from collections.abc import Callable

import numpy as np

from faubourg.core.position import Position
from faubourg.games.cities import actions as cities_actions
from faubourg.games.cities.state import (
    BUILT,
    CARD_ROW,
    COLUMNS,
    KINDS,
    MODULE_ROW,
    MOST_HEIGHT,
    TALL,
)
from faubourg.games.cities.state import OPEN as OPEN_PLACES
from faubourg.games.minivilles import actions as minivilles_actions
from faubourg.games.minivilles.cards import PURPLE, SYMBOLS
from faubourg.games.my_little_town.placement import MOST, list_standees

Idea = Callable[[Position, int], float]
ENOUGH = 9  # cards of a plan, after which coins are saved for landmarks
CHEAP = 2  # coins
LANDMARK, PLANNED, SAVED, OTHER = 4.0, 3.0, 2.0, 1.0


class Scripted:
    """Plays the action that an idea likes best."""

    def __init__(self, idea: Idea) -> None:
        self.idea = idea

    def choose(self, position: Position, generator: np.random.Generator) -> int:
        rate, box = position.game.part("insight").rate, position.game.box
        chosen = generator.random()
        ids = position.legal.ids
        turned = ids[int(chosen * len(ids)) :] + ids[: int(chosen * len(ids))]
        return max(
            turned,
            key=lambda action: (self.idea(position, action), rate(box, position.row, action)),
        )


def building(wanted: Callable[[Position, int], bool]) -> Idea:
    """Minivilles: buys the cards of a plan until there are enough of them, then saves."""

    def idea(position: Position, action: int) -> float:
        act, row, box = minivilles_actions, position.row, position.game.box
        code = act.code_of(action)
        if act.LANDMARK <= code < act.ROLL:
            return LANDMARK
        if act.BUILD <= code < act.LANDMARK:
            owned = sum(
                int(count)
                for kind, count in enumerate(row.cards[row.turn_of][: box.kinds])
                if wanted(position, kind) and not box.starting[kind]
            )
            return PLANNED if owned < ENOUGH and wanted(position, code - act.BUILD) else OTHER
        return SAVED if code == act.PASS else 0.0

    return idea


def _purple(position: Position, kind: int) -> bool:
    return int(position.game.box.colour[kind]) == PURPLE


def _furniture(position: Position, kind: int) -> bool:
    return int(position.game.box.symbol[kind]) in (SYMBOLS.index("gear"), SYMBOLS.index("factory"))


def _cheap(position: Position, kind: int) -> bool:
    return int(position.game.box.cost[kind]) <= CHEAP


def towers(position: Position, action: int) -> float:
    """Cities: modules of one colour, on top of each other."""
    row, act = position.row, cities_actions
    seat = int(row.turn_of)
    colour = max(range(KINDS), key=lambda each: int(row.squares[seat, BUILT + each]).bit_count())
    if action < act.START:
        line, column = (action - act.TAKE) // COLUMNS, (action - act.TAKE) % COLUMNS
        if line == MODULE_ROW and column < OPEN_PLACES:
            return 1.0 + float(row.open_modules[column, colour])
        return 0.5 if line == CARD_ROW else 0.0
    after = position.copy()
    after.step(action)
    mine = int(after.row.squares[seat, BUILT + colour])
    return float(
        sum(
            (1 + height) * (mine & int(after.row.squares[seat, TALL + height])).bit_count()
            for height in range(MOST_HEIGHT)
        )
    )


def blocking(position: Position, action: int) -> float:
    """My Little Town: the others shall have as few ways as can be to place a standee."""
    after = position.copy()
    after.step(action)
    ways = np.zeros(MOST, np.int32)
    seat = int(position.row.turn_of)
    others = (other for other in range(position.game.players) if other != seat)
    return -float(sum(list_standees(after.row, other, ways, 0) for other in others))


STRATEGIES: dict[str, Idea] = {
    "purple": building(_purple),
    "furniture": building(_furniture),
    "cheap": building(_cheap),
    "towers": towers,
    "blocking": blocking,
}
