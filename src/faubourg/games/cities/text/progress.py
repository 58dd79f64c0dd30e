"""How far a player is with a goal, in numbers: how often it is fulfilled and, for an objective that
asks for one thing of a certain size, how large the best one is."""

from faubourg.core.contract import Row
from faubourg.games.cities.components import Cities
from faubourg.games.cities.mechanics.counting import COUNT_ZONES, measure, times
from faubourg.games.cities.mechanics.goals import Goal
from faubourg.games.cities.mechanics.scoring import FIRST_CARD
from faubourg.games.cities.state import AREA


def earned(components: Cities, row: Row, seat: int, card: int) -> tuple[int, int]:
    """cit-36: how often a card is fulfilled, and the points for that."""
    goal = FIRST_CARD + card
    found = int(times(components.box, row, seat, goal))
    return found, found * int(components.box.points[goal])


def progress(components: Cities, row: Row, seat: int, place: int) -> tuple[int, int]:
    """How much there is of what the goal of a number needs to be fulfilled once, and how much it
    needs."""
    goal = components.goals[place]
    if goal.every > 1 or max(goal.extent, goal.sights) <= 1:
        return int(measure(components.box, row, seat, place)), goal.every
    return _most_fulfilled(components, row, seat, place, goal), goal.sights or goal.extent


def _most_fulfilled(components: Cities, row: Row, seat: int, place: int, goal: Goal) -> int:
    """For how much the goal would be fulfilled, if it asked for less; a zone may have more."""
    box = components.box.copy()
    asked, far = (box.sights, goal.sights) if goal.sights else (box.extent, goal.extent)
    if goal.count == COUNT_ZONES and not goal.sights:
        far = AREA
    for size in range(1, far + 1):
        asked[place] = size
        if not measure(box, row, seat, place):
            return size - 1
    return far
