"""Heuristics for bots of Cities: a rating of every action, and an estimate of who will win.

Items go where they add most to the worth of the centre (`bot/worth.py`). Of the main board, that is
taken which adds most above what its row usually gives: every player gets something of each row
anyway, so only the difference counts. The constants were tuned by playing against
others, see docs/decisions/0008.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Box, Floats, Habits, Judgement, Row
from faubourg.core.players import OVER
from faubourg.gamekit.win_chance import share_win, weigh
from faubourg.games.cities import actions as act
from faubourg.games.cities.bot.worth import worth
from faubourg.games.cities.mechanics.bitboards import Squares
from faubourg.games.cities.mechanics.centre import (
    fits,
    lay_tile,
    put_attraction,
    put_module,
    room_for_attraction,
    room_for_module,
)
from faubourg.games.cities.rules import outcome, place_item, place_tile, start_tile
from faubourg.games.cities.state import (
    ATTRACTION_ROW,
    CARD_ROW,
    COLUMNS,
    KINDS,
    MODULE_ROW,
    OPEN,
    OPEN_ATTRACTIONS,
    ROW,
    SEATS,
    SLOT_PLACES,
    TILE_ROW,
    TURNS,
)
from faubourg.games.cities.value_network import temperature, write_foretold
from faubourg.kernels.compile import inlined, kernel

Rows = npt.NDArray[Any]

# What an item of each row usually adds: a card, a tile, attractions, modules.
USUAL = np.array([3.0, 1.5, 2.5, 3.0])
STAR = 0.2  # for beginning the next round
HIDDEN = 0.8  # of the usual, for what lies face down

EVEN = 6.0  # softmax temperature: points that make e times the chance to win

HABITS = Habits(prior_decay=1.0, puct=0.4, horizon=4)
# What lies open decides the rest of a round, and the network does not see it: it is asked between
# rounds only (docs/decisions/0072).
LEARNED = {
    players: Habits(prior_decay=1.0, puct=0.4, period=turns, even_chance=1, network=1)
    for players, turns in ((2, 16), (3, 12), (4, 16))
}
LEARNED_SECONDS = 1.0
REVIEWED = LEARNED
JUDGEMENT = Judgement(of_any=0.02, of_size=0.5)  # docs/decisions/0073
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
def learned_value(box: Box, row: Row, chances: Floats) -> None:
    """`value` by the network, for the printed box."""
    if row.to_act == OVER:
        value(box, row, chances)
        return
    write_foretold(box, row, chances)
    weigh(row.players, temperature(row), chances)


@kernel
def value(box: Box, row: Row, chances: Floats) -> None:
    if row.to_act == OVER:
        share_win(outcome(box, row, np.empty(SEATS, np.int32)), row.players, chances)
        return
    for seat in range(row.players):
        chances[seat] = worth(box, row, seat)
    weigh(row.players, EVEN, chances)


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
