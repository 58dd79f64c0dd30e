"""Look-ahead in Minivilles: the coins that an action brings its player until they may build."""

import numpy as np

from faubourg.core.contract import Row
from faubourg.core.players import NATURE
from faubourg.games.minivilles import rules
from faubourg.games.minivilles.components import Minivilles
from faubourg.games.minivilles.state import BUILD, DEMOLISH, ENDED, GIVE, OFFER

ALIKE = (GIVE, DEMOLISH, OFFER)  # decisions that are paid alike: the first choice stands for all


def gain(components: Minivilles, row: Row, action: int) -> int:
    """The coins that a step brings the player whose turn it is, or costs."""
    seat, after = int(row.turn_of), _after(components, row, action)
    return int(after.coins[seat]) - int(row.coins[seat])


def expected_gain(components: Minivilles, row: Row, action: int) -> float:
    """Its expectation until the player may build, where chance is averaged and the player chooses
    what brings the most coins."""
    after = _after(components, row, action)
    return _coins(components, after, int(row.turn_of)) - float(row.coins[int(row.turn_of)])


def _coins(components: Minivilles, row: Row, seat: int) -> float:
    """The player's coins at the end of the roll."""
    if row.phase in (BUILD, ENDED):
        return float(row.coins[seat])
    actions, weights = np.zeros((2, rules.MOST), np.int32)
    if row.to_act == NATURE:
        count = rules.chance(components.box, row, actions, weights)
        found = [_coins(components, _after(components, row, id), seat) for id in actions[:count]]
        return float(np.average(found, weights=weights[:count]))
    count = rules.legal(components.box, row, actions)
    worth = actions[: 1 if row.phase in ALIKE else count]
    return max(_coins(components, _after(components, row, id), seat) for id in worth)


def _after(components: Minivilles, row: Row, action: int) -> Row:
    after: Row = row.copy()
    rules.step(components.box, after, int(action))
    return after
