"""The clauses of a game's rules, in our own words, with the tests that show each; what of its box
is reconstructed."""

import json
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from faubourg.core.game import folder
from faubourg.core.text import Text


@dataclass(frozen=True)
class Clause:
    """One numbered rule."""

    id: str
    part: Text  # the chapter it belongs to
    text: Text
    ruling: bool  # ours, where the rulebook is silent
    shown_by: tuple[str, ...]  # scenarios and tests


@cache
def clauses(game: str) -> tuple[Clause, ...]:
    """All clauses of a game, in order; none if it has no `clauses.toml`.

    >>> clauses("minivilles")[0].id
    'mv-1'
    """
    data = _data(game)
    index = folder(game) / "shown.json"
    shown = json.loads(index.read_text(encoding="utf-8")) if index.exists() else {}
    return tuple(
        Clause(
            entry["id"],
            Text(part["en"], part["fr"]),
            Text(entry["en"], entry["fr"]),
            entry.get("ruling", False),
            tuple(shown.get(entry["id"], ())),
        )
        for part in data.get("part", ())
        for entry in part["clause"]
    )


@cache
def reconstructed(game: str) -> Text | None:
    """What of the box is ours because the rulebook does not print it; None if nothing is.

    >>> reconstructed("minivilles")
    """
    entry = _data(game).get("reconstructed")
    return entry and Text(entry["en"], entry["fr"])


def _data(game: str) -> dict[str, Any]:
    file = folder(game) / "clauses.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
