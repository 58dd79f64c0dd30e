"""Defaults for what a game's folder leaves out: one module for each file of the contract.

Each is a template (`kernels/template.py`): it declares the names that it takes from the game, and
is run anew for each game that needs it. Names are looked up one by one, so a game with an
`insight.py` that has `rate` alone keeps the default `value`.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from faubourg.core.contract import NEEDED, OPTIONAL, promised
from faubourg.core.errors import FaubourgError
from faubourg.core.game import own_module
from faubourg.core.text import Text, listed
from faubourg.gamekit.fields import fields_of, layout_of
from faubourg.kernels.template import specialise

HERE = Path(__file__).parent
# The names that each default takes from the game, with the files that they are in.
TAKEN: dict[str, dict[str, str]] = {
    "state": {},
    "rules": {"chance": "rules"},
    "refusal": {"MOST": "rules", "legal": "rules", "write": "notation"},
    "view": {"outcome": "rules", "write": "notation"},
    "setup": {"limits": "state"},
    "events": {"outcome": "rules", "write": "notation"},
    "insight": {
        "ROW": "state",
        "MOST": "rules",
        "chance": "rules",
        "step": "rules",
        "outcome": "rules",
        "side": "observe",
    },
    "advice": {},
    "observe": {},
    "tally": {"outcome": "rules"},
    "terminal.screen": {"step": "rules", "view": "view", "tell": "events"},
    "picture": {"outcome": "rules"},
}
# What some take that follows from all fields of the row.
DERIVED: dict[str, Callable[[str], dict[str, Any]]] = {
    "rules": lambda name: {"MOST": _most(own_module(name, "rules"))},
    "view": lambda name: {"FIELDS_OF": fields_of(name)},
    "setup": lambda name: {"FIELDS_OF": fields_of(name)},
    "observe": lambda name: layout_of(fields_of(name)),
    "terminal.screen": lambda name: {"FIELDS_OF": fields_of(name)},
}
INCOMPLETE = Text(
    "The game '{game}' has no {missing}; a game needs {needed}.",
    "Le jeu « {game} » n'a pas {missing} ; il faut {needed}.",
)


def complete(name: str, file: str, own: ModuleType | None) -> Any:
    """A module of a game with all that the contract promises: the default's names where the game's
    own module, if there is one, leaves them out. FaubourgError where there is no default."""
    needed = file in ("components", *NEEDED)
    lacking = [each for each in promised(file) if not hasattr(own, each)]
    if needed and own is None:
        raise _incomplete(name, f"{file}.py")
    default = default_module(name, file) if file in NEEDED or file in OPTIONAL else None
    for each in lacking:
        if not hasattr(default, each):
            raise _incomplete(name, f"{file}.{each}")
    if own is None:
        return default
    whole = ModuleType(own.__name__, own.__doc__)
    vars(whole).update({each: getattr(default, each) for each in lacking}, **vars(own))
    return whole


@cache
def default_module(name: str, file: str) -> ModuleType:
    """The default of a file, specialised for a game."""
    taken = {each: _found(name, of, each) for each, of in TAKEN[file].items()}
    if file in DERIVED:
        taken |= DERIVED[file](name)
    stem = file.rpartition(".")[2]
    return specialise(name, HERE / f"{stem}.py", __name__, taken)


def _found(name: str, file: str, each: str) -> Any:
    """A name of a game: its own, else the default's."""
    own = own_module(name, file)
    if hasattr(own, each):
        return getattr(own, each)
    if own is None and file in NEEDED:
        raise _incomplete(name, f"{file}.py")
    default = default_module(name, file)
    if not hasattr(default, each):
        raise _incomplete(name, f"{file}.{each}")
    return getattr(default, each)


def _most(rules: Any) -> int:
    return int(getattr(rules, "MOST", rules.ACTIONS))


def _incomplete(name: str, missing: str) -> FaubourgError:
    files = [f"{file}.py" for file in ("components", *NEEDED)]
    said = INCOMPLETE.format(game=name, missing=missing, needed=listed(files))
    return FaubourgError("incomplete-game", said)
