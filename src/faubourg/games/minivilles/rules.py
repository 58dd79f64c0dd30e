"""The rules of Minivilles as functions on a row: start, legal, chance, step, outcome.

A step does what the action says, which leads either to a decision or to a stage that needs none;
`_run_stages` then goes down the stages of a turn, in the order of mv-9, to the next decision.
"""

from collections.abc import Mapping

from faubourg.core.contract import Box, Ints, Row
from faubourg.core.players import NATURE, OVER
from faubourg.games.minivilles import actions as act
from faubourg.games.minivilles.cards import (
    AGAIN,
    DEMOLISH_EFFECT,
    GIVE_EFFECT,
    GREEN,
    PICK_EFFECT,
    PURPLE,
    RAISE_POWER,
    REROLL_POWER,
    SWAP_EFFECT,
    TWO_DICE,
)
from faubourg.games.minivilles.income import (
    BITS,
    acting_coins,
    acting_copies,
    boats_at_sea,
    earn,
    has_power,
    idle_income,
    move_coins,
    pay_fees,
    take_blue_income,
    take_catch,
    take_green_income,
    take_purple_income,
)
from faubourg.games.minivilles.state import (
    BUILD,
    CATCH,
    DEAL,
    DEMOLISH,
    DICE,
    DICE_KEPT,
    ENDED,
    FIRST,
    GIVE,
    KINDS,
    LANDMARKS,
    NO_KIND,
    OFFER,
    PARK,
    PARK_NOW,
    PICK,
    PILES,
    RAISE,
    REROLL,
    REROLL_DICE,
    ROLL,
    SEATS,
    SWAP,
)
from faubourg.kernels.compile import inlined, kernel, natural
from faubourg.kernels.memory import Small
from faubourg.kernels.piles import MOST as MOST_ADDED
from faubourg.kernels.piles import pile_of

# Stages that need no decision, beside the phases in which the position waits for one.
(
    ROLLED,
    FINAL_ROLL,
    RESOLVE,
    DUTIES,
    BLUES,
    PURPLES,
    EXCHANGE,
    LAST_LOOK,
    REFILL,
    TURN,
    CHOOSE_DICE,
) = range(ENDED + 1, ENDED + 12)

VERSION = 1
ACTIONS = act.END
ACTIONS_AT_FIRST = act.AT_FIRST
MOST = KINDS * SEATS
BOUND = 200_000


def start(box: Box, row: Row, players: int, options: Mapping[str, str]) -> None:
    """mv-2: each player's first cards and coins; the market is then dealt by Nature."""
    row.players = players
    first = options["first"]
    row.first = NO_KIND if first == "random" else ord(first) - ord("A")
    row.park = PARK.index(options["park"])
    row.reroll = REROLL_DICE.index(options["reroll"])
    row.piles[:] = NO_KIND
    row.offered = NO_KIND
    row.deck[:] = box.deck
    row.left = box.deck.sum()
    for seat in range(players):
        row.cards[seat] = box.starting
        row.coins[seat] = box.starting_coins
    row.phase = DEAL
    row.to_act = NATURE


# ---------------------------------------------------------------- what may be done


@inlined
def legal(box: Box, row: Row, actions: Ints) -> int:
    phase = row.phase
    if phase == BUILD:
        return _legal_builds(box, row, actions)
    if phase == ROLL:
        return _list_two(actions, act.ROLL, act.ROLL + 1)
    if phase == REROLL:
        return _list_two(actions, act.KEEP, act.REROLL)
    if phase == RAISE:
        return _list_two(actions, act.STAY, act.RAISE)
    if phase == GIVE:
        return _legal_gifts(box, row, actions)
    if phase == DEMOLISH:
        return _legal_demolitions(row, actions)
    if phase == PICK:
        return _legal_picks(row, actions)
    if phase == OFFER:
        return _legal_offers(box, row, actions)
    if phase == SWAP:
        return _legal_swaps(box, row, actions)
    return 0


@inlined
def _list_two(actions: Ints, one: int, other: int) -> int:
    actions[0] = act.number_of(one)
    actions[1] = act.number_of(other)
    return 2


