"""The rules of Minivilles as functions on a row: start, legal, chance, step, outcome.

A step does what the action says, which leads either to a decision or to a stage that needs none;
`_run_stages` then goes down the stages of a turn, in the order of mv-9, to the next decision.
"""

from collections.abc import Mapping

import numpy as np

from faubourg.core.compiling import inlined, kernel
from faubourg.core.contract import NATURE, OVER, Box, Ints, Row
from faubourg.games.minivilles.components import (
    AGAIN, BONUS, CATCH_EFFECT, DEMOLISH_EFFECT, EVERYTHING, GIVE_EFFECT, IDLE, INCOME, LEVY,
    PICK_EFFECT, RAISE_POWER, REROLL_POWER, SWAP_EFFECT, TAX, TWO_DICE,
)  # fmt: skip
from faubourg.games.minivilles.state import (
    BUILD, CATCH, DEAL, DEMOLISH, DICE, ENDED, FIRST, GIVE, KINDS, LANDMARKS, NO_KIND, OFFER, PICK,
    PILES, RAISE, REROLL, ROLL, SEATS, SWAP,
)  # fmt: skip

# Stages that need no decision, beside the phases in which the position waits for one.
ROLLED, FINAL_ROLL, RESOLVE, DUTIES, BLUES, PURPLES, EXCHANGE, LAST_LOOK, REFILL, TURN, CHOOSE_DICE = (
    range(ENDED + 1, ENDED + 12)
)

VERSION = 1
BOUND = 200_000

RED, GREEN, BLUE, PURPLE = range(4)

# Actions: players' first, then Nature's. Those about a card of a player are kind by kind, the
# seats of one kind together.
A_PASS = 0
A_BUILD = 1  # + kind
A_LANDMARK = A_BUILD + KINDS  # + landmark
A_ROLL = A_LANDMARK + LANDMARKS  # + dice - 1
A_KEEP = A_ROLL + 2
A_REROLL = A_KEEP + 1
A_STAY = A_REROLL + 1
A_RAISE = A_STAY + 1
A_DEMOLISH = A_RAISE + 1  # + landmark
A_PICK = A_DEMOLISH + LANDMARKS  # + seat
A_NO_SWAP = A_PICK + SEATS
A_OFFER = A_NO_SWAP + 1  # + kind
A_SWAP = A_OFFER + KINDS  # + kind * SEATS + seat
A_GIVE = A_SWAP + KINDS * SEATS  # + kind * SEATS + seat
A_FIRST = A_GIVE + KINDS * SEATS  # + seat
A_DRAW = A_FIRST + SEATS  # + kind
A_DIE = A_DRAW + KINDS  # + face - 1
A_DICE = A_DIE + 6  # + index of the pair of faces
ACTIONS = A_DICE + 21
MOST = KINDS * SEATS

# The 21 pairs of faces of two dice, the lower one first.
LOW_FACE = np.array([low for low in range(1, 7) for _ in range(low, 7)])
HIGH_FACE = np.array([high for low in range(1, 7) for high in range(low, 7)])
WAYS = np.where(LOW_FACE == HIGH_FACE, 1, 2)  # in which a pair falls, out of 36
PAIR_AT = np.repeat(np.arange(21), WAYS)
BITS = np.array([mask.bit_count() for mask in range(1 << LANDMARKS)])


def start(box: Box, row: Row, players: int, options: Mapping[str, str]) -> None:
    """mv-2: each player's first cards and coins; the market is then dealt by Nature."""
    row.players = players
    first = options["first"]
    row.first = NO_KIND if first == "random" else ord(first) - ord("A")
    row.piles[:] = NO_KIND
    row.offered = NO_KIND
    row.deck[:] = box.deck
    row.left = box.deck.sum()
    for seat in range(players):
        row.cards[seat] = box.starting
        row.coins[seat] = box.starting_coins
    row.phase = DEAL
    row.turn = NATURE


# ---------------------------------------------------------------- what may be done


@inlined
def legal(box: Box, row: Row, actions: Ints) -> int:
    phase = row.phase
    if phase == BUILD:
        return _legal_builds(box, row, actions)
    if phase == ROLL:
        return _two(actions, A_ROLL, A_ROLL + 1)
    if phase == REROLL:
        return _two(actions, A_KEEP, A_REROLL)
    if phase == RAISE:
        return _two(actions, A_STAY, A_RAISE)
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
def _two(actions: Ints, one: int, other: int) -> int:
    actions[0] = one
    actions[1] = other
    return 2


