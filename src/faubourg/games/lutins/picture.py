"""The village as a picture: each lutin's houses of blocks, and the gnome beside his tower."""

from collections.abc import Sequence
from typing import Any, cast

from faubourg.core.contract import Row
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Language
from faubourg.gamekit.drawing import SEATS, Drawing, art, at, element, plots, rect, shortened, words
from faubourg.games.lutins.view import box, view
from faubourg.games.lutins.view_types import Box, HouseView, View

GAME = "lutins"
STEP = 10  # half a cube
TALL = 2  # steps
CUBE, LONG, ROOF, ARCH = range(4)
Place = tuple[int, int, int]  # form, x and y in steps; y counts upwards from the ground
Standing = list[tuple[Place, str | None]]  # with the colour of the block that is there
GRASS, SKY = "#bcd98a", "#f7fbf2"


def draw(components: Any, row: Row, names: Sequence[str], language: Language) -> Drawing:
    """Everybody's plot."""
    shown = cast(View, view(components, row))
    facts = cast(Box, box(components))

    def plot(seat: int, width: float, height: float) -> str:
        letter = SEAT_LETTERS[seat]
        lawn = rect(0, 0, width, height, rx=18, fill=SKY, stroke=SEATS[seat], stroke_width=3)
        grass = element("path", d=_lawn(width, height), fill=GRASS)
        title = words(66, 38, shortened(names[seat], 26, width - 84), 26, fill=SEATS[seat])
        if letter == shown["gnome"]:
            figure, houses = at(34, 76, art(GAME)["gnome-calm"], 0.6), [_tower(shown)]
        else:
            mine = [each for each in shown["houses"].items() if each[1]["owner"] == letter]
            houses = [_stand(shown, facts, id, house) for id, house in mine]
            figure = at(34, 70, art(GAME)[f"lutin-{seat}"], 0.95)
        return lawn + grass + _row(houses, width, height) + figure + title

    return plots(len(names), plot)


def house_drawing(levels: Sequence[Sequence[int]]) -> Drawing:
    """A house as its card shows it: the places of its blocks."""
    return _house([(place, None) for place in _plan(levels)])


def _lawn(width: float, height: float) -> str:
    low, half = height - 60, width / 2
    return (
        f"M2 {low:g}Q{half:g} {low - 24:g} {width - 2:g} {low:g}V{height - 18:g}"
        f"Q{width - 2:g} {height - 2:g} {width - 18:g} {height - 2:g}H18Q2 {height - 2:g} 2 "
        f"{height - 18:g}Z"
    )


def _row(houses: Sequence[Drawing], width: float, height: float) -> str:
    """Houses side by side on the lawn, all at one scale."""
    if not houses:
        return ""
    needed = sum(each.width for each in houses) + 14 * (len(houses) - 1)
    scale = min((width - 40) / needed, (height - 104) / max(each.height for each in houses), 2.6)
    x, body = (width - needed * scale) / 2, ""
    for each in houses:
        body += at(x, height - 22 - each.height * scale, each.body, scale)
        x += (each.width + 14) * scale
    return body


def _tower(shown: View) -> Drawing:
    """The gnome's tower of blue blocks, two side by side; those that show the emblem on top."""
    high = max(2, -(-shown["tower"] // 2))
    plain = shown["tower"] - shown["emblems"]
    body = "".join(
        at(block % 2 * 20, (high - 1 - block // 2) * 20 + 5,
           art(GAME)["block-0-blue" if block >= plain else "tower-blue"])
        for block in range(shown["tower"])
    )  # fmt: skip
    return Drawing(body, 46, high * 20 + 5)


def _stand(shown: View, facts: Box, id: str, house: HouseView) -> Drawing:
    forms = {shape["id"]: form for form, shape in enumerate(facts["shapes"])}
    blocks = [
        (forms[block.split()[1]], block.split()[0])
        for block, count in house["blocks"].items()
        for _ in range(count)
    ]
    if shown["building"] == "imaginary":
        return _house(_imagined(blocks), house["finished"])
    levels = [[forms[shape] for shape in level] for level in facts["houses"][id]["levels"]]
    standing: Standing = []
    for place in _plan(levels):
        fitting = next((block for block in blocks if block[0] == place[0]), None)
        if fitting is not None:
            blocks.remove(fitting)
        standing.append((place, fitting and fitting[1]))
    return _house(standing, house["finished"])


def _wide(form: int) -> int:
    return 2 if form == CUBE else 4


def _plan(levels: Sequence[Sequence[int]]) -> list[Place]:
    """The places of a card's blocks, from the ground up. A level stands in the middle of the one
    below, but a single block stands on the one block that is as wide as itself."""
    places: list[Place] = []
    below: list[Place] = []
    for height, level in enumerate(reversed(levels)):
        width = sum(map(_wide, level))
        x = 0
        if below:
            alike = [place for place in below if _wide(place[0]) == width]
            ends = below[0][1] + below[-1][1] + _wide(below[-1][0])
            x = alike[0][1] if len(level) == 1 and len(alike) == 1 else (ends - width) // 2
        below = []
        for form in level:
            below.append((form, x, height * TALL))
            x += _wide(form)
        places += below
    left = min((x for _, x, _ in places), default=0)
    return [(form, x - left, y) for form, x, y in places]


def _imagined(blocks: Sequence[tuple[int, str]]) -> Standing:
    """Blocks of an imaginary house: long ones below, roofs on top, in rows four cubes wide."""
    order = (LONG, CUBE, ARCH, ROOF)
    standing: Standing = []
    x = y = 0
    for form, colour in sorted(blocks, key=lambda block: order.index(block[0])):
        if x + _wide(form) > 8:
            x, y = 0, y + TALL
        standing.append(((form, x, y), colour))
        x += _wide(form)
    return standing


def _house(standing: Standing, finished: bool = False) -> Drawing:
    width = max((x + _wide(form) for (form, x, _), _ in standing), default=4) * STEP
    high = max((y + TALL for (_, _, y), _ in standing), default=2 * TALL) * STEP
    above = 20 if finished else 6
    body = element(
        "ellipse", cx=width / 2, cy=high + above, rx=width / 2 + 4, ry=4, fill="#5d7a2f",
        fill_opacity=0.25,
    )  # fmt: skip
    for (form, x, y), colour in sorted(standing, key=lambda each: (each[0][2], each[0][1])):
        name = f"block-{form}-{colour}" if colour else f"place-{form}"
        body += at(x * STEP, above + high - y * STEP - TALL * STEP, art(GAME)[name])
    if finished:
        body += _flag(width / 2, above)
    return Drawing(body, width + 8, high + above + 4)


def _flag(x: float, y: float) -> str:
    pole = element("path", d="M0 1V-13", stroke="#6a4526", stroke_width=1.6)
    cloth = element(
        "path", d="M.8-13q5-2 7 0t6 0v7q-4 2-6 0t-7 0Z", fill="#2f9e5a", stroke="#165c33",
        stroke_width=0.7,
    )  # fmt: skip
    return at(x, y, pole + cloth)
