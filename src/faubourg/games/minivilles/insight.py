"""Heuristics for bots of Minivilles: a rating of every action, and an estimate of who will win.

The unit is a coin. A card is worth what it earns in the rounds that are left; a roll is worth what
it brings at once. The constants were tuned by playing against earlier ones, see
docs/decisions/0004.
"""

import numpy as np

from faubourg.core.contract import Box, Floats, Habits, Judgement, Row
from faubourg.core.players import OVER
from faubourg.gamekit.network import kernel_weights, write_chances
from faubourg.gamekit.win_chance import share_win
from faubourg.games.minivilles import actions as act
from faubourg.games.minivilles import cards as card
from faubourg.games.minivilles.card_worth import earning, worth
from faubourg.games.minivilles.dice import falls_with
from faubourg.games.minivilles.income import BITS, acting_coins, fee_owed, has_power, met
from faubourg.games.minivilles.rules import outcome
from faubourg.games.minivilles.state import DICE_KEPT, PARK_NOW, SEATS
from faubourg.games.minivilles.value_network import (
    HIDDEN_WEIGHTS,
    OUTPUT_WEIGHTS,
    PER_SEAT,
    TABLE,
    write_features,
)
from faubourg.kernels.compile import kernel

AGAIN_GAIN = 4.0  # another turn
ROUNDS_AT_FIRST = 22.0
ROUNDS_A_PLAYER = 2.0  # by which every player shortens it: more blue and red income
ROUNDS_A_LANDMARK = 3.0  # by which every landmark of the leader shortens the game
LEAST_ROUNDS = 3.0
LANDMARK_HASTE = 0.6  # a landmark is worth this part of its cost
SPARE_LANDMARK = 0.05  # the same for one that is dearer than those needed to win
WIN = 1e6

HABITS = Habits(prior_decay=1.0)
LEARNED = Habits(prior_decay=1.0, puct=0.2, expand_after=2, leaf=1, even_chance=1, nodes=1 << 19)
# For a decision, by number of players; with two more was not measured, with others no gain is seen.
LEARNED_SECONDS = {2: 0.1, 3: 0.03, 4: 0.03, 5: 0.03}
HIDDEN, OUTPUT = kernel_weights(HIDDEN_WEIGHTS, OUTPUT_WEIGHTS)
JUDGEMENT = Judgement(of_size=0.6, share=0.75)  # by experts playing on
FROZEN = {"expert-1": (Habits(prior_decay=1.0), None)}


