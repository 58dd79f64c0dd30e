"""Actions of Minivilles as short text and back: "build bakery", "dice 3 4", "give mine to B"."""

import difflib
import re
import unicodedata

from faubourg.core.contract import SEAT_LETTERS
from faubourg.core.errors import NotationError
from faubourg.core.text import Text, listed
from faubourg.games.minivilles.actions import (
    A_BUILD,
    A_DEMOLISH,
    A_DICE,
    A_DIE,
    A_DRAW,
    A_FIRST,
    A_GIVE,
    A_KEEP,
    A_LANDMARK,
    A_NO_SWAP,
    A_OFFER,
    A_PASS,
    A_PICK,
    A_RAISE,
    A_REROLL,
    A_ROLL,
    A_STAY,
    A_SWAP,
    HIGH_FACE,
    LOW_FACE,
)
from faubourg.games.minivilles.components import Card, Minivilles
from faubourg.games.minivilles.state import SEATS

FIXED = {
    "pass": A_PASS,
    "roll 1": A_ROLL,
    "roll 2": A_ROLL + 1,
    "keep": A_KEEP,
    "reroll": A_REROLL,
    "stay": A_STAY,
    "add 2": A_RAISE,
    "no swap": A_NO_SWAP,
}
WORDS = {action: text for text, action in FIXED.items()}
EXAMPLES = [
    *FIXED, "build bakery", "demolish harbor", "take from B", "offer bakery", "for mine of B",
    "give bakery to B", "first A", "draw bakery", "die 4", "dice 3 4",
]  # fmt: skip


def write(components: Minivilles, action: int) -> str:
    cards, landmarks = components.establishments, components.landmarks
    if action in WORDS:
        return WORDS[action]
    if action < A_LANDMARK:
        return f"build {cards[action - A_BUILD].id}"
    if action < A_ROLL:
        return f"build {landmarks[action - A_LANDMARK].id}"
    if action < A_PICK:
        return f"demolish {landmarks[action - A_DEMOLISH].id}"
    if action < A_NO_SWAP:
        return f"take from {SEAT_LETTERS[action - A_PICK]}"
    if action < A_SWAP:
        return f"offer {cards[action - A_OFFER].id}"
    if action < A_GIVE:
        kind, seat = divmod(action - A_SWAP, SEATS)
        return f"for {cards[kind].id} of {SEAT_LETTERS[seat]}"
    if action < A_FIRST:
        kind, seat = divmod(action - A_GIVE, SEATS)
        return f"give {cards[kind].id} to {SEAT_LETTERS[seat]}"
    if action < A_DRAW:
        return f"first {SEAT_LETTERS[action - A_FIRST]}"
    if action < A_DIE:
        return f"draw {cards[action - A_DRAW].id}"
    if action < A_DICE:
        return f"die {action - A_DIE + 1}"
    return f"dice {LOW_FACE[action - A_DICE]} {HIGH_FACE[action - A_DICE]}"


def read(components: Minivilles, text: str) -> int:
    """Small and capital letters are the same; a card may be called by its id or its name."""
    said = " ".join(text.casefold().split())
    if said in FIXED:
        return FIXED[said]
    if match := re.fullmatch(r"build (.+)", said):
        cards = (*components.establishments, *components.landmarks)
        place = _card(cards, match[1])
        kinds = len(components.establishments)
        return A_BUILD + place if place < kinds else A_LANDMARK + place - kinds
    if match := re.fullmatch(r"demolish (.+)", said):
        return A_DEMOLISH + _card(components.landmarks, match[1])
    if match := re.fullmatch(r"offer (.+)", said):
        return A_OFFER + _card(components.establishments, match[1])
    if match := re.fullmatch(r"draw (.+)", said):
        return A_DRAW + _card(components.establishments, match[1])
    if match := re.fullmatch(r"take from ([a-e])", said):
        return A_PICK + _seat(match[1])
    if match := re.fullmatch(r"for (.+) of ([a-e])", said):
        return A_SWAP + _card(components.establishments, match[1]) * SEATS + _seat(match[2])
    if match := re.fullmatch(r"give (.+) to ([a-e])", said):
        return A_GIVE + _card(components.establishments, match[1]) * SEATS + _seat(match[2])
    if match := re.fullmatch(r"first ([a-e])", said):
        return A_FIRST + _seat(match[1])
    if match := re.fullmatch(r"die ([1-6])", said):
        return A_DIE + int(match[1]) - 1
    if match := re.fullmatch(r"dice ([1-6]) ([1-6])", said):
        low, high = sorted((int(match[1]), int(match[2])))
        return A_DICE + list(zip(LOW_FACE, HIGH_FACE, strict=True)).index((low, high))
    raise NotationError(
        "notation",
        Text(
            f"'{text}' is no move of Minivilles; moves look like: {', '.join(EXAMPLES)}.",
            f"« {text} » n'est pas un coup de Minivilles ; exemples : {', '.join(EXAMPLES)}.",
        ),
    )


def _seat(letter: str) -> int:
    return SEAT_LETTERS.index(letter.upper())


def _card(cards: tuple[Card, ...], called: str) -> int:
    names = {}
    for place, card in enumerate(cards):
        for name in (card.id, *card.name):
            names[_plain(name)] = place
    if _plain(called) in names:
        return names[_plain(called)]
    near = difflib.get_close_matches(_plain(called), names, n=3, cutoff=0.5)
    known = listed([cards[names[name]].id for name in near] or [card.id for card in cards])
    said = Text(
        "There is no card '{name}'; there is: {known}.",
        "Pas de carte « {name} » ; il y a : {known}.",
    )
    raise NotationError("unknown-card", said.format(name=called, known=known))


def _plain(name: str) -> str:
    """A name without accents, capitals and punctuation."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if letter.isalnum())
