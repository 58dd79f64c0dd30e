"""Actions of Minivilles as short text and back: "build bakery", "dice 3 4", "give mine to B"."""

import re

from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text, plain
from faubourg.gamekit.notation import find_named, no_move, seat_of, tidied
from faubourg.games.minivilles import actions as act
from faubourg.games.minivilles.components import Card, Minivilles
from faubourg.games.minivilles.state import SEATS

FIXED = {
    "pass": act.PASS,
    "roll 1": act.ROLL,
    "roll 2": act.ROLL + 1,
    "keep": act.KEEP,
    "reroll": act.REROLL,
    "stay": act.STAY,
    "add 2": act.RAISE,  # so written whatever the box adds
    "no swap": act.NO_SWAP,
}
WORDS = {code: text for text, code in FIXED.items()}
EXAMPLES = [
    *FIXED, "build bakery", "demolish harbor", "take from B", "offer bakery", "for mine of B",
    "give bakery to B", "first A", "draw bakery", "die 4", "dice 3 4",
]  # fmt: skip


def write(components: Minivilles, action: int) -> str:
    code = act.code_of(action)
    cards, landmarks = components.establishments, components.landmarks
    if code in WORDS:
        return WORDS[code]
    if code < act.LANDMARK:
        return f"build {cards[code - act.BUILD].id}"
    if code < act.ROLL:
        return f"build {landmarks[code - act.LANDMARK].id}"
    if code < act.PICK:
        return f"demolish {landmarks[code - act.DEMOLISH].id}"
    if code < act.NO_SWAP:
        return f"take from {SEAT_LETTERS[code - act.PICK]}"
    if code < act.SWAP:
        return f"offer {cards[code - act.OFFER].id}"
    if code < act.GIVE:
        kind, seat = divmod(code - act.SWAP, SEATS)
        return f"for {cards[kind].id} of {SEAT_LETTERS[seat]}"
    if code < act.FIRST:
        kind, seat = divmod(code - act.GIVE, SEATS)
        return f"give {cards[kind].id} to {SEAT_LETTERS[seat]}"
    if code < act.DRAW:
        return f"first {SEAT_LETTERS[code - act.FIRST]}"
    if code < act.DIE:
        return f"draw {cards[code - act.DRAW].id}"
    if code < act.DICE:
        return f"die {code - act.DIE + 1}"
    return f"dice {act.LOW_FACE[code - act.DICE]} {act.HIGH_FACE[code - act.DICE]}"


def read(components: Minivilles, text: str) -> int:
    """Case-insensitive; a card goes by its id or its name in either language."""
    return act.number_of(_read_code(components, text))


def _read_code(components: Minivilles, text: str) -> int:
    written = tidied(text)
    if written in FIXED:
        return FIXED[written]
    if written == f"add {int(components.box.raise_by)}":  # what a box of the user's own may add
        return act.RAISE
    if match := re.fullmatch(r"build (.+)", written):
        cards = (*components.establishments, *components.landmarks)
        index = _card(cards, match[1])
        kinds = len(components.establishments)
        return act.BUILD + index if index < kinds else act.LANDMARK + index - kinds
    if match := re.fullmatch(r"demolish (.+)", written):
        return act.DEMOLISH + _card(components.landmarks, match[1])
    if match := re.fullmatch(r"offer (.+)", written):
        return act.OFFER + _card(components.establishments, match[1])
    if match := re.fullmatch(r"draw (.+)", written):
        return act.DRAW + _card(components.establishments, match[1])
    if match := re.fullmatch(r"take from ([a-e])", written):
        return act.PICK + seat_of(match[1])
    if match := re.fullmatch(r"for (.+) of ([a-e])", written):
        return act.SWAP + _card(components.establishments, match[1]) * SEATS + seat_of(match[2])
    if match := re.fullmatch(r"give (.+) to ([a-e])", written):
        return act.GIVE + _card(components.establishments, match[1]) * SEATS + seat_of(match[2])
    if match := re.fullmatch(r"first ([a-e])", written):
        return act.FIRST + seat_of(match[1])
    if match := re.fullmatch(r"die ([1-6])", written):
        return act.DIE + int(match[1]) - 1
    if match := re.fullmatch(r"dice ([1-6]) ([1-6])", written):
        low, high = sorted((int(match[1]), int(match[2])))
        return act.DICE + list(zip(act.LOW_FACE, act.HIGH_FACE, strict=True)).index((low, high))
    raise no_move(text, Text("Minivilles", "Minivilles"), EXAMPLES)


def _card(cards: tuple[Card, ...], called: str) -> int:
    names = {}
    for index, card in enumerate(cards):
        for name in (card.id, *card.name):
            names[plain(name)] = index
    return find_named(names, called, [card.id for card in cards], Text("card", "carte"))
