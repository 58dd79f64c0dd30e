"""Seats of an environment: learners, whose actions come from outside, and bots: as codes, if the
kernel plays them, or as objects, if they search."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from faubourg.bots.bot import Bot, CompiledBot, compiled_names, make
from faubourg.bots.compiled_match import Seats, searching_seats
from faubourg.core.errors import OptionError
from faubourg.core.game import Game
from faubourg.core.players import LEARNER
from faubourg.core.text import Text

Given = Sequence[str | Bot | None]


def seat_codes(game: Game, bots: Given | None) -> npt.NDArray[np.int8]:
    """For each seat the code of its bot, or LEARNER where the kernel has to wait."""
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
    made = [None if bot is None else make(bot) for bot in named]
    codes = [bot.player if isinstance(bot, CompiledBot) else LEARNER for bot in made]
    return np.array(codes, np.int8)


def thinkers(bots: Given | None) -> dict[int, Bot]:
    """The bots that the kernel can't play, by their places in `bots`."""
    made = {place: make(bot) for place, bot in enumerate(bots or ()) if bot is not None}
    return {place: bot for place, bot in made.items() if not isinstance(bot, CompiledBot)}


def searchers(game: Game, bots: Given | None) -> Seats | None:
    """The seats as machine code knows them, where some bots search and it can play them all."""
    return searching_seats(game, [None if bot is None else make(bot) for bot in bots or ()])


def bot_code(bot: str) -> int:
    """The code of a bot that the kernel plays."""
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
