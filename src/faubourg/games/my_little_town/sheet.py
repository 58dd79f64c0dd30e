"""What is printed of My Little Town: its tiles, and a strip for each standee."""

from typing import Any, cast

from faubourg.core.text import Language
from faubourg.gamekit.pieces import Piece, whole
from faubourg.games.my_little_town.picture import standee_drawing, tile_drawing
from faubourg.games.my_little_town.view import box
from faubourg.games.my_little_town.view_types import Box

TILE = 600.0
SQUARE = 200.0  # a figure stands on a square of a tile
STRIP = 260.0  # high, with the hats


def pieces(components: Any, language: Language) -> list[Piece]:
    facts = cast(Box, box(components))
    tiles = [whole(tile_drawing("".join(rows)), TILE, TILE) for rows in facts["tiles"].values()]
    strips = [
        whole(standee_drawing(colour, length), length * SQUARE, STRIP)
        for colour in facts["colours"]
        for length in facts["standees"]
    ]
    return tiles + strips
