"""Ratings of a ladder's bots with bootstrap confidence intervals, and win rates.

Ratings are openskill's (Plackett-Luce), 25 before any game. They depend a little on the order of
the games, so they are the mean over many bootstrap samples (games drawn with replacement, in a
random order); the intervals are percentiles of the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from faubourg.core.errors import FaubourgError
from faubourg.core.text import Text
from faubourg.lab.intervals import wilson
from faubourg.lab.ladder.ladder import Played

BOOTSTRAP_SAMPLES = 200
MISSING = Text(
    "Ratings need the extra 'lab': pip install 'faubourg[lab]' (in a clone: make setup).",
    "Les classements demandent l'extra « lab » : pip install 'faubourg[lab]' "
    "(dans un clone : make setup).",
)


@dataclass(frozen=True)
class Standing:
    """One bot: how many games it had a part in, its share of victories, and its rating."""

    bot: str
    games: int
    share: float  # of the victories in its games; a shared one counts in part
    low: float  # Wilson's 95 % confidence interval
    high: float
    rating: float | None  # None where nobody is against anybody
    worst: float | None
    best: float | None


def check_ratings() -> None:
    """FaubourgError if openskill is not installed."""
    try:
        import openskill  # noqa: F401
    except ImportError as error:
        raise FaubourgError("no-ratings", MISSING) from error


def standings(bots: Sequence[str], played: Sequence[Played], seed: int = 0) -> list[Standing]:
    """All bots, the best first."""
    rated = len(played[0].bots) > 1 if played else False
    ratings = _ratings(bots, played, seed) if rated else {}
    found = [_standing(bot, played, ratings.get(bot)) for bot in bots]
    return sorted(found, key=lambda one: -(one.share if one.rating is None else one.rating))


def _standing(
    bot: str, played: Sequence[Played], rating: tuple[float, float, float] | None
) -> Standing:
    shares = [
        share
        for game in played
        for name, share in zip(game.bots, game.shares, strict=True)
        if name == bot
    ]
    low, high = wilson(sum(shares), len(shares))
    middle, worst, best = rating or (None, None, None)
    return Standing(bot, len(shares), sum(shares) / len(shares), low, high, middle, worst, best)


def _ratings(
    bots: Sequence[str], played: Sequence[Played], seed: int
) -> dict[str, tuple[float, float, float]]:
    """The mean rating, and the ends of the 95 % confidence interval."""
    generator = np.random.default_rng(seed)
    samples = np.array(
        [
            _rate(bots, [played[i] for i in generator.integers(len(played), size=len(played))])
            for _ in range(BOOTSTRAP_SAMPLES)
        ]
    )
    low, high = np.percentile(samples, [2.5, 97.5], axis=0)
    middle = samples.mean(axis=0)
    return {bot: (float(middle[i]), float(low[i]), float(high[i])) for i, bot in enumerate(bots)}


def _rate(bots: Sequence[str], games: Sequence[Played]) -> list[float]:
    """The ratings after these games in this order."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {bot: model.rating() for bot in bots}
    for game in games:
        if len(set(game.bots)) == 1 or not any(game.shares):
            continue
        ranks = [0.0 if share > 0 else 1.0 for share in game.shares]
        teams = [[model.rating(ratings[bot].mu, ratings[bot].sigma)] for bot in game.bots]
        after = model.rate(teams, ranks=ranks)
        for bot in set(game.bots):  # a bot that sat there twice takes the mean
            own = [team[0] for team, name in zip(after, game.bots, strict=True) if name == bot]
            mu = sum(one.mu for one in own) / len(own)
            ratings[bot] = model.rating(mu, sum(one.sigma for one in own) / len(own))
    return [ratings[bot].mu for bot in bots]
