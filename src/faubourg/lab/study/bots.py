"""The bots of a study by their names: ours, or `module:Class` for one of the designer's own."""

import importlib
from collections.abc import Sequence
from typing import Any

from faubourg.bots.bot import OPTIONS, Bot, make, make_with_effort, names
from faubourg.bots.effort import Effort
from faubourg.core.options import unknown


def make_bots(
    bots: Sequence[str], seconds: float | None = None, simulations: int | None = None
) -> list[Bot]:
    """A bot for each name; those whose effort can be chosen get so many seconds or simulations for
    each move."""
    given = seconds is not None or simulations is not None
    effort = Effort(seconds=seconds, simulations=simulations) if given else None
    return [
        make(_own_bot(name)) if ":" in name else make_with_effort(name, effort) for name in bots
    ]


def takes_effort(bot: str) -> bool:
    """Whether a bot heeds the `seconds` and `simulations` of a study.

    >>> takes_effort("expert"), takes_effort("steady")
    (True, False)
    """
    return bot in OPTIONS


def _own_bot(name: str) -> Any:
    """A designer's own bot, from a module on Python's path."""
    module, _, word = name.partition(":")
    try:
        return getattr(importlib.import_module(module), word)()
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise unknown("bot", name, [*names(), "module:Class"]) from error
