"""How likely the lutins are to win, read off a position by a small network.

A position is written as numbers between about -1 and 1 (`note_signs`): how far the race with the
gnome is, what lies in the middle, and what everybody still needs, the next to throw first. One
hidden layer and a logistic sum make a chance of them. The weights were learned from games that the
network played with itself (scripts/fit_lutins.py), a set for each way of building, with and without
a player who is the gnome.
"""

from pathlib import Path

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Box, Row
from faubourg.games.lutins.rules import LOWEST, SIDES
from faubourg.games.lutins.state import (
    COLOURS,
    GNOME_FACE,
    HOUSES,
    IMPOSED,
    NOBODY,
    ORANGE,
    PICK,
    SEATS,
    SHAPES,
)
from faubourg.kernels.compile import kernel

Singles = npt.NDArray[np.float32]
Words = npt.NDArray[np.int64]

# Where the signs lie: of the whole table, and then of every seat, the next to throw first.
TABLE = 74
EACH = 19
SIGNS = TABLE + SEATS * EACH
HIDDEN = 32
ENDING = 6  # blocks in the middle, from which on each number has a sign of its own

BLUE_FALLS = 1 - (5 / 6) ** 3  # how often a throw of three dice shows a blue one
MOST_COUNTED = 10  # blocks of a colour that the table of turns knows
DICE_THROWN = 3

FILE = Path(__file__).with_name("outlook.npz")
_LEARNED = np.load(FILE)
# The turns that it takes to empty the middle, by what is left of each colour, if everything fits.
TURNS: Singles = _LEARNED["turns"]
# The blocks that a throw brings, by how many can be had of each colour, and by how many are needed.
BLOCKS: Singles = _LEARNED["blocks"]
# For each way of building, without and with a player as the gnome.
INNER: Singles = _LEARNED["inner"].astype(np.float32)  # (2, 2, SIGNS, HIDDEN)
OUTER: Singles = _LEARNED["outer"].astype(np.float32)  # (2, 2, HIDDEN + 1), the last for 1


@kernel
def chance_of_lutins(box: Box, row: Row, inner: Singles, outer: Singles) -> float:
    """What a network with these weights says."""
    signs = np.zeros(SIGNS, np.float32)
    hidden = np.zeros(HIDDEN, np.float32)
    note_signs(box, row, signs)
    return ask(inner, outer, signs, hidden)


@kernel
def ask(inner: Singles, outer: Singles, signs: Singles, hidden: Singles) -> float:
    """The network's chance for these signs; `hidden` are the hidden layer's sums afterwards."""
    units = len(hidden)  # not HIDDEN: loops of a known length are unrolled, not vectorised
    for unit in range(units):
        hidden[unit] = np.float32(0.0)
    for sign in range(0, SIGNS, 4):
        one, two, three, four = signs[sign], signs[sign + 1], signs[sign + 2], signs[sign + 3]
        if one != 0.0 or two != 0.0 or three != 0.0 or four != 0.0:
            for unit in range(units):
                hidden[unit] += (one * inner[sign, unit] + two * inner[sign + 1, unit]) + (
                    three * inner[sign + 2, unit] + four * inner[sign + 3, unit]
                )
    total = outer[units]
    for unit in range(units):
        total += outer[unit] * max(hidden[unit], np.float32(0.1) * hidden[unit])
    return float(1.0 / (1.0 + np.exp(-float(total))))


# ---------------------------------------------------------------- signs


@kernel
def note_signs(box: Box, row: Row, signs: Singles) -> None:
    """Write a position into zeroed signs."""
    counts = np.empty(len(COLOURS), np.int64)  # of something, the greatest first
    for colour in range(len(COLOURS)):
        count = 0
        for shape in range(SHAPES):
            count += row.middle[colour * SHAPES + shape]
        _sort_in(counts, colour, count)
    first = row.turn_of
    if row.phase > ORANGE and row.phase != PICK:
        first = (row.turn_of + 1) % row.players
    _note_race(box, row, counts, signs)
    _note_middle(row, counts, signs)
    needs = np.empty(SHAPES, np.int64)
    place = 0
    for i in range(row.players):
        seat = (first + i) % row.players
        if seat == row.gnome:
            signs[TABLE - SEATS + i] = 1.0
        else:
            _note_seat(row, seat, needs, signs[TABLE + place * EACH : TABLE + (place + 1) * EACH])
            place += 1


@kernel
def _sort_in(counts: Words, length: int, count: int) -> None:
    """Put one more among so many counts, the greatest first."""
    at = length
    while at > 0 and counts[at - 1] < count:
        counts[at] = counts[at - 1]
        at -= 1
    counts[at] = count


