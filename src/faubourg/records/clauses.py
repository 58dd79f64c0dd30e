"""The clauses of a game's rules, in our own words, and the tests that show each."""

import json
import tomllib
from dataclasses import dataclass
from functools import cache

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
    """All clauses of a game, in order.

    >>> clauses("minivilles")[0].id
    'mv-1'
    """
    data = tomllib.loads((folder(game) / "clauses.toml").read_text(encoding="utf-8"))
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
        for part in data["part"]
        for entry in part["clause"]
    )
