"""Heuristics for bots of La Cité des lutins: a rating of every action; a network for the value, and
a throw more where that throw can be the last.

Every block in a house brings the end nearer, so a block is never declined. Houses close to being
finished come first, for a finished house is safe; coloured dice are played before white ones; and
what is taken should be hard to get later, and not all there is of a colour.
"""

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Box, Floats, Habits, Ints, Judgement, Row
from faubourg.core.players import NATURE, OVER
from faubourg.games.lutins import actions as act
from faubourg.games.lutins.rules import MOST, chance, legal, nature, step
from faubourg.games.lutins.state import (
    BLUE_BLOCK,
    COLOURS,
    HOUSES,
    IMPOSED,
    KINDS,
    NOBODY,
    ROW,
    SHAPES,
    THROW,
    WHITE,
)
from faubourg.games.lutins.symmetry import canonical as canonical
from faubourg.games.lutins.value_network import HIDDEN_WEIGHTS, OUTPUT_WEIGHTS, chance_of_lutins
from faubourg.kernels.compile import inlined, kernel

Rows = npt.NDArray[np.void]

BLOCK = 100.0  # a block in a house, rather than none
FINISH = 40.0
NEARLY = 6.0  # for every block fewer that the house still takes
COLOURED = 30.0  # a coloured die, rather than a white one
SCARCE = 3.0  # for every colour in which this shape can't be had
PLENTY = 1.0  # for every block of the same kind, and of the same colour

# The value of a turn has no noise (horizon 1), so little exploration is enough. No die that can be
# used is left: that is rated 0, and on average nothing was gained by it (decision 0074).
HABITS = Habits(candidates=48, least=1.0, prior_decay=1.0, puct=0.05, horizon=1, remember=1)
JUDGEMENT = Judgement(of_any=0.005, of_size=0.6)  # the network's, which searches don't see

# The next throw can be the last one with so many blocks in the middle, which is as many as there
# are dice, or so few that the tower still takes. There the network does not tell whether the last
# blocks can be had, and by whom (decision 0082).
LAST_LYING = 3
LAST_OF_TOWER = 1
DRAW_STEP = 0.6180339887498949  # from one drawn card to the next, so that all cards come up


