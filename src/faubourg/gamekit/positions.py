"""Validation of a scenario's position, as people write it; a fault says what would be right."""

from collections.abc import Mapping
from typing import Any

from faubourg.core.checks import is_whole
from faubourg.core.errors import PositionError
from faubourg.core.text import Text


def table(value: object, what: str, known: set[str]) -> Mapping[str, Any]:
    """A table with no other keys than these."""
    if not isinstance(value, Mapping):
        raise fault(what, value, Text("a table { … }", "une table { … }"))
    for key in value:
        one_of(key, sorted(known), what)
    return value


def items(value: object, what: str) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise fault(what, value, Text("a list [ … ]", "une liste [ … ]"))
    return value


def whole(value: object, low: int, high: int, what: str) -> int:
    """A whole number in a range."""
    if not is_whole(value, low, high):
        said = Text("a whole number from {low} to {high}", "un nombre entier de {low} à {high}")
        raise fault(what, value, said.format(low=low, high=high))
    return value


def one_of(value: Any, allowed: list[Any], what: str) -> Any:
    """One of a few values."""
    if value not in allowed:
        names = ", ".join(str(each) for each in allowed)
        raise fault(what, value, Text(f"one of: {names}", f"au choix : {names}"))
    return value


def fault(what: str, value: object, right: Text) -> PositionError:
    said = Text(
        "{what}: {value} is wrong; it must be {right}",
        "{what} : {value} ne va pas ; il faut {right}",
    )
    return PositionError("position", said.format(what=what, value=repr(value), right=right))
