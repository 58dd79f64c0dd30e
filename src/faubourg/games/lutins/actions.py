"""The actions of La Cité des lutins as numbers: players' first, then Nature's."""

from itertools import combinations_with_replacement

import numpy as np

from faubourg.games.lutins.state import FACES, HOUSES, KINDS, ORANGE_FACES, SEATS, WHITE

TAKE = 0  # + house * KINDS + kind
DECLINE = TAKE + HOUSES * KINDS  # + face, blue excepted
DESTROY = DECLINE + WHITE + 1  # + house
PICK = DESTROY + HOUSES  # + house
FIRST = PICK + HOUSES  # + seat
DRAW = FIRST + SEATS  # + house
THROW = DRAW + HOUSES  # + index of the three faces
THROWS = tuple(combinations_with_replacement(range(len(FACES)), 3))
BLOCK = THROW + len(THROWS)  # + 1 if it shows the emblem
ORANGE = BLOCK + 2  # + face of the orange die
END = ORANGE + ORANGE_FACES

# How many dice show each face, for every throw of three.
THROWN = np.array([[throw.count(face) for face in range(len(FACES))] for throw in THROWS], np.int8)
