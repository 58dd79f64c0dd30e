"""What a table says of its box: whether it is the printed one, and what differs."""

from functools import lru_cache

from faubourg.core.contract import Data
from faubourg.core.game import Game
from faubourg.core.text import Text
from faubourg.gamekit import form

MOST = 128  # boxes whose differences are kept
MOST_TOLD = 20  # differences told of a table's box; the workshop tells all


def box_info(game: Game) -> Data:
    """The part of a table's state that never changes: a client is told once."""
    digest = game.components.digest
    if game.is_standard:
        return {"digest": digest, "printed": True, "differences": []}
    told = differences(game.name, game.components.text)
    return {
        "digest": digest,
        "printed": is_printed(game.name, game.components.text),
        "differences": [each._asdict() for each in told[:MOST_TOLD]],
    }


@lru_cache(MOST)
def is_printed(game: str, text: str) -> bool:
    """Whether a box is the printed one, however it is written."""
    printed: bool = form.data(text) == form.data(Game(game).components.text)
    return printed


@lru_cache(MOST)
def differences(game: str, text: str) -> tuple[Text, ...]:
    """Sentences that say what of a box is not as printed, the most important first."""
    return form.differences(game, text)
