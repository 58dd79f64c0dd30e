"""What a bot is, and the two simplest ones."""

from collections.abc import Callable
from typing import Protocol

import numpy as np

from faubourg.core.options import unknown
from faubourg.core.position import Action, Position


class Bot(Protocol):
    """Anything that chooses an action, seeing a position and its own generator, nothing else."""

    def choose(self, position: Position, generator: np.random.Generator) -> Action | str | int:
        """One of `position.legal`, of which there are at least two."""


class Compiled:
    """A player that `core/loops.py` knows; batches play it without leaving machine code."""

    def __init__(self, player: int) -> None:
        self.player = player

    def choose(self, position: Position, generator: np.random.Generator) -> int:
        game = position.game
        ids = position.legal.ids
        actions = np.array(ids, np.int32)
        box, row, chosen = game.components.box, position.row, generator.random()
        return int(ids[game.loops.choose(self.player, box, row, actions, len(ids), chosen)])


# The numbers are those of `core/loops.py`.
BOTS: dict[str, Callable[[], Bot]] = {
    "random": lambda: Compiled(0),
    "greedy": lambda: Compiled(1),
}


def names() -> list[str]:
    """The bots that can be asked for by name."""
    return list(BOTS)


def make(bot: "str | Bot") -> Bot:
    """A bot by its name: `random` plays any legal action, `greedy` what looks best now."""
    if isinstance(bot, str) and bot in BOTS:
        return BOTS[bot]()
    if isinstance(bot, str) or not hasattr(bot, "choose"):
        raise unknown("bot", bot, names())
    return bot
