"""The row of Minivilles: everything on the table, in 348 bytes."""

from typing import Any

import numpy as np

from faubourg.core.contract import HEADER, Box, Option
from faubourg.core.text import Text
from faubourg.kernels.rows import row_dtype

SEATS = 5
# The most that a box may have. The printed one has as many as all boxes had at first; numbers of
# actions and fields of observations for more come after those (`gamekit/numbering.py`).
KINDS = 36  # establishments with different names
KINDS_AT_FIRST = 28
LANDMARKS = 8
LANDMARKS_AT_FIRST = 6
PILES = 12
MOST_IN_DECK = 250  # cards
NO_KIND = -1  # an empty place in the market; no card on offer

# What the position is waiting for: Nature's moves, then players' decisions, then the end.
DEAL, FIRST, DICE, CATCH, ROLL, REROLL, RAISE, GIVE, DEMOLISH, PICK, OFFER, SWAP, BUILD, ENDED = (
    range(14)
)
PHASES = (
    "deal", "first", "dice", "catch", "roll", "reroll", "raise", "give", "demolish", "pick",
    "offer", "swap", "build", "ended",
)  # fmt: skip

# Where the book can be read in two ways, the usual reading first: whether a Park built after a
# double gives another turn (mv-24), and whether the dice of a reroll are chosen anew (mv-23).
PARK = ("later", "now")
REROLL_DICE = ("chosen", "kept")
PARK_NOW = PARK.index("now")
DICE_KEPT = REROLL_DICE.index("kept")


def _row(kinds: int, piles: int, bits: str) -> np.dtype[Any]:
    return row_dtype(
        [
            *HEADER,
            ("number", "i4"),  # the sum of the dice, with what the Harbor adds
            ("park", "i2"),  # the table's readings of the book, an index into each
            ("reroll", "i2"),
            ("coins", "i4", (SEATS,)),
            ("phase", "i1"),
            ("first", "i1"),  # the first player, or NO_KIND until Nature names one
            ("dice", "i1", (2,)),  # the faces of the last roll; the second is 0 for one die
            ("rolling", "i1"),  # how many dice are in the air
            ("rerolled", "i1"),
            ("again", "i1"),  # another turn of the same player follows
            ("gifts", "i1"),  # gifts still owed to Moving Companies
            ("demolitions", "i1"),  # landmarks still owed to Demolition Companies
            ("offered", "i1"),  # the kind offered in exchange
            ("catch", "i1"),  # what each Tuna Boat earned this turn
            ("landmarks", bits, (SEATS,)),  # built ones, a bit each
            ("piles", "i1", (piles,)),  # the kind lying in each place of the market
            ("open", "i1"),  # how many piles there are
            ("left", bits),  # how many cards the deck still has
            ("market", "i1", (kinds,)),  # face-up cards of each kind
            ("deck", "i1", (kinds,)),  # face-down cards of each kind
            ("cards", "i1", (SEATS, kinds)),  # the towns
        ]
    )


ROW = _row(KINDS, PILES, "i2")
EARLIER_ROWS = (_row(KINDS_AT_FIRST, 9, "i1"),)


def limits(players: int) -> dict[str, tuple[int, int]]:
    """The least and the greatest value of every field, for positions that come from elsewhere."""
    return {
        "turn_of": (0, players - 1),
        "number": (0, 14),
        "park": (0, len(PARK) - 1),
        "reroll": (0, len(REROLL_DICE) - 1),
        "coins": (0, 2**31 - 1),
        "phase": (0, len(PHASES) - 1),
        "first": (NO_KIND, players - 1),
        "dice": (0, 6),
        "rolling": (0, 2),
        "rerolled": (0, 1),
        "again": (0, 1),
        "gifts": (0, 127),
        "demolitions": (0, 127),
        "offered": (NO_KIND, KINDS - 1),
        "catch": (0, 12),
        "landmarks": (0, (1 << LANDMARKS) - 1),
        "piles": (NO_KIND, KINDS - 1),
        "open": (0, PILES),
        "left": (0, MOST_IN_DECK),
        "market": (0, 127),
        "deck": (0, 127),
        "cards": (0, 127),
    }


def box_limits(box: Box) -> dict[str, tuple[int, int]]:
    """No kinds and landmarks but those of the box."""
    kinds, landmarks = int(box.kinds), int(box.landmarks)
    return {
        "offered": (NO_KIND, kinds - 1),
        "piles": (NO_KIND, kinds - 1),
        "landmarks": (0, (1 << landmarks) - 1),
    }


OPTIONS = (
    Option(
        "first",
        Text("who begins: a seat letter, or 'random'", "qui commence : une lettre, ou 'random'"),
        default="random",
        allowed=lambda players: ["random", *"ABCDE"[:players]],
    ),
    Option(
        "park",
        Text(
            "the landmark of doubles, built after a double: it counts from 'later' rolls on, or "
            "'now'",
            "le monument des doubles, construit après un double : il compte dès le jet suivant "
            "('later') ou tout de suite ('now')",
        ),
        default=PARK[0],
        allowed=lambda players: list(PARK),
        later=True,
    ),
    Option(
        "reroll",
        Text(
            "how many dice a reroll has: 'chosen' anew, or 'kept' as they were",
            "combien de dés on relance : choisis de nouveau ('chosen') ou les mêmes ('kept')",
        ),
        default=REROLL_DICE[0],
        allowed=lambda players: list(REROLL_DICE),
        later=True,
    ),
)
