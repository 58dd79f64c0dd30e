"""Heuristics for bots of My Little Town: a rating of every action, an estimate of who will win.

Standees are placed whenever one fits, the longest first. Between places for the same standee, and
for a tile, the ways to place other standees count that are opened or spoilt, one's own and those
of the others. The constants were tuned by playing against others, see docs/decisions/0007.

A stretch of a line is a bit mask: bit 16 * colour + index for every square of a colour that can be
reached, index 0 to 14 from west to east or north to south.
"""

import numpy as np

from faubourg.core.contract import Box, Floats, Habits, Judgement, Row
from faubourg.core.players import OVER
from faubourg.gamekit.network import kernel_weights, write_chances
from faubourg.gamekit.win_chance import share_win
from faubourg.games.my_little_town import actions as act
from faubourg.games.my_little_town.placement import (
    ACROSS,
    AHEAD,
    ALONG,
    BEHIND,
    STEP_X,
    STEP_Y,
    next_square,
)
from faubourg.games.my_little_town.rules import outcome
from faubourg.games.my_little_town.state import (
    CROSS,
    LENGTHS,
    LONGEST,
    NOTHING,
    SEATS,
    SHORTEST,
    SIDES,
    SQUARES,
)
from faubourg.games.my_little_town.value_network import (
    HIDDEN_WEIGHTS,
    OUTPUT_WEIGHTS,
    PER_SEAT,
    TABLE,
    write_features,
)
from faubourg.kernels.compile import inlined, kernel

LENGTH_WORTH = 10.0  # of every item on the standee placed
SPOILT_OWN = 1.0  # a way of one's own that is lost, for every item
SPOILT_OTHERS = 0.5  # the same for all others
OPENED_OWN = 1.0  # a way of one's own that a tile opens
OPENED_OTHERS = 0.6
PLACING = 1000.0  # before extending
FAR = LONGEST - 1  # squares that matter on either side
WIDTH = 16  # bits for a colour
EVERY = (1 << (2 * FAR + 3)) - 1  # all places of a stretch

HABITS = Habits(sample=8, prior_decay=1.0)
LEARNED = Habits(sample=8, prior_decay=1.0, puct=0.5, leaf=1, even_chance=1, nodes=1 << 19)
LEARNED_SECONDS = {2: 1.0, 3: 0.1, 4: 0.1}  # for a decision; more was not measured
HIDDEN, OUTPUT = kernel_weights(HIDDEN_WEIGHTS, OUTPUT_WEIGHTS)
JUDGEMENT = Judgement(of_size=0.6)  # by experts playing on
FROZEN = {"expert-1": (Habits(sample=8, prior_decay=1.0), None)}

# Population count: how many bits are set.
COUNT = np.array([bin(bits).count("1") for bits in range(1 << (LONGEST + 2))])


@kernel
def rate(box: Box, row: Row, action: int) -> float:
    code = act.code_of(action)
    if code == act.EXTEND:
        return 0.0
    if code == act.PASS:
        return -PLACING
    if code >= act.COLOUR:
        return _colour_worth(row, code - act.COLOUR)
    if code < act.STANDEE:
        place = code - act.TILE
        return _tile_worth(
            box, row, place // (SIDES * SIDES), place // SIDES % SIDES, place % SIDES
        )
    place = code - act.STANDEE
    return _standee_worth(
        row,
        place // (2 * LENGTHS * SQUARES),
        place // (2 * LENGTHS) % SQUARES,
        place // LENGTHS % 2,
        place % LENGTHS + SHORTEST,
    )


@kernel
def value(box: Box, row: Row, chances: Floats) -> None:
    if row.to_act == OVER:
        share_win(outcome(box, row, np.empty(SEATS, np.int32)), row.players, chances)
        return
    features = np.zeros(TABLE + row.players * PER_SEAT, np.float32)
    write_features(box, row, features)
    write_chances(HIDDEN, OUTPUT, features, row.players, row.turn_of, chances)


@kernel
def _colour_worth(row: Row, colour: int) -> float:
    """The ways that the start tile has for standees of a colour."""
    worth = 0.0
    for square in range(SQUARES):
        if row.squares[0, square] == colour:
            for south in range(2):
                line, clear = _around(row, 0, square, south)
                worth += _ways(line, clear, FAR, FAR, colour, row.hand[row.turn_of])
    return worth


@kernel
def _standee_worth(row: Row, number: int, square: int, south: int, length: int) -> float:
    """What the standee brings, and the other ways that it spoils on the lines that it touches."""
    worth = PLACING + LENGTH_WORTH * length
    own_hand = row.hand[row.turn_of] & ~(1 << length)
    for place in range(length):
        if place in (0, length - 1):
            line, clear = _around(row, number, square, south)
            worth += _spoilt(row, line, clear, own_hand)
        line, clear = _around(row, number, square, 1 - south)
        worth += _spoilt(row, line, clear, own_hand)
        number, square = next_square(row, number, square, south)
    return worth


