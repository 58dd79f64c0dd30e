"""Minivilles in a terminal, drawn with Rich; see `Screen` in `core/contract.py`."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text as Line

from faubourg.core.contract import Row, Scene
from faubourg.core.text import Text, plain
from faubourg.gamekit.terminal import flow
from faubourg.games.minivilles import actions as act
from faubourg.games.minivilles.card_text import (
    WHEN,
    capitalised,
    coins_text,
    effect_text,
    other_readings,
)
from faubourg.games.minivilles.cards import COLOUR_NAMES, SYMBOL_NAMES
from faubourg.games.minivilles.components import Card, Minivilles
from faubourg.games.minivilles.state import (
    BUILD,
    DEMOLISH,
    GIVE,
    NO_KIND,
    OFFER,
    PICK,
    RAISE,
    REROLL,
    ROLL,
    SWAP,
)
from faubourg.games.minivilles.terminal.log import lines, story
from faubourg.games.minivilles.terminal.look import BADGES, PICTURES, badge, coins
from faubourg.games.minivilles.terminal.market import card_of, choices, market_heading, tight_market
from faubourg.games.minivilles.terminal.towns import towns

__all__ = [
    "choices",
    "ends_turn",
    "explain",
    "legend",
    "lines",
    "order",
    "question",
    "story",
    "table",
]

QUESTIONS = {
    ROLL: Text("One die or two?", "Un dé ou deux ?"),
    REROLL: Text("Keep the roll of {number}?", "Garder ce {number} ?"),
    RAISE: Text("You rolled {number}: add {more}?", "Tu as fait {number} : ajouter {more} ?"),
    GIVE: Text("Which card do you give, and to whom?", "Quelle carte donnes-tu, et à qui ?"),
    DEMOLISH: Text("Which landmark do you lose?", "Quel monument perds-tu ?"),
    PICK: Text("From whom do you take coins?", "À qui prends-tu des pièces ?"),
    OFFER: Text("Which card do you offer?", "Quelle carte proposes-tu ?"),
    SWAP: Text("Which card do you want for {offered}?", "Quelle carte veux-tu contre {offered} ?"),
    BUILD: Text("What do you build? You have {coins}.", "Que construis-tu ? Tu as {coins}."),
}


def order(components: Minivilles, row: Row, actions: Sequence[int]) -> list[int]:
    """Cards by their dice numbers, as in the market; then landmarks and players; nothing last."""

    def key(action: int) -> tuple[int, tuple[int, ...], int]:
        card = card_of(components, action)
        if card is not None:
            return 0, card.numbers, action
        nothing = act.code_of(action) in (act.PASS, act.NO_SWAP)
        return (2 if nothing else 1), (), action

    return sorted(actions, key=key)


def ends_turn(components: Minivilles, row: Row, action: int) -> bool:
    """Building ends a turn; rolling needs no second thought."""
    return act.code_of(action) < act.ROLL


def question(scene: Scene) -> str:
    row, cards = scene.row, scene.components.establishments
    said = QUESTIONS[int(row.phase)].format(
        number=int(row.number),
        more=int(scene.components.box.raise_by),
        coins=coins_text(int(row.coins[int(row.turn_of)])),
        offered=cards[int(row.offered)].name if row.offered != NO_KIND else "",
    )
    return said.to(scene.language)


def table(scene: Scene) -> RenderableType:
    """The towns, and the market unless it is among the choices."""
    if scene.row.phase == BUILD and scene.choices:
        return towns(scene)
    market = Group(market_heading(scene, scene.width), tight_market(scene))
    return Group(towns(scene), market, *[""] * (scene.detail > 1))


# ---------------------------------------------------------------- help


def explain(scene: Scene, word: str) -> RenderableType | None:
    """The card of that name, or whose name begins so."""
    cards = (*scene.components.all_establishments, *scene.components.all_landmarks)
    wanted = plain(word)
    found = [card for card in cards if wanted in {plain(n) for n in (card.id, *card.name)}]
    found = found or [
        card for card in cards if any(wanted in plain(n) for n in (card.id, *card.name))
    ]
    if not wanted or not found:
        return None
    return Group(*(_explained(scene, card) for card in found))


def _explained(scene: Scene, card: Card) -> Group:
    head = badge(scene, card).append(f" {card.name.to(scene.language)} ", style="bold")
    if card.colour in COLOUR_NAMES:
        words = COLOUR_NAMES[card.colour], SYMBOL_NAMES[card.symbol]
        said = ", ".join(word.to(scene.language) for word in words)
        picture = f"{PICTURES[card.symbol]} " if scene.pictures else ""
        head.append(f"({picture}{said}) ", style="dim")
    head.append_text(coins(card.cost))
    return Group(head, Line("  " + effect_text(scene.components, card).to(scene.language)))


AIM = Text(
    "The first player with {count} landmarks wins. Each turn: roll, collect, build one card.",
    "Le premier qui a {count} monuments gagne. À chaque tour : lancer, recevoir, construire.",
)


def legend(scene: Scene) -> RenderableType:
    aim = AIM.format(count=int(scene.components.box.to_win)).to(scene.language)
    pieces = []
    for colour, name in COLOUR_NAMES.items():
        when = WHEN[colour].to(scene.language)
        label = f" {capitalised(name.to(scene.language))} "
        pieces.append(Line.assemble((label, BADGES[colour]), f" {when}"))
    symbols = []
    for id, name in SYMBOL_NAMES.items():
        picture = f"{PICTURES[id]} " if scene.pictures else ""
        symbols.append(Line(picture + name.to(scene.language)))
    readings = [
        Line(text.to(scene.language)) for text in other_readings(scene.components, scene.row)
    ]
    return Group(Line(aim), flow(pieces, scene.width), flow(symbols, scene.width), *readings)
