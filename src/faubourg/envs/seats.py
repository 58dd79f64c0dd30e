"""Seats of an environment: learners, whose actions come from outside, and bots, as codes."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from faubourg.bots.bot import CompiledBot, compiled_names, make
from faubourg.core.errors import OptionError
from faubourg.core.game import Game
from faubourg.core.players import LEARNER
from faubourg.core.text import Text


def seat_codes(game: Game, bots: Sequence[str | None] | None) -> npt.NDArray[np.int8]:
    """For each seat the code of its bot, or LEARNER."""
    named = [None] * game.players if bots is None else bots
    if isinstance(named, str) or len(named) != game.players or None not in named:
        raise OptionError(
            "bots",
            Text(
                f"'bots' is {bots!r}; wanted: for each of {game.players} seats a bot or None, "
                "and None at least once.",
                f"« bots » vaut {bots!r} ; il faut pour chacune des {game.players} places un robot "
                "ou None, et None au moins une fois.",
            ),
        )
    return np.array([bot_code(bot) for bot in named], np.int8)


def bot_code(bot: str | None) -> int:
    """The code of a bot that batches can play, or LEARNER."""
    if bot is None:
        return LEARNER
    made = make(bot)
    if not isinstance(made, CompiledBot):
        allowed = ", ".join(compiled_names())
        raise OptionError(
            "bots",
            Text(
                f"The bot {bot!r} does not play in batches; allowed: {allowed}.",
                f"Le robot {bot!r} ne joue pas en série ; permis : {allowed}.",
            ),
        )
    return made.player