@kernel
def rate(box: Box, row: Row, action: int) -> float:
    code, seat = act.code_of(action), row.turn_of
    if code == act.PASS:
        return float(box.idle) if has_power(box, row, seat, card.IDLE) else 0.0
    if code < act.LANDMARK:
        kind = code - act.BUILD
        return worth(box, row, seat, kind) * _rounds_left(row) - float(box.cost[kind])
    if code < act.ROLL:
        return _landmark_worth(box, row, seat, code - act.LANDMARK)
    if code < act.KEEP:
        return _roll_worth(box, row, seat, code - act.ROLL + 1)
    if code in (act.KEEP, act.STAY):
        return _gain(box, row, seat, int(row.number))
    if code == act.REROLL:
        return _reroll_worth(box, row, seat)
    if code == act.RAISE:
        return _gain(box, row, seat, int(row.number + box.raise_by))
    if code < act.PICK:
        return -float(box.landmark_cost[code - act.DEMOLISH])
    if code < act.NO_SWAP:
        other = code - act.PICK
        taken = min(acting_coins(box, row, card.PURPLE, card.PICK_EFFECT), int(row.coins[other]))
        return float(taken + 0.1 * BITS[row.landmarks[other]])
    if code == act.NO_SWAP:
        return 0.0
    if code < act.SWAP:
        return _best_in_exchange(box, row, seat) - worth(box, row, seat, code - act.OFFER)
    if code < act.GIVE:
        return worth(box, row, seat, (code - act.SWAP) // SEATS)
    kind, other = (code - act.GIVE) // SEATS, (code - act.GIVE) % SEATS
    harm = 0.5 * worth(box, row, other, kind) + 0.05 * BITS[row.landmarks[other]]
    return float(-worth(box, row, seat, kind) - harm)


@kernel
def _rounds_left(row: Row) -> float:
    most = 0
    for seat in range(row.players):
        most = max(most, BITS[row.landmarks[seat]])
    rounds = ROUNDS_AT_FIRST - ROUNDS_A_PLAYER * row.players - ROUNDS_A_LANDMARK * most
    return float(max(LEAST_ROUNDS, rounds))


@kernel
def _landmark_worth(box: Box, row: Row, seat: int, landmark: int) -> float:
    """Coins put into a landmark that is needed to win are not spent but on their way to winning."""
    built = int(row.landmarks[seat])
    if BITS[built] + 1 >= box.to_win:
        return WIN
    cost = float(box.landmark_cost[landmark])
    turn = 0.0  # what another turn is worth, if this landmark gives one at once (mv-24)
    if row.park == PARK_NOW and box.power_bit[card.AGAIN] == 1 << landmark:
        turn = AGAIN_GAIN if row.dice[0] == row.dice[1] else 0.0
    cheaper = 0  # how many there are that would do as well
    for other in range(box.landmarks):
        if box.landmark_cost[other] < cost:
            cheaper += 1
    return turn + cost * (LANDMARK_HASTE if cheaper < box.to_win else SPARE_LANDMARK)


# ---------------------------------------------------------------- who is ahead


@kernel
def value(box: Box, row: Row, chances: Floats) -> None:
    if row.to_act == OVER:
        share_win(outcome(box, row, np.empty(SEATS, np.int32)), row.players, chances)
        return
    features = np.zeros(TABLE + row.players * PER_SEAT, np.float32)
    write_features(box, row, features)
    write_chances(HIDDEN, OUTPUT, features, row.players, row.turn_of, chances)


@kernel
def _best_in_exchange(box: Box, row: Row, seat: int) -> float:
    best = 0.0
    for kind in range(box.kinds):
        if box.colour[kind] != card.PURPLE:
            for other in range(row.players):
                if other != seat and row.cards[other, kind] > 0:
                    best = max(best, worth(box, row, seat, kind))
    return best


# ---------------------------------------------------------------- what a roll is worth


@kernel
def _reroll_worth(box: Box, row: Row, seat: int) -> float:
    """The best of one die and two, or the same dice once more, as the table reads mv-23."""
    if row.reroll == DICE_KEPT:
        return _roll_worth(box, row, seat, int(row.rolling))
    return max(_roll_worth(box, row, seat, 1), _roll_worth(box, row, seat, 2))


@kernel
def _roll_worth(box: Box, row: Row, seat: int, dice: int) -> float:
    """The expected coins that a roll of one or two dice brings the roller at once."""
    worth = 0.0
    if dice == 2 and has_power(box, row, seat, card.AGAIN):
        worth += AGAIN_GAIN / 6
    for number in range(1, card.MOST_ROLLED + 1):
        often = falls_with(dice, number)
        if often > 0.0:
            gain = _gain(box, row, seat, number)
            if number >= box.raise_from and has_power(box, row, seat, card.RAISE_POWER):
                gain = max(gain, _gain(box, row, seat, number + box.raise_by))
            worth += often * gain
    return worth


@kernel
def _gain(box: Box, row: Row, seat: int, number: int) -> float:
    """What a number brings the roller at once, less what it costs."""
    fees = 0
    for i in range(box.acting_count[card.RED, number]):
        for owner in range(row.players):
            if owner != seat:
                fees += fee_owed(box, row, owner, box.acting[card.RED, number, i])
    gain = -float(min(fees, row.coins[seat]))
    for colour in (card.GREEN, card.BLUE, card.PURPLE):
        for i in range(box.acting_count[colour, number]):
            kind = box.acting[colour, number, i]
            copies = float(row.cards[seat, kind])
            if copies > 0.0 and met(box, row, seat, kind):
                gain += copies * earning(box, row, seat, seat, kind)
    return gain
