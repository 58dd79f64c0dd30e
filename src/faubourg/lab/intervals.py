"""Confidence intervals: Wilson's for a proportion, and the quantile that all 95 % intervals use."""

from math import sqrt

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
