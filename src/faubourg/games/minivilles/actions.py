"""The actions of Minivilles: their codes, run by run, players' first, then Nature's; their numbers.

Those about a card of a player are kind by kind, the seats of one kind together.
"""

import numpy as np

from faubourg.gamekit.numbering import Run, first_codes, fixed_run, numbering
from faubourg.games.minivilles.state import (
    KINDS,
    KINDS_AT_FIRST,
    LANDMARKS,
    LANDMARKS_AT_FIRST,
    SEATS,
)
from faubourg.kernels.compile import inlined, natural

_KINDS = Run(KINDS, KINDS_AT_FIRST)
_LANDMARKS = Run(LANDMARKS, LANDMARKS_AT_FIRST)
_CARDS = Run(KINDS * SEATS, KINDS_AT_FIRST * SEATS)  # kind * SEATS + seat
RUNS = (
    fixed_run(1),
    _KINDS,
    _LANDMARKS,
    *map(fixed_run, (2, 1, 1, 1, 1)),
    _LANDMARKS,
    *map(fixed_run, (SEATS, 1)),
    _KINDS,
    _CARDS,
    _CARDS,
    fixed_run(SEATS),
    _KINDS,
    *map(fixed_run, (6, 21)),
)
(
    PASS,
    BUILD,  # + kind
    LANDMARK,  # + landmark
    ROLL,  # + dice - 1
    KEEP,
    REROLL,
    STAY,
    RAISE,
    DEMOLISH,  # + landmark
    PICK,  # + seat
    NO_SWAP,
    OFFER,  # + kind
    SWAP,  # + kind * SEATS + seat
    GIVE,  # + kind * SEATS + seat
    FIRST,  # + seat
    DRAW,  # + kind
    DIE,  # + face - 1
    DICE,  # + index of the pair of faces
    END,
) = first_codes(RUNS)
CODES, NUMBERS = numbering(RUNS)
# Numbers that boxes of up to 28 kinds and 6 landmarks need.
AT_FIRST = sum(run.at_first for run in RUNS)

# The 21 pairs of faces of two dice, the lower one first.
LOW_FACE = np.array([low for low in range(1, 7) for _ in range(low, 7)])
HIGH_FACE = np.array([high for low in range(1, 7) for high in range(low, 7)])
WAYS = np.where(LOW_FACE == HIGH_FACE, 1, 2)  # in which a pair falls, out of 36
PAIR_AT = np.repeat(np.arange(21), WAYS)


@inlined
def code_of(action: int) -> int:
    return int(CODES[natural(action)])


@inlined
def number_of(code: int) -> int:
    return int(NUMBERS[natural(code)])
