"""The actions of Minivilles as numbers: players' first, then Nature's.

Those about a card of a player are kind by kind, the seats of one kind together.
"""

import numpy as np

from faubourg.games.minivilles.state import KINDS, LANDMARKS, SEATS

PASS = 0
BUILD = 1  # + kind
LANDMARK = BUILD + KINDS  # + landmark
ROLL = LANDMARK + LANDMARKS  # + dice - 1
KEEP = ROLL + 2
REROLL = KEEP + 1
STAY = REROLL + 1
RAISE = STAY + 1
DEMOLISH = RAISE + 1  # + landmark
PICK = DEMOLISH + LANDMARKS  # + seat
NO_SWAP = PICK + SEATS
OFFER = NO_SWAP + 1  # + kind
SWAP = OFFER + KINDS  # + kind * SEATS + seat
GIVE = SWAP + KINDS * SEATS  # + kind * SEATS + seat
FIRST = GIVE + KINDS * SEATS  # + seat
DRAW = FIRST + SEATS  # + kind
DIE = DRAW + KINDS  # + face - 1
DICE = DIE + 6  # + index of the pair of faces
END = DICE + 21

# The 21 pairs of faces of two dice, the lower one first.
LOW_FACE = np.array([low for low in range(1, 7) for _ in range(low, 7)])
HIGH_FACE = np.array([high for low in range(1, 7) for high in range(low, 7)])
WAYS = np.where(LOW_FACE == HIGH_FACE, 1, 2)  # in which a pair falls, out of 36
PAIR_AT = np.repeat(np.arange(21), WAYS)
