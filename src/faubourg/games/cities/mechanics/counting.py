"""How often a goal, of an objective or a card, is fulfilled by a centre.

All 24 objectives and 32 cards are goals in one vocabulary (see `components.toml`), and this is all
the code there is for them. A goal has a kind, which says what is counted, and mostly a choice of
squares: what lies on them, in which colour, how high, beside what.

cit-31: a joker without modules is a street square of any colour, so a goal is fulfilled as often as
with the best choice of colours. More squares of a colour can only add to the count of squares, to
the largest zone and to the longest line: there all jokers take the colour asked for. Zones may
also merge, so to count zones every choice is tried; a box has few jokers.
"""

import numpy as np

from faubourg.core.contract import Box, Row
from faubourg.games.cities.mechanics.bitboards import (
    NOT_EAST,
    NOT_SOUTH,
    Squares,
    beside,
    count,
    count_zones,
    largest_zone,
    longest_line,
    zone,
)
from faubourg.games.cities.mechanics.centre import attraction_squares, streets
from faubourg.games.cities.state import (
    ATTRACTION,
    BUILT,
    KINDS,
    MONUMENT,
    MOST_HEIGHT,
    PARK,
    PARK_ATTRACTIONS,
    STREET,
    TALL,
    WATER,
    WATER_ATTRACTIONS,
    WITH_JOKER,
    WITH_MONUMENT,
)
from faubourg.kernels.compile import inlined, kernel

# What is counted: squares (a building stands on one), zones, the squares of the largest zone or of
# the longest line, the buildings of the longest line in which each is a storey higher than the one
# before, sets of different buildings, attractions, sets of different attractions.
(
    COUNT_SQUARES, COUNT_ZONES, COUNT_LARGEST, COUNT_LINE, COUNT_STAIRS, COUNT_SETS,
    COUNT_ATTRACTIONS, COUNT_COLLECTIONS,
) = range(8)  # fmt: skip
COUNTS = (
    "squares", "zones", "largest zone", "line", "stairs", "sets", "attractions", "collections",
)  # fmt: skip

# Of what; the first three are terrains. Attractions are those of park, of water or of both, or
# monuments.
OF_PARK, OF_WATER, OF_STREET, OF_BUILDINGS, OF_MONUMENTS, OF_ALL = range(6)
WHATS = ("park", "water", "street", "buildings", "monuments", "all")
ANYTHING = -1  # beside it

# In which colour: one of the four; any, mixed; of one colour, whichever is best; each by itself.
MIXED, ONE, EACH = -1, KINDS, KINDS + 1
# By height less 1: a bit for each set of heights that lacks it.
WITHOUT = np.array(
    [
        sum(1 << heights for heights in range(1 << MOST_HEIGHT) if not (heights >> height) & 1)
        for height in range(MOST_HEIGHT)
    ]
)
# In what the buildings of a set differ.
BY_COLOUR, BY_HEIGHT, BY_BOTH = range(3)
DIFFERENCES = ("colours", "heights", "both")
# What is placed, a bit each; an attraction is one for water or park.
AFTER_TILE, AFTER_MODULE, AFTER_ATTRACTION, AFTER_MONUMENT, AFTER_JOKER = (1 << i for i in range(5))


@kernel
def times(box: Box, row: Row, seat: int, goal: int) -> int:
    """cit-36: how often a goal is fulfilled; cit-28: an objective counts once."""
    return measure(box, row, seat, goal) // int(box.every[goal])


@kernel
def measure(box: Box, row: Row, seat: int, goal: int) -> int:
    """What a goal counts: a building, a zone, a square of the largest zone, a set…"""
    kind = box.count[goal]
    if kind == COUNT_SETS:
        return _sets(box, row, seat, goal)
    if kind == COUNT_STAIRS:
        return _longest_stairs(row, seat)
    if kind == COUNT_ATTRACTIONS:
        return count(_attractions(row, seat, box.what[goal]))
    if kind == COUNT_COLLECTIONS:
        return _collections(row, seat, box.what[goal], box.extent[goal])
    colour = box.colour[goal]
    if colour < ONE:
        return _measure_colour(box, row, seat, goal, colour)
    most = total = 0
    for one in range(KINDS):
        found = _measure_colour(box, row, seat, goal, one)
        most = max(most, found)
        total += found
    return total if colour == EACH else most


