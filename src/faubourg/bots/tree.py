"""What a search remembers of a position in its tree, and its habits as an array of numbers."""

import numpy as np

from faubourg.core.contract import Floats, Habits
from faubourg.core.players import SEAT_LETTERS
from faubourg.kernels.rows import row_dtype

NODE = row_dtype(
    [
        ("action", "i8"),  # that led here
        ("first", "i8"),  # the first child; 0 before there is one
        ("count", "i8"),  # children: of a decision they lie side by side
        ("next", "i8"),  # of Nature's outcomes, the next one
        ("visits", "i8"),
        ("prior", "f8"),  # how much the action is trusted at first
        ("won", "f8", (len(SEAT_LETTERS),)),  # what simulations came to, for every seat
    ]
)

# The places of habits in an array, as compiled code reads them.
CANDIDATES, TRUST, EXPLORE, RIPE, SAMPLE, HORIZON = range(6)


def as_numbers(habits: Habits) -> Floats:
    """Habits as compiled code reads them."""
    return np.array(
        [
            habits.candidates, habits.trust, habits.explore, habits.ripe, habits.sample,
            habits.horizon,
        ],
        np.float64,
    )  # fmt: skip
