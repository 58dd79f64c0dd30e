"""What people call themselves, and the words they give: cleaned before anybody else sees them."""

import unicodedata

from faubourg.core.players import SEAT_LETTERS
from faubourg.terminal.seats import LONGEST_NAME, NAMES

LONGEST_WORD = 32
# Commas and equals signs have a meaning in the seats and words of a record, # begins a comment.
MEANT = str.maketrans(dict.fromkeys(",=#", " "))


def clean(said: str, longest: int) -> str:
    """A short line of visible letters: nothing that breaks lines, hides, turns the direction of
    writing, or piles up.

    >>> clean("  Anna\\u202e\\n  Maria\\u0000 ", 16)
    'Anna Maria'
    """
    letters: list[str] = []
    for letter in unicodedata.normalize("NFC", said.translate(MEANT)):
        kind = unicodedata.category(letter)
        piles_up = kind == "Mn" and (not letters or unicodedata.category(letters[-1]) == "Mn")
        if kind[0] == "Z" or letter in "\t\n\r":
            letters.append(" ")
        elif kind[0] != "C" and kind != "Me" and not piles_up:
            letters.append(letter)
    return " ".join("".join(letters).split())[:longest].strip()


def seat_name(said: str, seat: int, taken: list[str]) -> str:
    """A name for a seat that no other one has."""
    others = {name.casefold() for name in taken}
    name = clean(said, LONGEST_NAME) or NAMES[SEAT_LETTERS[seat]]
    if name.casefold() in others:
        name = f"{name[: LONGEST_NAME - 2]} {SEAT_LETTERS[seat]}"
    return name


def visible(said: str | int) -> str | int:
    """An action as it was typed, with spaces for what can't be seen."""
    if isinstance(said, int):
        return said
    return "".join(letter if letter.isprintable() else " " for letter in said)


def clean_word(said: str) -> str:
    return clean(said, LONGEST_WORD)
