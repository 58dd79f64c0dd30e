"""The worth of a centre for bots: its points, and part of those that it is on the way to.

A centre is worth its points, and part of those that its cards, objectives and zones are on the way
to, less of it the fewer rounds are left. The constants were tuned by playing against others, see
docs/decisions/0008.
"""

import numpy as np

from faubourg.core.contract import Box, Floats, Row
from faubourg.games.cities.bot.nearness import nearness
from faubourg.games.cities.mechanics.bitboards import count, zone
from faubourg.games.cities.mechanics.counting import (
    AFTER_ATTRACTION,
    AFTER_MONUMENT,
    AFTER_TILE,
    changes_after,
    different_attractions,
)
from faubourg.games.cities.mechanics.scoring import (
    marker_points,
    monument_points,
    objective_goal,
)
from faubourg.games.cities.rules import highest_free
from faubourg.games.cities.state import (
    ATTRACTION,
    ATTRACTIONS,
    CARDS,
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

# The parts of a worth in an array: what they are weighed by, then what is added up.
LEFT, HOPE, OF_MONUMENTS, OF_ZONES, OF_ROOM, OF_OBJECTIVE = range(6)
OF_CARD = OF_OBJECTIVE + OBJECTIVES
PARTS = OF_CARD + CARDS
FIRST_AFTER_CARD = 5  # bits of what changed: after those of placements one for each card
EVERYTHING = (1 << (FIRST_AFTER_CARD + CARDS)) - 1


@kernel
def worth(box: Box, row: Row, seat: int) -> float:
    return renew_worth(box, row, seat, EVERYTHING, np.empty(PARTS))


@kernel
def renew_worth(box: Box, row: Row, seat: int, changed: int, parts: Floats) -> float:
    """Incremental evaluation: the worth as a sum of `parts`, of which only those are counted anew
    that something `changed` since, bits of AFTER_TILE and so on; with EVERYTHING the parts need not
    be there before. They are added in one order, so the sum is the same to the last bit."""
    if changed == EVERYTHING:
        parts[LEFT] = float(row.rounds - row.round_now + 0.5) / float(row.rounds)
        parts[HOPE] = parts[LEFT] ** PATIENCE
    left, hope = parts[LEFT], parts[HOPE]
    if changed & AFTER_MONUMENT:
        parts[OF_MONUMENTS] = float(monument_points(box, row, seat))
    value = parts[OF_MONUMENTS]
    for objective in range(OBJECTIVES):
        if changed & changes_after(box, objective_goal(row, objective)):
            parts[OF_OBJECTIVE + objective] = _objective_worth(box, row, seat, objective, hope)
        value += parts[OF_OBJECTIVE + objective]
    cards = row.cards[seat]
    while cards != 0:
        card = count((cards & -cards) - 1)
        cards &= cards - 1
        if changed & (changes_after(box, FIRST_CARD + card) | after_card(card)):
            parts[OF_CARD + card] = _card_worth(box, row, seat, FIRST_CARD + card, hope)
        value += parts[OF_CARD + card]
    if changed & (AFTER_TILE | AFTER_ATTRACTION):
        parts[OF_ZONES] = _zones_worth(box, row, seat, left)
    if changed & ~AFTER_ATTRACTION:
        parts[OF_ROOM] = _room_worth(row, seat)
    value += parts[OF_ZONES]
    return float(value + left * parts[OF_ROOM])


@inlined
def after_card(card: int) -> int:
    """The bit of a card that was taken."""
    return 1 << (FIRST_AFTER_CARD + card)


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
