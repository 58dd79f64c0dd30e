"""Loads and validates the box of Minivilles and builds the table of numbers that the rules read."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from faubourg.core.contract import Box, Data, Source
from faubourg.core.text import Text, listed
from faubourg.gamekit.box import checked_box
from faubourg.gamekit.nodes import (
    ID_KEY,
    IDLE_WORD,
    NAME_KEYS,
    Choice,
    Each,
    Either,
    Flag,
    Form,
    Found,
    Key,
    Reference,
    Table,
    Union,
    Variant,
    Whole,
    name_of,
    new_names,
    outside,
    players_in_order,
    players_key,
    repeated,
)
from faubourg.gamekit.nodes import NAME as EITHER_LANGUAGE
from faubourg.games.minivilles.state import KINDS, LANDMARKS, PILES, SEATS
from faubourg.kernels.rows import row_dtype

NAME = Text("Minivilles Deluxe", "Minivilles Deluxe")
MOST_ROLLED = 12  # with two dice
NUMBERS = 15  # dice numbers 0 to 14: some are raised
MOST_ACTING = 8  # kinds of one colour that may act on one number

COLOUR_NAMES = {
    "red": Text("red", "rouge"),
    "green": Text("green", "vert"),
    "blue": Text("blue", "bleu"),
    "purple": Text("purple", "violet"),
}
COLOURS = tuple(COLOUR_NAMES)
RED, GREEN, BLUE, PURPLE = range(len(COLOURS))
SYMBOL_NAMES = {
    "wheat": Text("wheat", "blé"),
    "cow": Text("cow", "vache"),
    "gear": Text("gear", "engrenage"),
    "boat": Text("boat", "bateau"),
    "bread": Text("bread", "pain"),
    "suitcase": Text("suitcase", "valise"),
    "factory": Text("factory", "usine"),
    "fruit": Text("fruit", "fruit"),
    "cup": Text("cup", "tasse"),
    "tower": Text("tower", "tour"),
}
SYMBOLS = tuple(SYMBOL_NAMES)
LANDMARK_WORD = "landmark"  # beside the symbols, for what is counted
COUNTED = {**SYMBOL_NAMES, LANDMARK_WORD: Text("landmark", "monument")}
COUNTED_WORDS = tuple(COUNTED)
LANDMARKS_COUNTED = COUNTED_WORDS.index(LANDMARK_WORD)  # the last bit of them
AMONG = ("own", "all", "payer")  # the towns in which something is counted
OWN_TOWN, ALL_TOWNS, _ = range(len(AMONG))
POWERS = ("raise", "two_dice", "bonus", "again", "reroll", "idle")
NO_POWER = "none"
RAISE_POWER, TWO_DICE, BONUS, AGAIN, REROLL_POWER, IDLE = range(len(POWERS))
EFFECTS = ("income", "catch", "fee", "levy", "tax", "pick", "swap", "give", "demolish")
INCOME, CATCH_EFFECT, FEE, LEVY, TAX, PICK_EFFECT, SWAP_EFFECT, GIVE_EFFECT, DEMOLISH_EFFECT = (
    range(len(EFFECTS))
)
CHOICES = ("pick", "swap", "give", "demolish")  # effects that ask the player something
EVERYTHING = 2**31 - 1  # more coins than anybody can have: all that the roller has
RICHEST = 10**9  # coins that anybody can have: a purse is a word of 32 bits
MOST_COINS = 9999  # that a card may cost or pay
MOST_CARDS = 127  # in the deck
ANY_NUMBER = 99  # no limit to the landmarks of the owner
UNUSED = "unused_"  # begins the id of padding, where a box has fewer kinds or landmarks

BOX = row_dtype(
    [
        ("starting_coins", "i8"),
        ("piles", "i8"),
        ("landmarks", "i8"),  # how many there are
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
    def all_establishments(self) -> tuple[Card, ...]:
        """Those of the box, without the padding."""
        return tuple(card for card in self.establishments if not card.id.startswith(UNUSED))

    @property
    def all_landmarks(self) -> tuple[Card, ...]:
        """Those of the box, without the padding."""
        return tuple(card for card in self.landmarks if not card.id.startswith(UNUSED))


# ---------------------------------------------------------------- the form of a box

_COINS = Whole(0, MOST_COINS, label=Text("Coins", "Pièces"))
_PER = Key(
    "per",
    Each(
        Choice(COUNTED),
        1,
        len(COUNTED),
        Text("symbol", "symbole"),
        different=True,
        label=Text("for each", "par"),
        help=Text(
            "The coins are paid for each card with one of these symbols, or for each landmark.",
            "Les pièces sont payées par carte qui porte un de ces symboles, ou par monument.",
        ),
    ),
    optional=True,
)
_TOWNS = {
    "own": Text("in the owner's town", "de la ville du propriétaire"),
    "payer": Text("in the town of who pays", "de la ville de qui paie"),
    "all": Text("in all towns", "de toutes les villes"),
}


def _among(*words: str) -> Key:
    """In which towns is counted; the first word if nothing is said."""
    node = Choice({word: _TOWNS[word] for word in words}, label=Text("counted", "comptés"))
    return Key("among", node, optional=True, default=words[0])


_NEEDS = Key(
    "needs",
    Reference(
        "landmark",
        label=Text("only with", "seulement avec"),
        help=Text(
            "A landmark that the owner must have.", "Un monument que le propriétaire doit avoir."
        ),
    ),
    optional=True,
)
_CONDITIONS = (
    _NEEDS,
    Key(
        "at_least",
        Whole(
            0,
            LANDMARKS,
            label=Text("landmarks at least", "monuments au moins"),
            help=Text(
                "Only if the owner has so many landmarks or more.",
                "Seulement si le propriétaire a autant de monuments, ou plus.",
            ),
        ),
        optional=True,
    ),
    Key(
        "below",
        Whole(
            0,
            ANY_NUMBER,
            label=Text("landmarks below", "monuments : moins de"),
            help=Text(
                "Only if the owner has fewer landmarks than this.",
                "Seulement si le propriétaire a moins de monuments.",
            ),
        ),
        optional=True,
    ),
)
_EFFECT = Union(
    "kind",
    {
        "income": Variant(
            Text("coins from the bank", "pièces de la banque"),
            (Key("coins", _COINS), _PER, _among("own", "all"), *_CONDITIONS),
            with_={"colour": ("green", "blue", "purple")},
        ),
        "catch": Variant(
            Text("as many coins as two dice show", "autant de pièces que deux dés"),
            (_NEEDS,),
            with_={"colour": ("blue",)},
        ),
        "fee": Variant(
            Text("coins from the player who rolled", "pièces de qui a lancé les dés"),
            (
                Key(
                    "coins",
                    Either(
                        (_COINS, Choice({"all": Text("all they have", "tout ce qu'il a")})),
                        label=Text("Coins", "Pièces"),
                    ),
                ),
                _PER,
                _among("own", "payer", "all"),
                *_CONDITIONS,
                Key(
                    "roller_landmarks",
                    Whole(
                        0,
                        LANDMARKS,
                        label=Text("landmarks of the roller", "monuments de qui lance"),
                        help=Text(
                            "Only if the player who rolled has at least so many.",
                            "Seulement si qui a lancé les dés en a au moins autant.",
                        ),
                    ),
                    optional=True,
                ),
            ),
            with_={"colour": ("red",)},
        ),
        "levy": Variant(
            Text("coins from every other player", "pièces de chaque adversaire"),
            (Key("coins", _COINS), _PER, _among("payer", "own", "all"), *_CONDITIONS),
            with_={"colour": ("green", "purple")},
        ),
        "tax": Variant(
            Text("half the coins of every other player", "la moitié des pièces des autres"),
            (
                Key(
                    "from",
                    Whole(
                        0,
                        MOST_COINS,
                        label=Text("who has at least", "qui en a au moins"),
                        help=Text(
                            "Players with fewer coins pay nothing.",
                            "Qui a moins de pièces ne paie rien.",
                        ),
                    ),
                ),
                *_CONDITIONS,
            ),
            with_={"colour": ("green", "purple")},
        ),
        "pick": Variant(
            Text("coins from one player of choice", "pièces d'un joueur au choix"),
            (Key("coins", _COINS),),
            with_={"colour": ("purple",)},
        ),
        "swap": Variant(
            Text("exchange of a card", "échange d'une carte"),
            (),
            with_={"colour": ("purple",)},
        ),
        "give": Variant(
            Text("a card goes to another player, for coins", "une carte donnée contre des pièces"),
            (Key("coins", _COINS),),
            with_={"colour": ("green",)},
        ),
        "demolish": Variant(
            Text("a landmark is lost, for coins", "un monument perdu contre des pièces"),
            (Key("coins", _COINS),),
            with_={"colour": ("green",)},
        ),
    },
    label=Text("Effect", "Effet"),
)
_COST = Key(
    "cost",
    Whole(
        0,
        MOST_COINS,
        label=Text("Price", "Prix"),
        change=Text("{name} costs {new} instead of {old}", "{name} coûte {new} au lieu de {old}"),
    ),
)
_ESTABLISHMENT = Table(
    (
        ID_KEY,
        *NAME_KEYS,
        Key(
            "colour",
            Choice(
                COLOUR_NAMES,
                label=Text("Colour", "Couleur"),
                help=Text(
                    "When it acts: red on others' turns, green on one's own, blue on anyone's, "
                    "purple on one's own and last.",
                    "Quand elle agit : rouge au tour des autres, vert à son tour, bleu au tour de "
                    "chacun, violet à son tour, en dernier.",
                ),
            ),
        ),
        Key("symbol", Choice(SYMBOL_NAMES, label=Text("Symbol", "Symbole"))),
        Key(
            "numbers",
            Each(
                Whole(1, NUMBERS - 1),
                0,
                NUMBERS - 1,
                Text("number", "nombre"),
                different=True,
                label=Text("Numbers of the dice", "Nombres des dés"),
                help=Text(
                    "1 to 6 with one die, 2 to 12 with two, 13 and 14 with what a landmark adds.",
                    "De 1 à 6 avec un dé, de 2 à 12 avec deux, 13 et 14 avec ce qu'ajoute un "
                    "monument.",
                ),
            ),
        ),
        _COST,
        Key(
            "deck",
            Whole(
                0,
                MOST_CARDS,
                label=Text("Cards in the deck", "Cartes dans la pioche"),
                help=Text(
                    "All cards of the deck together may be 127.",
                    "Toutes les cartes de la pioche ensemble : 127 au plus.",
                ),
            ),
        ),
        Key(
            "starting",
            Whole(0, 9, label=Text("Cards to begin with", "Cartes de départ")),
            optional=True,
            default=0,
        ),
        Key(
            "unique",
            Flag(
                label=Text("One in a town", "Une par ville"),
                help=Text("Nobody may build a second one.", "Personne n'en construit une seconde."),
            ),
            optional=True,
            default=False,
        ),
        Key("effect", _EFFECT),
    ),
    one_of=EITHER_LANGUAGE,
)
_POWER = Union(
    "kind",
    {
        "raise": Variant(
            Text("adds to high rolls", "ajoute aux grands jets"),
            (
                Key("from", Whole(1, MOST_ROLLED, label=Text("from a roll of", "dès un jet de"))),
                Key("by", Whole(1, NUMBERS - 1 - MOST_ROLLED, label=Text("adds", "ajoute"))),
            ),
        ),
        "two_dice": Variant(Text("two dice may be rolled", "deux dés au choix"), ()),
        "bonus": Variant(
            Text("more for the raised symbols", "plus pour les symboles favorisés"),
            (Key("coins", _COINS),),
        ),
        "again": Variant(
            Text("another turn after a double", "un tour de plus après un double"), ()
        ),
        "reroll": Variant(Text("one more roll in a turn", "un second jet par tour"), ()),
        "idle": Variant(
            Text("coins for building nothing", "pièces si l'on ne construit rien"),
            (Key("coins", _COINS),),
        ),
        NO_POWER: Variant(Text("nothing but to count", "rien que compter"), ()),
    },
    label=Text("Power", "Pouvoir"),
)
_LANDMARK = Table(
    (ID_KEY, *NAME_KEYS, _COST, Key("power", _POWER)),
    one_of=EITHER_LANGUAGE,
)
_GAME = Table(
    (
        players_key(SEATS),
        Key(
            "starting_coins",
            Whole(0, MOST_COINS, label=Text("Coins to begin with", "Pièces de départ")),
        ),
        Key(
            "market_piles",
            Whole(
                1,
                PILES,
                label=Text("Piles of the market", "Piles du marché"),
                help=Text(
                    "So many different cards lie open, if there are so many.",
                    "Autant de cartes différentes sont visibles, s'il y en a autant.",
                ),
            ),
        ),
        Key(
            "landmarks_to_win",
            Whole(1, LANDMARKS, label=Text("Landmarks to win", "Monuments pour gagner")),
        ),
        Key(
            "relief_coins",
            Whole(
                0,
                MOST_COINS,
                label=Text("Relief", "Secours"),
                help=Text(
                    "Who built nothing and has fewer coins gets coins up to this.",
                    "Qui n'a rien construit et a moins de pièces en reçoit jusqu'à ce nombre.",
                ),
            ),
        ),
        Key(
            "bonus_symbols",
            Each(
                Choice(SYMBOL_NAMES),
                0,
                len(SYMBOLS),
                Text("symbol", "symbole"),
                different=True,
                label=Text("Raised symbols", "Symboles favorisés"),
                help=Text(
                    "For which the landmark with the bonus pays more.",
                    "Pour lesquels le monument à bonus rapporte plus.",
                ),
            ),
        ),
    ),
    label=Text("The whole game", "Le jeu entier"),
)


def _powers_once(box: Data) -> Iterator[Found]:
    """The numbers of a power stand in the box once."""
    powers = [
        (("landmark", i, "power", "kind"), each["power"]["kind"])
        for i, each in enumerate(box["landmark"])
    ]
    yield from repeated((path, kind) for path, kind in powers if kind != NO_POWER)


def _enough_landmarks(box: Data) -> Iterator[Found]:
    most, wanted = len(box["landmark"]), box["game"]["landmarks_to_win"]
    yield from outside(box, ("game", "landmarks_to_win"), wanted, 1, most)


def _deck_that_fits(box: Data) -> Iterator[Found]:
    """Rows count the deck in a byte."""
    total = sum(entry["deck"] for entry in box["establishment"])
    yield from outside(box, ("establishment",), total, 1, MOST_CARDS, "deck")


def _copies_that_fit(box: Data) -> Iterator[Found]:
    """A town may get every card of a kind, and rows count them in a byte."""
    for index, entry in enumerate(box["establishment"]):
        copies = entry["deck"] + entry.get("starting", 0) * box["game"]["players"][1]
        what = f"all cards of {entry['id']}"
        path = ("establishment", index, "deck")
        yield from outside(box, path, copies, 0, MOST_CARDS, what)


def _choices_alone(box: Data) -> Iterator[Found]:
    """A number asks a player for one choice of each sort: the rules look up one amount for it."""
    taken: dict[tuple[str, int], str] = {}
    for index, entry in enumerate(box["establishment"]):
        kind = entry["effect"]["kind"]
        for number in entry["numbers"] if kind in CHOICES else []:
            other = taken.setdefault((kind, number), entry["id"])
            if other != entry["id"]:
                said = Text(
                    "{id} and {other} both {kind} on {number}; one card may",
                    "{id} et {other} font tous deux « {kind} » sur {number} ; une carte le peut",
                )
                words = {"id": entry["id"], "other": other, "kind": kind, "number": number}
                yield ("establishment", index, "numbers"), "choices", said.format(**words)


def _amounts_that_mean(box: Data) -> Iterator[Found]:
    """What has no meaning beside the rest of an effect."""
    for index, entry in enumerate(box["establishment"]):
        effect = entry["effect"]
        for word, needed in (("among", "per" in effect), ("per", effect.get("coins") != "all")):
            if word in effect and not needed:
                about = "all coins" if word == "per" else "an effect without 'per'"
                path = ("establishment", index, "effect", word)
                names = listed([key for key in effect if key != word])
                yield path, "unknown-word", IDLE_WORD.format(word=word, about=about, names=names)
        if "at_least" in effect and "below" in effect:
            path, most = ("establishment", index, "effect", "at_least"), effect["below"] - 1
            yield from outside(box, path, effect["at_least"], 0, most)


def _acting_together(box: Data) -> Iterator[Found]:
    """The kinds of a colour that act on one number have so many places in the box."""
    counts: dict[tuple[str, int], int] = {}
    for index, entry in enumerate(box["establishment"]):
        for number in entry["numbers"]:
            at = entry["colour"], number
            counts[at] = counts.get(at, 0) + 1
            path, what = ("establishment", index, "numbers"), f"{at[0]} cards on {number}"
            yield from outside(box, path, counts[at], 1, MOST_ACTING, what)


FORM = Form(
    Table(
        (
            Key("game", _GAME),
            Key(
                "establishment",
                Each(
                    _ESTABLISHMENT,
                    1,
                    KINDS,
                    Text("card", "carte"),
                    label=Text("Cards", "Cartes"),
                    help=Text(
                        "Stored games and observations have numbers for 28 kinds.",
                        "Les parties gardées et les observations ont des numéros pour 28 sortes.",
                    ),
                ),
            ),
            Key(
                "landmark",
                Each(
                    _LANDMARK,
                    1,
                    LANDMARKS,
                    Text("landmark", "monument"),
                    label=Text("Landmarks", "Monuments"),
                    help=Text(
                        "Each power once at most, or none; stored games have numbers for six.",
                        "Chaque pouvoir une fois au plus, ou aucun ; les parties gardées ont des "
                        "numéros pour six.",
                    ),
                ),
            ),
        )
    ),
    rules=(
        (("game",), players_in_order),
        (("establishment", "landmark"), lambda box: new_names(box, ("landmark", "establishment"))),
        (("landmark",), _powers_once),
        (("game", "landmark"), _enough_landmarks),
        (("establishment",), _deck_that_fits),
        (("game", "establishment"), _copies_that_fit),
        (("establishment",), _choices_alone),
        (("establishment",), _amounts_that_mean),
        (("establishment",), _acting_together),
    ),
)


# ---------------------------------------------------------------- the box as numbers


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
