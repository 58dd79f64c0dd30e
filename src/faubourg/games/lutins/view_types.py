"""What `view` and `box` of view.py return, as types. `make types` writes the page's from them."""

from typing import Literal

from typing_extensions import TypedDict

from faubourg.gamekit.view_types import Both

Colour = Literal["red", "orange", "yellow", "mauve"]
Face = Literal["red", "orange", "yellow", "mauve", "white", "blue"]


class HouseView(TypedDict):
    owner: str
    blocks: dict[str, int]  # by "red cube"
    missing: dict[str, int]  # by shape, or under "any" where houses are imaginary
    finished: bool


class Middle(TypedDict):
    """The blocks in the middle by colour, then by shape."""

    red: dict[str, int]
    orange: dict[str, int]
    yellow: dict[str, int]
    mauve: dict[str, int]


class View(TypedDict):
    turn: str
    seat: str
    phase: Literal[
        "first", "deal", "throw", "blue", "orange", "pick", "destroy", "build", "ended"
    ]  # fmt: skip
    turns: int
    building: Literal["imposed", "imaginary"]
    gnome: str  # the gnome's seat, or "" where all play together
    thrown: list[Face]
    dice: list[Face]  # those still to be played
    tower: int
    emblems: int
    strength: Literal["calm", "book", "furious"]  # of the gnome whom nobody plays
    asleep: int  # throws with blue that a calm gnome still sleeps through
    pile: int
    lying: int
    middle: Middle
    houses: dict[str, HouseView]


class Shape(TypedDict):
    id: str
    name: Both


class FaceName(TypedDict):
    id: Face
    name: Both


class Back(TypedDict):
    """An imaginary house: what its card is called, and which drawing it has."""

    id: str
    name: Both


class House(TypedDict):
    name: Both
    back: Back | None
    levels: list[list[str]]


class Box(TypedDict):
    shapes: list[Shape]
    faces: list[FaceName]
    colours: list[Colour]
    blocks: int
    tower: int
    emblems: int
    imaginary: int
    houses: dict[str, House]
    gnome_die: dict[str, dict[str, dict[str, list[str]]]]  # die, building, number of players
