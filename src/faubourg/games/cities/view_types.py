"""What `view` and `box` of view.py return, as types. `make types` writes the page's from them."""

from typing import Literal

from typing_extensions import TypedDict

from faubourg.gamekit.view_types import Both

Colour = Literal["red", "blue", "green", "yellow"]
Ground = Literal["park", "water", "red", "blue", "green", "yellow"]
Top = Literal["north", "east", "south", "west"]


# ---------------------------------------------------------------- a player


class Square(TypedDict):
    x: int
    y: int
    kind: Literal["park", "water", "street"]
    street: Colour | Literal[""]
    attraction: str
    building: Colour | Literal[""]
    height: int


class LaidTile(TypedDict):
    tile: int
    starting: bool
    x: int
    y: int
    top: Top


class Centre(TypedDict):
    width: int
    height: int
    tiles: dict[str, LaidTile]
    squares: dict[str, Square]
    open: list[tuple[int, int]]


class Card(TypedDict):
    name: Both
    text: Both
    points: int


class HeldCard(Card):
    measure: int
    every: int
    times: int


class Progress(TypedDict):
    measure: int
    every: int
    times: int
    have: int
    need: int
    text: Both
    marker: int


class ObjectiveReason(TypedDict):
    objective: int
    number: int
    points: int


class ZoneReason(TypedDict):
    of: Literal["park", "water"]
    squares: list[str]
    different: list[str]
    points: int


class MonumentReason(TypedDict):
    square: str
    points: int


class CardReason(TypedDict):
    card: str
    times: int
    points: int


class Reasons(TypedDict):
    objectives: list[ObjectiveReason]
    zones: list[ZoneReason]
    monuments: list[MonumentReason]
    cards: list[CardReason]


class Score(TypedDict):
    objectives: int
    zones: int
    monuments: int
    cards: int
    total: int
    reasons: Reasons


class Player(TypedDict):
    cards: dict[str, HeldCard]
    objectives: dict[str, Progress]
    centre: Centre
    score: Score


# ---------------------------------------------------------------- on the table


class _Seen(TypedDict):
    worker: str
    hidden: int


class Place(_Seen, total=False):
    """A place of the main board; what lies on it depends on its row."""

    cards: dict[str, Card]
    tiles: dict[str, str]
    attractions: list[str]
    modules: list[Colour]
    bag: bool


class Objective(TypedDict):
    text: Both
    numbers: list[int]
    covered: list[int]
    free: int
    next: int
    markers: dict[str, int]


class Modules(TypedDict, total=False):
    red: int
    blue: int
    green: int
    yellow: int


class _Taken(TypedDict, total=False):
    tile: int
    rows: str
    place: str


class Hand(_Taken):
    attractions: dict[str, int]
    modules: Modules
    hidden: int


class Bag(TypedDict):
    red: int
    blue: int
    green: int
    yellow: int


class Unseen(TypedDict):
    cards: list[str]
    tiles: list[int]
    attractions: dict[str, int]


class View(TypedDict):
    turn: str
    seat: str
    phase: Literal["first", "deal", "reveal", "start", "take", "place", "ended"]
    turns: int
    city: str
    name: Both
    round: int
    rounds: int
    longest: int
    first: str
    star: str
    objectives: dict[str, Objective]
    board: dict[str, Place]
    starters: dict[str, str]
    bag: Bag
    unseen: Unseen
    hand: Hand
    players: dict[str, Player]


# ---------------------------------------------------------------- the box


class Module(TypedDict):
    name: Both
    count: int


class AllModules(TypedDict):
    red: Module
    blue: Module
    green: Module
    yellow: Module


class Attraction(TypedDict):
    name: Both
    on: Literal["water", "park", "street"]
    count: int


class Picture(TypedDict):
    """What a goal is about."""

    of: str
    colour: str
    every: int


class CardFacts(Card, Picture):
    pass


class ObjectiveFacts(Picture):
    text: Both
    numbers: list[int]


class City(TypedDict):
    name: Both
    objectives: dict[str, ObjectiveFacts]


class Word(TypedDict):
    name: Both
    text: Both


class Box(TypedDict):
    name: Both
    letters: dict[str, Ground]
    tiles: dict[str, str]
    starters: dict[str, str]
    modules: AllModules
    most_height: int
    attractions: dict[str, Attraction]
    zone_points: list[int]
    monument_points: int
    cards: dict[str, CardFacts]
    cities: dict[str, City]
    glossary: dict[str, Word]
