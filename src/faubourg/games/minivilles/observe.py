"""The observation of Minivilles as a vector of small numbers; see `contract.Observe`."""

from faubourg.core.contract import Box, Row
from faubourg.gamekit.observation import (
    NONE,
    Field,
    seat_fields,
    starts,
    write_bits,
    write_choice,
    write_seats,
)
from faubourg.games.minivilles.state import (
    ENDED,
    KINDS,
    KINDS_AT_FIRST,
    LANDMARKS,
    LANDMARKS_AT_FIRST,
    PHASES,
    ROLL,
    SEATS,
)
from faubourg.kernels.compile import inlined
from faubourg.kernels.memory import Small, copy_small

DECISIONS = ENDED - ROLL
MORE_KINDS = KINDS - KINDS_AT_FIRST
MORE_LANDMARKS = LANDMARKS - LANDMARKS_AT_FIRST
RICH = 60  # more coins than a turn can use
MANY = 12  # cards of one kind: more than the box has

FIELDS = (
    *seat_fields(SEATS, PHASES[ROLL:ENDED]),
    Field("coins", (SEATS,), 0, RICH, f"coins of each seat; {RICH} stands for more"),
    Field("landmarks", (SEATS, LANDMARKS_AT_FIRST), 0, 1, "1 for each landmark built"),
    Field("cards", (SEATS, KINDS_AT_FIRST), 0, MANY, "cards of each kind in each town"),
    Field("market", (KINDS_AT_FIRST,), 0, MANY, "face-up cards of each kind in the market"),
    Field("deck", (KINDS_AT_FIRST,), 0, MANY, "face-down cards of each kind"),
    Field("offered", (KINDS_AT_FIRST,), 0, 1, "1 for the kind offered in exchange"),
    Field("dice", (2,), 0, 6, "the faces of the last roll; the second is 0 for one die"),
    Field("number", (), 0, 14, "the sum of the dice, with what a landmark added"),
    Field("rerolled", (), 0, 1, "1 if this roll is the second"),
    Field("again", (), 0, 1, "1 if another turn of the same player follows"),
    Field("gifts", (), 0, MANY, "cards that the player still has to give away"),
    Field("demolitions", (), 0, MANY, "landmarks that the player still has to demolish"),
)
_MORE = "of the kinds that a box has beyond 28"
MORE_FIELDS = (
    Field("more_cards", (SEATS, MORE_KINDS), 0, MANY, f"cards in each town, {_MORE}"),
    Field("more_market", (MORE_KINDS,), 0, MANY, f"face-up cards, {_MORE}"),
    Field("more_deck", (MORE_KINDS,), 0, MANY, f"face-down cards, {_MORE}"),
    Field("more_offered", (MORE_KINDS,), 0, 1, f"1 for the kind offered, {_MORE}"),
    Field("more_landmarks", (SEATS, MORE_LANDMARKS), 0, 1, "the landmarks built beyond six"),
)
(
    _, _, _, _, COINS, BUILT, CARDS, MARKET, DECK, OFFERED, DICE, NUMBER, REROLLED, AGAIN, GIFTS,
    DEMOLITIONS, MORE_CARDS, MORE_MARKET, MORE_DECK, MORE_OFFERED, MORE_BUILT,
    _,
) = starts((*FIELDS, *MORE_FIELDS))  # fmt: skip
SIZE = MORE_CARDS


@inlined
def side(row: Row, seat: int) -> int:
    return seat


@inlined
def observe(box: Box, row: Row, seat: int, out: Small) -> None:
    write_seats(row, seat, SEATS, ROLL, DECISIONS, out)
    other = seat
    for away in range(row.players):  # seats after the observer
        out[COINS + away] = min(row.coins[other], RICH)
        at = BUILT + away * LANDMARKS_AT_FIRST
        write_bits(row.landmarks[other], LANDMARKS_AT_FIRST, out, at)
        at = CARDS + away * KINDS_AT_FIRST
        copy_small(out, at, row.cards, other * KINDS, KINDS_AT_FIRST)
        other = other + 1 if other + 1 < row.players else 0
    copy_small(out, MARKET, row.market, 0, KINDS_AT_FIRST)
    copy_small(out, DECK, row.deck, 0, KINDS_AT_FIRST)
    offered = row.offered if row.offered < KINDS_AT_FIRST else NONE  # NO_KIND is none of them
    write_choice(offered, KINDS_AT_FIRST, out, OFFERED)
    out[DICE] = row.dice[0]
    out[DICE + 1] = row.dice[1]
    out[NUMBER] = row.number
    out[REROLLED] = row.rerolled
    out[AGAIN] = row.again
    out[GIFTS] = row.gifts
    out[DEMOLITIONS] = row.demolitions
    if box.kinds > KINDS_AT_FIRST or box.landmarks > LANDMARKS_AT_FIRST:
        _write_more(row, seat, out)


@inlined
def _write_more(row: Row, seat: int, out: Small) -> None:
    """The same of kinds and landmarks that are only in larger boxes."""
    other = seat
    for away in range(row.players):
        at, first = MORE_CARDS + away * MORE_KINDS, other * KINDS + KINDS_AT_FIRST
        copy_small(out, at, row.cards, first, MORE_KINDS)
        built = row.landmarks[other] >> LANDMARKS_AT_FIRST
        write_bits(built, MORE_LANDMARKS, out, MORE_BUILT + away * MORE_LANDMARKS)
        other = other + 1 if other + 1 < row.players else 0
    copy_small(out, MORE_MARKET, row.market, KINDS_AT_FIRST, MORE_KINDS)
    copy_small(out, MORE_DECK, row.deck, KINDS_AT_FIRST, MORE_KINDS)
    offered = row.offered - KINDS_AT_FIRST if row.offered >= KINDS_AT_FIRST else NONE
    write_choice(offered, MORE_KINDS, out, MORE_OFFERED)
