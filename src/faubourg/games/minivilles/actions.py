"""The actions of Minivilles as numbers: players' first, then Nature's.

Those about a card of a player are kind by kind, the seats of one kind together.
"""

import numpy as np

from faubourg.games.minivilles.state import KINDS, LANDMARKS, SEATS

A_PASS = 0
A_BUILD = 1  # + kind
A_LANDMARK = A_BUILD + KINDS  # + landmark
A_ROLL = A_LANDMARK + LANDMARKS  # + dice - 1
A_KEEP = A_ROLL + 2
A_REROLL = A_KEEP + 1
A_STAY = A_REROLL + 1
A_RAISE = A_STAY + 1
A_DEMOLISH = A_RAISE + 1  # + landmark
A_PICK = A_DEMOLISH + LANDMARKS  # + seat
A_NO_SWAP = A_PICK + SEATS
A_OFFER = A_NO_SWAP + 1  # + kind
A_SWAP = A_OFFER + KINDS  # + kind * SEATS + seat
A_GIVE = A_SWAP + KINDS * SEATS  # + kind * SEATS + seat
A_FIRST = A_GIVE + KINDS * SEATS  # + seat
A_DRAW = A_FIRST + SEATS  # + kind
A_DIE = A_DRAW + KINDS  # + face - 1
A_DICE = A_DIE + 6  # + index of the pair of faces
END = A_DICE + 21

# The 21 pairs of faces of two dice, the lower one first.
LOW_FACE = np.array([low for low in range(1, 7) for _ in range(low, 7)])
HIGH_FACE = np.array([high for low in range(1, 7) for high in range(low, 7)])
WAYS = np.where(LOW_FACE == HIGH_FACE, 1, 2)  # in which a pair falls, out of 36
PAIR_AT = np.repeat(np.arange(21), WAYS)