@kernel
def _spoilt(row: Row, line: int, clear: int, own_hand: int) -> float:
    """What it is worth that nobody can use the middle of a stretch any more."""
    seat = row.turn_of
    worth = -SPOILT_OWN * _ways(line, clear, FAR, FAR, row.colours[seat], own_hand)
    for other in range(row.players):
        if other != seat:
            ways = _ways(line, clear, FAR, FAR, row.colours[other], row.hand[other])
            worth += SPOILT_OTHERS * ways
    return worth


@kernel
def _tile_worth(box: Box, row: Row, beside: int, side: int, top: int) -> float:
    """The ways that the drawn tile opens at a place."""
    x, y = row.x[beside] + STEP_X[side], row.y[beside] + STEP_Y[side]
    worth = 0.0
    for south in range(2):
        behind = _tile_at(row, x - (1 - south), y - south)
        ahead = _tile_at(row, x + (1 - south), y + south)
        for lane in range(3):
            line, clear = _across(box, row, behind, ahead, south, lane, top)
            for seat in range(row.players):
                ways = _ways(line, clear, FAR, FAR + 2, row.colours[seat], row.hand[seat])
                worth += OPENED_OWN * ways if seat == row.turn_of else -OPENED_OTHERS * ways
    return worth


@kernel
def _tile_at(row: Row, x: int, y: int) -> int:
    for number in range(row.placed):
        if row.x[number] == x and row.y[number] == y:
            return number
    return NOTHING


# ---------------------------------------------------------------- stretches of lines


@kernel
def _around(row: Row, number: int, square: int, south: int) -> tuple[int, int]:
    """The stretch whose middle is a square: its colours, and the places that can be used."""
    middle = row.squares[number, square]
    line, clear = _seen(middle, FAR), 1 << FAR
    place = square // 3 if south else square % 3
    lane = square % 3 if south else square // 3
    before, bits = _look(row, number, place - 1, lane, south, -1, FAR - 1)
    after, more = _look(row, number, place + 1, lane, south, 1, FAR + 1)
    return line | before | after, clear | bits | more


@kernel
def _across(
    box: Box, row: Row, behind: int, ahead: int, south: int, lane: int, top: int
) -> tuple[int, int]:
    """The stretch that the drawn tile would lie in the middle of, at places 6 to 8."""
    line, clear = 0, 0
    for place in range(3):
        kind = box.squares[row.drawn, top, lane * ACROSS[south] + place * ALONG[south]]
        if kind != row.wall:
            line |= _seen(kind, FAR + place)
            clear |= 1 << (FAR + place)
    if behind != NOTHING:
        before, bits = _look(row, behind, 2, lane, south, -1, FAR - 1)
        line, clear = line | before, clear | bits
    if ahead != NOTHING:
        after, bits = _look(row, ahead, 0, lane, south, 1, FAR + 3)
        line, clear = line | after, clear | bits
    return line, clear


@inlined
def _look(
    row: Row, number: int, place: int, lane: int, south: int, way: int, at: int
) -> tuple[int, int]:
    """Go along a line, back or ahead, as far as a standee may reach or until it is closed."""
    squares, standing, links = row.squares, row.standing, row.links
    wall = row.wall
    line, clear = 0, 0
    for _ in range(FAR):
        if place < 0:
            number, place = int(links[number, BEHIND[south]]), 2
        elif place > 2:
            number, place = int(links[number, AHEAD[south]]), 0
        if number == NOTHING:
            break
        square = lane * ACROSS[south] + place * ALONG[south]
        kind = squares[number, square]
        if standing[number, square] != NOTHING or kind == wall:
            break
        line |= _seen(kind, at)
        clear |= 1 << at
        place += way
        at += way
    return line, clear


@kernel
def _seen(kind: int, at: int) -> int:
    return 0 if kind == CROSS else 1 << (WIDTH * int(kind) + at)


@inlined
def _ways(line: int, clear: int, low: int, high: int, colour: int, hand: int) -> float:
    """The ways to place standees of a hand on a stretch, using a place from low to high; each
    counts as many as its items."""
    own = (line >> (WIDTH * colour)) & EVERY
    if own == 0:
        return 0.0
    run = clear
    ways = 0
    for length in range(SHORTEST, LONGEST + 1):
        run &= clear >> (length - 1)
        if (hand >> length) & 1:
            starts = own & (own >> (length - 1)) & run
            first = low - length + 1
            ways += length * COUNT[(starts >> first) & ((1 << (high - first + 1)) - 1)]
    return float(ways)
