"""The observation of My Little Town as a vector of small numbers; see `contract.Observe`.

Colours are those of seats: 0 is the observer's own, 1 that of the next seat, and so on.
"""

from faubourg.core.contract import Box, Row
from faubourg.gamekit.observation import (
    Field,
    place_of,
    seat_fields,
    starts,
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
    TILES_AT_FIRST,
)
from faubourg.kernels.compile import inlined
from faubourg.kernels.memory import Small, copy_small

DECISIONS = ("act", "place", "last", "choose")
MORE_TILES = TILES - TILES_AT_FIRST
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
    Field("left", (), 0, TILES_AT_FIRST, "tiles in the pile"),
    Field("final", (), 0, SEATS, "players whose turn in the final round is still to end"),
    Field("pile", (TILES_AT_FIRST,), 0, 1, "1 for each tile of the box that lies face down"),
    Field("drawn", (SQUARES,), -1, LAST_KIND, f"the tile to be placed, its top north: {_SQUARE}"),
    Field("x", (TILES_AT_FIRST,), 1 - TILES_AT_FIRST, TILES_AT_FIRST - 1,
          "how far east of the start tile each tile lies"),
    Field("y", (TILES_AT_FIRST,), 1 - TILES_AT_FIRST, TILES_AT_FIRST - 1,
          "how far south; tiles in the order of placing"),
    Field("open", (TILES_AT_FIRST, SIDES), 0, 1,
          "1 where a tile can be added: north, east, south, west"),
    Field("squares", (TILES_AT_FIRST, SQUARES), -1, LAST_KIND,
          f"the squares as they lie: {_SQUARE}"),
    Field("standing", (TILES_AT_FIRST, SQUARES), -1, SEATS * LENGTHS - 1,
          "-1, or the seat times 6 plus the items of the standee on a square, less 2"),
)  # fmt: skip
_MORE = "of the tiles that a box has beyond 36"
MORE_FIELDS = (
    Field("more_pile", (MORE_TILES,), 0, 1, f"1 for each that lies face down, {_MORE}"),
    Field("more_x", (MORE_TILES,), 1 - TILES, TILES - 1, f"how far east, {_MORE}"),
    Field("more_y", (MORE_TILES,), 1 - TILES, TILES - 1, f"how far south, {_MORE}"),
    Field("more_open", (MORE_TILES, SIDES), 0, 1, f"1 where a tile can be added, {_MORE}"),
    Field("more_squares", (MORE_TILES, SQUARES), -1, LAST_KIND, f"the squares, {_MORE}"),
    Field("more_standing", (MORE_TILES, SQUARES), -1, SEATS * LENGTHS - 1,
          f"the standees on the squares, {_MORE}"),
)  # fmt: skip
(
    _, _, _, DECISION, HAND, EASY, LEFT, FINAL, PILE, DRAWN, X, Y, OPEN, LAND, STANDING, MORE_PILE,
    MORE_X, MORE_Y, MORE_OPEN, MORE_LAND, MORE_STANDING, _,
) = starts((*FIELDS, *MORE_FIELDS))  # fmt: skip
SIZE = MORE_PILE
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
    if box.tiles > TILES_AT_FIRST:
        _write_more(row, seat, seen, out)


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
    copy_small(out, PILE, row.pile, 0, TILES_AT_FIRST)
    copy_small(out, X, row.x, 0, TILES_AT_FIRST)
    copy_small(out, Y, row.y, 0, TILES_AT_FIRST)
    for number in range(TILES_AT_FIRST):
        write_bits(row.open[number], SIDES, out, OPEN + number * SIDES)
    for index in range(TILES_AT_FIRST * SQUARES):
        out[LAND + index] = NOTHING
        out[STANDING + index] = NOTHING
    for number in range(min(int(row.placed), TILES_AT_FIRST)):
        at = number * SQUARES
        _write_tile(row, number, observer, seen, out, LAND + at, STANDING + at)


@inlined
def _write_more(row: Row, observer: int, seen: int, out: Small) -> None:
    """The same of tiles that are only in larger boxes."""
    copy_small(out, MORE_PILE, row.pile, TILES_AT_FIRST, MORE_TILES)
    copy_small(out, MORE_X, row.x, TILES_AT_FIRST, MORE_TILES)
    copy_small(out, MORE_Y, row.y, TILES_AT_FIRST, MORE_TILES)
    for number in range(MORE_TILES):
        write_bits(row.open[TILES_AT_FIRST + number], SIDES, out, MORE_OPEN + number * SIDES)
    for index in range(MORE_TILES * SQUARES):
        out[MORE_LAND + index] = NOTHING
        out[MORE_STANDING + index] = NOTHING
    for number in range(TILES_AT_FIRST, int(row.placed)):
        at = (number - TILES_AT_FIRST) * SQUARES
        _write_tile(row, number, observer, seen, out, MORE_LAND + at, MORE_STANDING + at)


@inlined
def _write_tile(
    row: Row, number: int, observer: int, seen: int, out: Small, land: int, standing: int
) -> None:
    mine = observer * LENGTHS
    for square in range(SQUARES):
        out[land + square] = _seen(seen, row.squares[number, square])
        standee = int(row.standing[number, square])
        if standee != NOTHING:
            turned = standee - mine
            turned += row.players * LENGTHS if turned < 0 else 0
            out[standing + square] = turned
