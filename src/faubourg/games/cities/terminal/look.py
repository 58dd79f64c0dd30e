"""How the things of Cities look in a terminal: squares, attractions, modules, players.

A square is read without colours too: `"` is park, `~` water, a small letter a street of that
colour, a capital letter and a digit a building of that colour and height; `*` before it is a joker
below it.
"""

from rich.text import Text as Line

from faubourg.core.contract import Scene
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.games.cities.components import Cities
from faubourg.games.cities.state import (
    COLOURS,
    JOKER,
    MONUMENT,
    NOTHING,
    PARK,
    STREET,
    WATER,
    WATER_ATTRACTIONS,
)
from faubourg.games.cities.text.contents import Square
from faubourg.games.cities.text.goal_text import COLOUR_NAMES

COLON = Text(":", " :")
GOLD = "#c08a1e"
GAIN = "bold #2f9e5a"
NUMBER = "bold black on #d9d9d9"  # the number to type for a choice
# Streets are grey with letters in their colours, so that green streets are no parks; buildings have
# a background of their colour.
GROUND = {PARK: "#1d5a2c on #a9d99b", WATER: "#0b4f77 on #9fd8ec"}
PAVING = "on #dedad2"
PAINT = ("#b3261e", "#1f4fb0", "#16793a", "#9a6a00")
HOUSES = (
    "bold white on #c0392f", "bold white on #2f5fc4", "bold white on #1f8a46",
    "bold black on #f0c02c",
)  # fmt: skip
PLAYERS = (
    "bold white on #7b4fa3", "bold white on #a8521c", "bold white on #17757d",
    "bold white on #5c5c66",
)  # fmt: skip
SIGNS = {PARK: '"', WATER: "~"}
STREET_LETTERS = tuple(colour[0] for colour in COLOURS)

# Pictures of the attractions in the box; others are shown by a letter.
PICTURES = {
    "ferry": "🚢", "dolphins": "🐬", "swans": "🦢", "rowing": "🚣", "playground": "🎠",
    "fountain": "⛲", "roses": "🌹", "carousel": "🎡", "monument": "🗿", "joker": "🃏",
    "pier": "🎣", "bandstand": "🎵", "tea_house": "🍵",  # of version 1
}  # fmt: skip


def letters(components: Cities) -> list[str]:
    """A capital letter for every attraction: the first of its name that is free and no colour."""
    used = {letter.upper() for letter in STREET_LETTERS}
    found = []
    for attraction in components.attractions:
        free = [x for x in (*attraction.id.upper(), *"ABCDEFGHIJ") if x.isalpha() and x not in used]
        found.append(free[0])
        used.add(free[0])
    return found


def attraction_sign(scene: Scene, kind: int) -> str:
    """Two columns for an attraction."""
    id = scene.components.attractions[kind].id
    if scene.pictures and id in PICTURES:
        return PICTURES[id]
    return f"{letters(scene.components)[kind]} "


def ground_sign(ground: int) -> str:
    return SIGNS[ground] if ground in SIGNS else STREET_LETTERS[ground - STREET]


def ground_style(ground: int) -> str:
    return GROUND[ground] if ground in GROUND else f"bold {PAINT[ground - STREET]} {PAVING}"


def cell(scene: Scene, square: Square, open: bool = False) -> Line:
    """Three columns for a square; a mark first where something in hand may go."""
    line = Line()
    if square.height:
        first = "›" if open else "*" if square.attraction == JOKER else " "
        said = f"{STREET_LETTERS[square.colour].upper()}{square.height}"
        return line.append(first + said, style=HOUSES[square.colour])
    style = ground_style(square.ground)
    sign = ground_sign(square.ground)
    if square.attraction != NOTHING:
        first = "›" if open else sign
        return line.append(first + attraction_sign(scene, square.attraction), style=style)
    return line.append(f"{'›' if open else ' '}{sign} ", style=style)


def small_cell(scene: Scene, square: Square) -> Line:
    """Two columns for a square of somebody else's centre, and a gap where no colour parts them."""
    gap = "" if scene.colour else " "
    if square.height:
        said = f"{STREET_LETTERS[square.colour].upper()}{square.height}"
        return Line(said + gap, style=HOUSES[square.colour])
    style = ground_style(square.ground)
    if square.attraction != NOTHING:
        return Line(attraction_sign(scene, square.attraction) + gap, style=style)
    return Line(f"{ground_sign(square.ground)} {gap}", style=style)


def tile_rows(scene: Scene, tile: int, top: int = 0) -> list[Line]:
    """The two lines of a tile, turned."""
    squares = scene.components.box.tiles[tile, top]
    rows = []
    for y in (0, 1):
        row = Line()
        for ground in squares[2 * y : 2 * y + 2]:
            row.append(f" {ground_sign(int(ground))} ", style=ground_style(int(ground)))
        rows.append(row)
    return rows


def attraction(scene: Scene, kind: int) -> Line:
    """An attraction with its name."""
    ground = WATER if kind < WATER_ATTRACTIONS else PARK
    style = f"black {PAVING}" if kind >= MONUMENT else GROUND[ground]
    name = scene.components.attractions[kind].name.to(scene.language)
    return Line.assemble((attraction_sign(scene, kind), style), f" {name}")


def module(scene: Scene, colour: int) -> Line:
    """A module, shown by the letter of its colour."""
    return Line(f" {STREET_LETTERS[colour].upper()} ", style=HOUSES[colour])


def colour_name(scene: Scene, colour: int) -> str:
    return COLOUR_NAMES[colour].to(scene.language)


def player(scene: Scene, seat: int) -> Line:
    """A player's letter, as on workers and markers."""
    letter = SEAT_LETTERS[seat]
    return Line(f" {letter} " if scene.colour else f"[{letter}]", style=PLAYERS[seat])


def number(scene: Scene, action: int) -> Line:
    """What to type for a choice."""
    typed = scene.choices.index(action) + 1
    return Line.assemble((f" {typed:>2} " if scene.colour else f" {typed:>2})", NUMBER))


def mine(scene: Scene) -> int:
    """The seat whose centre is shown large: the person to act, or the first person."""
    seat = int(scene.row.turn_of)
    return seat if seat in scene.people or not scene.people else scene.people[0]
