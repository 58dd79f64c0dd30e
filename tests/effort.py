"""How much is tried: enough in `make test`, the same each time, and more in `make test-long`."""

import os
from collections.abc import Sequence
from typing import TypeVar

One = TypeVar("One")
Other = TypeVar("Other")
LONG = os.environ.get("FAUBOURG_LONG") == "1"


def many(count: int) -> int:
    """So many, and in the long run ten times as many."""
    return 10 * count if LONG else count


def half(ones: Sequence[One], turn: int) -> list[One]:
    """Every second one, beginning with the first (turn 0) or the second (turn 1); in the long run
    all of them.

    >>> half(["cities", "lutins", "minivilles"], 0)[-1]
    'minivilles'
    """
    return list(ones) if LONG else list(ones[turn % 2 :: 2])


def in_turn(ones: Sequence[One], others: Sequence[Other]) -> list[tuple[One, Other]]:
    """Each of the first with one of the others, in turn; in the long run with all of them.

    >>> in_turn(["cities", "lutins"], ["phone", "laptop"])[0]
    ('cities', 'phone')
    """
    return [
        (one, other)
        for turn, one in enumerate(ones)
        for place, other in enumerate(others)
        if LONG or place == turn % len(others)
    ]
