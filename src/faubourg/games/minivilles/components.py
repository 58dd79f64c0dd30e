"""Loads the box of Minivilles and builds the table of numbers that the rules read."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from faubourg.core.contract import Box, Data, Source
from faubourg.core.text import Text
from faubourg.gamekit.box import checked_box
from faubourg.gamekit.nodes import name_of
from faubourg.games.minivilles.box_form import FORM
from faubourg.games.minivilles.cards import (
    AMONG,
    ANY_NUMBER,
    BONUS,
    COLOURS,
    COUNTED_WORDS,
    EFFECTS,
    EVERYTHING,
    IDLE,
    MOST_ACTING,
    NO_POWER,
    NUMBERS,
    POWERS,
    RAISE_POWER,
    SYMBOLS,
    UNUSED,
)
from faubourg.games.minivilles.state import (
    KINDS,
    KINDS_AT_FIRST,
    LANDMARKS,
    LANDMARKS_AT_FIRST,
)
from faubourg.kernels.rows import row_dtype

NAME = Text("Minivilles Deluxe", "Minivilles Deluxe")

BOX = row_dtype(
    [
        ("starting_coins", "i8"),
        ("piles", "i8"),
        ("landmarks", "i8"),  # how many there are
        ("kinds", "i8"),
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
        # What is counted, a bit for each symbol and one for landmarks; 0 for a plain effect.
        ("per", "i8", (KINDS,)),
        ("among", "i8", (KINDS,)),
        ("conditional", "i8", (KINDS,)),  # whether the owner must have, or not have, landmarks
        ("needs", "i8", (KINDS,)),  # landmarks that the owner must have, a bit each
        ("below", "i8", (KINDS,)),  # the owner must have fewer landmarks than this
        ("counts", "i8", (KINDS,)),  # how many landmarks the owner may have, a bit each
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

    def power_name(self, power: int) -> Text:
        """The name of the landmark that has a power; empty if none has."""
        named = (card.name for card in self.landmarks if card.effect["kind"] == POWERS[power])
        return next(named, Text("", ""))

    @property
    def is_larger(self) -> bool:
        """See `contract.Components`."""
        more = self.box.kinds > KINDS_AT_FIRST or self.box.landmarks > LANDMARKS_AT_FIRST
        return bool(more)

    @property
    def all_establishments(self) -> tuple[Card, ...]:
        """Those of the box, without the padding."""
        return tuple(card for card in self.establishments if not card.id.startswith(UNUSED))

    @property
    def all_landmarks(self) -> tuple[Card, ...]:
        """Those of the box, without the padding."""
        return tuple(card for card in self.landmarks if not card.id.startswith(UNUSED))


def load(source: Source | None = None) -> Minivilles:
    """The box in a file or a text, or the one in the package."""
    file = checked_box(source or Path(__file__).with_name("components.toml"), FORM)
    box = np.zeros(1, BOX)[0]
    game = file.data["game"]
    box.starting_coins = game["starting_coins"]
    box.piles = game["market_piles"]
    box.to_win = game["landmarks_to_win"]
    box.relief = game["relief_coins"]
    box.landmarks = len(file.data["landmark"])
    box.landmark_cost[:] = EVERYTHING  # more than anybody has: what is not there can't be built
    landmarks = [_landmark(box, i, entry) for i, entry in enumerate(file.data["landmark"])]
    bonus = [SYMBOLS.index(symbol) for symbol in game["bonus_symbols"]]
    ids = [card.id for card in landmarks]
    cards = [
        _establishment(box, i, entry, ids, bonus)
        for i, entry in enumerate(file.data["establishment"])
    ]
    box.kinds = len(cards)
    cards += [_unused(f"{i + 1}") for i in range(len(cards), KINDS)]
    landmarks += [_unused(f"landmark_{i + 1}") for i in range(len(landmarks), LANDMARKS)]
    players = (game["players"][0], game["players"][1])
    return Minivilles(box, tuple(cards), tuple(landmarks), players, NAME, file.text, file.digest)


def _landmark(box: Box, i: int, entry: Data) -> Card:
    power = entry["power"]
    kind = POWERS.index(power["kind"]) if power["kind"] != NO_POWER else None
    box.landmark_cost[i] = entry["cost"]
    if kind is not None:
        box.power_bit[kind] = 1 << i
    if kind == RAISE_POWER:
        box.raise_from, box.raise_by = power["from"], power["by"]
    elif kind == BONUS:
        box.bonus = power["coins"]
    elif kind == IDLE:
        box.idle = power["coins"]
    return Card(entry["id"], name_of(entry), "landmark", "tower", (), entry["cost"], True, power)


def _establishment(box: Box, i: int, entry: Data, landmarks: list[str], bonus: list[int]) -> Card:
    effect, colour = entry["effect"], COLOURS.index(entry["colour"])
    box.colour[i] = colour
    box.symbol[i] = SYMBOLS.index(entry["symbol"])
    box.cost[i] = entry["cost"]
    box.deck[i] = entry["deck"]
    box.starting[i] = entry.get("starting", 0)
    box.unique[i] = entry.get("unique", False)
    box.raised[i] = box.symbol[i] in bonus
    _effect(box, i, effect, landmarks)
    for number in entry["numbers"]:
        count = int(box.acting_count[colour, number])
        box.acting[colour, number, count] = i
        box.acting_count[colour, number] = count + 1
        box.numbers[i] |= 1 << number
    return Card(
        entry["id"],
        name_of(entry),
        entry["colour"],
        entry["symbol"],
        tuple(entry["numbers"]),
        entry["cost"],
        bool(box.unique[i]),
        effect,
    )


def _effect(box: Box, i: int, effect: Data, landmarks: list[str]) -> None:
    coins = effect.get("coins", 0)
    box.effect[i] = EFFECTS.index(effect["kind"])
    box.coins[i] = EVERYTHING if coins == "all" else coins
    box.per[i] = sum(1 << COUNTED_WORDS.index(word) for word in effect.get("per", []))
    usual = "payer" if effect["kind"] == "levy" else "own"
    box.among[i] = AMONG.index(effect.get("among", usual))
    if "needs" in effect:
        box.needs[i] = 1 << landmarks.index(effect["needs"])
    box.below[i] = effect.get("below", ANY_NUMBER)
    right = range(effect.get("at_least", 0), min(int(box.below[i]), LANDMARKS + 1))
    box.counts[i] = sum(1 << count for count in right)
    box.conditional[i] = bool({"needs", "below", "at_least"} & effect.keys())
    box.roller_landmarks[i] = effect.get("roller_landmarks", 0)
    box.threshold[i] = effect.get("from", 0)


def _unused(which: str) -> Card:
    """Padding for what a smaller box does not have: no such card is ever seen."""
    id = f"{UNUSED}{which}"
    return Card(id, Text(id, id), "blue", "wheat", (), 0, False, {"kind": "income", "coins": 0})
