"""The numbers by which games are compared, each with a name, an interval and how it is told."""

from collections.abc import Iterator
from dataclasses import dataclass

from faubourg.core.players import SEAT_LETTERS
from faubourg.lab.stats.summary import Share, Spread, Summary, Z

PLACES = ("who begins", "who is second", "who is third", "who is fourth", "who is fifth",
          "who is sixth")  # fmt: skip


@dataclass(frozen=True)
class Measure:
    """A number that was measured."""

    name: str
    value: float
    error: float  # the standard error
    interval: tuple[float, float]  # 95 %
    percent: bool
    main: bool  # of the game as a whole, not of one of its cards

    @property
    def told(self) -> str:
        low, high = self.interval
        return f"{said(self.value, self.percent)} ({said(low, self.percent)} – " \
               f"{said(high, self.percent)})"  # fmt: skip


def said(value: float, percent: bool, sign: bool = False) -> str:
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


def _mean(name: str, spread: Spread, scale: int = 1) -> Measure:
    mean, error = spread.mean / scale, spread.error / scale
    return Measure(name, mean, error, (mean - Z * error, mean + Z * error), False, True)


def counted(number: float) -> str:
    """A count as people read it: 20 000."""
    return f"{number:,.0f}".replace(",", "\u00a0")
