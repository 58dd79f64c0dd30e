"""95 % intervals of changes. Where only the size of a change is unsure, they never hold 0.

A change that is told is off in two ways: by noise, which is added to it and may turn its sign, and
by its own size (`of_size` of a game's `JUDGEMENT`), which multiplies it and can't. The factor is
log-normal with mean 1, so a cost may be a third of what is told or twice as much, but not a gain.
"""

import math
from collections.abc import Iterable
from typing import NamedTuple

Z = 1.96  # standard errors within which 95 % lie


class Range(NamedTuple):
    """The ends of the interval of a change, in its unit."""

    low: int
    high: int

    @property
    def is_sure(self) -> bool:
        """Whether it says in which direction the change was."""
        return self.low > 0 or self.high < 0

    def margin(self, change: int) -> int:
        """How far the change may lie nearer to 0, or beyond it."""
        return change - self.low if change > 0 else self.high - change


class Change(NamedTuple):
    """A change as it was found: its standard error by noise, and that of its size as a part of
    it."""

    change: float
    error: float
    of_size: float = 0.0


def range_of(changes: Iterable[Change]) -> Range:
    """The range of the sum of changes that were found one by one.

    >>> range_of([Change(-100, 10)])
    Range(low=-120, high=-80)
    >>> range_of([Change(-100, 10, of_size=0.5)])
    Range(low=-230, high=-35)
    >>> range_of([Change(-100, 60, of_size=0.5)])
    Range(low=-253, high=53)
    """
    parts = list(changes)
    total = sum(part.change for part in parts)
    noise = Z * math.hypot(*(part.error for part in parts))
    size = math.hypot(*(part.of_size * part.change for part in parts))
    if abs(total) <= noise or not _sizes_keep_the_sign(parts, total):
        wide = math.hypot(noise, Z * size)
        return Range(round(total - wide), round(total + wide))
    near, far = _ends(abs(total), noise, size / abs(total))
    low, high = (near, far) if total > 0 else (-far, -near)
    return Range(round(low), round(high))


def _ends(total: float, noise: float, of_size: float) -> tuple[float, float]:
    """The ends of the interval of a positive number: distances by noise and by size are both taken
    as factors and added as independent errors are, in quadrature."""
    spread = math.sqrt(math.log1p(of_size**2))
    less, more = (Z * spread + middle * spread**2 / 2 for middle in (1, -1))
    near = math.hypot(math.log(total / (total - noise)), less)
    far = math.hypot(math.log((total + noise) / total), max(0.0, more))
    return total * math.exp(-near), total * math.exp(far)


def _sizes_keep_the_sign(parts: list[Change], total: float) -> bool:
    """Whether what goes against the sum stays smaller than what makes it, both within their
    sizes."""
    sign = math.copysign(1, total)
    along, against = ([part for part in parts if part.change * way > 0] for way in (sign, -sign))
    return _sized(along)[0] > _sized(against)[1]


def _sized(parts: list[Change]) -> tuple[float, float]:
    """The ends of the interval of changes in one direction that only their sizes make unsure."""
    total = sum(abs(part.change) for part in parts)
    if not total:
        return 0.0, 0.0
    return _ends(total, 0.0, math.hypot(*(part.of_size * part.change for part in parts)) / total)