@kernel
def turns_to_empty(counts: Words) -> float:
    """How many turns it takes at best, on average, if there are so many blocks of each colour,
    the greatest number first."""
    place = more = 0
    for i in range(len(COLOURS)):
        count = min(counts[i], MOST_COUNTED)
        more += counts[i] - count
        choose = 1  # out of count + 3 - i, 4 - i
        for j in range(len(COLOURS) - i):
            choose = choose * (count + j) // (j + 1)
        place += choose
    return float(TURNS[place]) + more / (DICE_THROWN * (1 - 1 / SIDES))


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
def _note_race(box: Box, row: Row, counts: Words, signs: Singles) -> None:
    """Blocks, turns, the tower, cards, and how many play."""
    turns, needed = turns_left(box, row), turns_to_empty(counts)
    tower = float(box.tower - row.tower)
    signs[0] = 1.0
    signs[1] = tower / 12.0
    signs[2] = row.lying / 40.0
    signs[3] = needed / 20.0
    signs[4] = min(turns / 30.0, 2.0)
    signs[5] = max(-2.0, min(2.0, np.log((turns + 0.5) / (needed + 0.5))))
    signs[6] = max(-2.0, min(2.0, (turns - needed) / (2.0 * np.sqrt(turns + 1.0))))
    signs[7] = row.left / HOUSES
    if row.gnome == NOBODY:
        signs[8] = (box.emblems - row.emblems) / 3.0
        signs[9] = (box.emblems - row.emblems) / max(1.0, tower)
    else:
        signs[8] = box.orange[row.die, row.building, row.players, GNOME_FACE]
        signs[9] = turns / (row.players - 1) / 12.0
    signs[8 + row.players] = 1.0  # 10 to 14
    if 0 < tower <= 3:
        signs[14 + int(tower)] = 1.0  # 15 to 17
    if 0 < row.lying <= ENDING:
        signs[17 + row.lying] = 1.0  # 18 to 23


@kernel
def _note_middle(row: Row, counts: Words, signs: Singles) -> None:
    """What is left, by colour; and for imposed houses by shape and colour. Colours have no names
    here: the one with most blocks comes first."""
    for i in range(len(COLOURS)):
        signs[24 + i] = counts[i] / 10.0
        signs[28 + i] = int(counts[i] == 0)
    if row.building != IMPOSED:
        return
    for shape in range(SHAPES):
        for colour in range(len(COLOURS)):
            left = int(row.middle[colour * SHAPES + shape])
            _sort_in(counts, colour, left)
            signs[32 + shape] += left / 12.0
            signs[52 + shape] += 0.25 * int(left == 0)
            signs[56 + shape] += 0.25 * int(left > 1)
        for i in range(len(COLOURS)):
            signs[36 + shape * len(COLOURS) + i] = counts[i] / 3.0
        turns = turns_to_empty(counts) / 8.0
        signs[60 + shape] = turns
        signs[64] += 0.25 * turns
        signs[65] = max(signs[65], turns)
    # 68 to 73: how far away the gnome's turn is.


@kernel
def _note_seat(row: Row, seat: int, needs: Words, signs: Singles) -> None:
    """What a lutin needs, what there is of it, and what the gnome could destroy."""
    houses = row.own[seat] & row.open
    missing, started, least, most, opened, nearest = 0, 0, 99, 0, 0, 99
    needs[:] = 0
    while houses != 0:
        house = LOWEST[houses]
        houses &= houses - 1
        opened += 1
        missing += row.missing[house]
        nearest = min(nearest, row.missing[house])
        for shape in range(SHAPES):
            needs[shape] += row.needs[house, shape]
        if row.placed[house] > 0:
            started += 1
            least = min(least, row.placed[house])
            most = max(most, row.placed[house])
    signs[0] = 1.0
    signs[1] = missing / 8.0
    signs[2] = opened / 2.0
    signs[3] = started / 2.0
    if started > 0:
        signs[4] = least / 3.0
        signs[5] = most / 3.0
    if 0 < missing <= 3:
        signs[5 + missing] = 1.0  # 6 to 8
    if nearest <= 2:
        signs[8 + nearest] = 1.0  # 9 and 10
    if opened == 0 and row.left == 0:  # whoever has nothing to build helps others
        missing = row.lying
        for house in range(HOUSES):
            if (row.open >> house) & 1:
                for shape in range(SHAPES):
                    needs[shape] += row.needs[house, shape]
    place, faces = 0, 0
    for colour in range(len(COLOURS)):
        have = 0
        for shape in range(SHAPES):
            have += int(min(row.middle[colour * SHAPES + shape], needs[shape]))
        place = place * (DICE_THROWN + 1) + min(have, DICE_THROWN)
        faces += int(have > 0)
    signs[11] = BLOCKS[place, min(missing, DICE_THROWN)] / 3.0
    signs[12] = faces / 4.0
    signs[13] = int(opened == 0)
    if row.building == IMPOSED:
        for shape in range(SHAPES):
            signs[14 + shape] = needs[shape] / 3.0 if opened > 0 else 0.0
    if opened > 0 and row.left > 0:
        signs[18] = max(0.0, 1.0 - missing / 6.0)
