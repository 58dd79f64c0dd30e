"""The observation of My Little Town as a vector of small numbers; see `contract.Observe`.

Colours are those of seats: 0 is the observer's own, 1 that of the next seat, and so on.
"""

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
from faubourg.games.my_little_town.state import (
    ACT,
    CHOOSE,
    COLOURS,
    CROSS,
    LENGTHS,
    NOTHING,
    SEATS,
    SHORTEST,
    SIDES,
    SQUARES,
    TILES,
)
from faubourg.kernels.compile import inlined
from faubourg.kernels.memory import Small

DECISIONS = ("act", "place", "last", "choose")
STRANGE = SEATS  # a colour that nobody plays
BLOCKED = SEATS + 1  # a square with an X
FREE = BLOCKED + 1  # + a colour that may still be chosen
LAST_KIND = FREE + len(COLOURS) - 1

_SQUARE = (
    "-1 no tile, 0 to 3 the colour of a seat, 4 a colour that nobody plays, 5 an X, "
    "6 to 9 blue, green, yellow and red while they may be chosen"
)
FIELDS = (
    *seat_fields(SEATS, DECISIONS),
    Field("hand", (SEATS, LENGTHS), 0, 1, "1 for each standee, of 2 to 7 items, not yet placed"),
    Field("easy", (), 0, 1, "1 if standees may cross an X"),
    Field("left", (), 0, TILES, "tiles in the pile"),
    Field("final", (), 0, SEATS, "players whose turn in the final round is still to end"),
    Field("pile", (TILES,), 0, 1, "1 for each tile of the box that lies face down"),
    Field("drawn", (SQUARES,), -1, LAST_KIND, f"the tile to be placed, its top north: {_SQUARE}"),
    Field("x", (TILES,), 1 - TILES, TILES - 1, "how far east of the start tile each tile lies"),
    Field("y", (TILES,), 1 - TILES, TILES - 1, "how far south; tiles in the order of placing"),
    Field("open", (TILES, SIDES), 0, 1, "1 where a tile can be added: north, east, south, west"),
    Field("squares", (TILES, SQUARES), -1, LAST_KIND, f"the squares as they lie: {_SQUARE}"),
    Field("standing", (TILES, SQUARES), -1, SEATS * LENGTHS - 1,
          "-1, or the seat times 6 plus the items of the standee on a square, less 2"),
)  # fmt: skip
(
    _, _, _, DECISION, HAND, EASY, LEFT, FINAL, PILE, DRAWN, X, Y, OPEN, LAND, STANDING, SIZE,
) = starts(FIELDS)  # fmt: skip
BITS = 4  # for each kind of square, of a word that maps kinds to what the observer sees


@inlined
def side(row: Row, seat: int) -> int:
    return seat


@inlined
def observe(box: Box, row: Row, seat: int, out: Small) -> None:
    write_seats(row, seat, SEATS, ACT, len(DECISIONS), out)
    if row.phase == CHOOSE:
        out[DECISION + len(DECISIONS) - 1] = 1
    other = seat
    for away in range(row.players):  # seats after the observer
        write_bits(row.hand[other] >> SHORTEST, LENGTHS, out, HAND + away * LENGTHS)
        other = other + 1 if other + 1 < row.players else 0
    out[EASY] = row.wall == NOTHING
    out[LEFT] = row.left
    out[FINAL] = row.final
    seen = _colours_seen(row, seat)
    for square in range(SQUARES):
        out[DRAWN + square] = NOTHING
        if row.drawn != NOTHING:
            out[DRAWN + square] = _seen(seen, box.squares[row.drawn, 0, square])
    _write_town(row, seat, seen, out)


@inlined
def _colours_seen(row: Row, observer: int) -> int:
    """A packed table: for every kind of square, from no tile to X, the observer's code plus 1."""
    seen = (BLOCKED + 1) << (BITS * (CROSS + 1))
    choosing = row.phase == CHOOSE
    for colour in range(len(COLOURS)):
        seen |= ((FREE + colour if choosing else STRANGE) + 1) << (BITS * (colour + 1))
    for seat in range(row.players):
        colour = int(row.colours[seat])
        if colour != NOTHING:
            at = BITS * (colour + 1)
            seen &= ~(((1 << BITS) - 1) << at)
            seen |= (place_of(row, seat, observer) + 1) << at
    return int(seen)


@inlined
def _seen(seen: int, square: int) -> int:
    return ((seen >> (BITS * (int(square) + 1))) & ((1 << BITS) - 1)) - 1


@inlined
def _write_town(row: Row, observer: int, seen: int, out: Small) -> None:
    mine = observer * LENGTHS
    write_all(row.pile, out, PILE)
    write_all(row.x, out, X)
    write_all(row.y, out, Y)
    for number in range(TILES):
        write_bits(row.open[number], SIDES, out, OPEN + number * SIDES)
    for index in range(TILES * SQUARES):
        out[LAND + index] = NOTHING
        out[STANDING + index] = NOTHING
    for number in range(row.placed):
        at = number * SQUARES
        for square in range(SQUARES):
            out[LAND + at + square] = _seen(seen, row.squares[number, square])
            standee = int(row.standing[number, square])
            if standee != NOTHING:
                turned = standee - mine
                turned += row.players * LENGTHS if turned < 0 else 0
                out[STANDING + at + square] = turned
