"""What `view` and `box` of view.py return, as types. `make types` writes the page's from them."""

from typing import Literal

from typing_extensions import TypedDict

from faubourg.gamekit.view_types import Both


class Town(TypedDict):
    coins: int
    cards: dict[str, int]  # how many, by id
    landmarks: list[str]


class Forecast(TypedDict):
    """What each number would bring, the first entry for a 1; see forecast.py."""

    mine: list[int]
    fees: list[int]
    least: list[int]
    most: list[int]
    open: list[int]


class View(TypedDict):
    turn: str
    seat: str
    phase: Literal[
        "deal", "first", "dice", "catch", "roll", "reroll", "raise", "give", "demolish", "pick",
        "offer", "swap", "build", "ended",
    ]  # fmt: skip
    turns: int
    dice: list[int]
    number: int
    rolling: int
    rerolled: bool
    again: bool
    park: Literal["later", "now"]
    reroll: Literal["chosen", "kept"]
    catch: int
    gifts: int
    demolitions: int
    offered: str
    market: dict[str, int]
    deck: int
    towns: dict[str, Town]
    forecast: dict[str, Forecast]


# The optional keys of an effect; a call, because "from" can be no name of a class's field.
_Effect = TypedDict(
    "_Effect",
    {
        "coins": int | Literal["all"],
        "per": list[str],
        "among": Literal["own", "all", "payer"],
        "needs": str,
        "below": int,
        "at_least": int,
        "roller_landmarks": int,
        "from": int,
        "by": int,
    },
    total=False,
)


class Effect(_Effect):
    """What a card does, as the rules read it; see components.toml."""

    kind: str


class CardFacts(TypedDict):
    name: Both
    colour: Literal["blue", "green", "red", "purple", "landmark"]
    symbol: str
    numbers: list[int]
    cost: int
    unique: bool
    effect: Effect
    when: Both
    says: Both


class Box(TypedDict):
    cards: dict[str, CardFacts]
    landmarks: dict[str, CardFacts]
    colours: dict[str, Both]
    symbols: dict[str, Both]
    raised: list[str]
    to_win: int
    piles: int
    relief: int
