"""The pictures of a report, drawn by Altair and kept as SVG that needs no script.

Colours are those of Okabe and Ito, which colour-blind people can distinguish; series also differ in
shape. Text and lines of a picture take the page's colours (see `report.css`), so the same picture
serves light and dark.
"""

from collections.abc import Sequence
from textwrap import fill
from typing import Any

import altair as alt

from faubourg.core.players import SEAT_LETTERS
from faubourg.lab.intervals import Z
from faubourg.lab.stats.measures import PLACES
from faubourg.lab.stats.summary import Distribution, ItemStats, Share, Summary

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
WIDTH = 370
MOST_LETTERS = 30  # of a legend in one line
BARS = 40  # at the most in a distribution
LABEL = 30  # letters in a line of an item's name
FEW = 7  # numbers that an axis shows
MOST_ITEMS = 14  # in a picture; the table has them all
Data = list[dict[str, Any]]


def _chart(rows: Data) -> Any:
    made: Any = alt.Data  # its types know no values
    return alt.Chart(made(values=rows))


def _series(names: Sequence[str]) -> tuple[Any, Any]:
    """Colour and shape by variant; no legend for a single one."""
    columns = 2 if sum(map(len, names)) > MOST_LETTERS else 0
    legend: Any = alt.Legend(columns=columns) if len(names) > 1 else None
    scale = alt.Scale(domain=list(names), range=list(COLOURS[: len(names)]))
    shapes = alt.Scale(domain=list(names), range=list(SHAPES[: len(names)]))
    return (
        alt.Color("variant:N", scale=scale, legend=legend),
        alt.Shape("variant:N", scale=shapes, legend=legend),
    )


# ---------------------------------------------------------------- who wins


def win_rates(found: Sequence[Summary]) -> Any:
    """The share of games that each seat wins, and each place in the order of turns."""
    data: Data = []
    order: list[str] = []
    for each in found:
        groups = _winners(each)
        order = list(dict.fromkeys([*order, *groups]))
        data += [
            {"variant": each.cell.variant.name, "who": who, **ends(share)}
            for who, share in groups.items()
        ]
    one = found[0]
    even = None if one.together else 1 / (len(one.roles) if one.sided else one.cell.players)
    return intervals(data, "who", order, "games won", even, [e.cell.variant.name for e in found])


def _winners(each: Summary) -> dict[str, Share]:
    if each.together:
        return {"all together": each.won}
    if each.sided:
        return each.roles
    colours = [f", {name}" for name in each.roles] or [""] * each.cell.players
    return {
        **{PLACES[place]: share for place, share in enumerate(each.places)},
        **{
            f"seat {SEAT_LETTERS[seat]}{colours[seat]}": share
            for seat, share in enumerate(each.seats)
        },
    }


def ends(share: Share) -> dict[str, float]:
    """A share as a point with its interval."""
    low, high = share.interval
    return {"value": share.value, "low": low, "high": high}


def intervals(
    data: Data, field: str, order: list[str], title: str, even: float | None, names: list[str]
) -> Any:
    """Points with their intervals, a line each, and a dashed line where all would be even."""
    colour, shape = _series(names)
    y = alt.Y(f"{field}:N", sort=order, title=None)
    step = alt.Step(20 if len(names) > 1 else 30)
    base = _chart(data).properties(width=WIDTH - 120, height=step)
    offset = alt.YOffset("variant:N", sort=names)
    x = alt.X(
        "low:Q",
        title=title,
        axis=alt.Axis(format="%", tickCount=5),
        scale=alt.Scale(zero=False, nice=True),
    )
    layers: list[Any] = []
    if even is not None:
        rule = _chart([{"even": even}])
        layers.append(rule.mark_rule(strokeDash=[5, 4], color="#888").encode(x="even:Q"))
    layers.append(
        base.mark_rule(strokeWidth=3).encode(x=x, x2="high:Q", y=y, yOffset=offset, color=colour)
    )
    layers.append(
        base.mark_point(size=90, filled=True, opacity=1).encode(
            x="value:Q", y=y, yOffset=offset, color=colour, shape=shape
        )
    )
    return alt.layer(*layers)


# ---------------------------------------------------------------- distributions


def lengths(found: Sequence[Summary]) -> Any:
    """The distribution of the length of games."""
    return _distributions({each.cell.variant.name: each.turns for each in found}, "turns")


def scores(found: Sequence[Summary]) -> Any:
    """The points of winners and of the others, or of winners only where there are many variants."""
    if len(found) > 2:
        won = {each.cell.variant.name: each.points_won for each in found if each.points_won.total}
        return _distributions(won, "points of winners")
    charts = []
    for each in found:
        both = {"winners": each.points_won, "others": each.points_lost}
        there = {name: points for name, points in both.items() if points.total}
        title = each.cell.variant.name if len(found) > 1 else ""
        charts.append(_distributions(there, "points").properties(title=title, height=130))
    return alt.vconcat(*charts).resolve_scale(x="shared")


def leads(found: Sequence[Summary]) -> Any:
    """The distribution of lead changes."""
    distributions = {each.cell.variant.name: each.lead_changes for each in found}
    return _distributions(distributions, "changes of the lead in a game")


