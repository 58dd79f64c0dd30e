"""Everybody's city centre as a picture, in isometric view."""

from collections.abc import Sequence
from typing import Any, cast

from faubourg.core.contract import Row
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Language
from faubourg.gamekit.drawing import (
    SEATS,
    Drawing,
    art,
    at,
    element,
    fit,
    plots,
    rect,
    shortened,
    words,
)
from faubourg.games.cities.view import view
from faubourg.games.cities.view_types import Centre, Square, View

GAME = "cities"
HALF, QUARTER = 32, 16  # of a square, across and down
STOREY = 14
SLAB, SLAB_EDGE, SKY = "#b9a98e", "#9f8e72", "#eaf3f6"
FLAT = "matrix(1 .5 -1 .5 0 0)"


def draw(components: Any, row: Row, names: Sequence[str], language: Language) -> Drawing:
    """The centres of all players."""
    shown = cast(View, view(components, row))

    def plot(seat: int, width: float, height: float) -> str:
        centre = shown["players"][SEAT_LETTERS[seat]]["centre"]
        ground = rect(0, 0, width, height, rx=18, fill=SKY, stroke=SEATS[seat], stroke_width=3)
        title = words(18, 38, shortened(names[seat], 26, width - 40), 26, fill=SEATS[seat])
        return ground + fit(_city(centre), 12, 42, width - 24, height - 50, 2) + title

    return plots(len(names), plot)


def tile_drawing(grounds: Sequence[str]) -> Drawing:
    """A tile from above: four squares, row by row."""
    base = rect(-33.5, -33.5, 67, 67, rx=6, fill=SLAB)
    squares = "".join(
        at(16 if part % 2 else -16, 16 if part > 1 else -16, art(GAME)[f"ground-{ground}"])
        for part, ground in enumerate(grounds)
    )
    return Drawing(base + squares, 68, 68, -34, -34)


def _city(centre: Centre) -> Drawing:
    squares = sorted(
        centre["squares"].values(), key=lambda square: (square["x"] + square["y"], square["x"])
    )
    if not squares:
        return Drawing("", 100, 50)
    tiles = sorted(centre["tiles"].values(), key=lambda tile: tile["x"] + tile["y"])
    slabs = "".join(_slab(tile["x"], tile["y"]) for tile in tiles)
    flat = "".join(_ground(square) for square in squares)
    standing = "".join(_standing(square) for square in squares)
    middles = [_middle(square["x"], square["y"]) for square in squares]
    left, right = min(x for x, _ in middles) - HALF, max(x for x, _ in middles) + HALF
    tops = (
        y - square["height"] * STOREY - (36 if square["height"] or square["attraction"] else 18)
        for (_, y), square in zip(middles, squares, strict=True)
    )
    top, low = min(tops), max(y for _, y in middles) + QUARTER + 12
    return Drawing(slabs + flat + standing, right - left, low - top, left, top)


def _project(x: float, y: float) -> tuple[float, float]:
    return (x - y) * HALF, (x + y) * QUARTER


def _middle(x: int, y: int) -> tuple[float, float]:
    return _project(x + 0.5, y + 0.5)


def _slab(column: int, line: int) -> str:
    """The two sides of a tile that are seen."""
    x, y = 2 * column, 2 * line
    (east, upper), (south, low), (west, left) = (
        _project(x + 2, y), _project(x + 2, y + 2), _project(x, y + 2),
    )  # fmt: skip
    one = f"M{west:g} {left:g}L{south:g} {low:g}v9L{west:g} {left + 9:g}Z"
    other = f"M{south:g} {low:g}L{east:g} {upper:g}v9L{south:g} {low + 9:g}Z"
    return element("path", d=one, fill=SLAB) + element("path", d=other, fill=SLAB_EDGE)


def _ground(square: Square) -> str:
    kind = square["street"] or square["kind"]
    bare = "bare" if square["height"] or square["attraction"] else "ground"
    x, y = _middle(square["x"], square["y"])
    return at(x, y, element("g", art(GAME)[f"{bare}-{kind}"], transform=FLAT))


def _standing(square: Square) -> str:
    """Trees, an attraction and a building of a square."""
    body, sight = "", square["attraction"]
    if square["kind"] == "park":
        seed = "few" if sight else str((square["x"] + 2 * square["y"]) % 3)
        body += art(GAME)[f"trees-{seed}"]
    if sight == "joker":
        flat = "matrix(.8 .4 -.8 .4 0 0) translate(0 10)"
        body += element("g", art(GAME)["sight-joker"], transform=flat)
    elif sight:
        body += at(0, 4, art(GAME).get(f"sight-{sight}", art(GAME)["sight-monument"]))
    if square["building"]:
        body += art(GAME)[f"building-{square['building']}-{square['height']}"]
    return at(*_middle(square["x"], square["y"]), body) if body else ""
