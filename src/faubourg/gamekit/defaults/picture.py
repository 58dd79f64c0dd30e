"""The default `picture.py`: who plays, and their points so far."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from faubourg.core.contract import Box, Ints, Row
from faubourg.core.text import Language
from faubourg.gamekit.drawing import CARD, SEATS, Drawing, plots, rect, shortened, words

outcome: Callable[[Box, Row, Ints], int]


def draw(components: Any, row: Row, names: Sequence[str], language: Language) -> Drawing:
    """A card for each player."""
    points = np.zeros(len(SEATS), np.int32)
    outcome(components.box, row, points)

    def plot(seat: int, width: float, height: float) -> str:
        card = rect(0, 0, width, height, rx=18, fill=CARD, stroke=SEATS[seat], stroke_width=3)
        name = words(18, 38, shortened(names[seat], 26, width - 36), 26, fill=SEATS[seat])
        middle = words(width / 2, height / 2 + 30, str(points[seat]), 84, text_anchor="middle")
        return card + name + middle

    return plots(len(names), plot)
