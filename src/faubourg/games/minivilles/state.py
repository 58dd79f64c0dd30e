"""The row of Minivilles: everything on the table, in 250 bytes."""

import numpy as np

from faubourg.core.contract import HEADER, Option, row_dtype
from faubourg.core.text import Text

SEATS = 5
KINDS = 28  # establishments with different names
LANDMARKS = 6
PILES = 9
NO_KIND = 255  # an empty place in the market; no card on offer

# What the position is waiting for: Nature's moves, then players' decisions, then the end.
DEAL, FIRST, DICE, CATCH, ROLL, REROLL, RAISE, GIVE, DEMOLISH, PICK, OFFER, SWAP, BUILD, ENDED = (
    range(14)
)
PHASES = (
    "deal", "first", "dice", "catch", "roll", "reroll", "raise", "give", "demolish", "pick",
    "offer", "swap", "build", "ended",
)  # fmt: skip

ROW = row_dtype(
    [
        *HEADER,
        ("coins", "i4", (SEATS,)),
        ("phase", "u1"),
        ("seat", "u1"),  # the player whose turn it is, also while Nature or another must act
        ("first", "u1"),  # the first player, or NO_KIND until Nature names one
        ("dice", "u1", (2,)),  # the faces of the last roll; the second is 0 for one die
        ("number", "u1"),  # their sum, with the Harbor's 2 if added
        ("rolling", "u1"),  # how many dice are in the air
        ("rerolled", "u1"),
        ("again", "u1"),  # another turn of the same player follows
        ("gifts", "u1"),  # gifts still owed to Moving Companies
        ("demolitions", "u1"),  # landmarks still owed to Demolition Companies
        ("offered", "u1"),  # the kind offered in exchange
        ("catch", "u1"),  # what each Tuna Boat earned this turn
        ("landmarks", "u1", (SEATS,)),  # built ones, a bit each
        ("piles", "u1", (PILES,)),  # the kind lying in each place of the market
        ("open", "u1"),  # how many piles there are
        ("left", "u1"),  # how many cards the deck still has
        ("market", "u1", (KINDS,)),  # face-up cards of each kind
        ("deck", "u1", (KINDS,)),  # face-down cards of each kind
        ("cards", "u1", (SEATS, KINDS)),  # the towns
    ]
)

OPTIONS = (
    Option(
        "first",
        Text("who begins: a seat letter, or 'random'", "qui commence : une lettre, ou 'random'"),
        default="random",
        allowed=lambda players: ["random", *"ABCDE"[:players]],
    ),
)
