"""A shaped measure of progress to a goal: times fulfilled, and a fraction of the next time.

A goal that is fulfilled twice and half of a third time has 2.5. The whole number is exact; the
fraction is a heuristic, for bots to see that a park of five squares leads to one of six.
"""

from faubourg.core.contract import Box, Row
from faubourg.games.cities.mechanics.bitboards import Squares, beside, count, zone
from faubourg.games.cities.mechanics.counting import (
    ANYTHING,
    BY_BOTH,
    COUNT_COLLECTIONS,
    COUNT_SETS,
    COUNT_SQUARES,
    COUNT_ZONES,
    EACH,
    MIXED,
    OF_BUILDINGS,
    ONE,
    different_attractions,
    group_of,
    kinds_of,
    measure,
    most_different,
    selected,
    terrain,
)
from faubourg.games.cities.state import ATTRACTION, BUILT, KINDS, MOST_HEIGHT, TALL
from faubourg.kernels.compile import inlined, kernel

UNFINISHED = 0.6  # of a building too low, or of a zone too small, against a finished one
NEARLY = 0.95  # what is under way never counts for more


@kernel
def nearness(box: Box, row: Row, seat: int, goal: int) -> float:
    """How often a goal is fulfilled, with what is under way as a fraction."""
    whole, every = measure(box, row, seat, goal), int(box.every[goal])
    part = whole % every + _under_way(box, row, seat, goal, whole)
    return whole // every + min(NEARLY, part / every)


@inlined
def _under_way(box: Box, row: Row, seat: int, goal: int, whole: int) -> float:
    """What has been begun of the next thing that the goal counts."""
    kind = box.count[goal]
    if kind in (COUNT_SETS, COUNT_COLLECTIONS):
        return _begun_set(box, row, seat, goal, whole)
    if kind == COUNT_ZONES:
        return _begun_colours(box, row, seat, goal)
    if kind == COUNT_SQUARES and box.what[goal] == OF_BUILDINGS and box.low[goal] > 1:
        return _begun_colours(box, row, seat, goal)
    return 0.0


@kernel
def _begun_colours(box: Box, row: Row, seat: int, goal: int) -> float:
    colour = box.colour[goal]
    if colour < ONE:
        return _begun(box, row, seat, goal, colour)
    most = total = 0.0
    for one in range(KINDS):
        found = _begun(box, row, seat, goal, one)
        most = max(most, found)
        total += found
    return total if colour == EACH else most


@inlined
def _begun(box: Box, row: Row, seat: int, goal: int, colour: int) -> float:
    if box.count[goal] == COUNT_SQUARES:
        return _begun_buildings(box, row, seat, goal, colour)
    return _begun_zones(box, row, seat, goal, selected(box, row, seat, goal, colour))


@kernel
def _begun_buildings(box: Box, row: Row, seat: int, goal: int, colour: int) -> float:
    """Buildings that have not yet the storeys asked for."""
    low = box.low[goal]
    squares = row.squares[seat, TALL] & ~row.squares[seat, TALL + low - 1]
    if colour != MIXED:
        squares &= row.squares[seat, BUILT + colour]
    if box.beside[goal] != ANYTHING:
        squares &= beside(terrain(row, seat, box.beside[goal]), row.stride[seat])
    begun = 0.0
    for storeys in range(1, low):
        exactly = squares & row.squares[seat, TALL + storeys - 1]
        exactly &= ~row.squares[seat, TALL + storeys]
        begun += count(exactly) * UNFINISHED * (storeys / low) ** 2
    return begun


@kernel
def _begun_zones(box: Box, row: Row, seat: int, goal: int, squares: Squares) -> float:
    """Zones that are too small or have too few attractions."""
    begun = 0.0
    while squares != 0:
        found = zone(squares, row.stride[seat])
        squares ^= found
        part = min(1.0, count(found) / box.extent[goal])
        if box.attractions[goal] > 0:
            part *= min(
                1.0, (1 + different_attractions(row, seat, found)) / (1 + box.attractions[goal])
            )
        if part < 1.0:
            begun += UNFINISHED * part * part
    return begun


@kernel
def _begun_set(box: Box, row: Row, seat: int, goal: int, sets: int) -> float:
    """How much of one set more there is."""
    size = int(box.extent[goal])
    filled = -size * sets
    if box.count[goal] == COUNT_COLLECTIONS:
        first, kinds = kinds_of(box.what[goal])
        for kind in range(first, first + kinds):
            filled += min(count(row.squares[seat, ATTRACTION + kind]), sets + 1)
    elif box.different[goal] == BY_BOTH:
        filled += most_different(box, row, seat, goal)
    else:
        for group in range(MOST_HEIGHT):
            members = group_of(box, row, seat, goal, box.different[goal], group)
            filled += min(count(members), sets + 1)
    return filled / size
