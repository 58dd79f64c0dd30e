"""A forecast of income: what each number of the dice would bring every player, by the rules' own
functions. What a choice or the fishing dice decide is marked, not guessed."""

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Box, Data, Row
from faubourg.core.players import SEAT_LETTERS
from faubourg.games.minivilles.cards import (
    BLUE,
    CATCH_EFFECT,
    MOST_ROLLED,
    NUMBERS,
    PICK_EFFECT,
    PURPLE,
    RAISE_POWER,
    SWAP_EFFECT,
)
from faubourg.games.minivilles.components import Minivilles
from faubourg.games.minivilles.income import (
    acting_copies,
    boats,
    has_power,
    pay_fees,
    take_blue_income,
    take_green_income,
    take_purple_income,
)
from faubourg.games.minivilles.state import SEATS
from faubourg.kernels.compile import kernel

HIGHEST = NUMBERS - 1  # with what a landmark adds to the dice
# What is told of each seat, number by number: coins more or less on one's own roll, the fees among
# them, the least and the most on somebody else's roll, and whether there may be more to it.
MINE, FEES, LEAST, MOST, OPEN = range(5)
NAMES = ("mine", "fees", "least", "most", "open")
OWN_ROLL, OTHERS_ROLL = 1, 2  # bits of "open"


def forecast(components: Minivilles, row: Row) -> Data:
    """By seat letter, five lists in which the first entry is for a 1, the second for a 2, …"""
    box, players = components.box, int(row.players)
    table = np.zeros((SEATS, len(NAMES), HIGHEST), np.int64)
    fill(box, row, row.copy(), table)
    raising = any(has_power(box, row, seat, RAISE_POWER) for seat in range(players))
    highest = MOST_ROLLED + (int(box.raise_by) if raising else 0)
    told = table[:players, :, :highest].tolist()
    return {
        letter: dict(zip(NAMES, lists, strict=True))
        for letter, lists in zip(SEAT_LETTERS, told, strict=False)
    }


@kernel
def fill(box: Box, row: Row, rolled: Row, table: npt.NDArray[np.int64]) -> None:
    """Roll every number for everybody. `rolled` is a copy of the row to do it in."""
    for number in range(1, HIGHEST + 1):
        rolled.number = number
        for roller in range(row.players):
            rolled.turn_of = roller
            rolled.gifts = 0
            rolled.demolitions = 0
            for seat in range(row.players):
                rolled.coins[seat] = row.coins[seat]
            pay_fees(box, rolled)
            fees = row.coins[roller] - rolled.coins[roller]
            take_green_income(box, rolled)
            take_blue_income(box, rolled)
            take_purple_income(box, rolled)
            for seat in range(row.players):
                change = rolled.coins[seat] - row.coins[seat]
                column = table[seat, :, number - 1]
                if seat == roller:
                    column[MINE] = change
                    column[FEES] = fees
                    column[OPEN] |= OWN_ROLL * int(
                        chooses(box, rolled) or fishes(box, rolled, seat)
                    )
                    continue
                column[OPEN] |= OTHERS_ROLL * int(fishes(box, rolled, seat))
                first = roller == 0 or (roller == 1 and seat == 0)
                column[LEAST] = change if first else min(change, column[LEAST])
                column[MOST] = change if first else max(change, column[MOST])


@kernel
def chooses(box: Box, row: Row) -> bool:
    """Whether the roller has something to give, to demolish, to take or to exchange."""
    return bool(
        row.gifts
        or (row.demolitions and row.landmarks[row.turn_of])
        or acting_copies(box, row, PURPLE, PICK_EFFECT)
        or acting_copies(box, row, PURPLE, SWAP_EFFECT)
    )


@kernel
def fishes(box: Box, row: Row, seat: int) -> bool:
    """Whether boats of this seat go out."""
    for i in range(box.acting_count[BLUE, row.number]):
        kind = box.acting[BLUE, row.number, i]
        if box.effect[kind] == CATCH_EFFECT and boats(box, row, seat, kind) > 0:
            return True
    return False
