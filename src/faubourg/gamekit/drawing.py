"""SVG as text: elements, the drawings that a game has in `art.json`, and frames to fit them into.

Everything that comes from people is escaped here: `element` escapes every attribute, `words` its
text. A drawing has attributes only, no style sheet, no script and no address, so that any program
shows it alike.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape

from faubourg.core.game import folder

SEATS = ("#0b62a4", "#b5530a", "#1f7a4d", "#8f3f8b", "#7a6a00", "#3f4a5a")  # as on the page
INK, SOFT_INK, PAPER, CARD, LINE = "#2b2622", "#6b6158", "#fbf6ec", "#fffdf8", "#d9cdb8"
LETTER = 0.56  # the width of a letter of our typeface, as a share of its size, on average
FAMILY = "Nunito, 'Nunito Variable', 'DejaVu Sans', sans-serif"
BOARD = (1120.0, 440.0)  # the room that a picture has for what lies on the table


@dataclass(frozen=True)
class Drawing:
    """SVG elements, and the rectangle in which they lie."""

    body: str
    width: float
    height: float
    x: float = 0.0
    y: float = 0.0


def number(value: float) -> str:
    """A number as short as SVG allows.

    >>> number(3.0), number(2.345)
    ('3', '2.35')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def element(name: str, content: str = "", **attributes: str | float) -> str:
    """An element; `_` in names of attributes stands for `-`.

    >>> element("path", d="M0 0", stroke_width=1.5)
    '<path d="M0 0" stroke-width="1.5"/>'
    """
    said = "".join(
        f' {key.replace("_", "-")}="{escape(value) if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{said}>{content}</{name}>" if content else f"<{name}{said}/>"


def rect(x: float, y: float, width: float, height: float, **attributes: str | float) -> str:
    return element("rect", "", x=x, y=y, width=width, height=height, **attributes)


def words(x: float, y: float, said: str, size: float, **attributes: str | float) -> str:
    """A line of text from anybody.

    >>> words(0, 0, "<b>", 10)
    '<text x="0" y="0" font-size="10">&lt;b&gt;</text>'
    """
    shown = "".join(filter(str.isprintable, said))  # XML can't hold all that a name may have
    return element("text", escape(shown), x=x, y=y, font_size=size, **attributes)


def shortened(said: str, size: float, width: float) -> str:
    """A text with as many letters as have room.

    >>> shortened("Constantinople", 10, 40)
    'Consta…'
    """
    most = max(1, int(width / (size * LETTER)))
    return said if len(said) <= most else said[: most - 1].rstrip() + "…"


def lines(said: str, size: float, width: float, most: int = 99) -> list[str]:
    """A text broken into lines of a width.

    >>> lines("a town of our own", 10, 45)
    ['a town', 'of our', 'own']
    """
    room, found = max(4, int(width / (size * LETTER))), [""]
    for word in said.split():
        longer = f"{found[-1]} {word}".strip()
        if len(longer) <= room or not found[-1]:
            found[-1] = longer
        else:
            found.append(word)
    if len(found) > most:
        found = [*found[: most - 1], shortened(" ".join(found[most - 1 :]), size, width)]
    return [shortened(each, size, width) for each in found]


def at(x: float, y: float, body: str, scale: float = 1.0) -> str:
    """Elements moved, and made larger or smaller."""
    moved = f"translate({number(x)} {number(y)})"
    return element("g", body, transform=moved if scale == 1 else f"{moved} scale({scale:.4g})")


def fit(drawing: Drawing, x: float, y: float, width: float, height: float, most: float = 9) -> str:
    """A drawing as large as it fits into a rectangle, in the middle of it."""
    scale = min(width / drawing.width, height / drawing.height, most)
    left = x + (width - drawing.width * scale) / 2 - drawing.x * scale
    top = y + (height - drawing.height * scale) / 2 - drawing.y * scale
    return at(left, top, drawing.body, scale)


def plots(count: int, plot: Callable[[int, float, float], str], gap: float = 16) -> Drawing:
    """A piece of the board for each player: `plot` draws one, given its seat, width and height."""
    columns = count if count < 4 else -(-count // 2)
    rows = -(-count // columns)
    width, height = BOARD
    across, down = (width - gap * (columns - 1)) / columns, (height - gap * (rows - 1)) / rows
    body = "".join(
        at((seat % columns) * (across + gap), (seat // columns) * (down + gap),
           plot(seat, across, down))
        for seat in range(count)
    )  # fmt: skip
    return Drawing(body, width, height)


def grid(drawings: list[Drawing], width: float, height: float, gap: float = 8) -> str:
    """Drawings of one size side by side, in as many columns as make them largest."""
    if not drawings:
        return ""
    wide, high = drawings[0].width, drawings[0].height

    def scale(columns: int) -> float:
        rows = -(-len(drawings) // columns)
        across = (width - gap * (columns - 1)) / columns / wide
        return min(across, (height - gap * (rows - 1)) / rows / high, 1.3)

    columns = max(range(1, len(drawings) + 1), key=scale)
    size = scale(columns)
    across, down = wide * size, high * size
    left = (width - min(columns, len(drawings)) * (across + gap) + gap) / 2
    return "".join(
        fit(each, left + (at % columns) * (across + gap), (at // columns) * (down + gap),
            across, down)
        for at, each in enumerate(drawings)
    )  # fmt: skip


def svg(drawing: Drawing, family: str = FAMILY) -> str:
    """A whole file."""
    box = " ".join(number(each) for each in (drawing.x, drawing.y, drawing.width, drawing.height))
    return element(
        "svg",
        drawing.body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=box,
        width=drawing.width,
        height=drawing.height,
        font_family=family,
        font_weight="700",
        fill=INK,
    )


@cache
def art(game: str) -> Mapping[str, str]:
    """The drawings of a game by name, as `scripts/art.py` has written them."""
    found: dict[str, str] = json.loads((folder(game) / "art.json").read_text())["drawings"]
    return {name: _black(body) for name, body in found.items()}


def _black(body: str) -> str:
    """A drawing whose black is its own and not that of what it stands in."""
    return element("g", body, fill="#000000")
