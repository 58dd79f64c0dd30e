"""What a person sees of Minivilles: the situation and the box as plain data, actions in words."""

from collections.abc import Sequence
from functools import partial

from faubourg.core.contract import Data, Row
from faubourg.core.players import NATURE, OVER, SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.gamekit.parts import Part, Parts
from faubourg.games.minivilles import actions as act
from faubourg.games.minivilles.card_text import effect_text, when_text
from faubourg.games.minivilles.cards import COLOUR_NAMES, RAISE_POWER, REROLL_POWER, SYMBOL_NAMES
from faubourg.games.minivilles.components import Card, Minivilles
from faubourg.games.minivilles.forecast import forecast
from faubourg.games.minivilles.state import NO_KIND, PARK, PHASES, REROLL_DICE, ROW, SEATS


def _course(components: Minivilles, row: Row) -> Data:
    """Who is to do what, and what was rolled."""
    to_act, offered = int(row.to_act), int(row.offered)
    return {
        "turn": "*" if to_act == NATURE else "-" if to_act == OVER else SEAT_LETTERS[to_act],
        "seat": SEAT_LETTERS[int(row.turn_of)],
        "phase": PHASES[int(row.phase)],
        "turns": int(row.turn_count),
        "dice": [face for face in row.dice.tolist() if face],
        "number": int(row.number),
        "rolling": int(row.rolling),
        "rerolled": bool(row.rerolled),
        "again": bool(row.again),
        "park": PARK[row.park],
        "reroll": REROLL_DICE[row.reroll],
        "catch": int(row.catch),
        "gifts": int(row.gifts),
        "demolitions": int(row.demolitions),
        "offered": components.establishments[offered].id if offered != NO_KIND else "",
    }


def _market(components: Minivilles, row: Row) -> Data:
    cards, counts = components.establishments, row.market.tolist()
    kinds = [kind for kind in range(len(cards)) if counts[kind]]
    return {
        cards[kind].id: counts[kind]
        for kind in sorted(kinds, key=lambda kind: (cards[kind].numbers, kind))
    }


def _town(components: Minivilles, row: Row, seat: int) -> Data | None:
    if seat >= row.players:
        return None
    cards = zip(components.establishments, row.cards[seat].tolist(), strict=False)
    built = int(row.landmarks[seat])
    return {
        "coins": int(row.coins[seat]),
        "cards": {card.id: count for card, count in cards if count},
        "landmarks": [card.id for i, card in enumerate(components.landmarks) if built >> i & 1],
    }


_PARTS = Parts(
    ROW,
    [
        Part(
            (),
            ("to_act", "turn_of", "phase", "turn_count", "dice", "number", "rolling", "rerolled",
             "again", "park", "reroll", "catch", "gifts", "demolitions", "offered"),
            _course,
        ),
        Part(("market",), ("market",), _market),
        Part(("deck",), ("left",), lambda components, row: int(row.left)),
        *(
            Part(
                ("towns", letter),
                ("players", ("coins", seat), ("cards", seat), ("landmarks", seat)),
                partial(_town, seat=seat),
            )
            for seat, letter in enumerate(SEAT_LETTERS[:SEATS])
        ),
        # What a roll brings depends on whose cards act, and on what can be paid.
        Part(("forecast",), ("players", "coins", "cards", "landmarks"), forecast),
    ],
)  # fmt: skip
view, changes = _PARTS.view, _PARTS.changes


# ---------------------------------------------------------------- the box


def box(components: Minivilles) -> Data:
    """Every card and landmark in numbers and words, and the numbers that the page needs."""
    numbers = components.box
    kinds = components.all_establishments
    return {
        "cards": {card.id: _card(components, card) for card in kinds},
        "landmarks": {card.id: _card(components, card) for card in components.all_landmarks},
        "colours": {id: name._asdict() for id, name in COLOUR_NAMES.items()},
        "symbols": {id: name._asdict() for id, name in SYMBOL_NAMES.items()},
        "raised": [card.id for card, more in zip(kinds, numbers.raised, strict=False) if more],
        "to_win": int(numbers.to_win),
        "piles": int(numbers.piles),
        "relief": int(numbers.relief),
    }


def _card(components: Minivilles, card: Card) -> Data:
    return {
        "name": card.name._asdict(),
        "colour": card.colour,
        "symbol": card.symbol,
        "numbers": list(card.numbers),
        "cost": card.cost,
        "unique": card.unique,
        "effect": card.effect,
        "when": when_text(card)._asdict(),
        "says": effect_text(components, card)._asdict(),
    }


# ---------------------------------------------------------------- in words

# `describe` fills in what the box says.
FIXED = {
    act.PASS: Text("Build nothing", "Ne rien construire"),
    act.ROLL: Text("Roll one die", "Lancer un dé"),
    act.ROLL + 1: Text("Roll two dice", "Lancer deux dés"),
    act.KEEP: Text("Keep this roll", "Garder ce jet"),
    act.REROLL: Text("Roll again ({reroll})", "Relancer ({reroll})"),
    act.STAY: Text("Leave the roll as it is", "Laisser le jet tel quel"),
    act.RAISE: Text("Add {more} ({harbor})", "Ajouter {more} ({harbor})"),
    act.NO_SWAP: Text("Exchange nothing", "Ne rien échanger"),
}


def describe(components: Minivilles, row: Row, action: int, names: Sequence[str]) -> Text:
    """What a player's code would do, as a person would say it."""
    code = act.code_of(action)
    cards, landmarks = components.establishments, components.landmarks
    if code in FIXED:
        return FIXED[code].format(
            reroll=components.power_name(REROLL_POWER),
            harbor=components.power_name(RAISE_POWER),
            more=int(components.box.raise_by),
        )
    if code < act.ROLL:
        card = cards[code - act.BUILD] if code < act.LANDMARK else landmarks[code - act.LANDMARK]
        said = Text("Build {card} for {cost}", "Construire {card} pour {cost}")
        return said.format(card=card.name, cost=card.cost)
    if code < act.PICK:
        said = Text("Give up {card}", "Sacrifier {card}")
        return said.format(card=landmarks[code - act.DEMOLISH].name)
    if code < act.NO_SWAP:
        seat = code - act.PICK
        said = Text("Take from {name}, who has {coins}", "Prendre à {name}, qui a {coins}")
        return said.format(name=names[seat], coins=int(row.coins[seat]))
    if code < act.SWAP:
        said = Text("Offer {card}", "Proposer {card}")
        return said.format(card=cards[code - act.OFFER].name)
    if code < act.GIVE:
        kind, seat = divmod(code - act.SWAP, SEATS)
        said = Text("Receive {card} from {name}", "Prendre {card} à {name}")
        return said.format(card=cards[kind].name, name=names[seat])
    kind, seat = divmod(code - act.GIVE, SEATS)
    said = Text("Give {card} to {name}", "Donner {card} à {name}")
    return said.format(card=cards[kind].name, name=names[seat])


def reason(components: Minivilles, row: Row) -> Text:
    """mv-19 is the only way a game ends."""
    said = Text("{count} landmarks are built", "{count} monuments sont construits")
    return said.format(count=int(components.box.to_win))