@inlined
def _legal_builds(box: Box, row: Row, actions: Ints) -> int:
    """mv-16, mv-17: nothing, an affordable card of the market, or a landmark not yet built."""
    seat = row.seat
    coins = row.coins[seat]
    actions[0] = A_PASS
    n = 1
    # Written first and counted if legal: which cards are cannot be foreseen by the processor.
    for place in range(row.open):
        kind = row.piles[place]
        actions[n] = A_BUILD + kind
        taken = box.unique[kind] & (row.cards[seat, kind] > 0)
        n += int((box.cost[kind] <= coins) & (taken == 0))
    built = row.landmarks[seat]
    for landmark in range(LANDMARKS):
        actions[n] = A_LANDMARK + landmark
        n += int((box.landmark_cost[landmark] <= coins) & ((built >> landmark) & 1 == 0))
    return n


@kernel
def _legal_gifts(box: Box, row: Row, actions: Ints) -> int:
    n = 0
    for kind in range(KINDS):
        if row.cards[row.seat, kind] > 0 and box.colour[kind] != PURPLE:
            for seat in range(row.players):
                if seat != row.seat:
                    actions[n] = A_GIVE + kind * SEATS + seat
                    n += 1
    return n


@kernel
def _legal_demolitions(row: Row, actions: Ints) -> int:
    n = 0
    for landmark in range(LANDMARKS):
        if (row.landmarks[row.seat] >> landmark) & 1:
            actions[n] = A_DEMOLISH + landmark
            n += 1
    return n


@kernel
def _legal_picks(row: Row, actions: Ints) -> int:
    n = 0
    for seat in range(row.players):
        if seat != row.seat:
            actions[n] = A_PICK + seat
            n += 1
    return n


@kernel
def _legal_offers(box: Box, row: Row, actions: Ints) -> int:
    actions[0] = A_NO_SWAP
    n = 1
    for kind in range(KINDS):
        if row.cards[row.seat, kind] > 0 and box.colour[kind] != PURPLE:
            actions[n] = A_OFFER + kind
            n += 1
    return n


@kernel
def _legal_swaps(box: Box, row: Row, actions: Ints) -> int:
    n = 0
    for kind in range(KINDS):
        if box.colour[kind] != PURPLE:
            for seat in range(row.players):
                if seat != row.seat and row.cards[seat, kind] > 0:
                    actions[n] = A_SWAP + kind * SEATS + seat
                    n += 1
    return n


@kernel
def chance(box: Box, row: Row, actions: Ints, weights: Ints) -> int:
    phase = row.phase
    if phase == DICE and row.rolling == 1:
        for face in range(6):
            actions[face] = A_DIE + face
            weights[face] = 1
        return 6
    if phase == DICE or phase == CATCH:
        for pair in range(21):
            actions[pair] = A_DICE + pair
            weights[pair] = WAYS[pair]
        return 21
    n = 0
    if phase == DEAL:
        for kind in range(KINDS):
            actions[n] = A_DRAW + kind
            weights[n] = row.deck[kind]
            n += int(row.deck[kind] > 0)
    elif phase == FIRST:
        for seat in range(row.players):
            actions[n] = A_FIRST + seat
            weights[n] = 1
            n += 1
    return n


@inlined
def nature(box: Box, row: Row, chosen: float) -> int:
    """The outcome of `chance` on which a number in [0, 1) falls, found without listing them."""
    phase = row.phase
    if phase == DEAL:
        at = int(chosen * row.left)
        kind = 0
        while at >= row.deck[kind]:
            at -= row.deck[kind]
            kind += 1
        return A_DRAW + kind
    if phase == FIRST:
        return A_FIRST + int(chosen * row.players)
    if phase == DICE and row.rolling == 1:
        return A_DIE + int(chosen * 6)
    return A_DICE + PAIR_AT[int(chosen * 36)]


# ---------------------------------------------------------------- doing it


