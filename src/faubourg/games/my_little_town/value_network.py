"""A value network for My Little Town: the standees that everybody still has, and how many ways
there are now to place each. The weights (`scripts/train_values.py`) are for the printed box."""

from pathlib import Path

import numpy as np

from faubourg.core.contract import Box, Ints, Row
from faubourg.gamekit.network import Singles, load_weights, round_up
from faubourg.games.my_little_town import actions as act
from faubourg.games.my_little_town.placement import MOST, list_standees
from faubourg.games.my_little_town.state import LAST, LENGTHS, LONGEST, NOTHING, SHORTEST, SQUARES
from faubourg.kernels.compile import kernel

PLAYERS = 4
MANY = 8  # ways to place a standee, after which more hardly help

CONSTANT, EASY, TILES_LEFT, TURNS_LEFT, FINAL, IN_FINAL, LATE, TABLE = range(8)
TABLE = round_up(TABLE)
# Of a seat: sums, then for every length whether it is in hand, can be placed, can be placed in two
# ways, and the ways.
ITEMS, STANDEES, PLACEABLE, UNPLACEABLE, LONGEST_NOW, GROUND, DONE, TIGHT, HAND = range(9)
ONCE, TWICE, WAYS = HAND + LENGTHS, HAND + 2 * LENGTHS, HAND + 3 * LENGTHS
PER_SEAT = round_up(HAND + 4 * LENGTHS)
FEATURES = TABLE + PLAYERS * PER_SEAT

FILE = Path(__file__).with_name("value_network.npz")
HIDDEN_WEIGHTS, OUTPUT_WEIGHTS = load_weights(FILE, FEATURES, PLAYERS)


@kernel
def write_features(box: Box, row: Row, features: Singles) -> None:
    """Write the features of a position into a zeroed array, the seat whose turn it is first."""
    turns = row.left / row.players  # that everybody could still extend the town in
    features[CONSTANT] = 1.0
    features[EASY] = 1.0 if row.wall == NOTHING else 0.0
    features[TILES_LEFT] = row.left / max(1, box.tiles)
    features[TURNS_LEFT] = turns / 10.0
    features[FINAL] = row.final / row.players
    features[IN_FINAL] = 1.0 if row.phase == LAST else 0.0
    features[LATE] = max(0.0, 4.0 - turns) / 4.0
    ways = np.empty(MOST, np.int32)
    for place in range(row.players):
        seat = (row.turn_of + place) % row.players
        first = TABLE + place * PER_SEAT
        _write_seat(box, row, seat, turns, ways, features[first : first + PER_SEAT])


@kernel
def _write_seat(box: Box, row: Row, seat: int, turns: float, ways: Ints, out: Singles) -> None:
    for i in range(list_standees(row, seat, ways, 0)):
        out[WAYS + (act.code_of(ways[i]) - act.STANDEE) % LENGTHS] += 1.0
    for length in range(SHORTEST, LONGEST + 1):
        if not (row.hand[seat] >> length) & 1:
            continue
        at = length - SHORTEST
        found = out[WAYS + at]
        out[ITEMS] += length / 10.0
        out[STANDEES] += 0.25
        out[HAND + at] = 1.0
        if found > 0.0:
            out[ONCE + at] = 1.0
            out[PLACEABLE] += length / 10.0
            out[LONGEST_NOW] = length / 7.0
        else:
            out[UNPLACEABLE] += 0.25
        if found > 1.0:
            out[TWICE + at] = 1.0
        out[WAYS + at] = min(found, MANY) / MANY
    free = 0
    for number in range(row.placed):
        for square in range(SQUARES):
            own = row.squares[number, square] == row.colours[seat]
            free += int(own and row.standing[number, square] == NOTHING)
    out[GROUND] = free / 20.0
    out[DONE] = 1.0 if out[UNPLACEABLE] == 0.0 else 0.0
    out[TIGHT] = max(0.0, 4.0 * out[STANDEES] - turns) / 4.0
