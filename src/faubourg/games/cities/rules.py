"""The rules of Cities as functions on a row: start, legal, chance, step, outcome.

A step does what the action says, which leads either to a decision or to a stage that needs none;
`_run_stages` then goes down the stages of a turn and of a round to the next decision.
"""

from collections.abc import Mapping

import numpy as np

from faubourg.core.contract import Box, Ints, Row
from faubourg.core.players import NATURE, OVER, SEAT_LETTERS
from faubourg.games.cities import actions as act
from faubourg.games.cities.mechanics.bitboards import Squares, count
from faubourg.games.cities.mechanics.centre import (
    fits,
    lay_tile,
    put_attraction,
    put_module,
    room_for_attraction,
    room_for_module,
)
from faubourg.games.cities.mechanics.counting import times
from faubourg.games.cities.mechanics.scoring import board_points, objective_goal, score
from faubourg.games.cities.state import (
    AREA,
    ATTRACTION_ROW,
    ATTRACTIONS,
    BAG_MODULES,
    CARD_ROW,
    COLUMNS,
    DEAL,
    ENDED,
    FIRST,
    GROUPS,
    KINDS,
    MODULE_ROW,
    NOTHING,
    NUMBERS,
    OBJECTIVES,
    OPEN,
    OPEN_ATTRACTIONS,
    PLACE,
    PLACES,
    REVEAL,
    ROWS,
    SLOT_PLACES,
    START,
    STARTERS,
    TAKE,
    TILE_ROW,
    TURNS,
    WIDE,
)
from faubourg.kernels.compile import inlined, kernel

# Stages that need no decision, beside the phases in which the position waits for one.
ROUND, TURN, PLACING, FINISH = range(ENDED + 1, ENDED + 5)

VERSION = 2
ACTIONS = act.END
ACTIONS_AT_FIRST = act.AT_FIRST
MOST = KINDS * AREA + KINDS
BOUND = 2000  # 8 rounds of 21 items dealt, 16 places taken and at most 32 items placed

# What is dealt for a round, in this order: the row of each item, and its place or slot there.
DEAL_ROWS = np.array(
    [CARD_ROW] * OPEN
    + [TILE_ROW] * OPEN
    + [ATTRACTION_ROW] * OPEN_ATTRACTIONS
    + [MODULE_ROW] * sum(GROUPS)
)
DEAL_SLOTS = np.array(
    [*range(OPEN), *range(OPEN), *range(OPEN_ATTRACTIONS)]
    + [place for place, group in enumerate(GROUPS) for _ in range(group)]
)
DEALT = len(DEAL_ROWS)
ATTRACTION_PLACES = np.array(SLOT_PLACES)

