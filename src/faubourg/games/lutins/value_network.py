"""A value network for La Cité des lutins: 188 features, 32 leaky-ReLU units, a sigmoid.

Its output is the lutins' chance to win. The features (`write_features`), between about -1 and 1,
are how far the race with the gnome is, what lies in the middle, and what everybody still needs, the
next to throw first. The weights were learned by self-play with the usual box
(scripts/fit_lutins.py), a set for each way of building, with and without a player as the gnome.
"""

from pathlib import Path

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Box, Row
from faubourg.gamekit.network import LEAK, Singles, fill_hidden_layer
from faubourg.games.lutins.rules import LOWEST
from faubourg.games.lutins.state import (
    COLOURS,
    GNOME_FACE,
    HOUSES,
    HOUSES_AT_FIRST,
    IMPOSED,
    NOBODY,
    ORANGE,
    PICK,
    SEATS,
    SHAPES,
    SIDES,
)
from faubourg.kernels.compile import kernel

Words = npt.NDArray[np.int64]

# The features: of the whole table, then of every seat, the next to throw first.
TABLE = 74
PER_SEAT = 19
FEATURES = TABLE + SEATS * PER_SEAT
HIDDEN = 32
ENDING = 6  # blocks in the middle up to which their number is one-hot

BLUE_FALLS = 1 - (5 / 6) ** 3  # the chance that a throw of three usual dice shows a blue one
MOST_COUNTED = 10  # blocks of a colour that the table of turns knows
DICE_THROWN = 3

FILE = Path(__file__).with_name("value_network.npz")
_LEARNED = np.load(FILE)
# The turns that it takes to empty the middle, by what is left of each colour, if everything fits.
TURNS: Singles = _LEARNED["turns"]
# The blocks that a throw brings, by how many can be had of each colour, and by how many are needed.
BLOCKS: Singles = _LEARNED["blocks"]
# By way of building, and by whether a player is the gnome: (2, 2, FEATURES, HIDDEN) and
# (2, 2, HIDDEN + 1), the last of these the bias.
HIDDEN_WEIGHTS: Singles = _LEARNED["hidden_weights"].astype(np.float32)
OUTPUT_WEIGHTS: Singles = _LEARNED["output_weights"].astype(np.float32)


@kernel
def chance_of_lutins(box: Box, row: Row, hidden_weights: Singles, output_weights: Singles) -> float:
    """The output of a network with these weights for a position."""
    features = np.zeros(FEATURES, np.float32)
    hidden = np.zeros(HIDDEN, np.float32)
    write_features(box, row, features)
    return forward(hidden_weights, output_weights, features, hidden)


@kernel
def forward(
    hidden_weights: Singles, output_weights: Singles, features: Singles, hidden: Singles
) -> float:
    """The forward pass; leaves the hidden layer's pre-activations in `hidden`."""
    fill_hidden_layer(hidden_weights, features, hidden)
    units = len(hidden)
    total = output_weights[units]
    for unit in range(units):
        total += output_weights[unit] * max(hidden[unit], np.float32(LEAK) * hidden[unit])
    return float(1.0 / (1.0 + np.exp(-float(total))))


# ---------------------------------------------------------------- features


@kernel
def write_features(box: Box, row: Row, features: Singles) -> None:
    """Write the features of a position into a zeroed array."""
    counts = np.empty(len(COLOURS), np.int64)  # of something, the greatest first
    for colour in range(len(COLOURS)):
        count = 0
        for shape in range(SHAPES):
            count += row.middle[colour * SHAPES + shape]
        _sort_in(counts, colour, count)
    first = row.turn_of
    if row.phase > ORANGE and row.phase != PICK:
        first = (row.turn_of + 1) % row.players
    _write_race(box, row, counts, features)
    _write_middle(row, counts, features)
    needs = np.empty(SHAPES, np.int64)
    lutins = 0
    for i in range(row.players):
        seat = (first + i) % row.players
        if seat == row.gnome:
            features[TABLE - SEATS + i] = 1.0
        else:
            first_of_seat = TABLE + lutins * PER_SEAT
            _write_seat(row, seat, needs, features[first_of_seat : first_of_seat + PER_SEAT])
            lutins += 1


@kernel
def _sort_in(counts: Words, length: int, count: int) -> None:
    """Insertion sort: put one more among `length` counts, the greatest first."""
    at = length
    while at > 0 and counts[at - 1] < count:
        counts[at] = counts[at - 1]
        at -= 1
    counts[at] = count


@kernel
def turns_to_empty(counts: Words) -> float:
    """The expected number of turns, played well, to use up so many blocks of each colour, the
    greatest number first."""
    index = more = 0
    for i in range(len(COLOURS)):
        count = min(counts[i], MOST_COUNTED)
        more += counts[i] - count
        choose = 1  # out of count + 3 - i, 4 - i
        for j in range(len(COLOURS) - i):
            choose = choose * (count + j) // (j + 1)
        index += choose
    return float(TURNS[index]) + more / (DICE_THROWN * (1 - 1 / SIDES))


