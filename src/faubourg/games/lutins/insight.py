"""What a bot knows about La Cité des lutins: how good an action looks to a sensible player.

Every block in a house brings the end nearer, so a block is never declined. Houses close to being
finished come first, for a finished house is safe; coloured dice are played before white ones; and
what is taken should be hard to get later, and not all there is of a colour.
"""

import numpy as np

from faubourg.core.compiling import kernel
from faubourg.core.contract import OVER, Box, Floats, Habits, Row
from faubourg.games.lutins import actions as act
from faubourg.games.lutins.rules import SIDES
from faubourg.games.lutins.state import (
    COLOURS,
    GNOME_FACE,
    HOUSES,
    IMPOSED,
    KINDS,
    NOBODY,
    SHAPES,
    WHITE,
)

BLOCK = 100.0  # a block in a house, rather than none
FINISH = 40.0
NEARLY = 6.0  # for every block fewer that the house still takes
COLOURED = 30.0  # a coloured die, rather than a white one
SCARCE = 3.0  # for every colour in which this shape can't be had
PLENTY = 1.0  # for every block of the same kind, and of the same colour

BLOCKS_A_TURN = 2.2  # that lutins take from the middle

BLUE_FALLS = 1 - (5 / 6) ** 3  # how often a throw of three dice shows a blue one

# What tells who will win, each with its weight: for imposed and imaginary houses, without and with
# a player who is the gnome. Fitted by scripts/fit_lutins.py.
SIGNS = 12
WEIGHTS = np.array([
    [[-0.446, 1.910, -1.499, 1.776, -0.203, -0.107, 0.459, -0.764, 0.405, 0.063, -0.715, 0.890],
     [0.036, 1.787, -0.421, 1.169, -0.320, 0.021, 0.130, 0.788, 0.527, 0.229, -0.414, -3.173]],
    [[-1.246, 1.702, -0.013, 1.599, -0.149, -0.014, 0.034, -1.173, -0.431, 0.003, -0.345, 0.391],
     [0.078, 2.238, -0.706, 0.790, -0.298, -0.010, -0.462, 0.183, 0.414, -0.016, -0.324, -0.026]],
])  # fmt: skip

HABITS = Habits(trust=1.0, horizon=6)


@kernel
def rate(box: Box, row: Row, action: int) -> float:
    if action < act.DECLINE:
        return _block_worth(row, action // KINDS, action % KINDS)
    if action < act.DESTROY:
        return 0.0
    if action < act.PICK:
        return _loss(row, action - act.DESTROY)
    return -float(box.sizes[action - act.PICK])


@kernel
def value(box: Box, row: Row, chances: Floats) -> None:
    """Lutins win when the middle is empty before the tower is finished."""
    lutins = 1.0 if row.lying == 0 else 0.0
    if row.turn != OVER:
        signs = np.empty(SIGNS)
        tell_signs(box, row, signs)
        weights = WEIGHTS[row.building, int(row.gnome != NOBODY)]
        total = 0.0
        for sign in range(SIGNS):
            total += weights[sign] * signs[sign]
        lutins = 1.0 / (1.0 + np.exp(-total))
    for seat in range(row.players):
        chances[seat] = 1.0 - lutins if seat == row.gnome else lutins


@kernel
def turns_left(box: Box, row: Row) -> float:
    """How many turns the lutins may expect before the tower is finished."""
    tower = float(box.tower - row.tower)
    if row.gnome == NOBODY:
        return tower / BLUE_FALLS
    pips = 0.0
    for face in range(1, GNOME_FACE):
        pips += face * box.orange[row.die, row.building, row.players, face] / SIDES
    return float(tower / max(pips, 0.1) * (row.players - 1))


@kernel
def tell_signs(box: Box, row: Row, signs: Floats) -> None:
    """Blocks and turns, how evenly colours and shapes are left, and what the gnome may destroy."""
    lying = float(row.lying)
    turns = turns_left(box, row)
    uneven = gone = most = 0.0
    for colour in range(len(COLOURS)):
        count = 0.0
        for shape in range(SHAPES):
            count += row.middle[colour * SHAPES + shape]
        uneven += count * count
        gone += int(count == 0.0)
        most = max(most, count)
    shapes = 0.0
    for shape in range(SHAPES):
        count = 0.0
        for colour in range(len(COLOURS)):
            count += row.middle[colour * SHAPES + shape]
        shapes += count * count
    kinds = 0.0
    for kind in range(KINDS):
        kinds += int(row.middle[kind] == 0)
    risk = houses = 0.0
    for house in range(HOUSES):
        if (row.open >> house) & 1:
            risk += row.placed[house]
            houses += 1.0
    if row.gnome == NOBODY:
        risk *= (box.emblems - row.emblems) / max(1.0, float(box.tower - row.tower))
    needed = lying / BLOCKS_A_TURN
    signs[0] = 1.0
    signs[1] = turns / 10.0
    signs[2] = lying / 10.0
    signs[3] = np.log((turns + 0.5) / (needed + 0.5))
    signs[4] = uneven / (lying + 1.0)
    signs[5] = gone * min(lying, 10.0) / 10.0
    signs[6] = most / 10.0
    signs[7] = risk / 10.0
    signs[8] = lying * lying / 400.0
    signs[9] = shapes / (lying + 1.0)
    signs[10] = kinds / 10.0
    signs[11] = houses / 10.0


@kernel
def _block_worth(row: Row, house: int, kind: int) -> float:
    """What it brings to put a block of the middle into a house."""
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
    first of all from whoever has built most."""
    if row.gnome == NOBODY:
        return -float(row.placed[house])
    worth = 100.0 * row.placed[house] - row.missing[house]
    for seat in range(row.players):
        if (row.own[seat] >> house) & 1:
            for other in range(HOUSES):
                worth += 0.1 * row.placed[other] * ((row.own[seat] >> other) & 1)
    return float(worth)