@kernel
def _measure_colour(box: Box, row: Row, seat: int, goal: int, colour: int) -> int:
    kind, stride = box.count[goal], row.stride[seat]
    squares = selected(box, row, seat, goal, colour)
    if kind == COUNT_SQUARES:
        return count(squares)
    if kind == COUNT_LARGEST:
        return largest_zone(squares, stride)
    if kind == COUNT_LINE:
        return longest_line(squares, stride)
    if box.attractions[goal] > 0:
        return _zones_with_attractions(row, seat, squares, box.extent[goal], box.attractions[goal])
    if box.what[goal] == OF_STREET and colour != MIXED:
        return _street_zones(row, seat, squares, box.extent[goal])
    return count_zones(squares, stride, box.extent[goal])


@inlined
def changes_after(box: Box, goal: int) -> int:
    """Dependency analysis: the placements, a bit each, after which `measure` may find otherwise for
    a goal than before. A tile to the north moves all squares, which no goal takes notice of."""
    kind, what = box.count[goal], box.what[goal]
    if kind == COUNT_STAIRS:
        return AFTER_MODULE
    if kind in (COUNT_ATTRACTIONS, COUNT_COLLECTIONS):
        return AFTER_MONUMENT if what == OF_MONUMENTS else AFTER_ATTRACTION
    changes = _terrain_changes_after(what)
    if what == OF_STREET:
        changes |= AFTER_JOKER | AFTER_MODULE
    if kind == COUNT_SETS:
        changes |= AFTER_MODULE
    if box.attractions[goal] > 0:
        changes |= AFTER_ATTRACTION
    if box.beside[goal] != ANYTHING:
        changes |= _terrain_changes_after(box.beside[goal])
    return int(changes)


@inlined
def _terrain_changes_after(what: int) -> int:
    if what == OF_BUILDINGS:
        return AFTER_MODULE
    return AFTER_TILE if what in (OF_PARK, OF_WATER, OF_STREET) else AFTER_MONUMENT


# ---------------------------------------------------------------- which squares


@inlined
def selected(box: Box, row: Row, seat: int, goal: int, colour: int) -> Squares:
    """The squares that a goal counts, in one colour or MIXED; jokers count for every colour."""
    what = box.what[goal]
    if what == OF_BUILDINGS:
        found = _buildings(row, seat, box.low[goal], box.high[goal])
        if colour != MIXED:
            found &= row.squares[seat, BUILT + colour]
    elif what == OF_STREET and colour != MIXED:
        found = streets_of(row, seat, colour) | free_jokers(row, seat)
    else:
        found = terrain(row, seat, what)
    if box.beside[goal] != ANYTHING:
        found &= beside(terrain(row, seat, box.beside[goal]), row.stride[seat])
    return found


@inlined
def terrain(row: Row, seat: int, what: int) -> Squares:
    """All squares of a kind."""
    if what == OF_PARK:
        return row.squares[seat, PARK]
    if what == OF_WATER:
        return row.squares[seat, WATER]
    if what == OF_STREET:
        return streets(row, seat)
    if what == OF_BUILDINGS:
        return row.squares[seat, TALL]
    return row.squares[seat, WITH_MONUMENT]


@inlined
def _buildings(row: Row, seat: int, low: int, high: int) -> Squares:
    """Buildings of `low` to `high` storeys."""
    found = row.squares[seat, TALL + low - 1]
    if high < MOST_HEIGHT:
        found &= ~row.squares[seat, TALL + high]
    return found


@inlined
def streets_of(row: Row, seat: int, colour: int) -> Squares:
    """Street squares of a colour for certain: a joker with modules has the colour of these."""
    jokers = row.squares[seat, WITH_JOKER]
    printed = row.squares[seat, STREET + colour] & ~jokers
    return printed | (jokers & row.squares[seat, BUILT + colour])


@inlined
def free_jokers(row: Row, seat: int) -> Squares:
    """cit-31: jokers without modules."""
    return row.squares[seat, WITH_JOKER] & ~row.squares[seat, TALL]


# ---------------------------------------------------------------- counting


@kernel
def _street_zones(row: Row, seat: int, squares: Squares, size: int) -> int:
    """The most zones of a colour, by exhaustive search over the colours of the free jokers."""
    jokers = free_jokers(row, seat) & squares
    chosen = jokers
    most = 0
    while True:
        most = max(most, count_zones((squares & ~jokers) | chosen, row.stride[seat], size))
        if chosen == 0:
            return most
        chosen = (chosen - 1) & jokers  # the next smaller choice


