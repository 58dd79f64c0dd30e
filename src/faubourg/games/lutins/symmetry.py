"""The canonical form of a position, which it shares with all that differ from it only by a symmetry
or by what is over and done with: so a table of end games has one entry for them.

What is done with: finished houses, which nobody can touch any more, the dice as they fell, how many
turns there were, and at the end everything but who won. The symmetries: colours, which differ in
nothing while a die shows each as often; imaginary houses, which are all alike; and seats, where all
win together. With imaginary houses the form is not always one and the same, which costs an entry.
"""

import numpy as np

from faubourg.core.contract import Box, Row
from faubourg.core.players import OVER
from faubourg.games.lutins import actions as act
from faubourg.games.lutins.rules import is_dealt
from faubourg.games.lutins.state import (
    ALL_HOUSES,
    COLOURS,
    FACES,
    HOUSES,
    IMAGINARY,
    KINDS,
    NOBODY,
    SEATS,
    SHAPES,
)
from faubourg.kernels.compile import inlined, kernel

ONE_COLOUR = np.array([act.THROWS.index((colour,) * 3) for colour in range(len(COLOURS))])


@kernel
def canonical(box: Box, row: Row) -> None:
    """Make a row the one that stands for all that have the same chances to win."""
    began = is_dealt(box, row)  # not by `turn_count`, which may be a field that is ignored
    _forget(row, began)
    if row.gnome == NOBODY and began:
        _turn_seats(row)
    alike = _colours_are_alike(box)
    if alike:
        _sort_colours(row)
    if row.building == IMAGINARY:
        _sort_houses(row, int(box.count))
        if alike:  # columns that were level may now differ
            _sort_colours(row)


@inlined
def _forget(row: Row, began: bool) -> None:
    """Put zeros in the place of what does not bear on what can come."""
    if began:
        row.turn_count = 1
        row.first = 0
    for face in range(len(FACES)):
        row.thrown[face] = 0
    if row.to_act == OVER:
        row.open = row.pile = row.left = row.lying = row.emblems = row.asleep = 0
        for face in range(len(FACES)):
            row.dice[face] = 0
        for kind in range(KINDS):
            row.middle[kind] = 0
    for seat in range(SEATS):
        row.own[seat] &= row.open
    for house in range(HOUSES):
        if (row.open >> house) & 1 == 0:
            row.placed[house] = row.missing[house] = 0
            for shape in range(SHAPES):
                row.needs[house, shape] = 0
            for kind in range(KINDS):
                row.blocks[house, kind] = 0


@inlined
def _turn_seats(row: Row) -> None:
    """Call the player whose turn it is the first seat."""
    own = np.zeros(SEATS, np.int64)
    for seat in range(row.players):
        own[seat] = row.own[(row.turn_of + seat) % row.players]
    for seat in range(row.players):
        row.own[seat] = own[seat]
    row.turn_of = 0
    row.to_act = min(row.to_act, 0)


@inlined
def _colours_are_alike(box: Box) -> bool:
    """Whether a die shows all colours equally often."""
    alike = True
    for colour in range(1, len(COLOURS)):
        alike &= box.throws[ONE_COLOUR[colour]] == box.throws[ONE_COLOUR[0]]
    return bool(alike)


@kernel
def _sort_colours(row: Row) -> None:
    for last in range(1, len(COLOURS)):
        for colour in range(last, 0, -1):
            if not _is_more(row, colour, colour - 1):
                break
            _swap_colours(row, colour, colour - 1)


@kernel
def _is_more(row: Row, colour: int, other: int) -> bool:
    """Whether one colour comes before another: by dice, by what lies in the middle, by houses."""
    if row.dice[colour] != row.dice[other]:
        return bool(row.dice[colour] > row.dice[other])
    for shape in range(SHAPES):
        one, two = row.middle[colour * SHAPES + shape], row.middle[other * SHAPES + shape]
        if one != two:
            return bool(one > two)
    for house in range(HOUSES):
        for shape in range(SHAPES):
            one = row.blocks[house, colour * SHAPES + shape]
            two = row.blocks[house, other * SHAPES + shape]
            if one != two:
                return bool(one > two)
    return False


@kernel
def _swap_colours(row: Row, colour: int, other: int) -> None:
    held = row.dice[colour]
    row.dice[colour] = row.dice[other]
    row.dice[other] = held
    for shape in range(SHAPES):
        one, two = colour * SHAPES + shape, other * SHAPES + shape
        held = row.middle[one]
        row.middle[one] = row.middle[two]
        row.middle[two] = held
        for house in range(HOUSES):
            held = row.blocks[house, one]
            row.blocks[house, one] = row.blocks[house, two]
            row.blocks[house, two] = held


@kernel
def _sort_houses(row: Row, count: int) -> None:
    for last in range(1, count):
        for house in range(last, 0, -1):
            if not _comes_first(row, house, house - 1):
                break
            _swap_houses(row, house, house - 1)


@kernel
def _comes_first(row: Row, house: int, other: int) -> bool:
    """Whether a house comes before another: by its owner, by whether it is open, by its blocks."""
    one, two = (row.open >> house) & 1, (row.open >> other) & 1
    for seat in range(row.players):
        one += ((row.own[seat] >> house) & 1) << (seat + 1)
        two += ((row.own[seat] >> other) & 1) << (seat + 1)
    if one != two:
        return bool(one > two)
    for kind in range(KINDS):
        if row.blocks[house, kind] != row.blocks[other, kind]:
            return bool(row.blocks[house, kind] > row.blocks[other, kind])
    return False


@kernel
def _swap_houses(row: Row, house: int, other: int) -> None:
    row.open = _swapped(row.open, house, other)
    row.pile = _swapped(row.pile, house, other)
    for seat in range(SEATS):
        row.own[seat] = _swapped(row.own[seat], house, other)
    for field in (row.placed, row.missing):
        held = field[house]
        field[house] = field[other]
        field[other] = held
    for shape in range(SHAPES):
        held = row.needs[house, shape]
        row.needs[house, shape] = row.needs[other, shape]
        row.needs[other, shape] = held
    for kind in range(KINDS):
        held = row.blocks[house, kind]
        row.blocks[house, kind] = row.blocks[other, kind]
        row.blocks[other, kind] = held


@inlined
def _swapped(houses: int, house: int, other: int) -> int:
    """A set of houses in which two have changed places."""
    differ = ((houses >> house) ^ (houses >> other)) & 1
    return int(houses ^ ((differ << house) | (differ << other))) & ALL_HOUSES
