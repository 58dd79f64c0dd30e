"""Heuristics for bots of La Cité des lutins: a rating of every action; a network for the value.

Every block in a house brings the end nearer, so a block is never declined. Houses close to being
finished come first, for a finished house is safe; coloured dice are played before white ones; and
what is taken should be hard to get later, and not all there is of a colour.
"""

from faubourg.core.contract import Box, Floats, Habits, Judgement, Row
from faubourg.core.players import OVER
from faubourg.games.lutins import actions as act
from faubourg.games.lutins.state import (
    COLOURS,
    HOUSES,
    IMPOSED,
    KINDS,
    NOBODY,
    SHAPES,
    WHITE,
)
from faubourg.games.lutins.symmetry import canonical as canonical
from faubourg.games.lutins.value_network import HIDDEN_WEIGHTS, OUTPUT_WEIGHTS, chance_of_lutins
from faubourg.kernels.compile import kernel

BLOCK = 100.0  # a block in a house, rather than none
FINISH = 40.0
NEARLY = 6.0  # for every block fewer that the house still takes
COLOURED = 30.0  # a coloured die, rather than a white one
SCARCE = 3.0  # for every colour in which this shape can't be had
PLENTY = 1.0  # for every block of the same kind, and of the same colour

# The value of a turn has no noise (horizon 1), so little exploration is enough. No die that can be
# used is left: that is rated 0, and on average nothing was gained by it (decision 0074).
HABITS = Habits(candidates=48, least=1.0, prior_decay=1.0, puct=0.05, horizon=1)
FROZEN = {"expert-1": (Habits(candidates=48, prior_decay=1.0, puct=0.05, horizon=1), None)}
JUDGEMENT = Judgement(of_any=0.005, of_size=0.6)  # the network's, which searches don't see


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
    """The value network before the end; then whether the tower is not complete."""
    lutins = 1.0 if row.tower < box.tower else 0.0
    if row.to_act != OVER:
        alone = int(row.gnome != NOBODY)
        lutins = chance_of_lutins(
            box, row, HIDDEN_WEIGHTS[row.building, alone], OUTPUT_WEIGHTS[row.building, alone]
        )
    for seat in range(row.players):
        chances[seat] = 1.0 - lutins if seat == row.gnome else lutins


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