@kernel
def _zones_with_attractions(
    row: Row, seat: int, squares: Squares, size: int, different: int
) -> int:
    n = 0
    while squares != 0:
        found = zone(squares, row.stride[seat])
        squares ^= found
        if count(found) >= size and different_attractions(row, seat, found) >= different:
            n += 1
    return n


@inlined
def different_attractions(row: Row, seat: int, squares: Squares) -> int:
    """How many kinds of attractions there are on a zone of water or park."""
    n = 0
    for kind in range(MONUMENT):
        n += int(row.squares[seat, ATTRACTION + kind] & squares != 0)
    return n


@inlined
def _attractions(row: Row, seat: int, what: int) -> Squares:
    if what == OF_MONUMENTS:
        return row.squares[seat, WITH_MONUMENT]
    first, kinds = kinds_of(what)
    return attraction_squares(row, seat, first, kinds)


@inlined
def kinds_of(what: int) -> tuple[int, int]:
    """The first kind of attraction and how many there are."""
    if what == OF_WATER:
        return 0, WATER_ATTRACTIONS
    if what == OF_PARK:
        return WATER_ATTRACTIONS, PARK_ATTRACTIONS
    return 0, MONUMENT


@kernel
def _collections(row: Row, seat: int, what: int, size: int) -> int:
    """Sets of `size` different attractions, each attraction in one set only."""
    first, kinds = kinds_of(what)
    sets = 0
    while True:
        filled = 0  # places in one set more that the kinds can fill
        for kind in range(first, first + kinds):
            filled += min(count(row.squares[seat, ATTRACTION + kind]), sets + 1)
        if filled < size * (sets + 1):
            return sets
        sets += 1


@kernel
def _sets(box: Box, row: Row, seat: int, goal: int) -> int:
    """Sets of `extent` buildings that differ in colour or height, each building in one set only; or
    1 if there is one of buildings that differ in both."""
    size, difference = box.extent[goal], box.different[goal]
    if difference == BY_BOTH:
        return int(most_different(box, row, seat, goal) >= size)
    sets = 0
    while True:
        filled = 0
        for group in range(MOST_HEIGHT):
            filled += min(count(group_of(box, row, seat, goal, difference, group)), sets + 1)
        if filled < size * (sets + 1):
            return sets
        sets += 1


@inlined
def group_of(box: Box, row: Row, seat: int, goal: int, difference: int, group: int) -> Squares:
    """The buildings of one colour or of one height."""
    if difference == BY_COLOUR:
        return selected(box, row, seat, goal, group)
    return selected(box, row, seat, goal, MIXED) & _buildings(row, seat, group + 1, group + 1)


@kernel
def most_different(box: Box, row: Row, seat: int, goal: int) -> int:
    """The most buildings that differ in both colour and height, by dynamic programming.

    Colour by colour, `reached` has a bit for every set of heights that some choice of one building
    or none of each colour so far can have.
    """
    reached = 1  # no height at all
    for colour in range(KINDS):
        built = selected(box, row, seat, goal, colour)
        more = reached
        for height in range(MOST_HEIGHT):
            if built & _buildings(row, seat, height + 1, height + 1):
                more |= (reached & WITHOUT[height]) << (1 << height)
        reached = more
    most = 0
    for heights in range(1 << MOST_HEIGHT):
        if (reached >> heights) & 1:
            most = max(most, count(heights))
    return most


@kernel
def _longest_stairs(row: Row, seat: int) -> int:
    """Buildings in a straight line, each one storey higher than the one before it."""
    stride = row.stride[seat]
    most = 0
    for low in range(1, MOST_HEIGHT + 1):
        # The ends of stairs that begin with a building of this height, going each way.
        east = west = south = north = _buildings(row, seat, low, low)
        height = low
        while (east | west | south | north) != 0:
            most = max(most, height - low + 1)
            height += 1
            if height > MOST_HEIGHT:
                break
            higher = _buildings(row, seat, height, height)
            east = (east & NOT_EAST[stride]) << 1 & higher
            west = (west >> 1) & NOT_EAST[stride] & higher
            south = (south & NOT_SOUTH[stride]) << stride & higher
            north = north >> stride & higher
    return most