# The square of the map, by stride, of every bit of a set.
SQUARE = np.zeros((WIDE + 1, AREA), np.int64)
for _stride in (6, 10):
    SQUARE[_stride] = [bit // _stride * WIDE + bit % _stride for bit in range(AREA)]


def start(box: Box, row: Row, players: int, options: Mapping[str, str]) -> None:
    """cit-7 to cit-11: the piles and the bag are full; Nature may name the first player."""
    row.players = players
    row.city = _city_called(box, options["city"])
    long = options["length"] == "long"
    row.rounds = 7 if long else 4 if players == 2 else 8
    row.longest = 5 if long else 3
    row.unseen_cards = (1 << int(box.cards)) - 1
    row.unseen_tiles = (1 << int(box.districts)) - 1
    row.unseen_attractions[:] = box.attraction_counts
    row.bag[:] = box.module_counts
    row.starters = (1 << STARTERS) - 1
    row.stride[:] = 6
    row.tile = row.taken = row.first = NOTHING
    row.tiles[...] = NOTHING
    clear_board(row)
    row.phase, row.to_act = FIRST, NATURE
    if options["first"] != "random":
        begin(row, SEAT_LETTERS.index(options["first"]))


def _city_called(box: Box, id: str) -> int:
    """The number of a city, by the letters of its id."""
    letters = id.encode().ljust(box.city_ids.shape[1], b"\0")
    return [bytes(each) for each in box.city_ids].index(letters)


@kernel
def begin(row: Row, first: int) -> None:
    """cit-11, cit-12: the first player is known; the last one takes the first starting tile."""
    row.first = first
    row.turn_of = first - 1 if first > 0 else row.players - 1
    row.phase = START
    row.to_act = row.turn_of


@kernel
def clear_board(row: Row) -> None:
    """cit-20: what is left on the board is removed, and workers go back to their players."""
    row.placed = row.dealt = 0
    for place in range(PLACES):
        row.workers[place] = NOTHING
    for place in range(OPEN):
        row.open_cards[place] = row.open_tiles[place] = NOTHING
        for colour in range(KINDS):
            row.open_modules[place, colour] = 0
    for slot in range(OPEN_ATTRACTIONS):
        row.open_attractions[slot] = NOTHING


# ---------------------------------------------------------------- what may be done


@inlined
def legal(box: Box, row: Row, actions: Ints) -> int:
    if row.phase == TAKE:
        return _legal_places(row, actions)
    if row.phase == START:
        n = 0
        for tile in range(STARTERS):
            actions[n] = act.START + tile
            n += (row.starters >> tile) & 1
        return n
    if row.tile != NOTHING:
        return _legal_lots(row, actions)
    return _legal_items(row, actions)


@inlined
def _legal_places(row: Row, actions: Ints) -> int:
    """cit-15, cit-16: a free place of a row in which the player may still put a worker."""
    n = 0
    for line in range(ROWS):
        own = 0
        for place in range(line * COLUMNS, line * COLUMNS + COLUMNS):
            own += int(row.workers[place] == row.turn_of)
        if own < workers_per_row(row):
            for place in range(line * COLUMNS, line * COLUMNS + COLUMNS):
                actions[n] = act.TAKE + place
                n += int(row.workers[place] == NOTHING)
    return n


@inlined
def workers_per_row(row: Row) -> int:
    """cit-16"""
    return 2 if row.players == 2 else 1


@inlined
def _legal_lots(row: Row, actions: Ints) -> int:
    """cit-22: every place for the tile, turned in every way."""
    n = 0
    for y in range(-1, row.height[row.turn_of] + 1):
        for x in range(-1, row.width[row.turn_of] + 1):
            if fits(row, row.turn_of, x, y):
                for top in range(TURNS):
                    actions[n] = act.tile_action(x, y, top)
                    n += 1
    return n


@inlined
def _legal_items(row: Row, actions: Ints) -> int:
    """cit-23, cit-24, cit-27: any of the items on any square that takes it, or away with it."""
    n = 0
    for kind in range(ATTRACTIONS):
        if row.attractions[kind] > 0:
            room = room_for_attraction(row, row.turn_of, kind)
            n = _list_squares(row, act.ATTRACTION + kind * act.SQUARES, room, actions, n)
            actions[n] = act.DROP_ATTRACTION + kind
            n += 1
    for colour in range(KINDS):
        if row.modules[colour] > 0:
            room = room_for_module(row, row.turn_of, colour)
            n = _list_squares(row, act.MODULE + colour * act.SQUARES, room, actions, n)
            actions[n] = act.DROP_MODULE + colour
            n += 1
    return n


@inlined
def _list_squares(row: Row, first: int, room: Squares, actions: Ints, n: int) -> int:
    stride = row.stride[row.turn_of]
    while room != 0:
        lowest = room & -room
        room ^= lowest
        actions[n] = first + SQUARE[stride, count(lowest - 1)]
        n += 1
    return n


# ---------------------------------------------------------------- what chance may do


@inlined
def drawn_row(row: Row) -> int:
    """The row of the main board for which Nature turns up the next item."""
    if row.phase == REVEAL:
        return int(row.taken) // COLUMNS
    return int(DEAL_ROWS[row.dealt])


@kernel
def chance(box: Box, row: Row, actions: Ints, weights: Ints) -> int:
    """Every item that nobody has seen yet is as likely as any other."""
    if row.phase == FIRST:
        return _list_drawn(act.FIRST, (1 << row.players) - 1, actions, weights)
    line = drawn_row(row)
    if line == CARD_ROW:
        return _list_drawn(act.DRAW_CARD, row.unseen_cards, actions, weights)
    if line == TILE_ROW:
        return _list_drawn(act.DRAW_TILE, row.unseen_tiles, actions, weights)
    if line == ATTRACTION_ROW:
        return _list_counted(act.DRAW_ATTRACTION, row.unseen_attractions, actions, weights)
    return _list_counted(act.DRAW_MODULE, row.bag, actions, weights)


@inlined
def _list_drawn(first: int, items: Squares, actions: Ints, weights: Ints) -> int:
    n = 0
    while items != 0:
        lowest = items & -items
        items ^= lowest
        actions[n] = act.number_of(first + count(lowest - 1))
        weights[n] = 1
        n += 1
    return n


@inlined
def _list_counted(first: int, counts: Ints, actions: Ints, weights: Ints) -> int:
    n = 0
    for kind in range(len(counts)):
        if counts[kind] > 0:
            actions[n] = act.number_of(first + kind)
            weights[n] = counts[kind]
            n += 1
    return n


@inlined
def nature(box: Box, row: Row, chosen: float) -> int:
    """The outcome of `chance` on which a number in [0, 1) falls, found without listing them."""
    if row.phase == FIRST:
        return act.number_of(act.FIRST + int(chosen * row.players))
    line = drawn_row(row)
    if line == CARD_ROW:
        code = act.DRAW_CARD + _fall_on_bit(row.unseen_cards, chosen)
    elif line == TILE_ROW:
        code = act.DRAW_TILE + _fall_on_bit(row.unseen_tiles, chosen)
    elif line == ATTRACTION_ROW:
        code = act.DRAW_ATTRACTION + _fall_on_count(row.unseen_attractions, chosen)
    else:
        code = act.DRAW_MODULE + _fall_on_count(row.bag, chosen)
    return act.number_of(code)


@inlined
def _fall_on_bit(items: Squares, chosen: float) -> int:
    """The index of the bit on which a number in [0, 1) falls, all bits being equally likely."""
    for _ in range(int(chosen * count(items))):
        items &= items - 1
    return count((items & -items) - 1)


@inlined
def _fall_on_count(counts: Ints, chosen: float) -> int:
    """The index on which a number in [0, 1) falls, each as likely as its count."""
    total = 0
    for kind in range(len(counts)):
        total += counts[kind]
    skip = int(chosen * total)
    kind = 0
    while kind < len(counts) - 1 and skip >= counts[kind]:
        skip -= counts[kind]
        kind += 1
    return kind


# ---------------------------------------------------------------- doing it


@inlined
def step(box: Box, row: Row, action: int) -> None:
    action = int(action)  # uncompiled, a set can't be shifted by a number of 32 bits
    if action >= act.FIRST:
        stage = _nature(row, act.code_of(action))
    elif action < act.START:
        stage = _take(row, action - act.TAKE)
    elif action < act.TILE:
        stage = start_tile(box, row, action - act.START)
    elif action < act.ATTRACTION:
        stage = place_tile(box, row, action - act.TILE)
    else:
        stage = place_item(row, action)
    stage = _run_stages(box, row, stage)
    row.phase = stage
    row.to_act = NATURE if stage <= REVEAL else OVER if stage == ENDED else row.turn_of


@inlined
def _nature(row: Row, code: int) -> int:
    if code < act.DRAW_CARD:
        begin(row, code - act.FIRST)
        return START
    if row.phase == REVEAL:
        hidden = row.hidden - 1
        row.hidden = hidden
        _receive(row, code)
        return REVEAL if hidden > 0 else PLACING
    dealt = row.dealt
    slot = DEAL_SLOTS[dealt]
    row.dealt = dealt + 1
    if code < act.DRAW_TILE:
        row.open_cards[slot] = code - act.DRAW_CARD
        row.unseen_cards ^= 1 << (code - act.DRAW_CARD)
    elif code < act.DRAW_ATTRACTION:
        row.open_tiles[slot] = code - act.DRAW_TILE
        row.unseen_tiles ^= 1 << (code - act.DRAW_TILE)
    elif code < act.DRAW_MODULE:
        row.open_attractions[slot] = code - act.DRAW_ATTRACTION
        row.unseen_attractions[code - act.DRAW_ATTRACTION] -= 1
    else:
        row.open_modules[slot, code - act.DRAW_MODULE] += 1
        row.bag[code - act.DRAW_MODULE] -= 1
    return DEAL if dealt + 1 < DEALT else TURN


@inlined
def _receive(row: Row, code: int) -> None:
    """cit-17, cit-18: what lay face down, or comes out of the bag, goes to the player."""
    if code < act.DRAW_TILE:
        row.cards[row.turn_of] |= 1 << (code - act.DRAW_CARD)
        row.unseen_cards ^= 1 << (code - act.DRAW_CARD)
    elif code < act.DRAW_ATTRACTION:
        row.tile = code - act.DRAW_TILE
        row.unseen_tiles ^= 1 << (code - act.DRAW_TILE)
    elif code < act.DRAW_MODULE:
        row.attractions[code - act.DRAW_ATTRACTION] += 1
        row.unseen_attractions[code - act.DRAW_ATTRACTION] -= 1
    else:
        row.modules[code - act.DRAW_MODULE] += 1
        row.bag[code - act.DRAW_MODULE] -= 1


@inlined
def _take(row: Row, place: int) -> int:
    """cit-15: all that lies there, for one worker; what is face down is turned up now (cit-17)."""
    line, column = place // COLUMNS, place % COLUMNS
    row.workers[place] = row.turn_of
    row.placed += 1
    row.taken = place
    last = column == COLUMNS - 1
    if last:
        row.hidden = BAG_MODULES if line == MODULE_ROW else 1
    if line == ATTRACTION_ROW:
        for slot in range(OPEN_ATTRACTIONS):
            if ATTRACTION_PLACES[slot] == column:
                row.attractions[int(row.open_attractions[slot])] += 1
                row.open_attractions[slot] = NOTHING
    elif last:
        return REVEAL
    elif line == CARD_ROW:
        row.cards[row.turn_of] |= 1 << int(row.open_cards[column])
        row.open_cards[column] = NOTHING
    elif line == TILE_ROW:
        row.tile = row.open_tiles[column]
        row.open_tiles[column] = NOTHING
    else:
        for colour in range(KINDS):
            row.modules[colour] = row.open_modules[column, colour]
            row.open_modules[column, colour] = 0
    return REVEAL if last else PLACING


@inlined
def start_tile(box: Box, row: Row, tile: int) -> int:
    """cit-12: counter-clockwise from the last player, until the first one has a tile too."""
    row.starters ^= 1 << tile
    lay_tile(box, row, row.turn_of, box.districts + tile, 0, 0, 0)
    if row.turn_of == row.first:
        return ROUND
    row.turn_of = row.turn_of - 1 if row.turn_of > 0 else row.players - 1
    return START


@inlined
def place_tile(box: Box, row: Row, place: int) -> int:
    x, y = place // TURNS % act.LINE - 1, place // TURNS // act.LINE - 1
    lay_tile(box, row, row.turn_of, row.tile, place % TURNS, x, y)
    row.tile = NOTHING
    return PLACING


@inlined
def place_item(row: Row, action: int) -> int:
    """cit-23, cit-24: on a square, or out of the game."""
    if action >= act.DROP_MODULE:
        row.modules[action - act.DROP_MODULE] -= 1
    elif action >= act.DROP_ATTRACTION:
        row.attractions[action - act.DROP_ATTRACTION] -= 1
    else:
        # Of modules too: every kind and colour has SQUARES actions.
        at = (action - act.ATTRACTION) % act.SQUARES
        square = 1 << (at // WIDE * row.stride[row.turn_of] + at % WIDE)
        if action < act.MODULE:
            kind = (action - act.ATTRACTION) // act.SQUARES
            put_attraction(row, row.turn_of, kind, square)
            row.attractions[kind] -= 1
        else:
            colour = (action - act.MODULE) // act.SQUARES
            put_module(row, row.turn_of, colour, square)
            row.modules[colour] -= 1
    return PLACING


# ---------------------------------------------------------------- turns and rounds


@inlined
def _run_stages(box: Box, row: Row, stage: int) -> int:
    """Go on from a stage that needs no decision; returns the phase to wait in."""
    if stage == PLACING:
        stage = PLACE if _has_items(row) else FINISH
    if stage == FINISH:
        check_objectives(box, row, row.turn_of)
        row.taken = NOTHING
        stage = TURN if row.placed < ROWS * row.players * workers_per_row(row) else ROUND
    if stage == ROUND:
        stage = _next_round(row)
    if stage == TURN:
        stage = _next_turn(row)
    return stage


@inlined
def _has_items(row: Row) -> bool:
    items = int(row.tile != NOTHING)
    for kind in range(ATTRACTIONS):
        items += row.attractions[kind]
    for colour in range(KINDS):
        items += row.modules[colour]
    return items > 0


@inlined
def _next_round(row: Row) -> int:
    """cit-19, cit-20: whoever took the last place begins, or the one nearest to its left."""
    if row.round_now > 0:
        place = PLACES - 1
        while place > PLACES - COLUMNS and row.workers[place] == NOTHING:
            place -= 1
        row.first = row.workers[place]
        if row.round_now == row.rounds:
            return ENDED
        clear_board(row)
    row.round_now += 1
    return DEAL


@inlined
def _next_turn(row: Row) -> int:
    """cit-14: the first player of the round, then clockwise."""
    if row.placed == 0:
        row.turn_of = row.first
    else:
        row.turn_of = row.turn_of + 1 if row.turn_of + 1 < row.players else 0
    row.turn_count += 1
    return TAKE


@kernel
def check_objectives(box: Box, row: Row, seat: int) -> None:
    """cit-28, cit-29: a marker on the highest free number of each objective fulfilled."""
    for objective in range(OBJECTIVES):
        if row.markers[seat, objective] == 0:
            number = highest_free(row, objective)
            if number > 0 and times(box, row, seat, objective_goal(row, objective)) > 0:
                row.markers[seat, objective] = number


@inlined
def highest_free(row: Row, objective: int) -> int:
    """cit-9, cit-28: 1 to 3, or 0 if all are taken; 2 players don't use the middle one."""
    for number in range(1, NUMBERS + 1):
        free = row.players > 2 or number != 2
        for seat in range(row.players):
            free = free and row.markers[seat, objective] != number
        if free:
            return number
    return 0


# ---------------------------------------------------------------- the end


@kernel
def outcome(box: Box, row: Row, points: Ints) -> int:
    """cit-33 to cit-37: most points, then most on the city board; then they win together."""
    winners = 0
    most = -1
    for seat in range(row.players):
        points[seat] = score(box, row, seat)
        rank = points[seat] * 1000 + board_points(box, row, seat)
        if rank > most:
            winners = 0
            most = rank
        if rank == most:
            winners |= 1 << seat
    return winners if row.to_act == OVER else 0
