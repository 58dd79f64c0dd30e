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
    ENDED,
    FACES,
    HOUSES,
    KINDS,
    NOBODY,
    PHASES,
    PICK,
    SEATS,
    SHAPES,
)
from faubourg.kernels.compile import inlined
from faubourg.kernels.memory import Small

DECISIONS = ENDED - PICK
MANY, MOST, TALLEST = 60, 10, 12  # blocks: in the middle, of a house or a kind, of the tower

FIELDS = (
    *seat_fields(SEATS, PHASES[PICK:ENDED]),
    Field("gnome", (SEATS,), 0, 1, "1 for the seat of the gnome; none where all play together"),
    Field("own", (SEATS, HOUSES), 0, 1, "1 for each house whose card a seat has"),
    Field("pile", (HOUSES,), 0, 1, "1 for each card that nobody has yet"),
    Field("open", (HOUSES,), 0, 1, "1 for each house that is not finished"),
    Field("thrown", (len(FACES),), 0, 3, "dice of each face in the last throw"),
    Field("dice", (len(FACES),), 0, 3, "those of them that are still to be played"),
    Field("middle", (KINDS,), 0, MOST, "blocks of each kind in the middle"),
    Field("placed", (HOUSES,), 0, MOST, "blocks in each house"),
    Field("missing", (HOUSES,), 0, MOST, "blocks that each house still takes"),
    Field("needs", (HOUSES, SHAPES), 0, MOST, "the same by shape"),
    Field("blocks", (HOUSES, KINDS), 0, MOST, "blocks of each kind in each house"),
    Field("lying", (), 0, MANY, "blocks in the middle"),
    Field("tower", (), 0, TALLEST, "blue blocks on the gnome's tower"),
    Field("emblems", (), 0, TALLEST, "those among them that showed the emblem"),
    Field("imaginary", (), 0, 1, "1 if houses may be built of any blocks"),
    Field("die", (), 0, 1, "1 for the gnome's die that is balanced for the number of players"),
)
(
    _, _, _, _, GNOME, OWN, PILE, OPEN, THROWN, DICE, MIDDLE, PLACED, MISSING, NEEDS, BLOCKS, LYING,
    TOWER, EMBLEMS, IMAGINARY, DIE, SIZE,
) = starts(FIELDS)  # fmt: skip


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
        write_bits(row.own[other], HOUSES, out, OWN + away * HOUSES)
        other = other + 1 if other + 1 < row.players else 0
    if row.gnome != NOBODY:
        out[GNOME + place_of(row, row.gnome, seat)] = 1
    write_bits(row.pile, HOUSES, out, PILE)
    write_bits(row.open, HOUSES, out, OPEN)
    write_all(row.thrown, out, THROWN)
    write_all(row.dice, out, DICE)
    write_all(row.middle, out, MIDDLE)
    write_all(row.placed, out, PLACED)
    write_all(row.missing, out, MISSING)
    write_all(row.needs, out, NEEDS)
    write_all(row.blocks, out, BLOCKS)
    out[LYING] = row.lying
    out[TOWER] = row.tower
    out[EMBLEMS] = row.emblems
    out[IMAGINARY] = row.building
    out[DIE] = row.die
