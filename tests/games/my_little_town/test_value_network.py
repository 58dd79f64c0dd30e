"""Features of My Little Town's value network, held against a search of all squares one by one."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from faubourg.core.game import Game
from faubourg.games.my_little_town import value_network as network
from faubourg.games.my_little_town.state import LENGTHS, LONGEST, NOTHING, SHORTEST
from tests.bots.test_levels import decisions

NOWHERE = None  # a square of no tile that lies on the table
FREE, CLOSED = "free", "closed"
Squares = dict[tuple[int, int], str]


def squares_of(row, seat: int) -> tuple[Squares, set[tuple[int, int]]]:
    """Every square on the table by its place, free or closed, and the free ones of a colour."""
    squares, own = {}, set()
    for number in range(row.placed):
        for square in range(9):
            place = (3 * int(row.x[number]) + square % 3, 3 * int(row.y[number]) + square // 3)
            closed = (
                row.standing[number, square] != NOTHING or row.squares[number, square] == row.wall
            )
            squares[place] = CLOSED if closed else FREE
            if not closed and row.squares[number, square] == row.colours[seat]:
                own.add(place)
    return squares, own


def tile_of(place: tuple[int, int]) -> tuple[int, int]:
    return place[0] // 3, place[1] // 3


def counted(row, seat: int) -> tuple[Counter, Counter]:
    """The ways to place standees in hand by length, and those with an end in the first tile that is
    missing."""
    squares, own = squares_of(row, seat)
    ways, hopes = Counter(), Counter()
    for (x, y), (right, down) in product(own, ((1, 0), (-1, 0), (0, 1), (0, -1))):
        missing = set()
        for length in range(2, LONGEST + 1):
            end = (x + (length - 1) * right, y + (length - 1) * down)
            found = squares.get(end, NOWHERE)
            if found == CLOSED:
                break
            if found is NOWHERE:
                missing.add(tile_of(end))
            if length < SHORTEST or not (row.hand[seat] >> length) & 1:
                continue
            if not missing and end in own and right + down > 0:
                ways[length] += 1
            if len(missing) == 1 and found is NOWHERE:
                hopes[length] += 1
    return ways, hopes


@pytest.mark.parametrize("version", ["easy", "normal"])
def test_ways_and_hopes_are_those_that_a_walk_from_every_square_finds(version: str):
    game = Game("my_little_town", 2, version=version)
    hoped = 0
    for position in decisions(game, seed=3)[::3]:
        row = position.row
        features = np.zeros(network.TABLE + 2 * network.PER_SEAT, np.float32)
        network.write_features(game.box, row, features)
        for place in range(2):
            seat = (row.turn_of + place) % 2
            ways, hopes = counted(row, seat)
            first = network.TABLE + place * network.PER_SEAT
            out = features[first : first + network.PER_SEAT]
            for at in range(LENGTHS):
                few = min(ways[at + SHORTEST], network.MANY) / network.MANY
                assert out[network.WAYS + at] == pytest.approx(few)
                many = min(hopes[at + SHORTEST], network.MANY_HOPES) / network.MANY_HOPES
                assert out[network.HOPES + at] == pytest.approx(many)
            hoped += sum(hopes.values())
    assert hoped > 100
