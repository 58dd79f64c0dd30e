"""What a card of Minivilles earns its owner, in coins: exact where the rules say it, else a guess.
The constants were tuned by playing against earlier ones, see docs/decisions/0004.
"""

from faubourg.core.contract import Box, Row
from faubourg.games.minivilles import cards as card
from faubourg.games.minivilles.dice import falls
from faubourg.games.minivilles.income import BITS, bonus, counted, met
from faubourg.kernels.compile import kernel

# Guesses of what an effect brings that depends on what others will do or have.
CATCH_GAIN = 7.0
SWAP_GAIN = 3.0
PICK_GAIN = 4.0
TAX_GAIN = 2.5  # from each other player
CLUB_GAIN = 3.0
GIFT_LOSS = 2.5  # the card given away
DEMOLITION_LOSS = 9.0  # the landmark lost
NOT_YET = 0.4  # a condition that does not hold now may hold later


@kernel
def worth(box: Box, row: Row, seat: int, kind: int) -> float:
    """What one more card of a kind earns a player in a round of everybody's turns."""
    worth = 0.0
    for roller in range(row.players):
        own_turn = roller == seat
        if box.colour[kind] == card.BLUE or own_turn == (box.colour[kind] != card.RED):
            often = 0.0
            for number in range(1, card.NUMBERS):
                if (box.numbers[kind] >> number) & 1:
                    often += falls(box, row, roller, number)
            worth += often * earning(box, row, seat, roller, kind)
    return worth


@kernel
def earning(box: Box, row: Row, seat: int, roller: int, kind: int) -> float:
    """What one card of a kind brings its owner when it acts."""
    effect = box.effect[kind]
    coins = float(box.coins[kind])
    now = met(box, row, seat, kind)
    if not now and BITS[row.landmarks[seat]] >= box.below[kind]:
        return 0.0
    if effect == card.FEE:
        now &= BITS[row.landmarks[roller]] >= box.roller_landmarks[kind]
        if box.coins[kind] == card.EVERYTHING:
            coins = CLUB_GAIN
        else:
            coins *= counted(box, row, seat, roller, kind) if box.per[kind] else 1
            coins += bonus(box, row, seat, kind)
    elif effect == card.INCOME:
        if box.per[kind]:
            coins *= counted(box, row, seat, seat, kind)
        coins += bonus(box, row, seat, kind)
    elif effect == card.LEVY:
        times = 0
        for other in range(row.players):
            if other != seat:
                times += counted(box, row, seat, other, kind) if box.per[kind] else 1
        coins *= times
    elif effect == card.CATCH_EFFECT:
        coins = CATCH_GAIN
    elif effect == card.TAX:
        coins = TAX_GAIN * (row.players - 1)
    elif effect == card.PICK_EFFECT:
        coins = PICK_GAIN
    elif effect == card.SWAP_EFFECT:
        coins = SWAP_GAIN
    elif effect == card.GIVE_EFFECT:
        coins -= GIFT_LOSS
    elif effect == card.DEMOLISH_EFFECT:
        coins -= DEMOLITION_LOSS
    return coins if now else coins * NOT_YET
