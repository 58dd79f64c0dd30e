"""Measures: the numbers by which games are compared, each with a name and a confidence interval."""

from collections.abc import Iterator
from dataclasses import dataclass

from faubourg.core.players import SEAT_LETTERS
from faubourg.lab.intervals import Z
from faubourg.lab.stats.summary import Distribution, Share, Summary

PLACES = (
    "who begins",
    "who is second",
    "who is third",
    "who is fourth",
    "who is fifth",
    "who is sixth",
)


@dataclass(frozen=True)
class Measure:
    """A number that was measured."""

    name: str
    value: float
    error: float  # the standard error
    interval: tuple[float, float]  # the 95 % confidence interval
    percent: bool
    main: bool  # of the game as a whole, not of one of its cards

    @property
    def text(self) -> str:
        low, high = self.interval
        ends = f"{format_number(low, self.percent)} – {format_number(high, self.percent)}"
        return f"{format_number(self.value, self.percent)} ({ends})"


def format_number(value: float, percent: bool, sign: bool = False) -> str:
    """A number as people read it."""
    plus = "+" if sign and value > 0 else ""
    text = f"{plus}{100 * value:.1f}\u00a0%" if percent else f"{plus}{value:.2f}"
    return text.replace("-", "−")


def measures(summary: Summary) -> Iterator[Measure]:
    """All that can be compared of a cell, the main things first."""
    yield _mean("turns in a game", summary.turns)
    if summary.together:
        yield _share("games won by all together", summary.won)
    elif not summary.sided:
        for place, share in enumerate(summary.places):
            yield _share(f"games won by {PLACES[place]}", share)
        for seat, share in enumerate(summary.seats):
            yield _share(f"games won by seat {SEAT_LETTERS[seat]}", share)
    for name, share in summary.roles.items():
        yield _share(f"games won by {name}", share)
    yield _mean("points of winners", summary.points_won)
    yield _mean("points of the others", summary.points_lost)
    yield _share("games won from behind", summary.comebacks)
    yield _mean("changes of the lead", summary.lead_changes)
    yield _mean("choices in a turn", summary.choices_each, scale=100)
    if summary.luck:
        luck = summary.luck
        yield Measure("share of luck", luck.value, luck.error, luck.interval, True, True)
    for counted in summary.items:
        group, name = counted.item.group.en, counted.item.name.en
        yield _share(f"{group}: {name}, seats with it", counted.taken, main=False)
        if counted.known:
            spread = Z * counted.error
            interval = counted.lift - spread, counted.lift + spread
            title = f"{group}: {name}, how much oftener seats with it win"
            yield Measure(title, counted.lift, counted.error, interval, True, main=False)


def _share(name: str, share: Share, main: bool = True) -> Measure:
    return Measure(name, share.value, share.error, share.interval, True, main)


def _mean(name: str, distribution: Distribution, scale: int = 1) -> Measure:
    mean, error = distribution.mean / scale, distribution.error / scale
    return Measure(name, mean, error, (mean - Z * error, mean + Z * error), False, True)


def format_count(number: float) -> str:
    """A count as people read it: 20 000."""
    return f"{number:,.0f}".replace(",", "\u00a0")
