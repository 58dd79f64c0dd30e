"""Playing on the boards themselves: with a hand (mouse, finger or keys), each action where it lies.

A `Seating` listens to what the page is told and knows so what is legal; a `Board` then does it with
a hand, on the game's own pictures and buttons. What the server wrote down must be what was meant.
"""

from tests.browser.playing.cities import Cities
from tests.browser.playing.hands import Finger, Keys, Mouse
from tests.browser.playing.lutins import Lutins
from tests.browser.playing.minivilles import Minivilles
from tests.browser.playing.my_little_town import MyLittleTown, MyLittleTownByKeys
from tests.browser.playing.seating import PATIENCE, Board, Seating

__all__ = ["BOARDS", "BY_KEYS", "PATIENCE", "Board", "Finger", "Keys", "Mouse", "Seating"]

BOARDS: dict[str, type[Board]] = {
    "minivilles": Minivilles,
    "lutins": Lutins,
    "my_little_town": MyLittleTown,
    "cities": Cities,
}
BY_KEYS = BOARDS | {"my_little_town": MyLittleTownByKeys}
