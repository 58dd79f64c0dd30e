"""The town as a picture: tiles whose squares grow together, and the standees on them."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from faubourg.core.contract import Row
from faubourg.core.text import Language
from faubourg.gamekit.drawing import BOARD, Drawing, art, at, element, fit, rect
from faubourg.games.my_little_town.view import view
from faubourg.games.my_little_town.view_types import View

GAME = "my_little_town"
UNIT = 40  # a square
TILE = 3 * UNIT
ALONE = "X"  # a building pit joins nothing
AROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))  # from the north
MARGIN = 14
HATS = 12  # of the figures, above their squares
MEADOW, KERB, KERB_EDGE = "#cfe3b4", "#f4ead4", "#b7a88c"
# Of a standee's foot: its ground and its edge.
WOOD = {
    "blue": ("#8fc2ee", "#17528a"),
    "green": ("#c4e3a6", "#1f6235"),
    "yellow": ("#fff1ad", "#7c5a00"),
    "red": ("#f3a593", "#8f2417"),
}
Kinds = Mapping[tuple[int, int], str]


def draw(components: Any, row: Row, names: Sequence[str], language: Language) -> Drawing:
    """The town from above, in a meadow."""
    shown = cast(View, view(components, row))
    tiles = sorted(shown["town"].values(), key=lambda tile: (tile["y"], tile["x"]))
    kinds = {
        (square["x"], square["y"]): square["kind"]
        for tile in tiles
        for square in tile["squares"].values()
    }
    lying = "".join(_tile(tile["x"], tile["y"], kinds) for tile in tiles)
    standing = sorted(shown["standees"].items(), key=lambda each: each[1][0][1])
    people = "".join(
        _standee(shown["players"][name[0]]["colour"] or "blue", cells) for name, cells in standing
    )
    xs, ys = [tile["x"] for tile in tiles] or [0], [tile["y"] for tile in tiles] or [0]
    left, top = min(xs) * TILE - MARGIN, min(ys) * TILE - MARGIN
    width, height = (max(xs) + 1) * TILE + MARGIN - left, (max(ys) + 1) * TILE + MARGIN - top
    town = Drawing(lying + people, width, height, left, top)
    return Drawing(rect(0, 0, *BOARD, fill=MEADOW, rx=18) + fit(town, 0, 0, *BOARD, 2), *BOARD)


def tile_drawing(letters: str) -> Drawing:
    """A tile by itself: nine letters, row by row."""
    kinds = {(place % 3, place // 3): letter for place, letter in enumerate(letters)}
    return Drawing(_tile(0, 0, kinds), TILE, TILE)


def standee_drawing(colour: str, length: int) -> Drawing:
    """A standee by itself, lying eastwards."""
    drawn = _standee(colour, [(step, 0) for step in range(length)])
    return Drawing(drawn, length * UNIT, UNIT + HATS, 0, -HATS)


def _tile(column: int, line: int, kinds: Kinds) -> str:
    ground = rect(column * TILE, line * TILE, TILE, TILE, rx=9, fill=KERB, stroke=KERB_EDGE)
    places = [(column * 3 + step % 3, line * 3 + step // 3) for step in range(9)]
    return ground + "".join(
        at(x * UNIT, y * UNIT, art(GAME)[f"{kinds[x, y]}-{_joins(kinds, x, y)}"]) for x, y in places
    )


def _joins(kinds: Kinds, x: int, y: int) -> int:
    """The neighbours that a square joins as bits: those of its kind; over a corner only where both
    sides beside it join too."""
    kind = kinds[x, y]
    if kind == ALONE:
        return 0
    alike = [kinds.get((x + east, y + south)) == kind for east, south in AROUND]
    return sum(
        1 << way
        for way, same in enumerate(alike)
        if same and (way % 2 == 0 or (alike[way - 1] and alike[(way + 1) % 8]))
    )


def _standee(colour: str, cells: Sequence[tuple[int, int]]) -> str:
    """Figures on one wooden foot, from a first square eastwards or southwards."""
    (x, y), south, long = cells[0], cells[-1][1] > cells[0][1], len(cells) * UNIT
    ground, edge = WOOD[colour]
    across, down = (UNIT, long) if south else (long, UNIT)
    mat = rect(2, 2, across - 4, down - 4, rx=9, fill=ground, fill_opacity=0.55, stroke=edge)
    foot = (13.5, 4, 13, long - 6) if south else (3, 26, long - 6, 13)
    board = rect(*foot, rx=6, fill=ground, stroke=edge, stroke_width=2)
    steps = range(len(cells))
    looks = (art(GAME)[f"{colour}-{(step + len(cells)) % 4}"] for step in steps)
    figures = "".join(
        at(0 if south else step * UNIT, step * UNIT if south else 0, _figure(look))
        for step, look in zip(steps, looks, strict=True)
    )
    return at(x * UNIT, y * UNIT, mat + board + figures)


def _figure(look: str) -> str:
    shade = element("ellipse", cx=26, cy=33.5, rx=13, ry=4, fill="#000000", fill_opacity=0.2)
    return shade + at(-2.4, -9.5, look, 1.12)