@inlined
def step(box: Box, row: Row, action: int) -> None:
    if action >= A_FIRST:
        stage = _nature(box, row, action)
    elif action < A_ROLL:
        stage = _build(box, row, action)
    elif action < A_GIVE:
        stage = _answer(box, row, action)
    else:
        stage = _give(box, row, (action - A_GIVE) // SEATS, (action - A_GIVE) % SEATS)
    phase = _run_stages(box, row, stage)
    row.phase = phase
    if phase <= CATCH:
        row.turn = NATURE
    elif phase == ENDED:
        row.turn = OVER
    else:
        row.turn = row.seat


@inlined
def _nature(box: Box, row: Row, action: int) -> int:
    if action >= A_DIE:
        low, high = action - A_DIE + 1, 0
        if action >= A_DICE:
            low, high = LOW_FACE[action - A_DICE], HIGH_FACE[action - A_DICE]
        if row.phase == CATCH:
            return _land_the_catch(box, row, low + high)
        row.dice[0] = low
        row.dice[1] = high
        row.number = low + high
        return ROLLED
    if action >= A_DRAW:
        _turn_up(row, action - A_DRAW)
        return REFILL
    row.first = action - A_FIRST
    return REFILL


@inlined
def _answer(box: Box, row: Row, action: int) -> int:
    """The smaller decisions of a turn."""
    if action < A_KEEP:
        row.rolling = action - A_ROLL + 1
        return DICE
    if action == A_KEEP:
        return FINAL_ROLL
    if action == A_REROLL:
        row.rerolled = 1
        return CHOOSE_DICE
    if action == A_STAY:
        return RESOLVE
    if action == A_RAISE:
        row.number += box.raise_by
        return RESOLVE
    if action < A_PICK:
        return _demolish(box, row, action - A_DEMOLISH)
    if action < A_NO_SWAP:
        move_coins(row, action - A_PICK, int(row.seat), acting_coins(box, row, PURPLE, PICK_EFFECT))
        return EXCHANGE
    if action == A_NO_SWAP:
        return LAST_LOOK
    if action < A_SWAP:
        row.offered = action - A_OFFER
        return SWAP
    return _swap(row, (action - A_SWAP) // SEATS, (action - A_SWAP) % SEATS)


@inlined
def _run_stages(box: Box, row: Row, stage: int) -> int:
    """Go on from a stage to the next phase in which somebody must act."""
    seat = int(row.seat)
    if stage == ROLLED:
        asked = row.rerolled == 0 and has_power(box, row, seat, REROLL_POWER)
        stage = REROLL if asked else FINAL_ROLL
    if stage == FINAL_ROLL:  # mv-25: the Harbor's question comes on the final roll
        asked = row.number >= box.raise_from and has_power(box, row, seat, RAISE_POWER)
        stage = RAISE if asked else RESOLVE
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
        if box.acting_count[PURPLE, row.number] > 0:
            take_levies(box, row)
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
        stage = ROLL if has_power(box, row, int(row.seat), TWO_DICE) else DICE
    return stage


@inlined
def has_power(box: Box, row: Row, seat: int, power: int) -> bool:
    return (row.landmarks[seat] & box.power_bit[power]) != 0


# ---------------------------------------------------------------- the beginning of a turn


@inlined
def _turn_up(row: Row, kind: int) -> None:
    """mv-4, mv-20: a card whose name lies open goes on its pile, another opens a new one."""
    row.deck[kind] -= 1
    row.left -= 1
    if row.market[kind] == 0:
        row.piles[row.open] = kind
        row.open += 1
    row.market[kind] += 1


@inlined
def _begin_turn(row: Row) -> int:
    if row.turns > 0:
        if row.again == 0:
            row.seat = row.seat + 1 if row.seat + 1 < row.players else 0
    elif row.first == NO_KIND:
        return FIRST
    else:
        row.seat = row.first
    row.turns += 1
    row.rerolled = 0
    row.again = 0
    row.catch = 0
    return CHOOSE_DICE


# ---------------------------------------------------------------- red: fees


@inlined
def pay_fees(box: Box, row: Row) -> None:
    """mv-11 to mv-13: the roller pays counter-clockwise, while there are coins."""
    count = int(box.acting_count[RED, row.number])
    if count == 0:
        return
    owner = int(row.seat)
    for _ in range(row.players - 1):
        owner = owner - 1 if owner > 0 else row.players - 1
        for i in range(count):
            kind = int(box.acting[RED, row.number, i])
            if row.cards[owner, kind] > 0:
                move_coins(row, int(row.seat), owner, fee_asked(box, row, owner, kind))


@inlined
def fee_asked(box: Box, row: Row, owner: int, kind: int) -> int:
    """What all of the owner's cards of a red kind ask of the roller (mv-22, mv-34)."""
    if BITS[row.landmarks[row.seat]] < box.roller_landmarks[kind]:
        return 0
    if box.coins[kind] == EVERYTHING:
        return EVERYTHING
    return int(row.cards[owner, kind]) * (int(box.coins[kind]) + _bonus(box, row, owner, kind))


@inlined
def _bonus(box: Box, row: Row, owner: int, kind: int) -> int:
    """mv-22: the Shopping Mall's coin for each cup and bread card."""
    return int(box.raised[kind] & has_power(box, row, owner, BONUS)) * int(box.bonus)


@inlined
def move_coins(row: Row, payer: int, payee: int, asked: int) -> None:
    """mv-12: who can't pay in full pays what they have."""
    paid = min(asked, int(row.coins[payer]))
    row.coins[payer] -= paid
    row.coins[payee] += paid


# ---------------------------------------------------------------- green and blue: income


@inlined
def income(box: Box, row: Row, owner: int, kind: int) -> int:
    """What all of the owner's cards of a green or blue kind earn from the bank (mv-22, mv-34)."""
    built = int(row.landmarks[owner])
    if (built & box.needs[kind]) != box.needs[kind] or BITS[built] >= box.below[kind]:
        return 0
    each = int(box.coins[kind])
    symbols = int(box.per[kind])
    if symbols:
        counted = 0
        for seat in range(row.players):
            if seat == owner or box.among_all[kind]:
                counted += count_symbols(box, row, seat, symbols)
        each *= counted
    return int(row.cards[owner, kind]) * (each + _bonus(box, row, owner, kind))


@kernel
def count_symbols(box: Box, row: Row, seat: int, symbols: int) -> int:
    """How many cards of a town carry one of these symbols (a bit each)."""
    count = 0
    for kind in range(KINDS):
        if (symbols >> box.symbol[kind]) & 1:
            count += int(row.cards[seat, kind])
    return count


@inlined
def take_green_income(box: Box, row: Row) -> None:
    """Plain income, and what mv-29 and mv-30 make a duty: one for each copy owned now."""
    seat = int(row.seat)
    for i in range(box.acting_count[GREEN, row.number]):
        kind = int(box.acting[GREEN, row.number, i])
        copies = row.cards[seat, kind]
        if copies > 0:
            if box.effect[kind] == INCOME:
                row.coins[seat] += income(box, row, seat, kind)
            elif box.effect[kind] == GIVE_EFFECT:
                row.gifts += copies
            else:
                row.demolitions += copies


@inlined
def take_blue_income(box: Box, row: Row) -> None:
    for i in range(box.acting_count[BLUE, row.number]):
        kind = int(box.acting[BLUE, row.number, i])
        if box.effect[kind] == INCOME:
            for seat in range(row.players):
                if row.cards[seat, kind] > 0:
                    row.coins[seat] += income(box, row, seat, kind)


@kernel
def boats(box: Box, row: Row, seat: int, kind: int) -> int:
    """mv-28: Tuna Boats count only for an owner with the Harbor."""
    if box.effect[kind] != CATCH_EFFECT or (row.landmarks[seat] & box.needs[kind]) != box.needs[kind]:
        return 0
    return int(row.cards[seat, kind])


@kernel
def boats_at_sea(box: Box, row: Row) -> bool:
    for i in range(box.acting_count[BLUE, row.number]):
        for seat in range(row.players):
            if boats(box, row, seat, int(box.acting[BLUE, row.number, i])) > 0:
                return True
    return False


@kernel
def _land_the_catch(box: Box, row: Row, catch: int) -> int:
    row.catch = catch
    for i in range(box.acting_count[BLUE, row.number]):
        for seat in range(row.players):
            row.coins[seat] += catch * boats(box, row, seat, int(box.acting[BLUE, row.number, i]))
    return PURPLES


# ---------------------------------------------------------------- green: duties


@inlined
def _next_duty(row: Row) -> int:
    if row.gifts > 0:
        return GIVE
    if row.demolitions > 0 and row.landmarks[row.seat] != 0:
        return DEMOLISH
    row.demolitions = 0
    return BLUES


@kernel
def _give(box: Box, row: Row, kind: int, seat: int) -> int:
    row.gifts -= 1
    row.cards[row.seat, kind] -= 1
    row.cards[seat, kind] += 1
    row.coins[row.seat] += acting_coins(box, row, GREEN, GIVE_EFFECT)
    return DUTIES


@kernel
def _demolish(box: Box, row: Row, landmark: int) -> int:
    row.demolitions -= 1
    row.landmarks[row.seat] ^= 1 << landmark
    row.coins[row.seat] += acting_coins(box, row, GREEN, DEMOLISH_EFFECT)
    return DUTIES


# ---------------------------------------------------------------- purple


@kernel
def take_levies(box: Box, row: Row) -> None:
    seat = int(row.seat)
    for i in range(box.acting_count[PURPLE, row.number]):
        kind = int(box.acting[PURPLE, row.number, i])
        if row.cards[seat, kind] > 0:
            for payer in range(row.players):
                if payer != seat:
                    move_coins(row, payer, seat, levy_asked(box, row, payer, kind))


@kernel
def levy_asked(box: Box, row: Row, payer: int, kind: int) -> int:
    """What a purple card of the player takes from one other player (mv-32, mv-33)."""
    if box.effect[kind] == TAX:
        return int(row.coins[payer]) // 2 if row.coins[payer] >= box.threshold[kind] else 0
    if box.effect[kind] != LEVY:
        return 0
    symbols = int(box.per[kind])
    times = count_symbols(box, row, payer, symbols) if symbols else 1
    return times * int(box.coins[kind])


@kernel
def acting_copies(box: Box, row: Row, colour: int, effect: int) -> int:
    """How many of the player's own cards with this effect act on the number rolled."""
    copies = 0
    for i in range(box.acting_count[colour, row.number]):
        kind = int(box.acting[colour, row.number, i])
        if box.effect[kind] == effect:
            copies += int(row.cards[row.seat, kind])
    return copies


@kernel
def acting_coins(box: Box, row: Row, colour: int, effect: int) -> int:
    """What an effect on the number rolled pays."""
    for i in range(box.acting_count[colour, row.number]):
        kind = int(box.acting[colour, row.number, i])
        if box.effect[kind] == effect:
            return int(box.coins[kind])
    return 0


@kernel
def _can_swap(box: Box, row: Row) -> bool:
    """mv-31: the question is asked only where both sides have a card to exchange."""
    if acting_copies(box, row, PURPLE, SWAP_EFFECT) == 0:
        return False
    mine = 0
    theirs = 0
    for kind in range(KINDS):
        if box.colour[kind] != PURPLE:
            for seat in range(row.players):
                if seat == row.seat:
                    mine += int(row.cards[seat, kind])
                else:
                    theirs += int(row.cards[seat, kind])
    return mine > 0 and theirs > 0


@kernel
def _swap(row: Row, kind: int, seat: int) -> int:
    mine = int(row.seat)
    offered = int(row.offered)
    row.cards[mine, offered] -= 1
    row.cards[seat, offered] += 1
    row.cards[seat, kind] -= 1
    row.cards[mine, kind] += 1
    row.offered = NO_KIND
    return LAST_LOOK


# ---------------------------------------------------------------- building and the end


@inlined
def _build(box: Box, row: Row, action: int) -> int:
    seat = int(row.seat)
    if action >= A_LANDMARK:
        landmark = action - A_LANDMARK
        row.coins[seat] -= box.landmark_cost[landmark]
        row.landmarks[seat] |= 1 << landmark
        return ENDED if BITS[row.landmarks[seat]] >= box.to_win else REFILL
    if action == A_PASS:
        row.coins[seat] += idle_income(box, row, seat)
        return REFILL
    kind = action - A_BUILD
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
    for place in range(PILES):
        if row.piles[place] == kind:
            row.piles[place] = row.piles[last]
    row.piles[last] = NO_KIND


@kernel
def idle_income(box: Box, row: Row, seat: int) -> int:
    """mv-26, then mv-18: the Airport's coins, and relief for who still has next to nothing."""
    gain = int(box.idle) if has_power(box, row, seat, IDLE) else 0
    return max(gain, int(box.relief) - int(row.coins[seat]))


@kernel
def outcome(box: Box, row: Row, points: Ints) -> int:
    """mv-19: points are landmarks built; who reaches five has won."""
    winners = 0
    for seat in range(row.players):
        points[seat] = BITS[row.landmarks[seat]]
        if row.turn == OVER and points[seat] >= box.to_win:
            winners |= 1 << seat
    return winners
