"""Actions of The Cart as short text and back.

load           put bricks on the cart: Nature rolls the die
build          build houses with them
die 4          Nature's: a face of the die
first B        Nature's: who begins
"""

from faubourg.core.players import SEAT_LETTERS
from faubourg.gamekit.notation import no_move, tidied

from .components import Components
from .state import FACES, SEATS

# In the order of the numbers that `rules.py` gives them.
TEXTS = (
    "load",
    "build",
    *(f"die {face}" for face in range(1, FACES + 1)),
    *(f"first {letter}" for letter in SEAT_LETTERS[:SEATS]),
)
ACTION_OF = {tidied(text): action for action, text in enumerate(TEXTS)}


def write(components: Components, action: int) -> str:
    return TEXTS[action]


def read(components: Components, text: str) -> int:
    """Small and capital letters are the same."""
    if tidied(text) not in ACTION_OF:
        raise no_move(text, components.name, TEXTS)
    return ACTION_OF[tidied(text)]
