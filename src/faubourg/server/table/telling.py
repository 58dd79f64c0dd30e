"""Moves and what they did, as data and in words: what the game's own parts say, in the form that
clients are told. Nothing here knows a table, so another process can do it too."""

from collections.abc import Sequence
from functools import lru_cache

from faubourg.core.contract import Data, Row
from faubourg.core.game import Game
from faubourg.core.position import action_of
from faubourg.core.text import Text


def happened(game: Game, before: Row, id: int, after: Row, names: Sequence[str]) -> list[Data]:
    """What a move did; `names` are what the seats are called."""
    part = game.part("events")
    events = part.events(game.components, before, id, after)
    return [{**event, **both(part.tell(game.components, event, names))} for event in events]


def choices(game: Game, row: Row, ids: Sequence[int], names: Sequence[str]) -> list[Data]:
    """Actions: for machines their number and notation, with the words of that for a page to find
    the places on the board, and for people a sentence."""
    describe, components = game.part("view").describe, game.components
    written = _written(game.name, components.digest)
    found = []
    for id in ids:
        if id not in written:
            text = action_of(game, id).text
            written[id] = (text, text.split())
        text, words = written[id]
        said = describe(components, row, id, names)
        found.append({"id": id, "text": text, "words": words, "en": said.en, "fr": said.fr})
    return found


@lru_cache(maxsize=32)
def _written(game: str, box: str) -> dict[int, tuple[str, list[str]]]:
    """The notation of actions that were met with a box; it is the same at every table."""
    return {}


def both(text: Text) -> dict[str, str]:
    return text._asdict()
