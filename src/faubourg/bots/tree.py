"""A node of the search tree as a row, and `Habits` as the array of numbers that kernels read."""

import numpy as np

from faubourg.core.contract import Floats, Habits
from faubourg.core.players import SEAT_LETTERS
from faubourg.kernels.rows import row_dtype

NODE = row_dtype(
    [
        ("action", "i8"),  # that leads here from the parent
        ("first", "i8"),  # index of the first child; 0 before there is one
        ("count", "i8"),  # children: those of a decision are contiguous
        ("next", "i8"),  # of Nature's outcomes, a linked list: the next one
        ("visits", "i8"),
        ("prior", "f8"),  # of PUCT
        ("won", "f8", (len(SEAT_LETTERS),)),  # every seat's sum of values over the visits
    ]
)

# The indices of habits in their array.
(
    CANDIDATES, PRIOR_DECAY, PUCT, EXPAND_AFTER, SAMPLE, HORIZON, LEAF, EVEN_CHANCE, MOST_NODES,
    NETWORK, PERIOD, LEAST, REMEMBER, NUMBERS,
) = range(14)  # fmt: skip


def habits_array(habits: Habits) -> Floats:
    """Habits as kernels read them."""
    numbers = np.zeros(NUMBERS)
    numbers[CANDIDATES] = habits.candidates
    numbers[PRIOR_DECAY] = habits.prior_decay
    numbers[PUCT] = habits.puct
    numbers[EXPAND_AFTER] = habits.expand_after
    numbers[SAMPLE] = habits.sample
    numbers[HORIZON] = habits.horizon
    numbers[LEAF] = habits.leaf
    numbers[EVEN_CHANCE] = habits.even_chance
    numbers[MOST_NODES] = habits.nodes
    numbers[NETWORK] = habits.network
    numbers[PERIOD] = habits.period
    numbers[LEAST] = habits.least
    numbers[REMEMBER] = habits.remember
    return numbers
