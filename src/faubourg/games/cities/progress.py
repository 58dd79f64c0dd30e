"""How far a player is with a goal, in numbers: what was counted, how often it is fulfilled, and,
for one that asks for a thing of a certain size, how large the best one is."""

from dataclasses import dataclass, replace

from faubourg.core.contract import Row
from faubourg.games.cities.components import Cities
from faubourg.games.cities.goal import Goal
from faubourg.games.cities.goals import COUNT_ZONES, measure
from faubourg.games.cities.state import AREA


@dataclass(frozen=True)
class Progress:
    """`times` a goal is fulfilled, since `measure` holds `every` so often; it `have`s so much of
    what it `need`s for once."""

    measure: int
    every: int
    have: int
    need: int

    @property
    def times(self) -> int:
        return self.measure // self.every


def progress(components: Cities, row: Row, seat: int, place: int) -> Progress:
    """How far a player is with the goal of a number."""
    goal = components.goals[place]
    found = int(measure(components.box, row, seat, place))
    if goal.every > 1 or max(goal.extent, goal.sights) <= 1:
        return Progress(found, goal.every, found, goal.every)
    need = goal.sights or goal.extent
    have = _most_fulfilled(components, row, seat, goal, need)
    return Progress(found, 1, have, need)


def _most_fulfilled(components: Cities, row: Row, seat: int, goal: Goal, need: int) -> int:
    """For how much the goal would be fulfilled, if it asked for less; a zone may have more."""
    most = 0
    far = AREA if goal.count == COUNT_ZONES and not goal.sights else need
    while most < far and _fulfilled(components, row, seat, goal, most + 1):
        most += 1
    return most


def _fulfilled(components: Cities, row: Row, seat: int, goal: Goal, size: int) -> bool:
    asked = replace(goal, sights=size) if goal.sights else replace(goal, extent=size)
    box = components.box.copy()
    for field in Goal.FIELDS:
        box[field][0] = getattr(asked, field)
    return bool(measure(box, row, seat, 0))
