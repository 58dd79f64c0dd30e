"""The observation of Minivilles as a vector of small numbers; see `contract.Observe`."""

from faubourg.core.contract import Box, Row
from faubourg.gamekit.observation import (
    Field,
    seat_fields,
    starts,
    write_all,
    write_bits,
    write_choice,
    write_seats,
)
from faubourg.games.minivilles.state import (
    ENDED,
    KINDS,
    LANDMARKS,
    PHASES,
    ROLL,
    SEATS,
)
from faubourg.kernels.compile import inlined
from faubourg.kernels.memory import Small, copy_small

DECISIONS = ENDED - ROLL
RICH = 60  # more coins than a turn can use
MANY = 12  # cards of one kind: more than the box has

FIELDS = (
    *seat_fields(SEATS, PHASES[ROLL:ENDED]),
    Field("coins", (SEATS,), 0, RICH, f"coins of each seat; {RICH} stands for more"),
    Field("landmarks", (SEATS, LANDMARKS), 0, 1, "1 for each landmark built"),
    Field("cards", (SEATS, KINDS), 0, MANY, "cards of each kind in each town"),
    Field("market", (KINDS,), 0, MANY, "face-up cards of each kind in the market"),
    Field("deck", (KINDS,), 0, MANY, "face-down cards of each kind"),
    Field("offered", (KINDS,), 0, 1, "1 for the kind offered in exchange"),
    Field("dice", (2,), 0, 6, "the faces of the last roll; the second is 0 for one die"),
    Field("number", (), 0, 14, "the sum of the dice, with what a landmark added"),
    Field("rerolled", (), 0, 1, "1 if this roll is the second"),
    Field("again", (), 0, 1, "1 if another turn of the same player follows"),
    Field("gifts", (), 0, MANY, "cards that the player still has to give away"),
    Field("demolitions", (), 0, MANY, "landmarks that the player still has to demolish"),
)
(
    _, _, _, _, COINS, BUILT, CARDS, MARKET, DECK, OFFERED, DICE, NUMBER, REROLLED, AGAIN, GIFTS,
    DEMOLITIONS, SIZE,
) = starts(FIELDS)  # fmt: skip


@inlined
def side(row: Row, seat: int) -> int:
    return seat


@inlined
def observe(box: Box, row: Row, seat: int, out: Small) -> None:
    write_seats(row, seat, SEATS, ROLL, DECISIONS, out)
    other = seat
    for away in range(row.players):  # seats after the observer
        out[COINS + away] = min(row.coins[other], RICH)
        write_bits(row.landmarks[other], LANDMARKS, out, BUILT + away * LANDMARKS)
        copy_small(out, CARDS + away * KINDS, row.cards, other * KINDS, KINDS)
        other = other + 1 if other + 1 < row.players else 0
    write_all(row.market, out, MARKET)
    write_all(row.deck, out, DECK)
    write_choice(row.offered, KINDS, out, OFFERED)  # NO_KIND is none of them
    out[DICE] = row.dice[0]
    out[DICE + 1] = row.dice[1]
    out[NUMBER] = row.number
    out[REROLLED] = row.rerolled
    out[AGAIN] = row.again
    out[GIFTS] = row.gifts
    out[DEMOLITIONS] = row.demolitions
