"""What a bot is, and where bots are found by name."""

from collections.abc import Callable
from typing import Protocol

import numpy as np

from faubourg.bots.effort import Effort, check_effort
from faubourg.bots.search import Search, one_seed
from faubourg.core.contract import Habits
from faubourg.core.options import unknown
from faubourg.core.position import Action, Position
from faubourg.kernels.template import play_kernels

USUAL_SECONDS = 1.0
STEADY_SIMULATIONS = 100


class Bot(Protocol):
    """Anything that chooses an action, seeing a position and its own generator, nothing else."""

    def choose(self, position: Position, generator: np.random.Generator) -> Action | str | int:
        """One of `position.legal`, of which there are at least two.

        The bots below take exactly one number of the generator, so that a game which is taken up
        again goes on as it would have.
        """


class Compiled:
    """A player that `kernels/play.py` knows; batches play it without leaving machine code."""

    def __init__(self, player: int) -> None:
        self.player = player

    def choose(self, position: Position, generator: np.random.Generator) -> int:
        game = position.game
        ids = position.legal.ids
        actions = np.array(ids, np.int32)
        box, row, chosen = game.components.box, position.row, generator.random()
        return int(
            ids[play_kernels(game.name).choose(self.player, box, row, actions, len(ids), chosen)]
        )


class Searcher:
    """Looks ahead: the more effort, the better it plays."""

    def __init__(self, effort: Effort, habits: Habits | None = None) -> None:
        self.effort = effort
        self.habits = habits  # other than the game's own

    def choose(self, position: Position, generator: np.random.Generator) -> int:
        search = Search(position, one_seed(generator), self.habits)
        self.effort.spend(search, to_decide=True)
        return search.best()


def _expert(seconds: object = None, simulations: object = None) -> Searcher:
    return Searcher(check_effort(seconds, simulations, Effort(seconds=USUAL_SECONDS)))


# The numbers are those of `kernels/play.py`.
BOTS: dict[str, Callable[..., Bot]] = {
    "random": lambda: Compiled(0),
    "greedy": lambda: Compiled(1),
    "gentle": lambda: Compiled(2),
    "steady": lambda: Searcher(Effort(simulations=STEADY_SIMULATIONS)),
    "expert": _expert,
}
OPTIONS = {"expert": ("seconds", "simulations")}  # what can be chosen of a bot


def names() -> list[str]:
    """The bots that can be asked for by name."""
    return list(BOTS)


def make(bot: "str | Bot", **options: object) -> Bot:
    """A bot by its name.

    `random` plays any legal action, `greedy` what looks best now. Three levels are for people:
    `gentle` plays plausibly and leaves chances, `steady` is sound, and `expert` is as strong as the
    time allows: `seconds` a move (1 if nothing is said), or a number of `simulations`.

    >>> make("expert", seconds=0)
    Traceback (most recent call last):
    faubourg.core.errors.OptionError: 'seconds' is 0; allowed: numbers above 0, at most 3600.
    """
    if isinstance(bot, str) and bot in BOTS:
        for option in options:
            if option not in OPTIONS.get(bot, ()):
                raise unknown("option", option, OPTIONS.get(bot, ()))
        return BOTS[bot](**options)
    if isinstance(bot, str) or not hasattr(bot, "choose"):
        raise unknown("bot", bot, names())
    return bot