@inlined
def _legal_builds(box: Box, row: Row, actions: Ints) -> int:
    """mv-16, mv-17: nothing, an affordable card of the market, or a landmark not yet built."""
    seat = natural(row.turn_of)
    coins = row.coins[seat]
    actions[0] = act.number_of(act.PASS)
    n = 1
    # Branch-free, written first and counted if legal: no branch predictor foresees which are.
    for pile in range(int(row.open)):
        kind = natural(row.piles[pile])
        actions[natural(n)] = act.build_action(kind)
        taken = box.unique[kind] & (row.cards[seat, kind] > 0)
        n += int((box.cost[kind] <= coins) & (taken == 0))
    built = row.landmarks[seat]
    for landmark in range(box.landmarks):
        actions[natural(n)] = act.landmark_action(landmark)
        n += int((box.landmark_cost[landmark] <= coins) & ((built >> landmark) & 1 == 0))
    return n


@kernel
def _legal_gifts(box: Box, row: Row, actions: Ints) -> int:
    n = 0
    for kind in range(box.kinds):
        if row.cards[row.turn_of, kind] > 0 and box.colour[kind] != PURPLE:
            for seat in range(row.players):
                if seat != row.turn_of:
                    actions[n] = act.number_of(act.GIVE + kind * SEATS + seat)
                    n += 1
    return n


@kernel
def _legal_demolitions(row: Row, actions: Ints) -> int:
    n = 0
    for landmark in range(LANDMARKS):
        if (row.landmarks[row.turn_of] >> landmark) & 1:
            actions[n] = act.number_of(act.DEMOLISH + landmark)
            n += 1
    return n


@kernel
def _legal_picks(row: Row, actions: Ints) -> int:
    n = 0
    for seat in range(row.players):
        if seat != row.turn_of:
            actions[n] = act.number_of(act.PICK + seat)
            n += 1
    return n


@kernel
def _legal_offers(box: Box, row: Row, actions: Ints) -> int:
    actions[0] = act.number_of(act.NO_SWAP)
    n = 1
    for kind in range(box.kinds):
        if row.cards[row.turn_of, kind] > 0 and box.colour[kind] != PURPLE:
            actions[n] = act.number_of(act.OFFER + kind)
            n += 1
    return n


@kernel
def _legal_swaps(box: Box, row: Row, actions: Ints) -> int:
    n = 0
    for kind in range(box.kinds):
        if box.colour[kind] != PURPLE:
            for seat in range(row.players):
                if seat != row.turn_of and row.cards[seat, kind] > 0:
                    actions[n] = act.number_of(act.SWAP + kind * SEATS + seat)
                    n += 1
    return n


@kernel
def chance(box: Box, row: Row, actions: Ints, weights: Ints) -> int:
    phase = row.phase
    if phase == DICE and row.rolling == 1:
        for face in range(6):
            actions[face] = act.number_of(act.DIE + face)
            weights[face] = 1
        return 6
    if phase in (DICE, CATCH):
        for pair in range(21):
            actions[pair] = act.number_of(act.DICE + pair)
            weights[pair] = act.WAYS[pair]
        return 21
    n = 0
    if phase == DEAL:
        for kind in range(box.kinds):
            actions[n] = act.number_of(act.DRAW + kind)
            weights[n] = row.deck[kind]
            n += int(row.deck[kind] > 0)
    elif phase == FIRST:
        for seat in range(row.players):
            actions[n] = act.number_of(act.FIRST + seat)
            weights[n] = 1
            n += 1
    return n


@inlined
def nature(box: Box, row: Row, chosen: float) -> int:
    """The outcome of `chance` on which a number in [0, 1) falls, found without listing them."""
    phase = row.phase
    if phase == DEAL:
        card = int(chosen * row.left)
        in_bytes = row.left <= MOST_ADDED  # of all piles, added up
        code = act.DRAW + (pile_of(row.deck, card) if in_bytes else _walk_piles(row.deck, card))
    elif phase == FIRST:
        code = act.FIRST + int(chosen * row.players)
    elif phase == DICE and row.rolling == 1:
        code = act.DIE + int(chosen * 6)
    else:
        code = act.DICE + int(act.PAIR_AT[natural(int(chosen * 36))])
    return act.number_of(code)


@kernel
def _walk_piles(piles: Small, card: int) -> int:
    """The same as `pile_of`, of piles that have more cards together."""
    pile = 0
    while pile < len(piles) - 1 and card >= piles[pile]:
        card -= int(piles[pile])
        pile += 1
    return pile


# ---------------------------------------------------------------- doing it


