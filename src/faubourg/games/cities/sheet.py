"""What is printed of Cities: tiles, attractions, score cards, and the objectives of each city."""

from typing import Any, cast

from faubourg.core.text import Language
from faubourg.gamekit.drawing import Drawing, art, at, element, fit, rect
from faubourg.gamekit.pieces import CARD_SIZE, Layer, Piece, card, paragraph, whole
from faubourg.games.cities.picture import GAME, tile_drawing
from faubourg.games.cities.view import box
from faubourg.games.cities.view_types import Attraction, Box

TILE, SIGHT = 500.0, 300.0
COLOURS = {"red": "#a8432f", "blue": "#386597", "green": "#2e7d69", "yellow": "#9c701a"}
OTHER = "#2f4858"
FLAT = "matrix(1 .5 -1 .5 0 0)"


def pieces(components: Any, language: Language) -> list[Piece]:
    facts = cast(Box, box(components))
    tiles = [
        whole(
            tile_drawing([facts["letters"][letter] for letter in rows.replace("/", "")]), TILE, TILE
        )
        for rows in (*facts["starters"].values(), *facts["tiles"].values())
    ]
    sights = [_sight(id, each, language) for id, each in facts["attractions"].items()]
    cards = [
        card(
            each["name"][language],
            each["text"][language],
            COLOURS.get(each["colour"], OTHER),
            _goal(each["of"], each["colour"]),
        )
        for each in facts["cards"].values()
    ]
    objectives = [
        card(
            city["name"][language],
            each["text"][language],
            OTHER,
            _goal(each["of"], each["colour"]),
            top=" · ".join(map(str, each["numbers"])),
        )
        for city in facts["cities"].values()
        for each in city["objectives"].values()
    ]
    return tiles + sights + cards + objectives


def _sight(id: str, facts: Attraction, language: Language) -> Piece:
    """An attraction, as a small square with its name."""
    drawn = Drawing(_drawing(id), 44, 44, -22, -32)
    body = (
        rect(0, 0, SIGHT, SIGHT, rx=40, fill="#eaf3f6")
        + fit(drawn, 30, 10, SIGHT - 60, 220)
        + paragraph(facts["name"][language], 34, 222, SIGHT, OTHER, 1, SIGHT / 2)
    )
    return whole(Drawing(body, SIGHT, SIGHT), SIGHT, SIGHT, facts["count"])


def _drawing(id: str) -> str:
    return art(GAME).get(f"sight-{id}", art(GAME)["sight-monument"])


def _goal(of: str, colour: str) -> Layer:
    """What a card is about: buildings, ground, or an attraction."""
    stone = colour if colour in COLOURS else "blue"
    if of == "buildings":
        body = at(-16, 0, art(GAME)[f"building-{stone}-3"]) + at(
            18, 8, art(GAME)[f"building-{colour if colour in COLOURS else 'yellow'}-2"]
        )
    elif of in ("park", "water", "street"):
        ground = stone if of == "street" else of
        places = ((-15, -8), (17, -8), (1, -16), (1, 0))
        flat = element("g", art(GAME)[f"ground-{ground}"], transform=FLAT)
        body = "".join(at(x, y, flat, 0.5) for x, y in places)
    else:
        body = at(0, 4, _drawing("monument" if of == "monuments" else "fountain"), 1.4)
    drawn = Drawing(body, 96, 88, -48, -62)
    return Layer(drawn, 90, 130, CARD_SIZE[0] - 180, 420)
