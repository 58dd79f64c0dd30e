"""Heuristics for bots of Cities: a rating of every action, and an estimate of who will win.

Items go where they add most to the worth of the centre (`bot/worth.py`). Of the main board, that is
taken which adds most above what its row usually gives: every player gets something of each row
anyway, so only the difference counts. The constants were tuned by playing against
others, see docs/decisions/0008.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Box, Floats, Habits, Ints, Judgement, Row
from faubourg.core.players import OVER
from faubourg.gamekit.win_chance import share_win, weigh
from faubourg.games.cities import actions as act
from faubourg.games.cities.bot.worth import EVERYTHING, PARTS, after_card, renew_worth, worth
from faubourg.games.cities.mechanics.bitboards import Squares
from faubourg.games.cities.mechanics.centre import (
    fits,
    lay_tile,
    put_attraction,
    put_module,
    room_for_attraction,
    room_for_module,
)
from faubourg.games.cities.mechanics.counting import (
    AFTER_ATTRACTION,
    AFTER_JOKER,
    AFTER_MODULE,
    AFTER_MONUMENT,
    AFTER_TILE,
)
from faubourg.games.cities.rules import outcome, place_item, place_tile, start_tile
from faubourg.games.cities.state import (
    ATTRACTION_ROW,
    CARD_ROW,
    COLUMNS,
    JOKER,
    KINDS,
    MODULE_ROW,
    MONUMENT,
    OPEN,
    OPEN_ATTRACTIONS,
    ROW,
    SEATS,
    SETS,
    SLOT_PLACES,
    TILE_ROW,
    TURNS,
)
from faubourg.games.cities.value_network import temperature, write_foretold
from faubourg.kernels.compile import inlined, kernel

Rows = npt.NDArray[Any]
Parts = npt.NDArray[np.float64]  # a line for each copy, then those of the row itself

# What an item of each row usually adds: a card, a tile, attractions, modules.
USUAL = np.array([3.0, 1.5, 2.5, 3.0])
STAR = 0.2  # for beginning the next round
HIDDEN = 0.8  # of the usual, for what lies face down

EVEN = 6.0  # softmax temperature: points that make e times the chance to win

HABITS = Habits(prior_decay=1.0, puct=0.4, horizon=4)
# What lies open decides the rest of a round, and the network does not see it: it is asked between
# rounds only (docs/decisions/0072).
LEARNED = {
    players: Habits(prior_decay=1.0, puct=0.3, period=turns, even_chance=1, network=1)
    for players, turns in ((2, 16), (3, 12), (4, 16))
}
LEARNED_SECONDS = 1.0
REVIEWED = LEARNED
JUDGEMENT = Judgement(of_any=0.03, of_size=0.7, share=0.65)  # docs/decisions/0081
FROZEN = {"expert-1": (Habits(prior_decay=1.0, puct=0.4, horizon=4), None)}

ATTRACTION_PLACES = np.array(SLOT_PLACES)


@kernel
def rate(box: Box, row: Row, action: int) -> float:
    actions, ratings = np.empty(1, np.int32), np.empty(1)
    actions[0] = action
    rate_all(box, row, actions, 1, ratings)
    return float(ratings[0])


@kernel
def rate_all(box: Box, row: Row, actions: Ints, n: int, ratings: Floats) -> None:
    # Passed as arrays: a row of one alone would not keep it alive, see kernels/compile.py.
    copies, parts = np.empty(2, ROW), np.empty((3, PARTS))
    copies[0] = row
    copies[1] = row
    seat = row.turn_of
    now = renew_worth(box, row, seat, EVERYTHING, parts[2])
    for i in range(n):
        if actions[i] < act.START:
            _start_from(copies[0], parts[0], row, seat, parts[2])
            ratings[i] = _rate_place(box, row, copies, parts, seat, now, actions[i] - act.TAKE)
        else:
            copies[0] = row
            parts[0] = parts[2]
            ratings[i] = _rate_item(box, copies[0], parts[0], seat, actions[i])


@inlined
def _start_from(copy: Row, copy_parts: Floats, row: Row, seat: int, parts: Floats) -> None:
    """Make a copy's centre, and the parts of its worth, what a row's are."""
    for kind in range(SETS):
        copy.squares[seat, kind] = row.squares[seat, kind]
    copy.stride[seat] = row.stride[seat]
    copy.width[seat] = row.width[seat]
    copy.height[seat] = row.height[seat]
    copy.lots[seat] = row.lots[seat]
    copy.count[seat] = row.count[seat]
    copy.cards[seat] = row.cards[seat]
    for part in range(PARTS):
        copy_parts[part] = parts[part]


@inlined
def _rate_item(box: Box, work: Row, parts: Floats, seat: int, action: int) -> float:
    """The worth of the centre after an item of the turn is placed or discarded."""
    changed = 0
    if action < act.ATTRACTION:
        changed = AFTER_TILE
        if action < act.TILE:
            start_tile(box, work, action - act.START)
        else:
            place_tile(box, work, action - act.TILE)
    else:
        if action < act.MODULE:
            changed = _after((action - act.ATTRACTION) // act.SQUARES)
        elif action < act.DROP_ATTRACTION:
            changed = AFTER_MODULE
        place_item(work, action)
    return renew_worth(box, work, seat, changed, parts)


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
def _rate_place(
    box: Box, row: Row, copies: Rows, parts: Parts, seat: int, now: float, place: int
) -> float:
    """What a place of the main board adds above what its row usually does."""
    line, column = place // COLUMNS, place % COLUMNS
    usual, hidden = float(USUAL[line]), column == OPEN
    if hidden and line != ATTRACTION_ROW:
        return (HIDDEN - 1) * usual + (STAR if line == MODULE_ROW else 0.0)
    if line == TILE_ROW:
        return _best_lot(box, copies, parts, seat, int(row.open_tiles[column])) - now - usual
    then = now
    if line == CARD_ROW:
        card = int(row.open_cards[column])
        copies[0].cards[seat] |= 1 << card
        then = renew_worth(box, copies[0], seat, after_card(card), parts[0])
    for slot in range(OPEN_ATTRACTIONS):
        if line == ATTRACTION_ROW and ATTRACTION_PLACES[slot] == column:
            kind = int(row.open_attractions[slot])
            then = _put_best(box, copies, parts, seat, False, kind, then)
    for colour in range(KINDS):
        if line == MODULE_ROW:
            for _ in range(row.open_modules[column, colour]):
                then = _put_best(box, copies, parts, seat, True, colour, then)
    unseen = HIDDEN * usual / 2 if hidden else 0.0
    return then - now + unseen - usual


@kernel
def _best_lot(box: Box, copies: Rows, parts: Parts, seat: int, tile: int) -> float:
    """What the centre is worth with a tile where it adds most."""
    row, trial = copies[0], copies[1]
    most = -1e9
    for y in range(-1, row.height[seat] + 1):
        for x in range(-1, row.width[seat] + 1):
            if fits(row, seat, x, y):
                for top in range(TURNS):
                    _start_from(trial, parts[1], row, seat, parts[0])
                    lay_tile(box, trial, seat, tile, top, x, y)
                    most = max(most, renew_worth(box, trial, seat, AFTER_TILE, parts[1]))
    return most


@kernel
def _put_best(
    box: Box, copies: Rows, parts: Parts, seat: int, module: bool, kind: int, now: float
) -> float:
    """Put an attraction, or a module, where it adds most, if it adds anything; what the centre is
    worth then."""
    row, trial = copies[0], copies[1]
    room = room_for_module(row, seat, kind) if module else room_for_attraction(row, seat, kind)
    most, best = now, 0
    while room != 0:
        square = room & -room
        room ^= square
        _start_from(trial, parts[1], row, seat, parts[0])
        changed = _put(trial, seat, module, kind, square)
        value = renew_worth(box, trial, seat, changed, parts[1])
        if value > most:
            most, best = value, square
    if best != 0:
        renew_worth(box, row, seat, _put(row, seat, module, kind, best), parts[0])
    return most


@inlined
def _put(row: Row, seat: int, module: bool, kind: int, square: Squares) -> int:
    """Put it there; returns what changed."""
    if module:
        put_module(row, seat, kind, square)
        return AFTER_MODULE
    put_attraction(row, seat, kind, square)
    return _after(kind)


@inlined
def _after(attraction: int) -> int:
    """What an attraction of a kind changes."""
    if attraction == MONUMENT:
        return AFTER_MONUMENT
    return AFTER_JOKER if attraction == JOKER else AFTER_ATTRACTION
