"""What is printed of Minivilles: every card as often as the box has it, and landmarks for all."""

from typing import Any, cast

from faubourg.core.text import Language
from faubourg.gamekit.drawing import Drawing
from faubourg.gamekit.pieces import CARD_SIZE, Layer, Piece, card
from faubourg.games.minivilles.picture import FAMILY, picture_of, written_numbers
from faubourg.games.minivilles.view import box
from faubourg.games.minivilles.view_types import Box, CardFacts

PICTURE = (82.0, 60.0)  # so much of the drawing, from its middle


def pieces(components: Any, language: Language) -> list[Piece]:
    facts = cast(Box, box(components))
    most = components.players[1]
    numbers = components.box
    cards = [
        _card(id, each, language, int(numbers.deck[place]) + most * int(numbers.starting[place]))
        for place, (id, each) in enumerate(facts["cards"].items())
    ]
    return cards + [_card(id, each, language, most) for id, each in facts["landmarks"].items()]


def _card(id: str, facts: CardFacts, language: Language, count: int) -> Piece:
    width = CARD_SIZE[0] - 32
    drawn = Drawing(picture_of(id), *PICTURE, 7)
    picture = Layer(drawn, 16, 108, width, width * PICTURE[1] / PICTURE[0])
    return card(
        facts["name"][language],
        facts["says"][language],
        FAMILY[facts["colour"]],
        picture,
        top=written_numbers(facts["numbers"]),
        corner=str(facts["cost"]),
        count=max(1, count),
    )
