"""Confidence intervals: Wilson's for a proportion, the quantile that all 95 % intervals use, and a
confidence sequence, which holds however often and whenever one looks."""

from math import log, sqrt
from statistics import NormalDist

Z = 1.959964  # the normal quantile of a two-sided 95 % interval


def wilson(hits: float, trials: int, z: float = Z) -> tuple[float, float]:
    """Wilson's confidence interval of a proportion: holds the true share in 95 of 100 cases, also
    near 0 and 1.

    >>> [round(end, 3) for end in wilson(50, 100)]
    [0.404, 0.596]
    """
    share = hits / trials
    scale = 1 + z * z / trials
    centre = (share + z * z / (2 * trials)) / scale
    spread = z / scale * sqrt(share * (1 - share) / trials + (z / (2 * trials)) ** 2)
    return max(0.0, centre - spread), min(1.0, centre + spread)


def sequence(games: int, deviation: float, alpha: float, tight: int) -> float:
    """Half the width of an asymptotic confidence sequence for a mean (Robbins' normal mixture;
    Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas: Time-uniform central limit theory).

    At all times at once it holds the mean with probability 1 - alpha, so that one may look after
    every game and stop when one likes. A fixed interval looked at again and again does not. It is
    tightest at `tight` games. A game's worth of variance is added, so that games that happen to be
    all alike don't make it certain.

    >>> round(sequence(1000, 0.5, 0.05, 1000), 3), round(1.96 * 0.5 / 1000**0.5, 3)
    (0.048, 0.031)
    """
    spread = -2 * log(alpha)
    rate = (spread + log(spread + 1)) / tight
    grown = games * rate + 1
    variance = deviation**2 + 1 / games
    return sqrt(variance * 2 * grown / (games**2 * rate) * log(sqrt(grown) / alpha))


def is_significant(difference: float, error: float, tests: int) -> bool:
    """Whether a difference with this standard error is more than chance, as one of so many tests:
    at 95 %, with Bonferroni's correction."""
    if error == 0:
        return difference != 0
    return abs(difference) > NormalDist().inv_cdf(1 - 0.025 / tests) * error
