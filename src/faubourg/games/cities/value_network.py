"""A value network for Cities: the points that a player will have at the end, beyond what the centre
is worth now (`bot/worth.py`). One network for every seat and number of players; a softmax over what
it foretells gives the chances. The weights (`scripts/train_points.py`) are for the printed box."""

from pathlib import Path

import numpy as np

from faubourg.core.contract import Box, Floats, Row
from faubourg.gamekit.network import Singles, linear_output, load_weights, round_up
from faubourg.games.cities.bot.nearness import nearness
from faubourg.games.cities.bot.worth import worth
from faubourg.games.cities.mechanics.bitboards import count, zone
from faubourg.games.cities.mechanics.counting import different_attractions, free_jokers
from faubourg.games.cities.mechanics.scoring import marker_points, objective_goal
from faubourg.games.cities.rules import highest_free, outcome, workers_per_row
from faubourg.games.cities.state import (
    ATTRACTION,
    BUILT,
    CARDS_AT_FIRST,
    COLUMNS,
    FIRST_CARD,
    KINDS,
    MONUMENT,
    MOST_HEIGHT,
    NOTHING,
    OBJECTIVES,
    PARK,
    PLACES,
    ROWS,
    SEATS,
    STREET,
    TALL,
    WATER,
    WITH_JOKER,
    WITH_MONUMENT,
)
from faubourg.kernels.compile import inlined, kernel

OPTIONS = ("city", "length")  # of the game, whose values are learned in turn
GOALS = 24  # objectives of the printed box
POINTS = 10.0  # that an output of 1 stands for
HALF_POINTS = 20.0  # that the feature for the worth stands for

# Softmax temperature, in points that make e times the chance to win: at the end, and how much more
# of it when the whole game is left. As games between strong players come out (docs/decisions/0080).
EVEN_AT_END, EVEN_LEFT = 4.0, 7.3

# How far the game is, and what the player may still take.
(
    CONSTANT, TIME, ROUNDS, LATE, TWO, THREE, LONG, WAITS, STAR, NEXT_STAR, WORTH, BOARD, TO_TAKE,
) = range(13)  # fmt: skip
# Of each objective: points had, points to be had, as far as fulfilled; how far the best other is.
THERE = TO_TAKE + ROWS  # open places of each row that nobody has taken
OBJECTIVE = THERE + ROWS
HAD, OPEN, REACHED, RIVAL = range(4)
# The centre.
CENTRE = OBJECTIVE + 4 * OBJECTIVES
LOTS, SHAPE, PARKS = range(CENTRE, CENTRE + 3)
ALL, WITHOUT, ZONES, LARGEST = range(4)  # squares of park or water, those without an attraction
WATERS = PARKS + 4
(
    ZONE_POINTS, MONUMENTS, JOKERS, CARD_POINTS, CARD_HOPES, CARD_COUNT, FREE,
) = range(WATERS + 4, WATERS + 11)  # fmt: skip
# By colour from FREE on street squares without anything, then buildings by colour and height.
HEIGHTS = FREE + KINDS
KINDS_OF = HEIGHTS + KINDS * MOST_HEIGHT  # attractions by kind
# By objective how much of it is missing; by card how long it was not yet to be fulfilled, and how
# far it is.
MISSING = KINDS_OF + MONUMENT
CARD = MISSING + GOALS
CARD_NEAR = CARD + CARDS_AT_FIRST
PER_SEAT = round_up(CARD_NEAR + CARDS_AT_FIRST)
TABLE = 0  # features of no seat

FILE = Path(__file__).with_name("value_network.npz")
_WEIGHTS = load_weights(FILE, PER_SEAT, seats=0, outputs=1)
HIDDEN_WEIGHTS, OUTPUT_WEIGHTS = _WEIGHTS.hidden[0], _WEIGHTS.output[0]


@kernel
def write_foretold(box: Box, row: Row, points: Floats) -> None:
    """Write the points that every seat is expected to have at the end."""
    features = np.empty(PER_SEAT, np.float32)
    for seat in range(row.players):
        features[:] = np.float32(0.0)
        write_seat(box, row, seat, features)
        more = linear_output(HIDDEN_WEIGHTS, OUTPUT_WEIGHTS, features)
        points[seat] = HALF_POINTS * features[WORTH] + POINTS * more


@inlined
def temperature(row: Row) -> float:
    """How many points more make e times the chance to win, in a softmax over what is foretold."""
    turns = ROWS * workers_per_row(row) * row.players
    left = (row.rounds - row.round_now + 1.0 - row.placed / turns) / row.rounds
    return float(EVEN_AT_END + EVEN_LEFT * left)


# ---------------------------------------------------------------- for learning


@kernel
def write_features(box: Box, row: Row, features: Singles) -> None:
    """Write the features of every seat into a zeroed array, the one whose turn it is first."""
    for place in range(row.players):
        first = TABLE + place * PER_SEAT
        seat = (row.turn_of + place) % row.players
        write_seat(box, row, seat, features[first : first + PER_SEAT])


@kernel
def result(box: Box, row: Row, points: Floats) -> None:
    """Every seat's points at the end, as the output stands for them."""
    found = np.empty(SEATS, np.int32)
    outcome(box, row, found)
    for seat in range(row.players):
        points[seat] = found[seat] / POINTS


def known(features: Singles) -> Singles:
    """Of many seats what the centre is worth, which the network need not learn."""
    found: Singles = features[:, WORTH : WORTH + 1] * np.float32(HALF_POINTS / POINTS)
    return found