@kernel
def turns_left(box: Box, row: Row) -> float:
    """The expected number of the lutins' turns before the tower is finished."""
    tower = float(box.tower - row.tower + row.asleep)
    if row.gnome == NOBODY:
        return tower / BLUE_FALLS
    pips = 0.0
    for face in range(1, GNOME_FACE):
        pips += face * box.orange[row.die, row.building, row.players, face] / SIDES
    return float(tower / max(pips, 0.1) * (row.players - 1))


@kernel
def _write_race(box: Box, row: Row, counts: Words, features: Singles) -> None:
    """Blocks, turns, the tower, cards, and how many play."""
    turns, needed = turns_left(box, row), turns_to_empty(counts)
    tower = float(box.tower - row.tower + row.asleep)  # asleep: as a tower that is so much higher
    features[0] = 1.0
    features[1] = tower / 12.0
    features[2] = row.lying / 40.0
    features[3] = needed / 20.0
    features[4] = min(turns / 30.0, 2.0)
    features[5] = max(-2.0, min(2.0, np.log((turns + 0.5) / (needed + 0.5))))
    features[6] = max(-2.0, min(2.0, (turns - needed) / (2.0 * np.sqrt(turns + 1.0))))
    features[7] = row.left / HOUSES_AT_FIRST
    if row.gnome == NOBODY:
        features[8] = (box.emblems - row.emblems) / 3.0
        features[9] = (box.emblems - row.emblems) / max(1.0, tower)
    else:
        features[8] = box.orange[row.die, row.building, row.players, GNOME_FACE]
        features[9] = turns / (row.players - 1) / 12.0
    features[8 + row.players] = 1.0  # 10 to 14
    if 0 < tower <= 3:
        features[14 + int(tower)] = 1.0  # 15 to 17
    if 0 < row.lying <= ENDING:
        features[17 + row.lying] = 1.0  # 18 to 23


@kernel
def _write_middle(row: Row, counts: Words, features: Singles) -> None:
    """What is left, by colour; and for imposed houses by shape and colour. Colours are sorted by
    their blocks, so that the network treats them alike."""
    for i in range(len(COLOURS)):
        features[24 + i] = counts[i] / 10.0
        features[28 + i] = int(counts[i] == 0)
    if row.building != IMPOSED:
        return
    for shape in range(SHAPES):
        for colour in range(len(COLOURS)):
            left = int(row.middle[colour * SHAPES + shape])
            _sort_in(counts, colour, left)
            features[32 + shape] += left / 12.0
            features[52 + shape] += 0.25 * int(left == 0)
            features[56 + shape] += 0.25 * int(left > 1)
        for i in range(len(COLOURS)):
            features[36 + shape * len(COLOURS) + i] = counts[i] / 3.0
        turns = turns_to_empty(counts) / 8.0
        features[60 + shape] = turns
        features[64] += 0.25 * turns
        features[65] = max(features[65], turns)
    # 68 to 73: how far away the gnome's turn is.


@kernel
def _write_seat(row: Row, seat: int, needs: Words, features: Singles) -> None:
    """What a lutin needs, what there is of it, and what the gnome could destroy."""
    houses = row.own[seat] & row.open
    missing, started, least, most, opened, nearest = 0, 0, 99, 0, 0, 99
    needs[:] = 0
    while houses != 0:
        house = int(LOWEST[houses])
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
    features[0] = 1.0
    features[1] = missing / 8.0
    features[2] = opened / 2.0
    features[3] = started / 2.0
    if started > 0:
        features[4] = least / 3.0
        features[5] = most / 3.0
    if 0 < missing <= 3:
        features[5 + missing] = 1.0  # 6 to 8
    if nearest <= 2:
        features[8 + nearest] = 1.0  # 9 and 10
    if opened == 0 and row.left == 0:  # a player with nothing to build helps others
        missing = row.lying
        for house in range(HOUSES):
            if (row.open >> house) & 1:
                for shape in range(SHAPES):
                    needs[shape] += row.needs[house, shape]
    index, faces = 0, 0
    for colour in range(len(COLOURS)):
        have = 0
        for shape in range(SHAPES):
            have += int(min(row.middle[colour * SHAPES + shape], needs[shape]))
        index = index * (DICE_THROWN + 1) + min(have, DICE_THROWN)
        faces += int(have > 0)
    features[11] = BLOCKS[index, min(missing, DICE_THROWN)] / 3.0
    features[12] = faces / 4.0
    features[13] = int(opened == 0)
    if row.building == IMPOSED:
        for shape in range(SHAPES):
            features[14 + shape] = needs[shape] / 3.0 if opened > 0 else 0.0
    if opened > 0 and row.left > 0:
        features[18] = max(0.0, 1.0 - missing / 6.0)
