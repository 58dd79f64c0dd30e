"""The observation of La Cité des lutins as a vector of small numbers; see `contract.Observe`."""

from faubourg.core.contract import Box, Row
from faubourg.gamekit.observation import (
    Field,
    place_of,
    seat_fields,
    starts,
    write_all,
    write_bits,
    write_seats,
)
from faubourg.games.lutins.state import (
    BLUE,
    ENDED,
    FACES,
    HOUSES,
    HOUSES_AT_FIRST,
    KINDS,
    NOBODY,
    PHASES,
    PICK,
    SEATS,
    SHAPES,
)
from faubourg.kernels.compile import inlined
from faubourg.kernels.memory import Small, copy_small

DECISIONS = ENDED - PICK
MORE_HOUSES = HOUSES - HOUSES_AT_FIRST
MANY, MOST, TALLEST = 60, 10, 12  # blocks: in the middle, of a house or a kind, of the tower

FIELDS = (
    *seat_fields(SEATS, PHASES[PICK:ENDED]),
    Field("gnome", (SEATS,), 0, 1, "1 for the seat of the gnome; none where all play together"),
    Field("own", (SEATS, HOUSES_AT_FIRST), 0, 1, "1 for each house whose card a seat has"),
    Field("pile", (HOUSES_AT_FIRST,), 0, 1, "1 for each card that nobody has yet"),
    Field("open", (HOUSES_AT_FIRST,), 0, 1, "1 for each house that is not finished"),
    Field("thrown", (len(FACES),), 0, 3, "dice of each face in the last throw"),
    Field(
        "dice",
        (len(FACES),),
        0,
        3,
        "those of them that are still to be played; in the place of blue, which never is, the "
        "throws with blue that a calm gnome still sleeps through",
    ),
    Field("middle", (KINDS,), 0, MOST, "blocks of each kind in the middle"),
    Field("placed", (HOUSES_AT_FIRST,), 0, MOST, "blocks in each house"),
    Field("missing", (HOUSES_AT_FIRST,), 0, MOST, "blocks that each house still takes"),
    Field("needs", (HOUSES_AT_FIRST, SHAPES), 0, MOST, "the same by shape"),
    Field("blocks", (HOUSES_AT_FIRST, KINDS), 0, MOST, "blocks of each kind in each house"),
    Field("lying", (), 0, MANY, "blocks in the middle"),
    Field("tower", (), 0, TALLEST, "blue blocks on the gnome's tower"),
    Field("emblems", (), 0, TALLEST, "those among them that showed the emblem"),
    Field("imaginary", (), 0, 1, "1 if houses may be built of any blocks"),
    Field("die", (), 0, 1, "1 for the gnome's die that is balanced for the number of players"),
)
_MORE = "of the houses that a box has beyond 12"
MORE_FIELDS = (
    Field("more_own", (SEATS, MORE_HOUSES), 0, 1, f"1 for each whose card a seat has, {_MORE}"),
    Field("more_pile", (MORE_HOUSES,), 0, 1, f"1 for each card that nobody has, {_MORE}"),
    Field("more_open", (MORE_HOUSES,), 0, 1, f"1 for each that is not finished, {_MORE}"),
    Field("more_placed", (MORE_HOUSES,), 0, MOST, f"blocks in each, {_MORE}"),
    Field("more_missing", (MORE_HOUSES,), 0, MOST, f"blocks that each still takes, {_MORE}"),
    Field("more_needs", (MORE_HOUSES, SHAPES), 0, MOST, f"the same by shape, {_MORE}"),
    Field("more_blocks", (MORE_HOUSES, KINDS), 0, MOST, f"blocks of each kind, {_MORE}"),
)
(
    _, _, _, _, GNOME, OWN, PILE, OPEN, THROWN, DICE, MIDDLE, PLACED, MISSING, NEEDS, BLOCKS, LYING,
    TOWER, EMBLEMS, IMAGINARY, DIE, MORE_OWN, MORE_PILE, MORE_OPEN, MORE_PLACED, MORE_MISSING,
    MORE_NEEDS, MORE_BLOCKS, _,
) = starts((*FIELDS, *MORE_FIELDS))  # fmt: skip
SIZE = MORE_OWN


@inlined
def side(row: Row, seat: int) -> int:
    """The lutins win or lose together, be the gnome a player or not."""
    return int(seat == row.gnome)


@inlined
def observe(box: Box, row: Row, seat: int, out: Small) -> None:
    write_seats(row, seat, SEATS, PICK, DECISIONS, out)
    other = seat
    for away in range(row.players):  # seats after the observer
        out[GNOME + away] = 0
        write_bits(row.own[other], HOUSES_AT_FIRST, out, OWN + away * HOUSES_AT_FIRST)
        other = other + 1 if other + 1 < row.players else 0
    if row.gnome != NOBODY:
        out[GNOME + place_of(row, row.gnome, seat)] = 1
    write_bits(row.pile, HOUSES_AT_FIRST, out, PILE)
    write_bits(row.open, HOUSES_AT_FIRST, out, OPEN)
    write_all(row.thrown, out, THROWN)
    write_all(row.dice, out, DICE)
    out[DICE + BLUE] = row.asleep
    write_all(row.middle, out, MIDDLE)
    copy_small(out, PLACED, row.placed, 0, HOUSES_AT_FIRST)
    copy_small(out, MISSING, row.missing, 0, HOUSES_AT_FIRST)
    copy_small(out, NEEDS, row.needs, 0, HOUSES_AT_FIRST * SHAPES)
    copy_small(out, BLOCKS, row.blocks, 0, HOUSES_AT_FIRST * KINDS)
    out[LYING] = row.lying
    out[TOWER] = row.tower
    out[EMBLEMS] = row.emblems
    out[IMAGINARY] = row.building
    out[DIE] = row.die
    if box.count > HOUSES_AT_FIRST:
        _write_more(row, seat, out)


@inlined
def _write_more(row: Row, seat: int, out: Small) -> None:
    """The same of houses that are only in larger boxes."""
    other = seat
    for away in range(row.players):
        own = row.own[other] >> HOUSES_AT_FIRST
        write_bits(own, MORE_HOUSES, out, MORE_OWN + away * MORE_HOUSES)
        other = other + 1 if other + 1 < row.players else 0
    write_bits(row.pile >> HOUSES_AT_FIRST, MORE_HOUSES, out, MORE_PILE)
    write_bits(row.open >> HOUSES_AT_FIRST, MORE_HOUSES, out, MORE_OPEN)
    first = HOUSES_AT_FIRST
    copy_small(out, MORE_PLACED, row.placed, first, MORE_HOUSES)
    copy_small(out, MORE_MISSING, row.missing, first, MORE_HOUSES)
    copy_small(out, MORE_NEEDS, row.needs, first * SHAPES, MORE_HOUSES * SHAPES)
    copy_small(out, MORE_BLOCKS, row.blocks, first * KINDS, MORE_HOUSES * KINDS)
