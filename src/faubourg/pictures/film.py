"""A game as a short animation: some of its positions, one after another."""

from collections.abc import Sequence

from faubourg.pictures.apng import animation
from faubourg.pictures.raster import png

FRAMES = 12
WIDTH = 600
HOLD = 700  # milliseconds


def moments(moves: int, frames: int = FRAMES) -> list[int]:
    """After how many moves the positions of an animation are: evenly from the first to the last.

    >>> moments(100, 5), moments(2, 5)
    ([0, 25, 50, 75, 100], [0, 1, 2])
    """
    steps = min(frames - 1, moves)
    return [round(step * moves / steps) for step in range(steps + 1)] if steps else [0]


def film(pictures: Sequence[str]) -> bytes:
    """An animated PNG of pictures in SVG."""
    return animation([png(each, WIDTH) for each in pictures], HOLD)
