"""The default `refusal.py`: what is allowed instead."""

from collections.abc import Callable
from typing import Any

import numpy as np

from faubourg.core.contract import Box, Ints, Row
from faubourg.core.players import NATURE
from faubourg.core.text import Text, listed
from faubourg.gamekit.refusals import NOT_THERE, Why

MOST: int
legal: Callable[[Box, Row, Ints], int]
write: Callable[[Any, int], str]

LISTED = 8  # at most
NO_CLAUSE = ""
NOT_ALLOWED = Text(
    "'{move}' is not allowed now; allowed: {allowed}.",
    "« {move} » n'est pas permis maintenant ; permis : {allowed}.",
)


def why(components: Any, row: Row, action: int) -> Why:
    if row.to_act == NATURE:
        return "not-there", NOT_THERE, NO_CLAUSE
    actions = np.zeros(MOST, np.int32)
    count = legal(components.box, row, actions)
    allowed = [write(components, int(id)) for id in actions[: min(count, LISTED)]]
    said = NOT_ALLOWED.format(
        move=write(components, action),
        allowed=listed([*allowed, "…"] if count > LISTED else allowed),
    )
    return "not-allowed", said, NO_CLAUSE
