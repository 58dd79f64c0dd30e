"""A value network for My Little Town: the standees that everybody still has, how many ways there
are now to place each, and how many there may be after one tile more. The weights
(`scripts/train_values.py`) are for the printed box."""

from pathlib import Path

import numpy as np

from faubourg.core.contract import Box, Row
from faubourg.gamekit.network import Singles, load_weights, round_up
from faubourg.games.my_little_town.placement import ACROSS, AHEAD, ALONG, BEHIND, SEEN
from faubourg.games.my_little_town.state import LAST, LENGTHS, LONGEST, NOTHING, SHORTEST
from faubourg.kernels.compile import inlined, kernel

PLAYERS = 4
OPTIONS = ("version",)  # of the game, whose values are learned in turn
MANY = 8  # ways to place a standee, after which more hardly help
MANY_HOPES = 16  # the same for ways that a tile would open
TILE_SIDE = 3  # squares

CONSTANT, EASY, TILES_LEFT, TURNS_LEFT, FINAL, IN_FINAL, LATE, TABLE = range(8)
TABLE = round_up(TABLE)
# Of a seat: sums, then for every length whether it is in hand, can be placed, can be placed in two
# ways, the ways, and the hopes: ways that a tile at an end of a line would open.
ITEMS, STANDEES, PLACEABLE, UNPLACEABLE, LONGEST_NOW, GROUND, DONE, TIGHT, HAND = range(9)
ONCE, TWICE, WAYS = HAND + LENGTHS, HAND + 2 * LENGTHS, HAND + 3 * LENGTHS
HOPES = HAND + 4 * LENGTHS
PER_SEAT = round_up(HAND + 5 * LENGTHS)
FEATURES = TABLE + PLAYERS * PER_SEAT

UNITS = 256  # of a network that is learned from nothing
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
    for place in range(row.players):
        seat = (row.turn_of + place) % row.players
        first = TABLE + place * PER_SEAT
        _write_seat(row, seat, turns, features[first : first + PER_SEAT])


@kernel
def _write_seat(row: Row, seat: int, turns: float, out: Singles) -> None:
    _count_ways(row, seat, out)
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
        out[HOPES + at] = min(out[HOPES + at], MANY_HOPES) / MANY_HOPES
    out[DONE] = 1.0 if out[UNPLACEABLE] == 0.0 else 0.0
    out[TIGHT] = max(0.0, 4.0 * out[STANDEES] - turns) / 4.0


@kernel
def _count_ways(row: Row, seat: int, out: Singles) -> None:
    """Count by length the ways to place a standee in hand, and those that have one end in a tile
    that is not there yet, before the beginning of a line or after its end; and free own squares."""
    squares, standing, links = row.squares, row.standing, row.links
    colour, wall = row.colours[seat], row.wall
    reach = int(row.hand[seat]) >> 1  # bit d: a standee whose ends are d squares apart
    ground = 0
    for south in range(2):
        for first in range(int(row.placed)):
            if links[first, BEHIND[south]] != NOTHING:
                continue
            for lane in range(TILE_SIDE):
                number, seen, at, clear = first, 0, 0, 1  # clear: so far from the beginning
                while number != NOTHING:
                    for place in range(TILE_SIDE):
                        square = lane * ACROSS[south] + place * ALONG[south]
                        kind = squares[number, square]
                        free = int((standing[number, square] == NOTHING) & (kind != wall))
                        own = int(kind == colour) & free
                        ground += own
                        seen = (seen << 1) & (SEEN * free)
                        _count_lengths(seen & reach & -own, out[WAYS:HOPES])
                        seen |= own
                        clear &= free
                        if own & clear and at < LONGEST:
                            _count_lengths((0b111 << (at + 1)) & reach, out[HOPES:])
                        at += 1
                    number = int(links[number, AHEAD[south]])
                for beyond in range(1, TILE_SIDE + 1):
                    _count_lengths((seen << beyond) & reach, out[HOPES:])
    out[GROUND] = ground / 40.0  # each square lies on two lines


@inlined
def _count_lengths(distances: int, counts: Singles) -> None:
    """Add one for each standee whose ends are as far apart as a bit says."""
    if distances != 0:
        for at in range(LENGTHS):
            counts[at] += np.float32((distances >> (at + SHORTEST - 1)) & 1)
