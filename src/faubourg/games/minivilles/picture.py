"""Everybody's town as a picture: cards with their numbers, how many there are, and landmarks."""

from collections.abc import Sequence
from typing import Any, cast

from faubourg.core.contract import Row
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Language
from faubourg.gamekit.drawing import (
    CARD,
    INK,
    SEATS,
    Drawing,
    art,
    at,
    element,
    grid,
    plots,
    rect,
    shortened,
    words,
)
from faubourg.games.minivilles.view import box, view
from faubourg.games.minivilles.view_types import Box, CardFacts, Town, View

GAME = "minivilles"
FELT = "#d6e6d8"
FAMILY = {
    "blue": "#1f5fa8", "green": "#22703e", "red": "#b3282d", "purple": "#6d3ea3",
    "landmark": "#8f6400",
}  # fmt: skip
WIDE, HIGH = 96, 84  # of a card in a town: its picture is 96 by 60


def draw(components: Any, row: Row, names: Sequence[str], language: Language) -> Drawing:
    """The towns of all players."""
    shown = cast(View, view(components, row))
    facts = cast(Box, box(components))

    def plot(seat: int, width: float, height: float) -> str:
        town = shown["towns"][SEAT_LETTERS[seat]]
        felt = rect(0, 0, width, height, rx=18, fill=FELT, stroke=SEATS[seat], stroke_width=3)
        title = words(18, 36, shortened(names[seat], 26, width - 130), 26, fill=SEATS[seat])
        coins = at(width - 82, 28, _coin(14)) + words(width - 60, 37, str(town["coins"]), 26)
        laid = grid(_cards(facts, town, language), width - 28, height - 60)
        return felt + title + coins + at(14, 50, laid)

    return plots(len(names), plot)


def _cards(facts: Box, town: Town, language: Language) -> list[Drawing]:
    own = [_card(id, facts["cards"][id], count, language) for id, count in town["cards"].items()]
    return own + [_card(id, facts["landmarks"][id], 1, language) for id in town["landmarks"]]


def _card(id: str, facts: CardFacts, count: int, language: Language) -> Drawing:
    """A card as it lies in a town: a stripe with its numbers, its picture, its name, how many."""
    colour = FAMILY[facts["colour"]]
    ground = rect(0, 0, WIDE, HIGH, rx=8, fill=CARD, stroke=colour, stroke_width=2.5)
    picture = element(
        "svg", picture_of(id), x=2, y=14, width=WIDE - 4, height=52, viewBox="0 0 96 54"
    )
    stripe = element("path", d=f"M0 15V8Q0 0 8 0H{WIDE - 8}Q{WIDE} 0 {WIDE} 8V15Z", fill=colour)
    numbers = words(
        WIDE / 2, 12, written_numbers(facts["numbers"]), 12, fill="#fff", text_anchor="middle"
    )
    title = facts["name"][language]
    name = words(WIDE / 2, HIGH - 6, shortened(title, 11, WIDE - 6), 11, text_anchor="middle")
    shown = ground + picture + stripe + numbers + name + (_times(count) if count > 1 else "")
    return Drawing(shown, WIDE + 4, HIGH + 4, -2, -2)


def picture_of(id: str) -> str:
    """The picture of a card, 96 by 60; one for any card that we have not drawn."""
    return art(GAME).get(f"card-{id}", art(GAME)["card-"])


def written_numbers(numbers: Sequence[int]) -> str:
    """
    >>> written_numbers([2, 3]), written_numbers([5]), written_numbers([])
    ('2–3', '5', '')
    """
    if len(numbers) < 2:
        return "".join(map(str, numbers))
    return f"{numbers[0]}–{numbers[-1]}"


def _times(count: int) -> str:
    disc = element("circle", r=13, fill=INK, stroke=CARD, stroke_width=2)
    return at(WIDE - 12, 26, disc + words(0, 5, f"×{count}", 14, fill="#fff", text_anchor="middle"))


def _coin(radius: float) -> str:
    edge = element("circle", r=radius, fill="#f4b93e", stroke="#7a4b2c", stroke_width=2)
    return edge + element("circle", r=radius * 0.62, fill="none", stroke="#e39b2d", stroke_width=2)
