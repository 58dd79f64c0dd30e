"""Sanitises what people type, names, words and actions, before anybody else sees it."""

import unicodedata

from faubourg.core.players import DEFAULT_NAMES, LONGEST_NAME, SEAT_LETTERS

LONGEST_WORD = 80
# Record syntax: commas and equals signs in seats and words; # begins a comment.
RESERVED = str.maketrans(dict.fromkeys(",=#", " "))


def clean(typed: str, longest: int) -> str:
    """A short line of visible letters: nothing that breaks lines, hides, turns the direction of
    writing, or piles up.

    >>> clean("  Anna\\u202e\\n  Maria\\u0000 ", 16)
    'Anna Maria'
    """
    letters: list[str] = []
    for letter in unicodedata.normalize("NFC", typed.translate(RESERVED)):
        kind = unicodedata.category(letter)
        piles_up = kind == "Mn" and (not letters or unicodedata.category(letters[-1]) == "Mn")
        if kind[0] == "Z" or letter in "\t\n\r":
            letters.append(" ")
        elif kind[0] != "C" and kind != "Me" and not piles_up:
            letters.append(letter)
    return " ".join("".join(letters).split())[:longest].strip()


def seat_name(typed: str, seat: int, taken: list[str]) -> str:
    """A name for a seat that no other one has."""
    others = {name.casefold() for name in taken}
    name = clean(typed, LONGEST_NAME) or DEFAULT_NAMES[SEAT_LETTERS[seat]]
    if name.casefold() in others:
        name = f"{name[: LONGEST_NAME - 2]} {SEAT_LETTERS[seat]}"
    return name


def visible(action: str | int) -> str | int:
    """An action as it was typed, with spaces for what is not printable."""
    if isinstance(action, int):
        return action
    return "".join(letter if letter.isprintable() else " " for letter in action)


def clean_word(typed: str) -> str:
    return clean(typed, LONGEST_WORD)
