"""A player's progress to a goal: how often it is fulfilled and, for an objective that asks for one
thing of a certain size, how large the best one is."""

from faubourg.core.contract import Row
from faubourg.games.cities.components import Cities
from faubourg.games.cities.mechanics.counting import COUNT_ZONES, measure, times
from faubourg.games.cities.mechanics.goals import Goal
from faubourg.games.cities.state import AREA, FIRST_CARD


def earned(components: Cities, row: Row, seat: int, card: int) -> tuple[int, int]:
    """cit-36: how often a card is fulfilled, and the points for that."""
    goal = FIRST_CARD + card
    found = int(times(components.box, row, seat, goal))
    return found, found * int(components.box.points[goal])


def progress(components: Cities, row: Row, seat: int, number: int) -> tuple[int, int]:
    """How much there is of what a goal, by its number, needs to be fulfilled once, and how much it
    needs."""
    goal = components.goals[number]
    if goal.every > 1 or max(goal.extent, goal.attractions) <= 1:
        return int(measure(components.box, row, seat, number)), goal.every
    return _most_fulfilled(components, row, seat, number, goal), goal.attractions or goal.extent


def _most_fulfilled(components: Cities, row: Row, seat: int, number: int, goal: Goal) -> int:
    """For how much the goal would be fulfilled, if it asked for less; a zone may have more."""
    box = components.box.copy()
    wanted, far = (
        (box.attractions, goal.attractions) if goal.attractions else (box.extent, goal.extent)
    )
    if goal.count == COUNT_ZONES and not goal.attractions:
        far = AREA
    for size in range(1, far + 1):
        wanted[number] = size
        if not measure(box, row, seat, number):
            return size - 1
    return far