@inlined
def step(box: Box, row: Row, action: int) -> None:
    code = act.code_of(action)
    if code >= act.FIRST:
        stage = _nature(box, row, code)
    elif code < act.ROLL:
        stage = _build(box, row, code)
    elif code < act.GIVE:
        stage = _decide(box, row, code)
    else:
        stage = _give(box, row, (code - act.GIVE) // SEATS, (code - act.GIVE) % SEATS)
    phase = _run_stages(box, row, stage)
    row.phase = phase
    if phase <= CATCH:
        row.to_act = NATURE
    elif phase == ENDED:
        row.to_act = OVER
    else:
        row.to_act = row.turn_of


@inlined
def _nature(box: Box, row: Row, code: int) -> int:
    if code >= act.DIE:
        low, high = code - act.DIE + 1, 0
        if code >= act.DICE:
            pair = natural(code - act.DICE)
            low, high = act.LOW_FACE[pair], act.HIGH_FACE[pair]
        if row.phase == CATCH:
            take_catch(box, row, low + high)
            return PURPLES
        row.dice[0] = low
        row.dice[1] = high
        row.number = low + high
        return ROLLED
    if code >= act.DRAW:
        _turn_up(row, natural(code - act.DRAW))
        return REFILL
    row.first = code - act.FIRST
    return REFILL


@inlined
def _decide(box: Box, row: Row, code: int) -> int:
    """The smaller decisions of a turn: how to roll, whom to take from, what to exchange."""
    if code < act.KEEP:
        row.rolling = code - act.ROLL + 1
        return DICE
    if code == act.KEEP:
        return FINAL_ROLL
    if code == act.REROLL:
        row.rerolled = 1
        return DICE if row.reroll == DICE_KEPT else CHOOSE_DICE  # mv-23
    if code == act.STAY:
        return RESOLVE
    if code == act.RAISE:
        row.number += box.raise_by
        return RESOLVE
    if code < act.PICK:
        return _demolish(box, row, code - act.DEMOLISH)
    if code < act.NO_SWAP:
        move_coins(row, code - act.PICK, row.turn_of, acting_coins(box, row, PURPLE, PICK_EFFECT))
        return EXCHANGE
    if code == act.NO_SWAP:
        return LAST_LOOK
    if code < act.SWAP:
        row.offered = code - act.OFFER
        return SWAP
    return _swap(row, (code - act.SWAP) // SEATS, (code - act.SWAP) % SEATS)


@inlined
def _run_stages(box: Box, row: Row, stage: int) -> int:
    """Go on from a stage to the next phase in which somebody must act."""
    seat = natural(row.turn_of)
    if stage == ROLLED:
        may_reroll = row.rerolled == 0 and has_power(box, row, seat, REROLL_POWER)
        stage = REROLL if may_reroll else FINAL_ROLL
    if stage == FINAL_ROLL:  # mv-25: the Harbor's question comes on the final roll
        may_raise = row.number >= box.raise_from and has_power(box, row, seat, RAISE_POWER)
        stage = RAISE if may_raise else RESOLVE
    if stage == RESOLVE:
        pay_fees(box, row)
        take_green_income(box, row)
        stage = DUTIES
    if stage == DUTIES:  # mv-35: the compulsory greens come after the plain ones
        stage = _next_duty(row)
    if stage == BLUES:
        take_blue_income(box, row)
        stage = CATCH if boats_at_sea(box, row) else PURPLES
    if stage == PURPLES:  # mv-35: what needs no choice, then the TV Station
        stage = LAST_LOOK
        if box.acting_count[PURPLE, natural(row.number)] > 0:
            take_purple_income(box, row)
            stage = PICK if acting_copies(box, row, PURPLE, PICK_EFFECT) else EXCHANGE
    if stage == EXCHANGE:  # mv-31, mv-35: the Business Center acts last
        stage = OFFER if _can_swap(box, row) else LAST_LOOK
    if stage == LAST_LOOK:  # mv-24: a double counts now, after income and before building
        if row.dice[0] == row.dice[1] and has_power(box, row, seat, AGAIN):
            row.again = 1
        stage = BUILD
    if stage == REFILL:  # mv-20: while fewer than nine piles lie open
        stage = DEAL if row.open < box.piles and row.left > 0 else TURN
    if stage == TURN:
        stage = _begin_turn(row)
    if stage == CHOOSE_DICE:  # mv-7, mv-21: only the Train Station leaves a choice
        row.rolling = 1
        stage = ROLL if has_power(box, row, natural(row.turn_of), TWO_DICE) else DICE
    return stage


# ---------------------------------------------------------------- the beginning of a turn


@inlined
def _turn_up(row: Row, kind: int) -> None:
    """mv-4, mv-20: a card whose name lies open goes on its pile, another opens a new one."""
    row.deck[kind] -= 1
    row.left -= 1
    if (
        row.market[kind] == 0 and row.open < PILES
    ):  # a row from elsewhere may say that all are taken
        row.piles[natural(row.open)] = kind
        row.open += 1
    row.market[kind] += 1


@inlined
def _begin_turn(row: Row) -> int:
    if row.turn_count > 0:
        if row.again == 0:
            row.turn_of = row.turn_of + 1 if row.turn_of + 1 < row.players else 0
    elif row.first == NO_KIND:
        return FIRST
    else:
        row.turn_of = row.first
    row.turn_count += 1
    row.rerolled = 0
    row.again = 0
    row.catch = 0
    return CHOOSE_DICE


# ---------------------------------------------------------------- green: duties


@inlined
def _next_duty(row: Row) -> int:
    if row.gifts > 0:
        return GIVE
    if row.demolitions > 0 and row.landmarks[row.turn_of] != 0:
        return DEMOLISH
    row.demolitions = 0
    return BLUES


@kernel
def _give(box: Box, row: Row, kind: int, seat: int) -> int:
    row.gifts -= 1
    row.cards[row.turn_of, kind] -= 1
    row.cards[seat, kind] += 1
    earn(row, row.turn_of, acting_coins(box, row, GREEN, GIVE_EFFECT))
    return DUTIES


@kernel
def _demolish(box: Box, row: Row, landmark: int) -> int:
    row.demolitions -= 1
    row.landmarks[row.turn_of] ^= 1 << landmark
    earn(row, row.turn_of, acting_coins(box, row, GREEN, DEMOLISH_EFFECT))
    return DUTIES


# ---------------------------------------------------------------- purple: exchange


@kernel
def _can_swap(box: Box, row: Row) -> bool:
    """mv-31: whether both sides have a card to exchange."""
    if acting_copies(box, row, PURPLE, SWAP_EFFECT) == 0:
        return False
    mine = 0
    theirs = 0
    for kind in range(box.kinds):
        if box.colour[kind] != PURPLE:
            for seat in range(row.players):
                if seat == row.turn_of:
                    mine += int(row.cards[seat, kind])
                else:
                    theirs += int(row.cards[seat, kind])
    return mine > 0 and theirs > 0


@kernel
def _swap(row: Row, kind: int, seat: int) -> int:
    own = row.turn_of
    offered = int(row.offered)
    row.cards[own, offered] -= 1
    row.cards[seat, offered] += 1
    row.cards[seat, kind] -= 1
    row.cards[own, kind] += 1
    row.offered = NO_KIND
    return LAST_LOOK


# ---------------------------------------------------------------- building and the end


@inlined
def _build(box: Box, row: Row, code: int) -> int:
    seat = natural(row.turn_of)
    if code >= act.LANDMARK:
        landmark = natural(code - act.LANDMARK)
        row.coins[seat] -= box.landmark_cost[landmark]
        row.landmarks[seat] |= 1 << landmark
        if row.park == PARK_NOW and box.power_bit[AGAIN] == 1 << landmark:  # mv-24
            row.again |= int(row.dice[0] == row.dice[1])
        return ENDED if BITS[natural(row.landmarks[seat])] >= box.to_win else REFILL
    if code == act.PASS:
        earn(row, seat, idle_income(box, row, seat))
        return REFILL
    kind = natural(code - act.BUILD)
    row.coins[seat] -= box.cost[kind]
    row.cards[seat, kind] += 1
    row.market[kind] -= 1
    if row.market[kind] == 0:
        _close_pile(row, kind)
    return REFILL


@inlined
def _close_pile(row: Row, kind: int) -> None:
    """The last pile moves to the place of the one that is gone."""
    row.open -= 1
    last = row.open
    for pile in range(PILES):
        if row.piles[pile] == kind:
            row.piles[pile] = row.piles[last]
    row.piles[last] = NO_KIND


@kernel
def outcome(box: Box, row: Row, points: Ints) -> int:
    """mv-19: points are landmarks built; the player who reaches five has won."""
    winners = 0
    for seat in range(row.players):
        points[seat] = BITS[row.landmarks[seat]]
        if row.to_act == OVER and points[seat] >= box.to_win:
            winners |= 1 << seat
    return winners
