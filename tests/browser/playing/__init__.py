"""Playing on the boards themselves: with a hand (mouse, finger or keys), each action where it lies.

A `Seating` listens to what the page receives, so it knows what is legal; a `Board` then does it
with a hand, on the game's own pictures and buttons. The server must have stored what was meant.

A module here that is named after a game has its `BOARD`, and `BY_KEYS` where keys need another way.
A game without one is played by the list of choices, which every game has.
"""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from tests.browser.playing.hands import Finger, Keys, Mouse, ScreenReader
from tests.browser.playing.seating import PATIENCE, Board, Seating
from tests.browser.tables import GAMES

__all__ = [
    "BOARDS", "BY_KEYS", "PATIENCE", "Board", "Finger", "Keys", "Mouse", "ScreenReader", "Seating",
]  # fmt: skip


def _module(game: str) -> ModuleType | None:
    name = f"{__name__}.{game}"
    return import_module(name) if find_spec(name) else None


BOARDS: dict[str, type[Board]] = {game: getattr(_module(game), "BOARD", Board) for game in GAMES}
BY_KEYS = {game: getattr(_module(game), "BY_KEYS", BOARDS[game]) for game in GAMES}
