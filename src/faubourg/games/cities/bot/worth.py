"""The worth of a centre for bots: its points, and part of those that it is on the way to.

A centre is worth its points, and part of those that its cards, objectives and zones are on the way
to, less of it the fewer rounds are left. The constants were tuned by playing against others, see
docs/decisions/0008.
"""

import numpy as np

from faubourg.core.contract import Box, Row
from faubourg.games.cities.bot.nearness import nearness
from faubourg.games.cities.mechanics.bitboards import count, zone
from faubourg.games.cities.mechanics.counting import different_attractions
from faubourg.games.cities.mechanics.scoring import (
    marker_points,
    monument_points,
    objective_goal,
)
from faubourg.games.cities.rules import highest_free
from faubourg.games.cities.state import (
    ATTRACTION,
    ATTRACTIONS,
    FIRST_CARD,
    KINDS,
    OBJECTIVES,
    PARK,
    STREET,
    TALL,
    WATER,
    WATER_ATTRACTIONS,
    WITH_JOKER,
    WITH_MONUMENT,
)
from faubourg.kernels.compile import inlined, kernel

UNDER_WAY = 0.8  # of the points that a card is on the way to
AIMED_AT = 0.9  # of an objective's number, as far as it is fulfilled
ROOM_FOR_ATTRACTIONS = 0.22  # of the points that attractions could still add to a zone
ROOM_FOR_MODULES = 0.12  # for a street square that is free
PATIENCE = 0.2  # hope falls with the rounds that are left to this power


@kernel
def worth(box: Box, row: Row, seat: int) -> float:
    left = float(row.rounds - row.round_now + 0.5) / float(row.rounds)
    hope = left**PATIENCE
    value = float(monument_points(box, row, seat))
    for objective in range(OBJECTIVES):
        value += _objective_worth(box, row, seat, objective, hope)
    for card in range(box.cards):
        if (row.cards[seat] >> card) & 1:
            value += _card_worth(box, row, seat, FIRST_CARD + card, hope)
    value += _zones_worth(box, row, seat, left)
    return value + left * _room_worth(row, seat)


@inlined
def _objective_worth(box: Box, row: Row, seat: int, objective: int, hope: float) -> float:
    """Points of the marker, or part of what can still be had."""
    if row.markers[seat, objective] > 0:
        return float(marker_points(box, row, seat, objective))
    number = highest_free(row, objective)
    if number == 0:
        return 0.0
    goal = objective_goal(row, objective)
    near = nearness(box, row, seat, goal)
    points = float(box.numbers[goal, number - 1])
    return points if near >= 1.0 else points * AIMED_AT * near * hope


@inlined
def _card_worth(box: Box, row: Row, seat: int, goal: int, hope: float) -> float:
    near = nearness(box, row, seat, goal)
    whole = float(np.floor(near))
    return float(box.points[goal]) * (whole + UNDER_WAY * hope * (near - whole))


@kernel
def _zones_worth(box: Box, row: Row, seat: int, left: float) -> float:
    """Points of the zones, and part of those that attractions could still add."""
    value = 0.0
    attractions = 0
    for kind in range(ATTRACTIONS - 2):
        attractions |= row.squares[seat, ATTRACTION + kind]
    for kind in (PARK, WATER):
        squares = row.squares[seat, kind]
        while squares != 0:
            found = zone(squares, row.stride[seat])
            squares ^= found
            different = different_attractions(row, seat, found)
            more = min(WATER_ATTRACTIONS, different + count(found & ~attractions))
            now, later = float(box.set_points[different]), float(box.set_points[more])
            value += now + ROOM_FOR_ATTRACTIONS * left * (later - now)
    return value


@inlined
def _room_worth(row: Row, seat: int) -> float:
    """Street squares that are free; a joker is as good as two."""
    sets = row.squares[seat]
    taken = sets[TALL] | sets[WITH_MONUMENT]
    free = 0
    for colour in range(KINDS):
        free += count(sets[STREET + colour] & ~taken)
    free += 2 * count(sets[WITH_JOKER] & ~taken)
    return ROOM_FOR_MODULES * free
