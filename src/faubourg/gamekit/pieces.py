"""What is printed of a box and cut out: cards, tiles and strips, each with its drawing.

Lengths are in tenths of a millimetre, the units of the drawings too.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from faubourg.gamekit.drawing import CARD, INK, SOFT_INK, Drawing, element, lines, rect, words

CARD_SIZE = (630.0, 880.0)


@dataclass(frozen=True)
class Layer:
    """A drawing in a rectangle of a piece; what sticks out is cut off."""

    drawing: Drawing
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Piece:
    """Something to cut out, and how many of it there are."""

    width: float
    height: float
    layers: tuple[Layer, ...]
    count: int = 1


def whole(drawing: Drawing, width: float, height: float, count: int = 1) -> Piece:
    """A piece that is one drawing."""
    return Piece(width, height, (Layer(drawing, 0, 0, width, height),), count)


def card(
    title: str, said: str, colour: str, picture: Layer | None, *, top: str = "", corner: str = "",
    foot: str = "", count: int = 1,
) -> Piece:  # fmt: skip
    """A playing card: a band with a number, a picture, a name, what it says, and a price."""
    width, height = CARD_SIZE
    ground = rect(0, 0, width, height, fill=CARD)
    band = rect(0, 0, width, 110, fill=colour) + words(
        width / 2, 78, top, 66, fill="#ffffff", text_anchor="middle"
    )
    edge = rect(8, 8, width - 16, height - 16, rx=24, fill="none", stroke=colour, stroke_width=8)
    name = paragraph(title, 46, 570, width - 60, INK, 2)
    text = paragraph(said, 34, 570 + 52 * len(lines(title, 46, width - 60, 2)) + 12, width - 70,
                     SOFT_INK, 6)  # fmt: skip
    price = ""
    if corner:
        coin = element("circle", cx=84, cy=800, r=46, fill="#f4b93e", stroke="#7a4b2c",
                       stroke_width=6)  # fmt: skip
        price = coin + words(84, 820, corner, 56, text_anchor="middle")
    under = words(width - 40, 830, foot, 28, fill=SOFT_INK, text_anchor="end") if foot else ""
    face = Layer(Drawing(ground, width, height), 0, 0, width, height)
    over = Layer(Drawing(band + edge + name + text + price + under, width, height), 0, 0, width,
                 height)  # fmt: skip
    return Piece(width, height, (face, *([picture] if picture else []), over), count)


def paragraph(
    said: str, size: float, y: float, width: float, colour: str, most: int, middle: float = 315
) -> str:
    """Lines of text around the middle of a card."""
    return "".join(
        words(middle, y + row * size * 1.13 + size, line, size, fill=colour, text_anchor="middle")
        for row, line in enumerate(lines(said, size, width, most))
    )


def total(pieces: Sequence[Piece]) -> int:
    """How many there are to cut out."""
    return sum(piece.count for piece in pieces)
