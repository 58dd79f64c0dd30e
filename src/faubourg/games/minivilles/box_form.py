"""The form of a box of Minivilles: what its cards, landmarks and numbers may be."""

from collections.abc import Iterator

from faubourg.core.contract import Data
from faubourg.core.text import Text, listed
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
    Rules,
    Table,
    Union,
    Variant,
    Whole,
    new_names,
    outside,
    players_in_order,
    players_key,
    repeated,
)
from faubourg.gamekit.nodes import NAME as EITHER_LANGUAGE
from faubourg.games.minivilles.cards import (
    ANY_NUMBER,
    CHOICES,
    COLOUR_NAMES,
    COUNTED,
    MOST_ACTING,
    MOST_CARDS,
    MOST_COINS,
    MOST_ROLLED,
    NO_POWER,
    NUMBERS,
    SYMBOL_NAMES,
    SYMBOLS,
)
from faubourg.games.minivilles.earlier_form import earlier_form
from faubourg.games.minivilles.state import (
    KINDS,
    KINDS_AT_FIRST,
    LANDMARKS,
    MOST_IN_DECK,
    PILES,
    SEATS,
)

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
    "own": Text("in the owner's town", "dans la ville du propriétaire"),
    "payer": Text("in the town of who pays", "dans la ville de qui paie"),
    "all": Text("in all towns", "dans toutes les villes"),
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
                    "All cards of the deck together may be {most}.",
                    "Toutes les cartes de la pioche ensemble : {most} au plus.",
                ).format(most=MOST_IN_DECK),
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
    total = sum(entry["deck"] for entry in box["establishment"])
    yield from outside(box, ("establishment",), total, 1, MOST_IN_DECK, "deck")


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


_ROOT = Table(
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
                    "Up to {most} kinds; the printed box has {printed}.",
                    "Jusqu'à {most} sortes ; la boîte imprimée en a {printed}.",
                ).format(most=KINDS, printed=KINDS_AT_FIRST),
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
                    "Up to {most}; each power once at most, or none.",
                    "Jusqu'à {most} ; chaque pouvoir une fois au plus, ou aucun.",
                ).format(most=LANDMARKS),
            ),
        ),
    )
)
_RULES: Rules = (
    (("game",), players_in_order),
    (("establishment", "landmark"), lambda box: new_names(box, ("landmark", "establishment"))),
    (("landmark",), _powers_once),
    (("game", "landmark"), _enough_landmarks),
    (("establishment",), _deck_that_fits),
    (("establishment",), _acting_together),
)
_LATER_RULES: Rules = (  # of which earlier boxes knew nothing
    (("game", "establishment"), _copies_that_fit),
    (("establishment",), _choices_alone),
    (("establishment",), _amounts_that_mean),
)
FORM = Form(_ROOT, (*_RULES, *_LATER_RULES), earlier_form(_ROOT, _RULES))
