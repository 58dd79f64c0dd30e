"""What is printed of La Cité des lutins: a card for each house, with the blocks that it wants."""

from collections import Counter
from typing import Any, cast

from faubourg.core.text import Language
from faubourg.gamekit.drawing import Drawing, fit
from faubourg.gamekit.pieces import CARD_SIZE, Layer, Piece, card
from faubourg.games.lutins.picture import house_drawing
from faubourg.games.lutins.view import box
from faubourg.games.lutins.view_types import Box

COLOUR = "#3d7f4a"


def pieces(components: Any, language: Language) -> list[Piece]:
    facts = cast(Box, box(components))
    forms = {shape["id"]: form for form, shape in enumerate(facts["shapes"])}
    names = {shape["id"]: shape["name"][language] for shape in facts["shapes"]}
    found = []
    for house in facts["houses"].values():
        drawn = house_drawing([[forms[shape] for shape in level] for level in house["levels"]])
        wanted = Counter(shape for level in house["levels"] for shape in level)
        said = ", ".join(f"{count} × {names[shape]}" for shape, count in wanted.items())
        room = Drawing(fit(drawn, 0, 0, CARD_SIZE[0] - 80, 420), CARD_SIZE[0] - 80, 420)
        picture = Layer(room, 40, 130, room.width, room.height)
        back = house["back"]
        foot = back["name"][language] if back else ""
        found.append(card(house["name"][language], said, COLOUR, picture, foot=foot))
    return found
