"""What the lab counts in a game of Cities: objectives, cards, attractions, tiles; the standing."""

from faubourg.core.contract import Box, Floats, Ints, Item, Row
from faubourg.core.text import Text
from faubourg.games.cities.components import Cities
from faubourg.games.cities.mechanics.bitboards import count
from faubourg.games.cities.mechanics.counting import times
from faubourg.games.cities.mechanics.scoring import score
from faubourg.games.cities.state import (
    ATTRACTION,
    FIRST_CARD,
    JOKER,
    MONUMENT,
    OBJECTIVES,
    WITH_JOKER,
    WITH_MONUMENT,
)
from faubourg.games.cities.text.goal_text import objective_text
from faubourg.kernels.compile import kernel

FULFILLED = Text("objectives fulfilled", "objectifs atteints")
TAKEN = Text("cards taken", "cartes prises")
SCORED = Text("cards that gave points", "cartes qui ont rapporté")
PLACED = Text("attractions placed", "attractions placées")
LAID = Text("tiles laid", "tuiles posées")

TAKEN_AT = OBJECTIVES  # the cards follow, once as taken and once as scored, then the others


def items(components: Cities, row: Row) -> list[Item]:
    city = int(row.city)
    objectives = [objective_text(components.objective(city, i)) for i in range(OBJECTIVES)]
    cards = components.cards
    return [
        *(Item(f"objective_{i + 1}", text, FULFILLED) for i, text in enumerate(objectives)),
        *(Item(card.id, card.name, TAKEN) for card in cards),
        *(Item(f"{card.id}_scored", card.name, SCORED) for card in cards),
        *(Item(attraction.id, attraction.name, PLACED) for attraction in components.attractions),
        *(
            Item(f"tile_{number}", Text(f"tile {number}: {rows}", f"tuile {number} : {rows}"), LAID)
            for number, rows in enumerate(components.tiles, start=1)
        ),
    ]


@kernel
def tally(box: Box, row: Row, counts: Ints) -> None:
    """Objectives with a marker, cards in hand and how often each is fulfilled, what was laid."""
    scored_at = TAKEN_AT + box.cards
    placed_at = scored_at + box.cards
    tiles_at = placed_at + JOKER + 1
    for seat in range(row.players):
        for objective in range(OBJECTIVES):
            counts[seat, objective] = int(row.markers[seat, objective] > 0)
        for card in range(box.cards):
            if (row.cards[seat] >> card) & 1:
                counts[seat, TAKEN_AT + card] = 1
                counts[seat, scored_at + card] = times(box, row, seat, FIRST_CARD + card)
        for kind in range(MONUMENT):
            counts[seat, placed_at + kind] = count(row.squares[seat, ATTRACTION + kind])
        counts[seat, placed_at + MONUMENT] = count(row.squares[seat, WITH_MONUMENT])
        counts[seat, placed_at + JOKER] = count(row.squares[seat, WITH_JOKER])
        for number in range(int(row.count[seat])):
            counts[seat, tiles_at + row.tiles[seat, number]] += 1


@kernel
def standing(box: Box, row: Row, marks: Floats) -> None:
    """The points, as if the game ended now."""
    for seat in range(row.players):
        marks[seat] = score(box, row, seat)


def roles(components: Cities, row: Row) -> list[Text]:
    return []
