"""Parsing notation: names, numbers, and errors that list what there is."""

import difflib
from collections.abc import Mapping, Sequence

from faubourg.core.errors import NotationError
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text, listed, plain


def tidied(text: str) -> str:
    """Small letters, with single spaces.

    >>> tidied("  Build   MINE ")
    'build mine'
    """
    return " ".join(text.casefold().split())


def seat_of(letter: str) -> int:
    """The seat of a letter, small or capital."""
    return SEAT_LETTERS.index(letter.upper())


def number_within(written: str, low: int, high: int) -> int:
    """A number of something that there is."""
    number = int(written)
    if not low <= number <= high:
        said = Text(
            "There is no number {number} here; it may be {low} to {high}.",
            "Il n'y a pas de numéro {number} ici ; permis : de {low} à {high}.",
        )
        raise NotationError("no-number", said.format(number=number, low=low, high=high))
    return number


def find_named(names: Mapping[str, int], called: str, known: Sequence[str], what: Text) -> int:
    """The thing of that name, by plain names; an error lists those with a similar one."""
    if plain(called) in names:
        return names[plain(called)]
    near = difflib.get_close_matches(plain(called), names, n=3, cutoff=0.5)
    there = list(dict.fromkeys(known[names[name]] for name in near)) or [*known]
    said = Text(
        "There is no {what} '{name}'; there is: {known}.",
        "Pas de {what} « {name} » ; il y a : {known}.",
    )
    values = said.format(what=what, name=called, known=listed(there))
    raise NotationError(f"unknown-{what.en}", values)


def no_move(text: str, game: Text, examples: Sequence[str]) -> NotationError:
    """The error for a text that has the form of no action."""
    said = Text(
        "'{text}' is no move of {game}; moves look like: {examples}.",
        "« {text} » n'est pas un coup de {game} ; exemples : {examples}.",
    )
    values = said.format(text=text, game=game, examples=", ".join(examples))
    return NotationError("notation", values)