@kernel
def rate(box: Box, row: Row, action: int) -> float:
    code = act.code_of(action)
    if code < act.DECLINE:
        return _block_worth(row, code // KINDS, code % KINDS)
    if code < act.DESTROY:
        return 0.0
    if code < act.PICK:
        return _loss(row, code - act.DESTROY)
    return -float(box.sizes[code - act.PICK])


@kernel
def value(box: Box, row: Row, chances: Floats) -> None:
    """Whether the tower is not complete at the end; before it the network's value, or the mean of
    its values a throw later if that throw can be the last."""
    if _can_be_last(box, row):
        _share(row, _a_throw_later(box, row), chances)
    else:
        value_of_network(box, row, chances)


@kernel
def value_of_network(box: Box, row: Row, chances: Floats) -> None:
    """The value network before the end; then whether the tower is not complete."""
    _share(row, _foretold(box, row), chances)


FROZEN = {
    "expert-1": (
        Habits(candidates=48, prior_decay=1.0, puct=0.05, horizon=1),
        value_of_network,
    )
}


@inlined
def _share(row: Row, lutins: float, chances: Floats) -> None:
    """The chances of all seats, by that of the lutins."""
    for seat in range(row.players):
        chances[seat] = 1.0 - lutins if seat == row.gnome else lutins


@kernel
def _foretold(box: Box, row: Row) -> float:
    """The lutins' chance by the network, or how the game ended."""
    if row.to_act == OVER:
        return 1.0 if row.tower < box.tower else 0.0
    alone = int(row.gnome != NOBODY)
    return float(
        chance_of_lutins(
            box, row, HIDDEN_WEIGHTS[row.building, alone], OUTPUT_WEIGHTS[row.building, alone]
        )
    )


# ---------------------------------------------------------------- near the end


@inlined
def _can_be_last(box: Box, row: Row) -> bool:
    """Whether the dice are about to be thrown and the game can end by it."""
    tower = box.tower - row.tower + row.asleep if row.gnome == NOBODY else LAST_OF_TOWER + 1
    return bool(row.phase == THROW and (row.lying <= LAST_LYING or tower <= LAST_OF_TOWER))


@kernel
def _a_throw_later(box: Box, row: Row) -> float:
    """The lutins' chance as the exact mean over the throws, each played by `rate`."""
    rows, actions = np.empty(2, ROW), np.empty(MOST, np.int32)
    throws, of_throws = np.empty(len(act.THROWN), np.int32), np.empty(len(act.THROWN), np.int32)
    blocks, of_blocks = np.empty(2, np.int32), np.empty(2, np.int32)
    turn = row.turn_count
    mean = thrown = 0.0
    for i in range(chance(box, row, throws, of_throws)):
        rows[0] = row
        _play(box, rows, 0, throws[i])
        lutins = 0.0
        if rows[0].phase == BLUE_BLOCK:
            left = box.tower - rows[0].tower
            for j in range(chance(box, rows[0], blocks, of_blocks)):
                rows[1] = rows[0]
                _play(box, rows, 1, blocks[j])
                lutins += of_blocks[j] / left * _after_turn(box, rows, 1, turn, actions, i)
        else:
            lutins = _after_turn(box, rows, 0, turn, actions, i)
        mean += of_throws[i] * lutins
        thrown += of_throws[i]
    return float(mean / thrown)


@kernel
def _after_turn(box: Box, rows: Rows, at: int, turn: int, actions: Ints, number: int) -> float:
    """Play a turn to its end by `rate`, if it has not ended; the lutins' chance then. Cards are
    drawn by a sequence that a number begins."""
    row = rows[at]
    draws = number
    while row.to_act != OVER and row.turn_count == turn:
        if row.to_act == NATURE:
            draws += 1
            _play(box, rows, at, nature(box, row, draws * DRAW_STEP % 1.0))
        else:
            best, highest = 0, -np.inf
            for i in range(legal(box, row, actions)):
                rating = rate(box, row, actions[i])
                if rating > highest:
                    best, highest = i, rating
            _play(box, rows, at, actions[best])
    return float(_foretold(box, row))


@kernel
def _play(box: Box, rows: Rows, at: int, action: int) -> None:
    step(box, rows[at], action)


# ---------------------------------------------------------------- ratings


@kernel
def _block_worth(row: Row, house: int, kind: int) -> float:
    """The rating of putting a block of the middle into a house."""
    colour, shape = kind // SHAPES, kind % SHAPES
    worth = BLOCK - NEARLY * (row.missing[house] - 1)
    if row.missing[house] == 1:
        worth += FINISH
    if row.dice[colour] > 0:
        worth += COLOURED
    lacking = 0  # colours in which nobody will get this shape any more
    for other in range(len(COLOURS)):
        lacking += int(row.middle[other * SHAPES + shape] == 0)
    if row.building == IMPOSED:
        worth += SCARCE * lacking + PLENTY * row.middle[kind]
    if row.dice[WHITE] > 0:
        for other in range(SHAPES):
            worth += PLENTY * row.middle[colour * SHAPES + other]
    return float(worth)


@kernel
def _loss(row: Row, house: int) -> float:
    """A lutin gives up the house with the fewest blocks; the gnome wants the one with the most,
    first of all from the player who has built most."""
    if row.gnome == NOBODY:
        return -float(row.placed[house])
    worth = 100.0 * row.placed[house] - row.missing[house]
    for seat in range(row.players):
        if (row.own[seat] >> house) & 1:
            for other in range(HOUSES):
                worth += 0.1 * row.placed[other] * ((row.own[seat] >> other) & 1)
    return float(worth)
