"""The texts of cards, generated from the same data that the rules read."""

from collections.abc import Callable, Sequence
from typing import Any

from faubourg.core.contract import Row
from faubourg.core.text import Text, plain
from faubourg.games.minivilles.cards import AGAIN, LANDMARK_WORD, NO_POWER, SYMBOL_NAMES
from faubourg.games.minivilles.components import Card, Minivilles

WHEN = {
    "red": Text("on other players' turns", "au tour des autres"),
    "green": Text("on your turn", "à ton tour"),
    "blue": Text("on anyone's turn", "au tour de chacun"),
    "purple": Text("on your turn", "à ton tour"),
    "landmark": Text("once built", "une fois construit"),
}

# What a table has agreed on that is not the usual reading of the book (mv-23, mv-24).
READINGS = {
    "park": Text(
        "At this table, {park} gives another turn at once when it is built after a double.",
        "À cette table, construire {park} après un double donne aussitôt un tour.",
    ),
    "reroll": Text(
        "At this table, a reroll has as many dice as the first roll.",
        "À cette table, on relance autant de dés que la première fois.",
    ),
}

Naming = Callable[[str], Text]
Words = Callable[[Minivilles, dict[str, Any], Naming], Text]


def effect_text(components: Minivilles, card: Card) -> Text:
    """When a card acts and what it does then.

    >>> from faubourg.games.minivilles.components import load
    >>> box = load()
    >>> print(effect_text(box, box.establishments[box.kind("cafe")]).en)
    On other players' turns: take 1 coin from the player who rolled.
    """
    when, what = when_text(card), what_text(components, card)
    en = f"{capitalised(when.en)}: {what.en}."
    return Text(en, f"{capitalised(when.fr)} : {what.fr}.")


def other_readings(components: Minivilles, row: Row) -> list[Text]:
    """The readings of the book by which this game is played, where they are not the usual ones."""
    park = with_article(components.power_name(AGAIN))
    told = [field for field in READINGS if row[field] and (field != "park" or any(park))]
    return [READINGS[field].format(park=park) for field in told]


def when_text(card: Card) -> Text:
    """On whose turn a card acts."""
    return WHEN[card.colour]


def what_text(
    components: Minivilles, card: Card, naming: Naming = lambda symbol: SYMBOL_NAMES[symbol]
) -> Text:
    """What a card does, without a full stop; `naming` gives the name of a symbol."""
    said = EFFECT_WORDS[card.effect["kind"]](components, card.effect, naming)
    if card.effect["kind"] in ONCE and not card.unique:
        return Text(f"{said.en}; once, however many you have", f"{said.fr} ; une seule fois")
    return said


def capitalised(words: str) -> str:
    return words[:1].upper() + words[1:]


def with_article(name: Text) -> Text:
    """A card within a sentence; French names have an unknown gender unless the article is elided.

    >>> with_article(Text("Airport", "Aéroport"))
    Text(en='the Airport', fr="l'Aéroport")
    >>> with_article(Text("Station", "Gare")).fr
    'la carte Gare'
    """
    elided = plain(name.fr)[:1] in tuple("aeiou")
    return Text(f"the {name.en}", f"l'{name.fr}" if elided else f"la carte {name.fr}")


def plural(name: Text) -> Text:
    """Several cards of one name, where its plural is plain; else with the word card.

    >>> plural(Text("Tuna Boat", "Chalutier"))
    Text(en='Tuna Boats', fr='Chalutiers')
    >>> plural(Text("Fish Ferry", "Bateau de pêche"))
    Text(en='Fish Ferry cards', fr='cartes Bateau de pêche')
    """
    english, french = plain(name.en)[-1:], plain(name.fr)[-1:]
    irregular = " " in name.fr or french in tuple("lsuxz")
    return Text(
        f"{name.en} cards" if english in tuple("hsxyz") else f"{name.en}s",
        f"cartes {name.fr}" if irregular else f"{name.fr}s",
    )


def coins_text(count: int) -> Text:
    return Text(f"{count} coin{'s' * (count != 1)}", f"{count} pièce{'s' * (count > 1)}")


def _symbols(symbols: Sequence[str], naming: Naming) -> Text:
    named = [naming(symbol) for symbol in symbols]
    return Text(" or ".join(t.en for t in named), " ou ".join(t.fr for t in named))


def _fill(en: str, fr: str, **values: str | int | Text) -> Text:
    return Text(en, fr).format(**values)


def _condition(components: Minivilles, effect: dict[str, Any]) -> Text:
    """What the owner must have for an effect, as the end of a sentence."""
    parts = []
    if "needs" in effect:
        name = components.landmarks[components.landmark(effect["needs"]) or 0].name
        parts.append(_fill("your {name} is built", "tu as le monument {name}", name=name))
    least, below = effect.get("at_least"), effect.get("below")
    if least is not None and below is not None:
        most = _landmarks(below - 1)
        said = Text("you have {least} to {most}", "tu as de {least} à {most}")
        parts.append(said.format(least=least, most=most))
    elif least is not None:
        words = _landmarks(least)
        parts.append(_fill("you have {least} or more", "tu as au moins {least}", least=words))
    elif below is not None:
        words = _landmarks(below)
        parts.append(_fill("you have fewer than {most}", "tu as moins de {most}", most=words))
    if not parts:
        return Text("", "")
    return Text(
        f", if {' and '.join(part.en for part in parts)}",
        f", si {' et '.join(part.fr for part in parts)}",
    )


def _landmarks(count: int) -> Text:
    return Text(f"{count} landmark{'s' * (count != 1)}", f"{count} monument{'s' * (count > 1)}")


