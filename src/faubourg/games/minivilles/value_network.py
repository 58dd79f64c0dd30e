"""A value network for Minivilles: what every town earns with each number, how far it is from
winning, and its cards. The weights (`scripts/train_values.py`) are for the printed box."""

from pathlib import Path

from faubourg.core.contract import Box, Row
from faubourg.gamekit.network import Singles, load_weights, round_up
from faubourg.games.minivilles import cards as card
from faubourg.games.minivilles.card_worth import earning
from faubourg.games.minivilles.dice import falls_with
from faubourg.games.minivilles.income import BITS, has_power
from faubourg.kernels.compile import kernel

# Of the printed box, whatever the bounds of other boxes are.
PLAYERS, KINDS, LANDMARKS = 5, 28, 6
LOWEST, HIGHEST = 1, 14  # dice numbers

TABLE = 4 + KINDS  # a constant, how far the game is, and what lies in the market
(
    PURSE, SMALL_PURSE, NEED, TURNS, BUILT, LAST, CAN_WIN, ONE_DIE, TWO_DICE, FROM_OTHERS, LANDMARK,
) = range(11)  # fmt: skip
CAN_BUILD = LANDMARK + LANDMARKS
OWN_ROLL = CAN_BUILD + LANDMARKS
OTHERS_ROLL = OWN_ROLL + HIGHEST
CARDS = OTHERS_ROLL + HIGHEST
PER_SEAT = round_up(CARDS + KINDS)
FEATURES = TABLE + PLAYERS * PER_SEAT

UNITS = 128  # of a network that is learned from nothing
FILE = Path(__file__).with_name("value_network.npz")
HIDDEN_WEIGHTS, OUTPUT_WEIGHTS = load_weights(FILE, FEATURES, PLAYERS)


@kernel
def write_features(box: Box, row: Row, features: Singles) -> None:
    """Write the features of a position into a zeroed array, the seat whose turn it is first."""
    features[0] = 1.0
    most = 0
    for seat in range(row.players):
        most = max(most, BITS[row.landmarks[seat]])
    features[1] = most / max(1, box.to_win)
    features[2] = row.turn_count / (50.0 * row.players)
    for kind in range(KINDS):
        features[4 + kind] = 1.0 if row.market[kind] > 0 else 0.0
    for place in range(row.players):
        seat = (row.turn_of + place) % row.players
        first = TABLE + place * PER_SEAT
        _write_seat(box, row, seat, features[first : first + PER_SEAT])


@kernel
def _write_seat(box: Box, row: Row, seat: int, out: Singles) -> None:
    others = 1.0 / max(1, row.players - 1)
    for kind in range(KINDS):
        copies = float(row.cards[seat, kind])
        if copies == 0.0:
            continue
        out[CARDS + kind] = copies / 3.0
        colour = box.colour[kind]
        own = 0.0 if colour == card.RED else copies * earning(box, row, seat, seat, kind)
        other = own if colour == card.BLUE else 0.0
        if colour == card.RED:
            for roller in range(row.players):
                if roller != seat:
                    other += others * copies * earning(box, row, seat, roller, kind)
        for number in range(LOWEST, HIGHEST + 1):
            if (box.numbers[kind] >> number) & 1:
                out[OWN_ROLL + number - 1] += own / 8.0
                out[OTHERS_ROLL + number - 1] += other / 8.0
    _write_race(box, row, seat, out)


@kernel
def _write_race(box: Box, row: Row, seat: int, out: Singles) -> None:
    """How much is to be paid until the town wins, and how long it takes to earn that."""
    coins, built = int(row.coins[seat]), int(row.landmarks[seat])
    missing = int(box.to_win) - BITS[built]
    cost, cheapest, paid = 0, 1 << 20, -1
    for _ in range(missing):  # the cheapest that are left, one after the other
        least = 1 << 40
        for landmark in range(LANDMARKS):
            price = LANDMARKS * int(box.landmark_cost[landmark]) + landmark
            if not (built >> landmark) & 1 and paid < price < least:
                least = price
        paid = least
        cost += least // LANDMARKS
        cheapest = min(cheapest, least // LANDMARKS)
    for landmark in range(LANDMARKS):
        if (built >> landmark) & 1:
            out[LANDMARK + landmark] = 1.0
        elif coins >= box.landmark_cost[landmark]:
            out[CAN_BUILD + landmark] = 1.0
    one = two = passive = 0.0
    for number in range(LOWEST, HIGHEST + 1):
        one += falls_with(1, number) * out[OWN_ROLL + number - 1]
        two += falls_with(2, number) * out[OWN_ROLL + number - 1]
        often = 0.5 * (falls_with(1, number) + falls_with(2, number))
        passive += often * out[OTHERS_ROLL + number - 1]
    if not has_power(box, row, seat, card.TWO_DICE):
        two = 0.0
    need = max(0, cost - coins)
    income = 8.0 * (max(one, two) + passive * (row.players - 1)) + 0.5
    out[PURSE] = min(coins, 60) / 20.0
    out[SMALL_PURSE] = min(coins, 8) / 8.0
    out[NEED] = need / 40.0
    out[TURNS] = min(30.0, need / income) / 10.0
    out[BUILT] = BITS[built] / max(1, box.to_win)
    out[LAST] = 1.0 if missing == 1 else 0.0
    out[CAN_WIN] = 1.0 if missing == 1 and coins >= cheapest else 0.0
    out[ONE_DIE], out[TWO_DICE], out[FROM_OTHERS] = 2.0 * one, 2.0 * two, 2.0 * passive
