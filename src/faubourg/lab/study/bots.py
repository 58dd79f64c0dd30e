"""The bots of a study by their names: ours, or `module:Class` for one of the designer's own."""

import importlib
import inspect
from collections.abc import Sequence
from typing import Any

from faubourg.bots.bot import Bot, make, names
from faubourg.core.options import unknown


def seated(bots: Sequence[str], seconds: float | None) -> list[Bot]:
    """The bots for the seats; those who think get so many seconds for each move."""
    return [_bot(name, seconds) for name in bots]


def _bot(name: str, seconds: float | None) -> Bot:
    if ":" in name:
        return make(_own(name))
    maker: Any = make
    if seconds is not None and "seconds" in inspect.signature(make).parameters:
        found: Bot = maker(name, seconds=seconds)
        return found
    return make(name)


def _own(name: str) -> Any:
    """A bot from a module that Python finds."""
    module, _, word = name.partition(":")
    try:
        return getattr(importlib.import_module(module), word)()
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise unknown("bot", name, [*names(), "module:Class"]) from error
