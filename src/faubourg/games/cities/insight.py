"""Heuristics for bots of Cities: a rating of every action, and an estimate of who will win.

A centre is worth its points, and part of those that its cards, objectives and zones are on the way
to, less of it the fewer rounds are left. Items go where they add most to that. Of the main board,
that is taken which adds most above what its row usually gives: every player gets something of
each row anyway, so only the difference counts. The constants were tuned by playing against
others, see docs/decisions/0008.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Box, Floats, Habits, Row
from faubourg.core.players import OVER
from faubourg.gamekit.win_chance import share_win, weigh
from faubourg.games.cities import actions as act
from faubourg.games.cities.bot.nearness import nearness
from faubourg.games.cities.mechanics.bitboards import Squares, count, zone
from faubourg.games.cities.mechanics.centre import (
    fits,
    lay_tile,
    put_attraction,
    put_module,
    room_for_attraction,
    room_for_module,
)
from faubourg.games.cities.mechanics.counting import different_attractions
from faubourg.games.cities.mechanics.scoring import (
    marker_points,
    monument_points,
    objective_goal,
)
from faubourg.games.cities.rules import highest_free, outcome, place_item, place_tile, start_tile
from faubourg.games.cities.state import (
    ATTRACTION,
    ATTRACTION_ROW,
    ATTRACTIONS,
    CARD_ROW,
    COLUMNS,
    FIRST_CARD,
    KINDS,
    MODULE_ROW,
    OBJECTIVES,
    OPEN,
    OPEN_ATTRACTIONS,
    PARK,
    ROW,
    SEATS,
    SLOT_PLACES,
    STREET,
    TALL,
    TILE_ROW,
    TURNS,
    WATER,
    WATER_ATTRACTIONS,
    WITH_JOKER,
    WITH_MONUMENT,
)
from faubourg.kernels.compile import inlined, kernel

Rows = npt.NDArray[Any]

UNDER_WAY = 0.8  # of the points that a card is on the way to
AIMED_AT = 0.9  # of an objective's number, as far as it is fulfilled
ROOM_FOR_ATTRACTIONS = 0.22  # of the points that attractions could still add to a zone
ROOM_FOR_MODULES = 0.12  # for a street square that is free
PATIENCE = 0.2  # hope falls with the rounds that are left to this power

# What an item of each row usually adds: a card, a tile, attractions, modules.
USUAL = np.array([3.0, 1.5, 2.5, 3.0])
STAR = 0.2  # for beginning the next round
HIDDEN = 0.8  # of the usual, for what lies face down

EVEN = 6.0  # softmax temperature: points that make e times the chance to win

HABITS = Habits(prior_decay=1.0, puct=0.4, horizon=4)
FROZEN = {"expert-1": (Habits(prior_decay=1.0, puct=0.4, horizon=4), None)}

ATTRACTION_PLACES = np.array(SLOT_PLACES)


@kernel
def rate(box: Box, row: Row, action: int) -> float:
    # Passed as an array: a row of it alone would not keep it alive, see kernels/compile.py.
    copies = np.empty(2, ROW)
    copies[0] = row
    if action < act.START:
        return _rate_place(box, row, copies, row.turn_of, action - act.TAKE)
    return _rate_item(box, copies, row.turn_of, action)


@inlined
def _rate_item(box: Box, copies: Rows, seat: int, action: int) -> float:
    """The worth of the centre after an item of the turn is placed or discarded."""
    work = copies[0]
    if action < act.TILE:
        start_tile(box, work, action - act.START)
    elif action < act.ATTRACTION:
        place_tile(box, work, action - act.TILE)
    else:
        place_item(work, action)
    return worth(box, work, seat)


@kernel
def value(box: Box, row: Row, chances: Floats) -> None:
    if row.to_act == OVER:
        share_win(outcome(box, row, np.empty(SEATS, np.int32)), row.players, chances)
        return
    for seat in range(row.players):
        chances[seat] = worth(box, row, seat)
    weigh(row.players, EVEN, chances)


# ---------------------------------------------------------------- what a centre is worth


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


# ---------------------------------------------------------------- what to take


@inlined
def _rate_place(box: Box, row: Row, copies: Rows, seat: int, place: int) -> float:
    """What a place of the main board adds above what its row usually does."""
    line, column = place // COLUMNS, place % COLUMNS
    usual, hidden = float(USUAL[line]), column == OPEN
    if hidden and line != ATTRACTION_ROW:
        return (HIDDEN - 1) * usual + (STAR if line == MODULE_ROW else 0.0)
    work = copies[0]
    before = worth(box, work, seat)
    if line == TILE_ROW:
        return _best_lot(box, copies, seat, int(row.open_tiles[column])) - before - usual
    if line == CARD_ROW:
        work.cards[seat] |= 1 << int(row.open_cards[column])
    for slot in range(OPEN_ATTRACTIONS):
        if line == ATTRACTION_ROW and ATTRACTION_PLACES[slot] == column:
            _put_best(box, copies, seat, False, int(row.open_attractions[slot]))
    for colour in range(KINDS):
        if line == MODULE_ROW:
            for _ in range(row.open_modules[column, colour]):
                _put_best(box, copies, seat, True, colour)
    unseen = HIDDEN * usual / 2 if hidden else 0.0
    return worth(box, work, seat) - before + unseen - usual


@kernel
def _best_lot(box: Box, copies: Rows, seat: int, tile: int) -> float:
    """What the centre is worth with a tile where it adds most."""
    row, trial = copies[0], copies[1]
    most = -1e9
    for y in range(-1, row.height[seat] + 1):
        for x in range(-1, row.width[seat] + 1):
            if fits(row, seat, x, y):
                for top in range(TURNS):
                    copies[1] = row
                    lay_tile(box, trial, seat, tile, top, x, y)
                    most = max(most, worth(box, trial, seat))
    return most


@kernel
def _put_best(box: Box, copies: Rows, seat: int, module: bool, kind: int) -> None:
    """Put an attraction, or a module, where it adds most, if it adds anything."""
    row, trial = copies[0], copies[1]
    room = room_for_module(row, seat, kind) if module else room_for_attraction(row, seat, kind)
    most, best = worth(box, row, seat), 0
    while room != 0:
        square = room & -room
        room ^= square
        copies[1] = row
        _put(trial, seat, module, kind, square)
        value = worth(box, trial, seat)
        if value > most:
            most, best = value, square
    if best != 0:
        _put(row, seat, module, kind, best)


@inlined
def _put(row: Row, seat: int, module: bool, kind: int, square: Squares) -> None:
    if module:
        put_module(row, seat, kind, square)
    else:
        put_attraction(row, seat, kind, square)
