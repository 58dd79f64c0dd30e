"""One-step look-ahead in Minivilles: the coins that an action brings its player at once."""

import numpy as np

from faubourg.core.contract import Row
from faubourg.core.players import NATURE
from faubourg.games.minivilles import actions as act
from faubourg.games.minivilles import rules
from faubourg.games.minivilles.components import Minivilles
from faubourg.games.minivilles.state import DICE, RAISE, REROLL


def gain(components: Minivilles, row: Row, action: int) -> int:
    """The coins that a step brings the player whose turn it is, or costs."""
    seat, after = int(row.turn_of), _after(components, row, action)
    return int(after.coins[seat]) - int(row.coins[seat])


def expected_gain(components: Minivilles, row: Row, action: int) -> float:
    """Its expectation over the dice that are rolled for it."""
    seat, rolling = int(row.turn_of), _after(components, row, action)
    if rolling.to_act != NATURE or rolling.phase != DICE or rolling.turn_of != seat:
        return float(_kept(components, rolling) - row.coins[seat])
    actions, weights = np.zeros((2, rules.MOST), np.int32)
    count = rules.chance(components.box, rolling, actions, weights)
    coins = [_kept(components, _after(components, rolling, int(id))) for id in actions[:count]]
    return float(np.average(coins, weights=weights[:count])) - float(row.coins[seat])


def _kept(components: Minivilles, row: Row) -> int:
    """The roller's coins if a roll is not rolled again, and raised if that brings more."""
    if row.phase == REROLL:
        return _kept(components, _after(components, row, act.KEEP))
    if row.phase == RAISE:
        return max(_kept(components, _after(components, row, id)) for id in (act.STAY, act.RAISE))
    return int(row.coins[int(row.turn_of)])


def _after(components: Minivilles, row: Row, action: int) -> Row:
    after: Row = row.copy()
    rules.step(components.box, after, action)
    return after