def _for_each(effect: dict[str, Any], naming: Naming, usual: str) -> Text:
    """What is counted, and where: " for each bread or cup card in your town"."""
    if "per" not in effect:
        return Text("", "")
    symbols = [symbol for symbol in effect["per"] if symbol != LANDMARK_WORD]
    things = []
    if symbols:
        things.append(_fill("{them} card", "carte {them}", them=_symbols(symbols, naming)))
    if len(symbols) < len(effect["per"]):
        things.append(Text("landmark", "monument"))
    return _fill(
        " for each {things} {towns}",
        " par {things} {towns}",
        things=Text(" or ".join(t.en for t in things), " ou ".join(t.fr for t in things)),
        towns=TOWNS[effect.get("among", usual)],
    )


TOWNS = {
    "own": Text("in your town", "de ta ville"),
    "all": Text("in all towns", "de toutes les villes"),
    "payer": Text("of theirs", "de sa ville"),
}


def _income(components: Minivilles, effect: dict[str, Any], naming: Naming) -> Text:
    return _fill(
        "get {coins}{count}{condition}",
        "reçois {coins}{count}{condition}",
        coins=coins_text(effect["coins"]),
        count=_for_each(effect, naming, "own"),
        condition=_condition(components, effect),
    )


def _catch(components: Minivilles, effect: dict[str, Any], naming: Naming) -> Text:
    return _fill(
        "two dice are rolled; get that many coins{condition}",
        "on lance deux dés ; reçois autant de pièces{condition}",
        condition=_condition(components, effect),
    )


def _fee(components: Minivilles, effect: dict[str, Any], naming: Naming) -> Text:
    everything = Text("all coins", "toutes ses pièces")
    coins = everything if effect["coins"] == "all" else coins_text(effect["coins"])
    roller = Text("", "")
    if "roller_landmarks" in effect:
        roller = _fill(
            ", if they have {least} or more",
            ", s'il a au moins {least}",
            least=_landmarks(effect["roller_landmarks"]),
        )
    return _fill(
        "take {coins} from the player who rolled{count}{roller}{condition}",
        "prends {coins} au joueur qui a lancé les dés{count}{roller}{condition}",
        coins=coins,
        count=_for_each(effect, naming, "own"),
        roller=roller,
        condition=_condition(components, effect),
    )


def _levy(components: Minivilles, effect: dict[str, Any], naming: Naming) -> Text:
    return _fill(
        "take {coins} from every other player{count}{condition}",
        "prends {coins} à chaque adversaire{count}{condition}",
        coins=coins_text(effect["coins"]),
        count=_for_each(effect, naming, "payer"),
        condition=_condition(components, effect),
    )


def _tax(components: Minivilles, effect: dict[str, Any], naming: Naming) -> Text:
    return _fill(
        "take half the coins, rounded down, of every other player who has {least} or more"
        "{condition}",
        "reçois la moitié des pièces, arrondie à l'inférieur, de chaque joueur qui en possède "
        "{least} ou plus{condition}",
        least=effect["from"],
        condition=_condition(components, effect),
    )


def _with_coins(en: str, fr: str) -> Words:
    """A sentence in which only the coins change."""

    def words(components: Minivilles, effect: dict[str, Any], naming: Naming) -> Text:
        return _fill(en, fr, coins=coins_text(effect.get("coins", 0)))

    return words


def _bonus(components: Minivilles, effect: dict[str, Any], naming: Naming) -> Text:
    raised = zip(components.establishments, components.box.raised, strict=False)
    symbols = list(dict.fromkeys(card.symbol for card, bonus in raised if bonus))
    if not symbols:
        return Text("no card brings more with it", "aucune carte ne rapporte plus avec lui")
    return _fill(
        "each of your {symbols} cards brings {coins} more",
        "chacune de tes cartes {symbols} rapporte {coins} de plus",
        symbols=_symbols(symbols, naming),
        coins=coins_text(effect["coins"]),
    )


def _raise(components: Minivilles, effect: dict[str, Any], naming: Naming) -> Text:
    return _fill(
        "when you roll {least} or more, you may add {more}",
        "si tu obtiens {least} ou plus, tu peux ajouter {more}",
        least=effect["from"],
        more=effect["by"],
    )


ONCE = ("tax", "pick", "swap")  # effects that a second card of the kind does not add to
EFFECT_WORDS: dict[str, Words] = {
    "income": _income,
    "catch": _catch,
    "fee": _fee,
    "levy": _levy,
    "tax": _tax,
    "pick": _with_coins(
        "take up to {coins} from one player you choose",
        "prends jusqu'à {coins} à un joueur de ton choix",
    ),
    "swap": _with_coins(
        "you may swap a card (not purple) with another player",
        "tu peux échanger une carte (non violette) avec un adversaire",
    ),
    "give": _with_coins(
        "you must give a card (not purple) to another player and get {coins}",
        "tu dois donner à un autre une carte (non violette) et reçois {coins}",
    ),
    "demolish": _with_coins(
        "you must turn one of your built landmarks back and get {coins}; without one, nothing",
        "tu dois retourner un de tes monuments et reçois {coins} ; sinon rien",
    ),
    NO_POWER: _with_coins("counts towards winning", "compte pour gagner"),
    "raise": _raise,
    "two_dice": _with_coins("you may roll two dice", "tu peux lancer deux dés"),
    "bonus": _bonus,
    "again": _with_coins(
        "after a double you play another turn", "après un double, tu rejoues un tour"
    ),
    "reroll": _with_coins("once a turn you may roll again", "une fois par tour, tu peux relancer"),
    "idle": _with_coins(
        "when you build nothing, get {coins}", "si tu ne construis rien, reçois {coins}"
    ),
}
