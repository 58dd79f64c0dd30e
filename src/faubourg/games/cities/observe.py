"""The observation of Cities as a vector of small numbers; see `contract.Observe`.

The squares of a centre are those of a map of 10 x 10, line by line from its north-west corner.
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
from faubourg.games.cities.state import (
    ATTRACTION,
    ATTRACTIONS,
    BUILT,
    CARDS,
    CARDS_AT_FIRST,
    CITIES,
    ENDED,
    GROUPS,
    HIGH,
    JOKER,
    KINDS,
    MONUMENT,
    MOST_CITIES,
    MOST_HEIGHT,
    NOTHING,
    NUMBERS,
    OBJECTIVES,
    OPEN,
    OPEN_ATTRACTIONS,
    PARK,
    PHASES,
    PLACES,
    SEATS,
    START,
    STARTERS,
    STREET,
    TALL,
    TILES,
    TILES_AT_FIRST,
    WATER,
    WIDE,
    WITH_JOKER,
    WITH_MONUMENT,
)
from faubourg.kernels.compile import inlined, kernel
from faubourg.kernels.memory import Small, copy_small

DECISIONS = ENDED - START
MAP = WIDE * HIGH
EACH = max(GROUPS)
MORE_CITIES = MOST_CITIES - len(CITIES)
MORE_CARDS, MORE_TILES = CARDS - CARDS_AT_FIRST, TILES - TILES_AT_FIRST
BAG, PILE = 30, 10  # modules and attractions of a kind, as many as the box has

FIELDS = (
    *seat_fields(SEATS, PHASES[START:ENDED]),
    Field("city", (len(CITIES),), 0, 1, "1 for the city whose objectives are played for"),
    Field("round", (), 0, 8, "from 1; 0 while starting tiles are taken"),
    Field("rounds", (), 1, 8, "rounds of the game"),
    Field("first", (SEATS,), 0, 1, "1 for the seat that begins this round"),
    Field("longest", (), 3, 5, "tiles along the longer side of a centre"),
    Field("workers", (PLACES,), -1, SEATS - 1, "whose worker stands on each place, -1 for none"),
    Field("open_cards", (OPEN,), -1, CARDS_AT_FIRST - 1, "the card on each place, -1 for none"),
    Field("open_tiles", (OPEN,), -1, TILES_AT_FIRST - 1, "the tile on each place, -1 for none"),
    Field("open_sights", (OPEN_ATTRACTIONS,), -1, ATTRACTIONS - 1,
          "attractions face up, -1 for none"),
    Field("open_modules", (OPEN, KINDS), 0, EACH, "modules on each place, by colour"),
    Field("taken", (), -1, PLACES - 1, "the place taken this turn, -1 for none"),
    Field("tile", (), -1, TILES_AT_FIRST - 1, "the tile to be placed, -1 for none"),
    Field("sights", (ATTRACTIONS,), 0, 2, "attractions to be placed, by kind"),
    Field("modules", (KINDS,), 0, EACH, "modules to be placed, by colour"),
    Field("hidden", (), 0, 2, "items to be turned up for the player"),
    Field("bag", (KINDS,), 0, BAG, "modules in the bag, by colour"),
    Field("unseen_sights", (ATTRACTIONS,), 0, PILE, "attractions nobody has seen, by kind"),
    Field("unseen_cards", (CARDS_AT_FIRST,), 0, 1, "1 for each card that nobody has seen"),
    Field("unseen_tiles", (TILES_AT_FIRST,), 0, 1, "1 for each tile that nobody has seen"),
    Field("starters", (STARTERS,), 0, 1, "1 for each starting tile that nobody has taken"),
    Field("markers", (SEATS, OBJECTIVES), 0, NUMBERS, "the number, 1 to 3, a marker lies on"),
    Field("cards", (SEATS, CARDS_AT_FIRST), 0, 1, "1 for each card a seat has taken"),
    Field("size", (SEATS, 2), 0, 5, "width and height of each centre, in tiles"),
    Field("ground", (SEATS, MAP), 0, 6, "0 nothing, 1 park, 2 water, 3 to 6 a street's colour"),
    Field("building", (SEATS, MAP), 0, KINDS, "0 none, 1 to 4 the colour of a building"),
    Field("storeys", (SEATS, MAP), 0, MOST_HEIGHT, "how high the building is"),
    Field("sight", (SEATS, MAP), 0, ATTRACTIONS, "0 none, or 1 plus the kind of attraction"),
)  # fmt: skip
_MORE = "that a box has beyond 32"
MORE_FIELDS = (
    Field("more_city", (MORE_CITIES,), 0, 1, "the same of cities that a box has beyond eight"),
    Field("more_unseen_cards", (MORE_CARDS,), 0, 1, f"of the cards {_MORE}"),
    Field("more_unseen_tiles", (MORE_TILES,), 0, 1, f"of the tiles {_MORE}"),
    Field("more_cards", (SEATS, MORE_CARDS), 0, 1, f"of the cards {_MORE}"),
)
(
    _, _, _, _, CITY, ROUND, ROUNDS, FIRST, LONGEST, WORKERS, OPEN_CARDS, OPEN_TILES,
    OPEN_ATTRACTION, OPEN_MODULES, TAKEN, TILE, ATTRACTIONS_HELD, MODULES_HELD, HIDDEN, IN_BAG,
    UNSEEN_ATTRACTIONS, UNSEEN_CARDS, UNSEEN_TILES, STARTER, MARKERS, OWN, EXTENT, GROUND, BUILDING,
    STOREYS, ATTRACTION_ON, MORE_CITY, MORE_UNSEEN_CARDS, MORE_UNSEEN_TILES, MORE_OWN, _,
) = starts((*FIELDS, *MORE_FIELDS))  # fmt: skip
SIZE = MORE_CITY


@inlined
def side(row: Row, seat: int) -> int:
    return seat


@inlined
def observe(box: Box, row: Row, seat: int, out: Small) -> None:
    write_seats(row, seat, SEATS, START, DECISIONS, out)
    _write_table(row, seat, out)
    _write_hand(row, out)
    other = seat
    for away in range(row.players):  # seats after the observer
        copy_small(out, MARKERS + away * OBJECTIVES, row.markers, other * OBJECTIVES, OBJECTIVES)
        write_bits(row.cards[other], CARDS_AT_FIRST, out, OWN + away * CARDS_AT_FIRST)
        out[EXTENT + away * 2] = row.width[other]
        out[EXTENT + away * 2 + 1] = row.height[other]
        _write_centre(row, other, away * MAP, out)
        other = other + 1 if other + 1 < row.players else 0
    if box.larger:
        _write_more(row, seat, out)


@inlined
def _write_more(row: Row, seat: int, out: Small) -> None:
    """What only larger boxes have: their last cities, cards and tiles."""
    write_bits((1 << row.city) >> len(CITIES), MORE_CITIES, out, MORE_CITY)
    write_bits(row.unseen_cards >> CARDS_AT_FIRST, MORE_CARDS, out, MORE_UNSEEN_CARDS)
    write_bits(row.unseen_tiles >> TILES_AT_FIRST, MORE_TILES, out, MORE_UNSEEN_TILES)
    other = seat
    for away in range(row.players):
        own = row.cards[other] >> CARDS_AT_FIRST
        write_bits(own, MORE_CARDS, out, MORE_OWN + away * MORE_CARDS)
        other = other + 1 if other + 1 < row.players else 0


@inlined
def _write_table(row: Row, seat: int, out: Small) -> None:
    """The main board, and what nobody has seen."""
    write_bits(1 << row.city, len(CITIES), out, CITY)
    out[ROUND] = row.round_now
    out[ROUNDS] = row.rounds
    out[LONGEST] = row.longest
    for away in range(row.players):
        out[FIRST + away] = 0
    if row.first != NOTHING:
        out[FIRST + place_of(row, row.first, seat)] = 1
    for place in range(PLACES):
        worker = row.workers[place]
        out[WORKERS + place] = NOTHING if worker == NOTHING else place_of(row, worker, seat)
    write_all(row.open_cards, out, OPEN_CARDS)
    write_all(row.open_tiles, out, OPEN_TILES)
    write_all(row.open_attractions, out, OPEN_ATTRACTION)
    write_all(row.open_modules, out, OPEN_MODULES)
    write_bits(row.unseen_cards, CARDS_AT_FIRST, out, UNSEEN_CARDS)
    write_bits(row.unseen_tiles, TILES_AT_FIRST, out, UNSEEN_TILES)
    write_bits(row.starters, STARTERS, out, STARTER)


@inlined
def _write_hand(row: Row, out: Small) -> None:
    """What the player has taken and still has to place, and what is left of its kind."""
    out[TAKEN] = row.taken
    out[TILE] = row.tile
    out[HIDDEN] = row.hidden
    for kind in range(ATTRACTIONS):
        out[ATTRACTIONS_HELD + kind] = row.attractions[kind]
        out[UNSEEN_ATTRACTIONS + kind] = row.unseen_attractions[kind]
    for colour in range(KINDS):
        out[MODULES_HELD + colour] = row.modules[colour]
        out[IN_BAG + colour] = row.bag[colour]


@kernel
def _write_centre(row: Row, seat: int, at: int, out: Small) -> None:
    for square in range(MAP):
        out[GROUND + at + square] = 0
        out[BUILDING + at + square] = 0
        out[STOREYS + at + square] = 0
        out[ATTRACTION_ON + at + square] = 0
    sets, stride = row.squares[seat], row.stride[seat]
    if row.count[seat] == 0:
        return
    _mark(sets[PARK], stride, 1, out, GROUND + at)
    _mark(sets[WATER], stride, 2, out, GROUND + at)
    for colour in range(KINDS):
        _mark(sets[STREET + colour], stride, 3 + colour, out, GROUND + at)
        _mark(sets[BUILT + colour], stride, 1 + colour, out, BUILDING + at)
    for storeys in range(MOST_HEIGHT):
        _mark(sets[TALL + storeys], stride, 1 + storeys, out, STOREYS + at)
    for kind in range(MONUMENT):
        _mark(sets[ATTRACTION + kind], stride, 1 + kind, out, ATTRACTION_ON + at)
    _mark(sets[WITH_MONUMENT], stride, 1 + MONUMENT, out, ATTRACTION_ON + at)
    _mark(sets[WITH_JOKER], stride, 1 + JOKER, out, ATTRACTION_ON + at)


@inlined
def _mark(squares: int, stride: int, value: int, out: Small, at: int) -> None:
    """Write a value on every square of a set."""
    first = at
    while squares != 0:
        line = squares & ((1 << stride) - 1)
        square = first
        while line != 0:
            if line & 1:
                out[square] = value
            line >>= 1
            square += 1
        squares >>= stride
        first += WIDE