def _distributions(distributions: dict[str, Distribution], title: str) -> Any:
    """Steps whose area is all games: a few of the longest tail are left out."""
    low = min(each.quantile(0) for each in distributions.values())
    high = max(each.quantile(0.995) for each in distributions.values())
    width = max(1, -(-(high - low + 1) // BARS))
    data: Data = []
    for name, distribution in distributions.items():
        bins: dict[int, int] = {}
        for value, count in distribution.counts.items():
            if value <= high:
                begin = low + (value - low) // width * width
                bins[begin] = bins.get(begin, 0) + count
        for begin in range(low, high + 1 + width, width):
            share = bins.get(begin, 0) / distribution.total if begin <= high else 0
            data.append(
                {"variant": name, "from": begin - (0.5 if width == 1 else 0), "share": share}
            )
    colour, _ = _series(list(distributions))
    word = title if width == 1 else f"{title}, in steps of {width}"
    return (
        _chart(data)
        .mark_area(interpolate="step-after", fillOpacity=0.25, line={"strokeWidth": 2.5})
        .encode(
            x=alt.X(
                "from:Q", title=word, scale=alt.Scale(nice=False), axis=_whole_numbers(low, high)
            ),
            y=alt.Y(
                "share:Q",
                title="of players" if title.startswith("points") else "of games",
                axis=alt.Axis(format="%", tickCount=4),
                stack=None,
            ),
            color=colour,
        )
        .properties(width=WIDTH, height=170)
    )


def _whole_numbers(low: int, high: int) -> Any:
    if high - low < FEW:
        return alt.Axis(format="d", values=list(range(low, high + 1)))
    return alt.Axis(format="d", tickMinStep=1, tickCount=FEW)


# ---------------------------------------------------------------- cards, tiles, objectives


def notable_items(items: Sequence[ItemStats]) -> list[ItemStats]:
    """The items that go most with winning or losing, the best first."""
    known = [counted for counted in items if counted.known]
    known.sort(key=lambda counted: -abs(counted.lift) / max(counted.error, 1e-9))
    return sorted(known[:MOST_ITEMS], key=lambda counted: -counted.lift)


def item_wins(items: Sequence[ItemStats]) -> Any:
    """Win rates of seats with an item and without it, and how many have it."""
    shown = notable_items(items)
    order = [fill(counted.item.name.en, LABEL) for counted in shown]
    y = alt.Y(
        "item:N", sort=order, title=None, axis=alt.Axis(labelExpr=r"split(datum.value, '\n')")
    )
    step = alt.Step(22 + 18 * max((name.count("\n") for name in order), default=0))
    with_it, without = "with it", "without it"
    data: Data = []
    for counted, name in zip(shown, order, strict=True):
        for who, share in ((with_it, counted.with_it), (without, counted.without)):
            data.append({"item": name, "variant": who, "taken": counted.taken.value, **ends(share)})
    colour, shape = _series([with_it, without])
    base = _chart(data).properties(width=200, height=step)
    axis = alt.Axis(format="%", tickCount=4)
    scale = alt.Scale(zero=False)
    join = base.mark_rule(color="#888").encode(
        x=alt.X("min(value):Q", title="seats that win", axis=axis, scale=scale),
        x2="max(value):Q",
        y=y,
    )
    dots = base.mark_point(size=80, filled=True, opacity=1).encode(
        x="value:Q", y=y, color=colour, shape=shape
    )
    bars = (
        _chart([row for row in data if row["variant"] == with_it])
        .mark_bar(color="#888", height=10)
        .encode(
            x=alt.X("taken:Q", title="seats with it", axis=alt.Axis(format="%", tickCount=2)),
            y=alt.Y("item:N", sort=order, title=None, axis=None),
        )
        .properties(width=80, height=step)
    )
    return alt.hconcat(alt.layer(join, dots), bars, spacing=12)


# ---------------------------------------------------------------- one number for each variant


def luck(found: Sequence[Summary]) -> Any:
    """The share of luck, out of all."""
    data = [
        {
            "variant": each.cell.variant.name,
            "value": each.luck.value,
            "low": each.luck.interval[0],
            "high": each.luck.interval[1],
        }
        for each in found
        if each.luck
    ]
    return _bars(data, "share of luck", alt.Axis(format="%", values=[0, 0.5, 1]), [0, 1])


def choices(found: Sequence[Summary]) -> Any:
    """Real choices in a turn."""
    data: Data = []
    for each in found:
        mean, spread = each.choices_each.mean / 100, Z * each.choices_each.error / 100
        line = {"low": mean - spread, "high": mean + spread}
        data.append({"variant": each.cell.variant.name, "value": mean, **line})
    most = max(row["high"] for row in data)
    return _bars(data, "choices in a turn", alt.Axis(tickCount=3), [0, most])


def _bars(data: Data, title: str, axis: Any, domain: list[float]) -> Any:
    """A bar with its interval for each variant."""
    names = [row["variant"] for row in data]
    colour, _ = _series(names)
    colour.legend = None
    labels = alt.Axis(labels=len(names) > 1, ticks=False)
    y = alt.Y("variant:N", sort=names, title=None, axis=labels)
    base = _chart(data).properties(width=WIDTH - 120, height=alt.Step(28))
    bars = base.mark_bar(height=16).encode(
        x=alt.X("value:Q", title=title, axis=axis, scale=alt.Scale(domain=domain)),
        y=y,
        color=colour,
    )
    marks = base.mark_rule(strokeWidth=2, color="#777").encode(x="low:Q", x2="high:Q", y=y)
    return alt.layer(bars, marks)