# ---------------------------------------------------------------- features


@kernel
def write_seat(box: Box, row: Row, seat: int, out: Singles) -> None:
    """Write what a seat's points at the end may depend on into a zeroed array."""
    left = _write_time(row, seat, out)
    out[WORTH] = worth(box, row, seat) / HALF_POINTS
    _write_objectives(box, row, seat, left, out)
    _write_cards(box, row, seat, left, out)
    _write_ground(box, row, seat, out)
    _write_buildings(row, seat, out)


@inlined
def _write_time(row: Row, seat: int, out: Singles) -> float:
    """How much of the game is left, from 1 to 0."""
    per_row = workers_per_row(row)
    turns = ROWS * per_row
    own = 0
    for line in range(ROWS):
        taken = 0
        for column in range(COLUMNS):
            worker = row.workers[line * COLUMNS + column]
            taken += int(worker == seat)
            out[THERE + line] += np.float32(0.25) * int(worker == NOTHING)
        out[TO_TAKE + line] = (per_row - taken) / 2.0
        own += taken
    left = (row.rounds - row.round_now + 1.0 - own / turns) / row.rounds
    out[CONSTANT] = 1.0
    out[TIME] = left
    out[ROUNDS] = left * row.rounds * turns / 32.0
    out[LATE] = max(0.0, 0.25 - left) * 4.0
    out[TWO] = 1.0 if row.players == 2 else 0.0
    out[THREE] = 1.0 if row.players == 3 else 0.0
    out[LONG] = 1.0 if row.longest > 3 else 0.0
    out[WAITS] = ((seat - row.turn_of) % row.players) / row.players
    out[STAR] = 1.0 if row.first == seat else 0.0
    last = row.workers[PLACES - 1]
    out[NEXT_STAR] = 1.0 if last == seat else 0.5 if last == NOTHING else 0.0
    return float(left)


@inlined
def _write_objectives(box: Box, row: Row, seat: int, left: float, out: Singles) -> None:
    for objective in range(OBJECTIVES):
        first = OBJECTIVE + 4 * objective
        goal = objective_goal(row, objective)
        had = float(marker_points(box, row, seat, objective))
        out[first + HAD] = had / 10.0
        out[BOARD] += had / 10.0
        number = highest_free(row, objective)
        if row.markers[seat, objective] > 0 or number == 0:
            continue
        near = min(1.0, nearness(box, row, seat, goal))
        points = float(box.numbers[goal, number - 1])
        rival = 0.0
        for other in range(row.players):
            if other != seat and row.markers[other, objective] == 0:
                rival = max(rival, min(1.0, nearness(box, row, other, goal)))
        out[first + OPEN] = points / 10.0
        out[first + REACHED] = near * points / 10.0
        out[first + RIVAL] = rival
        if goal < GOALS:
            out[MISSING + goal] = 1.1 - near


@inlined
def _write_cards(box: Box, row: Row, seat: int, left: float, out: Singles) -> None:
    for card in range(min(CARDS_AT_FIRST, int(box.cards))):
        if (row.cards[seat] >> card) & 1:
            goal = FIRST_CARD + card
            near = nearness(box, row, seat, goal)
            whole = float(np.floor(near))
            points = float(box.points[goal])
            out[CARD_POINTS] += whole * points / 10.0
            out[CARD_HOPES] += (near - whole) * points / 10.0
            out[CARD_COUNT] += 0.25
            out[CARD + card] = left
            out[CARD_NEAR + card] = near * points / 10.0


@inlined
def _write_ground(box: Box, row: Row, seat: int, out: Singles) -> None:
    sets = row.squares[seat]
    out[LOTS] = row.count[seat] / 9.0
    out[SHAPE] = (row.width[seat] + row.height[seat]) / 6.0
    attractions = 0
    for kind in range(MONUMENT):
        attractions |= sets[ATTRACTION + kind]
        out[KINDS_OF + kind] = count(sets[ATTRACTION + kind]) / 2.0
    for kind in (PARK, WATER):
        first = PARKS if kind == PARK else WATERS
        squares = sets[kind]
        out[first + ALL] = count(squares) / 10.0
        out[first + WITHOUT] = count(squares & ~attractions) / 5.0
        while squares != 0:
            found = zone(squares, row.stride[seat])
            squares ^= found
            out[first + ZONES] += 0.25
            out[first + LARGEST] = max(out[first + LARGEST], np.float32(count(found) / 8.0))
            out[ZONE_POINTS] += box.set_points[different_attractions(row, seat, found)] / 10.0
    out[MONUMENTS] = count(sets[WITH_MONUMENT]) / 2.0
    out[JOKERS] = count(free_jokers(row, seat)) / 2.0


@inlined
def _write_buildings(row: Row, seat: int, out: Singles) -> None:
    sets = row.squares[seat]
    taken = sets[TALL] | sets[WITH_MONUMENT] | sets[WITH_JOKER]
    for colour in range(KINDS):
        out[FREE + colour] = count(sets[STREET + colour] & ~taken) / 3.0
        higher = sets[TALL]
        for height in range(MOST_HEIGHT):
            this = higher
            higher = sets[TALL + height + 1] if height + 1 < MOST_HEIGHT else 0
            exactly = this & ~higher & sets[BUILT + colour]
            out[HEIGHTS + colour * MOST_HEIGHT + height] = count(exactly) / 2.0
