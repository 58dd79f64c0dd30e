"""The actions of La Cité des lutins: their codes, run by run, players' first, then Nature's; their
numbers."""

from itertools import combinations_with_replacement

import numpy as np

from faubourg.gamekit.numbering import Run, first_codes, fixed_run, numbering
from faubourg.games.lutins.state import (
    FACES,
    HOUSES,
    HOUSES_AT_FIRST,
    KINDS,
    ORANGE_FACES,
    SEATS,
    WHITE,
)
from faubourg.kernels.compile import inlined

THROWS = tuple(combinations_with_replacement(range(len(FACES)), 3))
_HOUSES = Run(HOUSES, HOUSES_AT_FIRST)
RUNS = (
    Run(HOUSES * KINDS, HOUSES_AT_FIRST * KINDS),
    fixed_run(WHITE + 1),
    _HOUSES,
    _HOUSES,
    fixed_run(SEATS),
    _HOUSES,
    *map(fixed_run, (len(THROWS), 2, ORANGE_FACES)),
)
(
    TAKE,  # + house * KINDS + kind
    DECLINE,  # + face, blue excepted
    DESTROY,  # + house
    PICK,  # + house
    FIRST,  # + seat
    DRAW,  # + house
    THROW,  # + index of the three faces
    BLOCK,  # + 1 if it shows the emblem
    ORANGE,  # + face of the orange die
    END,
) = first_codes(RUNS)
CODES, NUMBERS = numbering(RUNS)
AT_FIRST = sum(run.at_first for run in RUNS)  # numbers that boxes of up to 12 houses need

# How many dice show each face, for every throw of three.
THROWN = np.array([[throw.count(face) for face in range(len(FACES))] for throw in THROWS], np.int8)


@inlined
def code_of(action: int) -> int:
    return int(CODES[action])


@inlined
def number_of(code: int) -> int:
    return int(NUMBERS[code])


def is_take(action: int) -> bool:
    return code_of(action) < DECLINE
