"""What a roll brings and costs in Minivilles: fees, income, levies, in the order of mv-9.

Events and bots use the functions that return an amount.
"""

import numpy as np

from faubourg.core.contract import Box, Row
from faubourg.games.minivilles.cards import (
    ALL_TOWNS,
    BLUE,
    BONUS,
    CATCH_EFFECT,
    DEMOLISH_EFFECT,
    EVERYTHING,
    GIVE_EFFECT,
    GREEN,
    IDLE,
    INCOME,
    LANDMARKS_COUNTED,
    LEVY,
    OWN_TOWN,
    PURPLE,
    RED,
    RICHEST,
    TAX,
)
from faubourg.games.minivilles.state import LANDMARKS
from faubourg.kernels.compile import inlined, kernel, natural

# Population count: how many landmarks a set of them (a bit each) has.
BITS = np.array([mask.bit_count() for mask in range(1 << LANDMARKS)])


@inlined
def has_power(box: Box, row: Row, seat: int, power: int) -> bool:
    return bool(row.landmarks[seat] & box.power_bit[power])


# ---------------------------------------------------------------- red: fees


@inlined
def pay_fees(box: Box, row: Row) -> None:
    """mv-11 to mv-13: the roller pays counter-clockwise, while there are coins."""
    number, seat, players = natural(row.number), natural(row.turn_of), row.players
    count = box.acting_count[RED, number]
    if count == 0:
        return
    owner = seat
    for _ in range(players - 1):
        owner = natural(owner - 1 if owner > 0 else players - 1)
        for i in range(count):
            kind = natural(box.acting[RED, number, i])
            move_coins(row, seat, owner, fee_owed(box, row, owner, kind))


@inlined
def fee_owed(box: Box, row: Row, owner: int, kind: int) -> int:
    """What the roller owes for all of the owner's cards of a red kind (mv-22, mv-34)."""
    roller = natural(row.turn_of)
    if BITS[natural(row.landmarks[roller])] < box.roller_landmarks[kind]:
        return 0
    if not met(box, row, owner, kind):
        return 0
    if box.coins[kind] == EVERYTHING:
        return EVERYTHING * int(row.cards[owner, kind] > 0)
    each = int(box.coins[kind])
    if box.per[kind]:
        each *= counted(box, row, owner, roller, kind)
    return int(row.cards[owner, kind]) * (each + bonus(box, row, owner, kind))


@inlined
def met(box: Box, row: Row, owner: int, kind: int) -> bool:
    """Whether the owner has the landmarks that a kind asks for: a certain one, and so many."""
    if box.conditional[kind] == 0:
        return True
    built = natural(row.landmarks[owner])
    few_or_many = (box.counts[kind] >> BITS[built]) & 1
    return bool(((built & box.needs[kind]) == box.needs[kind]) & (few_or_many == 1))


@inlined
def bonus(box: Box, row: Row, owner: int, kind: int) -> int:
    """mv-22: the Shopping Mall's coin for each cup and bread card."""
    return int(box.bonus * (box.raised[kind] & has_power(box, row, owner, BONUS)))


@inlined
def move_coins(row: Row, payer: int, payee: int, owed: int) -> None:
    """mv-12: a payer who can't pay in full pays what they have."""
    paid = min(owed, int(row.coins[payer]))
    row.coins[payer] -= paid
    earn(row, payee, paid)


@inlined
def earn(row: Row, seat: int, coins: int) -> None:
    """A purse has a bound that only boxes of absurd amounts come near."""
    row.coins[seat] = min(int(row.coins[seat]) + coins, RICHEST)


# ---------------------------------------------------------------- green and blue: income


@inlined
def income(box: Box, row: Row, owner: int, kind: int) -> int:
    """What all of the owner's cards of a kind earn from the bank (mv-22, mv-34)."""
    if not met(box, row, owner, kind):
        return 0
    each = int(box.coins[kind])
    if box.per[kind]:
        each *= counted(box, row, owner, owner, kind)
    return int(row.cards[owner, kind]) * (each + bonus(box, row, owner, kind))


@kernel
def count_symbols(box: Box, row: Row, seat: int, symbols: int) -> int:
    """How many cards of a town carry one of these symbols (a bit each), or are landmarks."""
    count = 0
    if symbols >> LANDMARKS_COUNTED:
        count = int(BITS[natural(row.landmarks[seat])])
    for kind in range(box.kinds):
        if (symbols >> box.symbol[kind]) & 1:
            count += int(row.cards[seat, kind])
    return count


