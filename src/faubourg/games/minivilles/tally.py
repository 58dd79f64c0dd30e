"""What the lab counts in a game of Minivilles: landmarks and cards, and the standing."""

from faubourg.core.contract import Box, Floats, Ints, Item, Row
from faubourg.core.text import Text
from faubourg.games.minivilles.components import Minivilles
from faubourg.kernels.compile import kernel

BUILT = Text("landmarks built", "monuments construits")
BOUGHT = Text("cards bought", "cartes achetées")


def items(components: Minivilles, row: Row) -> list[Item]:
    """Landmarks, then the cards that there are."""
    return [
        *(Item(card.id, card.name, BUILT) for card in components.all_landmarks),
        *(Item(card.id, card.name, BOUGHT) for card in components.all_establishments),
    ]


@kernel
def tally(box: Box, row: Row, counts: Ints) -> None:
    """Landmarks that stand, and cards beyond those that everybody begins with."""
    for seat in range(row.players):
        for landmark in range(box.landmarks):
            counts[seat, landmark] = (row.landmarks[seat] >> landmark) & 1
        for kind in range(counts.shape[1] - box.landmarks):
            bought = row.cards[seat, kind] - box.starting[kind]
            counts[seat, box.landmarks + kind] = max(0, bought)


@kernel
def standing(box: Box, row: Row, marks: Floats) -> None:
    """What a town is worth: its coins, its cards and its landmarks at their cost."""
    for seat in range(row.players):
        worth = int(row.coins[seat])
        for kind in range(box.kinds):
            worth += row.cards[seat, kind] * box.cost[kind]
        for landmark in range(box.landmarks):
            worth += ((row.landmarks[seat] >> landmark) & 1) * box.landmark_cost[landmark]
        marks[seat] = worth


def roles(components: Minivilles, row: Row) -> list[Text]:
    return []
