"""Measures: the numbers by which games are compared, each with a name and a confidence interval."""

from collections.abc import Iterator
from dataclasses import dataclass

from faubourg.core.text import Language, Text
from faubourg.lab.intervals import Z
from faubourg.lab.stats import names
from faubourg.lab.stats.summary import Distribution, Share, Summary


@dataclass(frozen=True)
class Measure:
    """A number that was measured."""

    name: Text
    value: float
    error: float  # the standard error
    interval: tuple[float, float]  # the 95 % confidence interval
    percent: bool
    main: bool  # of the game as a whole, not of one of its cards

    @property
    def key(self) -> str:
        return self.name.en

    def text(self, language: Language = "en") -> str:
        low, high = (format_number(end, self.percent, False, language) for end in self.interval)
        return f"{format_number(self.value, self.percent, False, language)} ({low} – {high})"


def format_number(
    value: float, percent: bool, sign: bool = False, language: Language = "en"
) -> str:
    """A number as people read it."""
    plus = "+" if sign and value > 0 else ""
    text = f"{plus}{100 * value:.1f}\u00a0%" if percent else f"{plus}{value:.2f}"
    text = text.replace("-", "−")
    return text.replace(".", ",") if language == "fr" else text


def measures(summary: Summary) -> Iterator[Measure]:
    """All that can be compared of a cell, the main things first."""
    yield _mean(names.TURNS, summary.turns)
    if summary.together:
        yield _share(names.TOGETHER, summary.won)
    elif not summary.sided:
        for place, share in enumerate(summary.places):
            yield _share(names.won_by(names.PLACES[place]), share)
        for seat, share in enumerate(summary.seats):
            yield _share(names.won_by(names.seat(seat)), share)
    for role, share in summary.roles.items():
        yield _share(names.won_by(role), share)
    yield _mean(names.POINTS_WON, summary.points_won)
    yield _mean(names.POINTS_LOST, summary.points_lost)
    yield _share(names.BEHIND, summary.comebacks)
    yield _mean(names.LEADS, summary.lead_changes)
    yield _mean(names.CHOICES, summary.choices_each, scale=100)
    if summary.luck:
        luck = summary.luck
        yield Measure(names.LUCK, luck.value, luck.error, luck.interval, True, True)
    for counted in summary.items:
        yield _share(names.taken(counted.item), counted.taken, main=False)
        if counted.known:
            spread = Z * counted.error
            interval = counted.lift - spread, counted.lift + spread
            name = names.lift(counted.item)
            yield Measure(name, counted.lift, counted.error, interval, True, main=False)


def _share(name: Text, share: Share, main: bool = True) -> Measure:
    return Measure(name, share.value, share.error, share.interval, True, main)


def _mean(name: Text, distribution: Distribution, scale: int = 1) -> Measure:
    mean, error = distribution.mean / scale, distribution.error / scale
    return Measure(name, mean, error, (mean - Z * error, mean + Z * error), False, True)


def format_count(number: float) -> str:
    """A count as people read it: 20 000."""
    return f"{number:,.0f}".replace(",", "\u00a0")
