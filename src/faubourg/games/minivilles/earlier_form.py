"""The form of boxes of Minivilles from before effects could be combined (decision 0050).

Its loader took more in some places: lists with a symbol twice or none, words of an effect left out,
all coins for any effect. Boxes of stored games and records may have these.
"""

from dataclasses import replace

from faubourg.core.text import Text
from faubourg.gamekit.earlier_box import with_nodes
from faubourg.gamekit.nodes import (
    Choice,
    Each,
    Either,
    Form,
    Key,
    Node,
    Reference,
    Rules,
    Table,
    Union,
    Variant,
    Whole,
    plain_words,
)
from faubourg.games.minivilles.cards import ANY_NUMBER, MOST_COINS, SYMBOL_NAMES
from faubourg.games.minivilles.state import LANDMARKS

MOST_SYMBOLS = 999  # in a list: more than anybody wrote
_SYMBOLS = Each(Choice(SYMBOL_NAMES), 0, MOST_SYMBOLS, Text("symbol", "symbole"))
_WORDS: dict[str, Node] = {
    "coins": Either((Whole(0, MOST_COINS), Choice(plain_words(["all"])))),
    "per": _SYMBOLS,
    "among": Choice(plain_words(["own", "all"])),
    "needs": Reference("landmark"),
    "below": Whole(0, ANY_NUMBER),
    "roller_landmarks": Whole(0, LANDMARKS),
    "from": Whole(0, MOST_COINS),
}
# Each kind of effect with the colours that could have it and its words, of which none was needed.
_EFFECTS = {
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


def earlier_form(root: Table, rules: Rules) -> Form:
    """The form of earlier boxes, in all else that of today's."""
    nodes = {key.key: key.node for key in root.keys}
    game, cards = nodes["game"], nodes["establishment"]
    assert isinstance(game, Table)
    assert isinstance(cards, Each)
    assert isinstance(cards.of, Table)
    effect = Union(
        "kind",
        {
            kind: Variant(
                Text(kind, kind),
                tuple(Key(word, _WORDS[word], optional=True) for word in words),
                with_={"colour": colours},
            )
            for kind, (colours, words) in _EFFECTS.items()
        },
    )
    table = with_nodes(
        root,
        game=with_nodes(game, bonus_symbols=_SYMBOLS),
        establishment=replace(cards, of=with_nodes(cards.of, effect=effect)),
    )
    return Form(table, rules)
