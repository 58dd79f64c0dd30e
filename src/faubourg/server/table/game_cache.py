"""An LRU cache of games: tables with the same game, options and box share one."""

from collections.abc import Mapping
from functools import lru_cache

from faubourg.core.contract import StoredText
from faubourg.core.game import Game

MOST = 128  # games in the cache


def shared_game(
    name: str, players: int, options: Mapping[str, str], box: str | None, version: int
) -> Game:
    """A game with its options, by a version of its rules; `box` is the stored text of its
    components, if not the standard ones."""
    return _game(name, players, tuple(options.items()), box, version)


@lru_cache(MOST)
def _game(
    name: str,
    players: int,
    options: tuple[tuple[str, str], ...],
    box: str | None,
    version: int,
) -> Game:
    components = None if box is None else StoredText(box)
    return Game(name, players, components=components, rules=version, **dict(options))
