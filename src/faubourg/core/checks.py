"""Validation of values from outside: a predicate for each kind, one sentence for all refusals.

A caller tests with `is_whole`, `is_number` or `in`, and raises `not_allowed(…)` or an error of its
own kind.
"""

from numbers import Integral
from typing import TypeGuard

from faubourg.core.errors import OptionError
from faubourg.core.text import Text

NOT_ALLOWED = Text(
    "{subject} {value}; allowed: {allowed}.", "{subject} {value} ; permis : {allowed}."
)


def is_whole(value: object, low: int, high: int | None = None) -> TypeGuard[int]:
    """Whether a value is an int, and no bool, in a range; without `high` the range is open.

    >>> is_whole(3, 1, 3), is_whole(4, 1, 3), is_whole(10**9, 1), is_whole(True, 0)
    (True, False, True, False)
    """
    if isinstance(value, bool) or not isinstance(value, int):
        return False
    return low <= value and (high is None or value <= high)


def plain(value: object) -> object:
    """A whole number of NumPy's as one of Python's; anything else as it is.

    >>> import numpy as np
    >>> type(plain(np.int64(5))).__name__, plain(2.5), plain(True)
    ('int', 2.5, True)
    """
    if isinstance(value, bool):
        return value
    return int(value) if isinstance(value, Integral) else value


def is_number(value: object, above: float, most: float) -> TypeGuard[int | float]:
    """Whether a value is an int or float, and no bool or nan, greater than `above`.

    >>> is_number(0.5, 0, 1), is_number(0, 0, 1), is_number(float("nan"), 0, 1)
    (True, False, False)
    """
    return isinstance(value, int | float) and not isinstance(value, bool) and above < value <= most


def named(name: str) -> Text:
    """The subject of a refusal that quotes an option's name."""
    return Text(f"'{name}' is", f"« {name} » vaut")


def span(low: int, high: int) -> Text:
    """A range of whole numbers in words."""
    return Text(f"{low} to {high}", f"de {low} à {high}")


def not_allowed_text(subject: Text, value: object, allowed: Text) -> Text:
    """The sentence of a refusal: what a value is, and what is allowed."""
    return NOT_ALLOWED.format(subject=subject, value=repr(value), allowed=allowed)


def not_allowed(
    name: str, value: object, allowed: Text, subject: Text | None = None
) -> OptionError:
    """The refusal of an option's value, as an error to raise.

    >>> print(not_allowed("games", 0, Text("whole numbers from 1", "les entiers à partir de 1")))
    'games' is 0; allowed: whole numbers from 1.
    """
    return OptionError(name, not_allowed_text(subject or named(name), value, allowed))


def check_count(name: str, value: object) -> int:
    """A number of games, workers and the like: a whole number from 1."""
    given = plain(value)
    if not is_whole(given, 1):
        raise not_allowed(name, value, Text("whole numbers from 1", "les entiers à partir de 1"))
    return given
