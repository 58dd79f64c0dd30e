"""A value network for Cities: what every centre has, what it is on the way to, and which rows its
player may still take from this round. The numbers of the box are among the features, not its cards
by name, so the weights (`scripts/train_values.py`) are of use for other boxes too."""

from pathlib import Path

from faubourg.core.contract import Box, Row
from faubourg.gamekit.network import Singles, load_weights, round_up
from faubourg.games.cities.bot.nearness import nearness
from faubourg.games.cities.bot.worth import (
    PATIENCE,
    card_worth,
    free_street,
    objective_worth,
    rounds_left,
    zones_worth,
)
from faubourg.games.cities.mechanics.bitboards import count
from faubourg.games.cities.mechanics.scoring import (
    FIRST_CARD,
    card_points,
    marker_points,
    monument_points,
    objective_goal,
    zone_points,
)
from faubourg.games.cities.rules import highest_free
from faubourg.games.cities.state import (
    ATTRACTION,
    BUILT,
    CARDS,
    COLUMNS,
    KINDS,
    MOST_HEIGHT,
    NOTHING,
    OBJECTIVES,
    PARK,
    PLACES,
    ROWS,
    SETS,
    TALL,
    WATER,
)
from faubourg.kernels.compile import kernel

PLAYERS = 4

CONSTANT, LEFT, PLACED, LONG = range(4)
TABLE = 4
(
    WORTH, NOW, BOARD, ZONES, MONUMENTS, CARD_POINTS, CARDS_WORTH, ZONES_WORTH, HAND, ROOM, GROWN,
    STAR, PARKS, WATERS, SIGHTS, HOPE,
) = range(16)  # fmt: skip
TAKEN = 16
HEIGHTS = TAKEN + ROWS
COLOURS = HEIGHTS + MOST_HEIGHT
OBJECTIVE = COLOURS + KINDS  # whether it is marked, how near it is, and what it would bring
PER_SEAT = round_up(OBJECTIVE + 3 * OBJECTIVES)
FEATURES = TABLE + PLAYERS * PER_SEAT

FILE = Path(__file__).with_name("value_network.npz")
HIDDEN_WEIGHTS, OUTPUT_WEIGHTS = load_weights(FILE, FEATURES, PLAYERS)


@kernel
def write_features(box: Box, row: Row, features: Singles) -> None:
    """Write the features of a position into a zeroed array, the seat whose turn it is first."""
    left = rounds_left(row) - row.placed / (PLACES * row.rounds)
    features[CONSTANT] = 1.0
    features[LEFT] = left
    features[PLACED] = row.placed / PLACES
    features[LONG] = 1.0 if row.longest > 3 else 0.0
    for place in range(row.players):
        seat = (row.turn_of + place) % row.players
        first = TABLE + place * PER_SEAT
        _write_seat(box, row, seat, features[first : first + PER_SEAT])
        out = features[first : first + PER_SEAT]
        out[HOPE] = left * out[WORTH]


@kernel
def _write_seat(box: Box, row: Row, seat: int, out: Singles) -> None:
    hope = rounds_left(row) ** PATIENCE
    aims = cards = 0.0
    held = 0
    for card in range(CARDS):
        if (row.cards[seat] >> card) & 1:
            cards += card_worth(box, row, seat, FIRST_CARD + card, hope)
            held += 1
    board = 0
    for objective in range(OBJECTIVES):
        aims += objective_worth(box, row, seat, objective, hope)
        at = OBJECTIVE + 3 * objective
        marked = marker_points(box, row, seat, objective)
        board += marked
        out[at] = 1.0 if row.markers[seat, objective] > 0 else 0.0
        number = highest_free(row, objective)
        if row.markers[seat, objective] == 0 and number > 0:
            goal = objective_goal(row, objective)
            out[at + 1] = nearness(box, row, seat, goal)
            out[at + 2] = box.numbers[goal, number - 1] / 10.0
    zones, monuments = (
        zones_worth(box, row, seat, rounds_left(row)),
        monument_points(box, row, seat),
    )
    free = free_street(row, seat)
    out[WORTH] = (monuments + aims + cards + zones + 0.12 * rounds_left(row) * free) / 20.0
    out[BOARD], out[MONUMENTS] = board / 10.0, monuments / 10.0
    out[ZONES], out[CARD_POINTS] = (
        zone_points(box, row, seat) / 10.0,
        card_points(box, row, seat) / 10.0,
    )
    out[NOW] = 0.5 * (out[BOARD] + out[MONUMENTS] + out[ZONES] + out[CARD_POINTS])
    out[CARDS_WORTH], out[ZONES_WORTH] = cards / 10.0, zones / 10.0
    out[HAND], out[ROOM], out[GROWN] = held / 6.0, free / 8.0, row.count[seat] / 9.0
    _write_town(row, seat, out)


@kernel
def _write_town(row: Row, seat: int, out: Singles) -> None:
    """What stands in a centre, and where the player's workers are."""
    out[PARKS] = count(row.squares[seat, PARK]) / 10.0
    out[WATERS] = count(row.squares[seat, WATER]) / 10.0
    for kind in range(ATTRACTION, SETS):
        out[SIGHTS] += count(row.squares[seat, kind]) / 8.0
    for height in range(MOST_HEIGHT):
        out[HEIGHTS + height] = count(row.squares[seat, TALL + height]) / 8.0
    for colour in range(KINDS):
        out[COLOURS + colour] = count(row.squares[seat, BUILT + colour]) / 6.0
    begins = NOTHING  # the last worker of the last row begins the next round
    for place in range(PLACES):
        if row.workers[place] == seat:
            out[TAKEN + place // COLUMNS] += 0.5
        if place >= PLACES - COLUMNS and row.workers[place] != NOTHING:
            begins = int(row.workers[place])
    out[STAR] = 1.0 if (begins if begins != NOTHING else row.first) == seat else 0.0