@kernel
def counted(box: Box, row: Row, owner: int, payer: int, kind: int) -> int:
    """How many things a kind pays its owner for: of the own town, of who pays, or of all towns."""
    symbols = box.per[kind]
    if box.among[kind] != ALL_TOWNS:
        return count_symbols(box, row, owner if box.among[kind] == OWN_TOWN else payer, symbols)
    count = 0
    for seat in range(row.players):
        count += count_symbols(box, row, seat, symbols)
    return count


@inlined
def take_green_income(box: Box, row: Row) -> None:
    """Plain income, and what mv-29 and mv-30 make a duty: one for each copy owned now."""
    number, seat = natural(row.number), natural(row.turn_of)
    for i in range(box.acting_count[GREEN, number]):
        kind = natural(box.acting[GREEN, number, i])
        copies = row.cards[seat, kind]
        if copies > 0:
            if box.effect[kind] == INCOME:
                earn(row, seat, income(box, row, seat, kind))
            elif box.effect[kind] == GIVE_EFFECT:
                row.gifts += copies
            elif box.effect[kind] == DEMOLISH_EFFECT:
                row.demolitions += copies
            else:
                take_levy(box, row, kind)


@inlined
def take_blue_income(box: Box, row: Row) -> None:
    number, players = natural(row.number), row.players
    for i in range(box.acting_count[BLUE, number]):
        kind = natural(box.acting[BLUE, number, i])
        if box.effect[kind] == INCOME:
            for seat in range(players):
                earn(row, seat, income(box, row, seat, kind))


@inlined
def boats(box: Box, row: Row, seat: int, kind: int) -> int:
    """mv-28: Tuna Boats count only for an owner with the Harbor."""
    if (
        box.effect[kind] != CATCH_EFFECT
        or (row.landmarks[seat] & box.needs[kind]) != box.needs[kind]
    ):
        return 0
    return int(row.cards[seat, kind])


@inlined
def boats_at_sea(box: Box, row: Row) -> bool:
    number = natural(row.number)
    for i in range(box.acting_count[BLUE, number]):
        kind = natural(box.acting[BLUE, number, i])
        for seat in range(row.players):
            if boats(box, row, seat, kind) > 0:
                return True
    return False


@kernel
def take_catch(box: Box, row: Row, catch: int) -> None:
    row.catch = catch
    for i in range(box.acting_count[BLUE, row.number]):
        for seat in range(row.players):
            earn(row, seat, catch * boats(box, row, seat, box.acting[BLUE, row.number, i]))


# ---------------------------------------------------------------- purple


@kernel
def take_purple_income(box: Box, row: Row) -> None:
    """What needs no choice."""
    seat = row.turn_of
    for i in range(box.acting_count[PURPLE, row.number]):
        kind = box.acting[PURPLE, row.number, i]
        if row.cards[seat, kind] > 0:
            if box.effect[kind] == INCOME:
                earn(row, seat, income(box, row, seat, kind))
            else:
                take_levy(box, row, kind)


@kernel
def take_levy(box: Box, row: Row, kind: int) -> None:
    for payer in range(row.players):
        if payer != row.turn_of:
            move_coins(row, payer, row.turn_of, levy_owed(box, row, payer, kind))


@kernel
def levy_owed(box: Box, row: Row, payer: int, kind: int) -> int:
    """What one other player owes for the player's cards of a kind (mv-32, mv-33): a tax is taken
    once, however many there are."""
    if not met(box, row, row.turn_of, kind):
        return 0
    if box.effect[kind] == TAX:
        return int(row.coins[payer]) // 2 if row.coins[payer] >= box.threshold[kind] else 0
    if box.effect[kind] != LEVY:
        return 0
    times = counted(box, row, row.turn_of, payer, kind) if box.per[kind] else 1
    return int(row.cards[row.turn_of, kind]) * times * int(box.coins[kind])


@inlined
def acting_copies(box: Box, row: Row, colour: int, effect: int) -> int:
    """How many of the player's own cards with this effect act on the number rolled."""
    copies = 0
    for i in range(box.acting_count[colour, row.number]):
        kind = box.acting[colour, row.number, i]
        if box.effect[kind] == effect:
            copies += int(row.cards[row.turn_of, kind])
    return copies


@kernel
def acting_coins(box: Box, row: Row, colour: int, effect: int) -> int:
    """What an effect on the number rolled pays."""
    for i in range(box.acting_count[colour, row.number]):
        kind = box.acting[colour, row.number, i]
        if box.effect[kind] == effect:
            return int(box.coins[kind])
    return 0


# ---------------------------------------------------------------- building nothing


@inlined
def idle_income(box: Box, row: Row, seat: int) -> int:
    """mv-26, then mv-18: the Airport's coins, and relief for a player who has next to nothing."""
    gain = int(box.idle) if has_power(box, row, seat, IDLE) else 0
    return max(gain, int(box.relief - row.coins[seat]))
