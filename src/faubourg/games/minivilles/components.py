"""Loads and validates the box of Minivilles and builds the table of numbers that the rules read."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from faubourg.core.contract import Box, Source
from faubourg.core.text import Text
from faubourg.gamekit.box import BoxFile, entry_id, entry_name, fault, place_among, within
from faubourg.games.minivilles.state import KINDS, LANDMARKS, PILES, SEATS
from faubourg.kernels.rows import row_dtype

NAME = Text("Minivilles Deluxe", "Minivilles Deluxe")
MOST_ROLLED = 12  # with two dice
NUMBERS = 15  # dice numbers 0 to 14: some are raised
MOST_ACTING = 8  # kinds of one colour that may act on one number

COLOURS = ("red", "green", "blue", "purple")
RED, GREEN, BLUE, PURPLE = range(len(COLOURS))
SYMBOLS = (
    "wheat", "cow", "gear", "boat", "bread", "suitcase", "factory", "fruit", "cup", "tower",
)  # fmt: skip
POWERS = ("raise", "two_dice", "bonus", "again", "reroll", "idle")
RAISE_POWER, TWO_DICE, BONUS, AGAIN, REROLL_POWER, IDLE = range(len(POWERS))

# Each kind of effect with the colours that may have it and the words that describe it.
EFFECTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "income": (("green", "blue"), ("coins", "per", "among", "needs", "below")),
    "catch": (("blue",), ("needs",)),
    "fee": (("red",), ("coins", "roller_landmarks")),
    "levy": (("purple",), ("coins", "per")),
    "tax": (("purple",), ("from",)),
    "pick": (("purple",), ("coins",)),
    "swap": (("purple",), ()),
    "give": (("green",), ("coins",)),
    "demolish": (("green",), ("coins",)),
}
INCOME, CATCH_EFFECT, FEE, LEVY, TAX, PICK_EFFECT, SWAP_EFFECT, GIVE_EFFECT, DEMOLISH_EFFECT = (
    range(len(EFFECTS))
)
EVERYTHING = 2**31 - 1  # more coins than anybody can have: all that the roller has
MOST_COINS = 9999  # that a card may cost or pay
MOST_CARDS = 127  # in the deck
ANY_NUMBER = 99  # no limit to the landmarks of the owner

BOX = row_dtype(
    [
        ("starting_coins", "i8"),
        ("piles", "i8"),
        ("to_win", "i8"),
        ("relief", "i8"),
        ("bonus", "i8"),  # what the Shopping Mall adds
        ("idle", "i8"),  # what the Airport pays
        ("raise_from", "i8"),
        ("raise_by", "i8"),
        ("cost", "i8", (KINDS,)),
        ("deck", "i8", (KINDS,)),
        ("starting", "i8", (KINDS,)),
        ("colour", "i8", (KINDS,)),
        ("symbol", "i8", (KINDS,)),
        ("unique", "i8", (KINDS,)),
        ("raised", "i8", (KINDS,)),  # gains from the Shopping Mall
        ("effect", "i8", (KINDS,)),
        ("coins", "i8", (KINDS,)),
        ("per", "i8", (KINDS,)),  # symbols counted, a bit each; 0 for a plain effect
        ("among_all", "i8", (KINDS,)),
        ("needs", "i8", (KINDS,)),  # landmarks that the owner must have, a bit each
        ("below", "i8", (KINDS,)),  # the owner must have fewer landmarks than this
        ("roller_landmarks", "i8", (KINDS,)),
        ("threshold", "i8", (KINDS,)),
        ("landmark_cost", "i8", (LANDMARKS,)),
        ("power_bit", "i8", (len(POWERS),)),  # the landmark that has each power, as a bit
        ("numbers", "i8", (KINDS,)),  # the dice numbers a kind acts on, a bit each
        # The kinds of each colour that act on each dice number, in order.
        ("acting", "i8", (len(COLOURS), NUMBERS, MOST_ACTING)),
        ("acting_count", "i8", (len(COLOURS), NUMBERS)),
    ]
)


@dataclass(frozen=True)
class Card:
    """An establishment or a landmark, as people know it."""

    id: str
    name: Text
    colour: str
    symbol: str
    numbers: tuple[int, ...]
    cost: int
    unique: bool
    effect: dict[str, Any]


@dataclass(frozen=True)
class Minivilles:
    """A checked box: the numbers for the rules, the names for people."""

    box: Box
    establishments: tuple[Card, ...]
    landmarks: tuple[Card, ...]
    players: tuple[int, int]
    name: Text
    text: str  # of the file
    digest: str

    def kind(self, id: str) -> int | None:
        """The number of the establishment with this id."""
        return next((i for i, card in enumerate(self.establishments) if card.id == id), None)

    def landmark(self, id: str) -> int | None:
        """The number of the landmark with this id."""
        return next((i for i, card in enumerate(self.landmarks) if card.id == id), None)

    def landmark_with(self, power: int) -> Card:
        """The landmark that has a power; a box has one for each."""
        return next(card for card in self.landmarks if card.effect["kind"] == POWERS[power])


def load(source: Source | None = None) -> Minivilles:
    """The box in a file or a text, or the one in the package."""
    file = BoxFile(source or Path(__file__).with_name("components.toml"))
    box = np.zeros(1, BOX)[0]
    with file.at("game"):
        bonus = _game(box, file.data["game"])
        players = file.players(SEATS)
        within(file.count("landmark"), LANDMARKS, LANDMARKS, "landmark")
        within(file.count("establishment"), int(box.piles), KINDS, "establishment")
    landmarks: list[Card] = []
    for i, entry in enumerate(file.data["landmark"]):
        with file.at("landmark", i):
            landmarks.append(_landmark(box, i, entry, landmarks))
    cards: list[Card] = []
    for i, entry in enumerate(file.data["establishment"]):
        with file.at("establishment", i):
            cards.append(_establishment(box, i, entry, landmarks, cards, bonus))
    with file.at("game"):
        within(int(box.deck.sum()), 1, MOST_CARDS, "deck")
    cards += [_unused(i) for i in range(len(cards), KINDS)]
    return Minivilles(box, tuple(cards), tuple(landmarks), players, NAME, file.text, file.digest)


def _game(box: Box, game: dict[str, Any]) -> list[int]:
    """The numbers that stand for the whole game; the symbols raised."""
    box.starting_coins = within(game["starting_coins"], 0, MOST_COINS, "starting_coins")
    box.piles = within(game["market_piles"], 1, PILES, "market_piles")
    box.to_win = within(game["landmarks_to_win"], 1, LANDMARKS, "landmarks_to_win")
    box.relief = within(game["relief_coins"], 0, MOST_COINS, "relief_coins")
    return [place_among(s, SYMBOLS, "bonus_symbols") for s in game["bonus_symbols"]]


def _landmark(box: Box, i: int, entry: dict[str, Any], others: list[Card]) -> Card:
    id, power = entry_id(entry), entry["power"]
    kind = place_among(power["kind"], POWERS, f"power of {id}")
    box.landmark_cost[i] = within(entry["cost"], 0, MOST_COINS, f"cost of {id}")
    box.power_bit[kind] = 1 << i
    if kind == RAISE_POWER:
        box.raise_from = within(power["from"], 1, MOST_ROLLED, f"power of {id}")
        box.raise_by = within(power["by"], 1, NUMBERS - 1 - MOST_ROLLED, f"power of {id}")
    elif kind == BONUS:
        box.bonus = within(power["coins"], 0, MOST_COINS, f"power of {id}")
    elif kind == IDLE:
        box.idle = within(power["coins"], 0, MOST_COINS, f"power of {id}")
    _check_new(power["kind"], [card.effect["kind"] for card in others], "power")
    card = Card(id, entry_name(entry), "landmark", "tower", (), entry["cost"], True, power)
    return _checked(card, others)


def _establishment(
    box: Box,
    i: int,
    entry: dict[str, Any],
    landmarks: list[Card],
    cards: list[Card],
    bonus: list[int],
) -> Card:
    id, effect = entry_id(entry), entry["effect"]
    colour = place_among(entry["colour"], COLOURS, f"colour of {id}")
    kind = place_among(effect["kind"], tuple(EFFECTS), f"effect of {id}")
    colours, words = EFFECTS[effect["kind"]]
    place_among(entry["colour"], colours, f"colour of {id}")
    for word in effect.keys() - {"kind"}:
        place_among(word, words, f"effect of {id}")
    box.colour[i] = colour
    box.symbol[i] = place_among(entry["symbol"], SYMBOLS, f"symbol of {id}")
    box.cost[i] = within(entry["cost"], 0, MOST_COINS, f"cost of {id}")
    box.deck[i] = within(entry["deck"], 0, MOST_CARDS, f"deck of {id}")
    box.starting[i] = within(entry.get("starting", 0), 0, 9, f"starting of {id}")
    box.unique[i] = entry.get("unique", False) is True
    box.raised[i] = box.symbol[i] in bonus
    box.effect[i] = kind
    coins = effect.get("coins", 0)
    box.coins[i] = (
        EVERYTHING if coins == "all" else within(coins, 0, MOST_COINS, f"effect.coins of {id}")
    )
    box.per[i] = sum(
        1 << place_among(s, SYMBOLS, f"effect.per of {id}") for s in effect.get("per", [])
    )
    box.among_all[i] = place_among(
        effect.get("among", "own"), ("own", "all"), f"effect.among of {id}"
    )
    if "needs" in effect:
        ids = tuple(card.id for card in landmarks)
        box.needs[i] = 1 << place_among(effect["needs"], ids, f"effect.needs of {id}")
    box.below[i] = within(effect.get("below", ANY_NUMBER), 0, ANY_NUMBER, f"effect.below of {id}")
    least = effect.get("roller_landmarks", 0)
    box.roller_landmarks[i] = within(least, 0, LANDMARKS, f"effect.roller_landmarks of {id}")
    box.threshold[i] = within(effect.get("from", 0), 0, MOST_COINS, f"effect.from of {id}")
    for index, number in enumerate(entry["numbers"]):
        _check_new(number, entry["numbers"][:index], "numbers")
        within(number, 1, NUMBERS - 1, f"numbers of {id}")
        count = int(box.acting_count[colour, number])
        within(count + 1, 1, MOST_ACTING, f"{entry['colour']} cards on {number}")
        box.acting[colour, number, count] = i
        box.acting_count[colour, number] = count + 1
        box.numbers[i] |= 1 << number
    card = Card(
        id,
        entry_name(entry),
        entry["colour"],
        entry["symbol"],
        tuple(entry["numbers"]),
        entry["cost"],
        bool(box.unique[i]),
        effect,
    )
    return _checked(card, [*landmarks, *cards])


def _unused(i: int) -> Card:
    """Padding for a kind that a smaller box does not have: no such card is ever seen."""
    id = f"unused_{i + 1}"
    return Card(id, Text(id, id), "blue", "wheat", (), 0, False, {"kind": "income", "coins": 0})


def _checked(card: Card, others: list[Card]) -> Card:
    """The card, if neither id nor name is taken: notation reads them all."""
    _check_new(card.id, [other.id for other in others], "id")
    _check_new(card.name.en, [other.name.en for other in others], "en")
    _check_new(card.name.fr, [other.name.fr for other in others], "fr")
    return card


def _check_new(item: object, others: list[Any], key: str) -> None:
    if item in others:
        said = Text("'{item}' is there twice", "« {item} » y est deux fois")
        raise fault("twice", said.format(item=str(item)), key=key)
