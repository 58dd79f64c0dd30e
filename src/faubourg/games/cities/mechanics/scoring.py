"""The points of a centre: city board, zones with attractions, monuments, cards."""

from faubourg.core.contract import Box, Row
from faubourg.games.cities.mechanics.bitboards import count, zone
from faubourg.games.cities.mechanics.counting import different_attractions, times
from faubourg.games.cities.state import (
    FIRST_CARD,
    OBJECTIVES,
    PARK,
    WATER,
    WITH_MONUMENT,
)
from faubourg.kernels.compile import inlined, kernel


@inlined
def objective_goal(row: Row, objective: int) -> int:
    return int(row.city) * OBJECTIVES + objective


@kernel
def board_points(box: Box, row: Row, seat: int) -> int:
    """cit-33: the numbers under the player's markers."""
    points = 0
    for objective in range(OBJECTIVES):
        points += marker_points(box, row, seat, objective)
    return points


@inlined
def marker_points(box: Box, row: Row, seat: int, objective: int) -> int:
    number = int(row.markers[seat, objective])
    return box.numbers[objective_goal(row, objective), number - 1] if number > 0 else 0


@kernel
def zone_points(box: Box, row: Row, seat: int) -> int:
    """cit-34: one set of different attractions in every zone of park and of water."""
    points = 0
    for kind in (PARK, WATER):
        squares = row.squares[seat, kind]
        while squares != 0:
            found = zone(squares, row.stride[seat])
            squares ^= found
            points += box.set_points[different_attractions(row, seat, found)]
    return points


@kernel
def monument_points(box: Box, row: Row, seat: int) -> int:
    """cit-35"""
    return count(row.squares[seat, WITH_MONUMENT]) * int(box.monument_points)


@kernel
def card_points(box: Box, row: Row, seat: int) -> int:
    """cit-36"""
    points = 0
    for card in range(box.cards):
        if (row.cards[seat] >> card) & 1:
            goal = FIRST_CARD + card
            points += times(box, row, seat, goal) * box.points[goal]
    return points


@kernel
def score(box: Box, row: Row, seat: int) -> int:
    """cit-33 to cit-36: all points as if the game ended now."""
    return (
        board_points(box, row, seat)
        + zone_points(box, row, seat)
        + monument_points(box, row, seat)
        + card_points(box, row, seat)
    )
