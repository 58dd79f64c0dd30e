"""What `view` and `box` of view.py return, as types. `make types` writes the page's from them."""

from typing import Literal

from typing_extensions import TypedDict

from faubourg.gamekit.view_types import Both

Side = Literal["north", "east", "south", "west"]
Colour = Literal["blue", "green", "yellow", "red"]


class Square(TypedDict):
    x: int
    y: int
    kind: str
    standee: str


class TownTile(TypedDict):
    tile: int
    top: Side
    x: int
    y: int
    squares: dict[str, Square]


class Player(TypedDict):
    colour: Colour | None
    hand: list[int]
    items: int


class Drawn(TypedDict, total=False):
    tile: int
    rows: list[str]


class View(TypedDict):
    turn: str
    seat: str
    phase: Literal["start", "first", "draw", "act", "place", "last", "choose", "ended"]
    turns: int
    version: Literal["normal", "easy"]
    pile: int
    drawn: Drawn
    final: int
    players: dict[str, Player]
    town: dict[str, TownTile]
    standees: dict[str, list[tuple[int, int]]]


class Ground(Both):
    letter: str


class ColourFacts(Ground):
    shows: Both


class Colours(TypedDict):
    blue: ColourFacts
    green: ColourFacts
    yellow: ColourFacts
    red: ColourFacts


class Box(TypedDict):
    name: Both
    standees: list[int]
    items: int
    colours: Colours
    cross: Ground
    tiles: dict[str, list[str]]
