"""How near a centre is to goals: what a goal counts, and in fractions what is still under way.

A goal that is fulfilled twice and half of a third time is near by 2.5. Whole numbers are exact;
the fractions are a taste, for bots to see that a park of five squares leads to one of six.
"""

from faubourg.core.compiling import inlined, kernel
from faubourg.core.contract import Box, Row
from faubourg.games.cities.goals import (
    ANYTHING,
    BY_BOTH,
    BY_COLOUR,
    COUNT_COLLECTIONS,
    COUNT_SETS,
    COUNT_SQUARES,
    COUNT_ZONES,
    EACH,
    MIXED,
    OF_BUILDINGS,
    ONE,
    different_sights,
    group_of,
    kinds_of,
    measure,
    most_different,
    selected,
    terrain,
)
from faubourg.games.cities.sets import Squares, beside, count, zone
from faubourg.games.cities.state import BUILT, KINDS, MOST_HEIGHT, SIGHT, TALL

UNFINISHED = 0.6  # of a building too low, or of a zone too small, against a finished one


@kernel
def nearness(box: Box, row: Row, seat: int, goal: int) -> float:
    """How often a goal is fulfilled, with what is under way as a fraction."""
    kind = box.count[goal]
    if kind == COUNT_SETS or kind == COUNT_COLLECTIONS:
        return _near_sets(box, row, seat, goal) / box.every[goal]
    low = box.what[goal] == OF_BUILDINGS and box.low[goal] > 1
    if kind == COUNT_ZONES or (kind == COUNT_SQUARES and low):
        return _near_colours(box, row, seat, goal) / box.every[goal]
    return measure(box, row, seat, goal) / box.every[goal]


@kernel
def _near_colours(box: Box, row: Row, seat: int, goal: int) -> float:
    colour = box.colour[goal]
    if colour < ONE:
        return _near_colour(box, row, seat, goal, colour)
    most = total = 0.0
    for one in range(KINDS):
        found = _near_colour(box, row, seat, goal, one)
        most = max(most, found)
        total += found
    return total if colour == EACH else most


@inlined
def _near_colour(box: Box, row: Row, seat: int, goal: int, colour: int) -> float:
    squares = selected(box, row, seat, goal, colour)
    if box.count[goal] == COUNT_SQUARES:
        return count(squares) + _too_low(box, row, seat, goal, colour)
    return _near_zones(box, row, seat, goal, squares)


@kernel
def _too_low(box: Box, row: Row, seat: int, goal: int, colour: int) -> float:
    """Buildings that have not yet the storeys asked for."""
    low = box.low[goal]
    squares = row.squares[seat, TALL] & ~row.squares[seat, TALL + low - 1]
    if colour != MIXED:
        squares &= row.squares[seat, BUILT + colour]
    if box.beside[goal] != ANYTHING:
        squares &= beside(terrain(row, seat, box.beside[goal]), row.stride[seat])
    near = 0.0
    for storeys in range(1, low):
        exactly = squares & row.squares[seat, TALL + storeys - 1]
        exactly &= ~row.squares[seat, TALL + storeys]
        near += count(exactly) * UNFINISHED * (storeys / low) ** 2
    return near


@kernel
def _near_zones(box: Box, row: Row, seat: int, goal: int, squares: Squares) -> float:
    """Zones large enough with attractions enough, and parts of those that are not."""
    near = 0.0
    while squares != 0:
        found = zone(squares, row.stride[seat])
        squares ^= found
        part = min(1.0, count(found) / box.extent[goal])
        if box.sights[goal] > 0:
            part *= min(1.0, (1 + different_sights(row, seat, found)) / (1 + box.sights[goal]))
        near += 1.0 if part == 1.0 else UNFINISHED * part * part
    return near


@kernel
def _near_sets(box: Box, row: Row, seat: int, goal: int) -> float:
    size = box.extent[goal]
    if box.count[goal] == COUNT_SETS and box.different[goal] == BY_BOTH:
        return min(1.0, most_different(box, row, seat, goal) / size)
    sets = measure(box, row, seat, goal)
    filled = 0
    if box.count[goal] == COUNT_COLLECTIONS:
        first, kinds = kinds_of(box.what[goal])
        for kind in range(first, first + kinds):
            filled += min(count(row.squares[seat, SIGHT + kind]), sets + 1)
    else:
        for group in range(MOST_HEIGHT):
            members = group_of(box, row, seat, goal, box.different[goal], group)
            filled += min(count(members), sets + 1)
    return sets + (filled - sets * size) / size
