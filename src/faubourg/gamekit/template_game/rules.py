"""The rules of The Cart as functions on a row: start, legal, chance, step, outcome.

Chance says who begins. On your turn you load the cart: a die says how many bricks. Load again, or
build: every three bricks make a house, and the turn is over. If the cart tips over, its bricks are
lost, and so is the turn. Whoever has enough houses first wins.
"""

from collections.abc import Mapping

from faubourg.core.contract import Box, Ints, Row
from faubourg.core.players import NATURE, OVER
from faubourg.kernels.compile import kernel

from .state import FACES, ROWS, SEATS

VERSION = 1
LOAD, BUILD = 0, 1  # actions of the players
DIE = 2  # and of Nature: the faces of the die, then who begins
FIRST = DIE + FACES
ACTIONS = FIRST + SEATS
BOUND = 10_000  # steps within which play ends


def start(box: Box, row: Row, players: int, options: Mapping[str, str]) -> None:
    """Lay out the game in a zeroed row."""
    row.players = players
    row.goal = box.rows[ROWS.index(options["row"])]
    row.to_act = NATURE


@kernel
def legal(box: Box, row: Row, actions: Ints) -> int:
    """Load; or build, with something on the cart."""
    actions[0] = LOAD
    if row.load == 0:
        return 1
    actions[1] = BUILD
    return 2


@kernel
def chance(box: Box, row: Row, actions: Ints, weights: Ints) -> int:
    """Who begins; later a face of the die. All are equally likely."""
    first, count = (FIRST, row.players) if row.turn_count == 0 else (DIE, FACES)
    for i in range(count):
        actions[i] = first + i
        weights[i] = 1
    return int(count)


@kernel
def step(box: Box, row: Row, action: int) -> None:
    if action >= FIRST:
        _begin_turn(row, action - FIRST)
    elif action >= DIE:
        row.load += box.faces[action - DIE]
        if row.load > box.room:
            _end_turn(row)
        else:
            row.to_act = row.turn_of
    elif action == LOAD:
        row.to_act = NATURE
    else:
        row.houses[row.turn_of] += row.load // box.house
        _end_turn(row)


@kernel
def _end_turn(row: Row) -> None:
    """The cart is empty again; the next player, if nobody has won."""
    row.load = 0
    if row.houses[row.turn_of] >= row.goal:
        row.to_act = OVER
    else:
        _begin_turn(row, (row.turn_of + 1) % row.players)


@kernel
def _begin_turn(row: Row, seat: int) -> None:
    row.turn_of = seat
    row.to_act = seat
    row.turn_count += 1


@kernel
def outcome(box: Box, row: Row, points: Ints) -> int:
    """Points are houses; a winner has enough of them."""
    winners = 0
    for seat in range(row.players):
        points[seat] = row.houses[seat]
        if row.houses[seat] >= row.goal:
            winners |= 1 << seat
    return winners
