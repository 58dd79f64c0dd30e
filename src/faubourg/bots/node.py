"""What a search remembers of a position in its tree, and its habits as an array of numbers."""

import numpy as np

from faubourg.core.contract import SEAT_LETTERS, Floats, Habits, row_dtype

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
CANDIDATES, ROOT_CANDIDATES, TRUST, EXPLORE, RIPE, SAMPLE, CARELESS, HORIZON = range(8)


def as_numbers(habits: Habits, root: int | None = None) -> Floats:
    """Habits as compiled code reads them; `root`: how many actions of the first decision count."""
    return np.array(
        [
            habits.candidates, root or habits.candidates, habits.trust, habits.explore, habits.ripe,
            habits.sample, habits.careless, habits.horizon,
        ],
        np.float64,
    )  # fmt: skip
