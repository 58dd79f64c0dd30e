"""The pictures of a report, drawn by Altair and kept as SVG that needs no script.

Colours are those of Okabe and Ito, which colour-blind people can distinguish; more series than
these have colours spread over the viridis scale, which they can order. Series also differ in shape.
Text and lines of a picture take the page's colours (see `report.css`), so the same picture serves
light and dark.
"""

from collections.abc import Sequence
from textwrap import fill
from typing import Any

import altair as alt

from faubourg.core.text import Language, Text
from faubourg.lab.intervals import Z
from faubourg.lab.stats import names as words
from faubourg.lab.stats.summary import Distribution, ItemStats, Share, Summary

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
# Of viridis, at equal distances, without its yellow end, which can't be seen on white.
VIRIDIS = (
    (68, 1, 84), (71, 44, 122), (59, 81, 139), (44, 113, 142), (33, 144, 141), (39, 173, 129),
    (92, 200, 99), (170, 220, 50),
)  # fmt: skip
WIDTH = 370
MOST_LETTERS = 30  # of a legend in one line
BARS = 40  # at the most in a distribution
LABEL = 30  # letters in a line of an item's name
FEW = 7  # numbers that an axis shows
FEW_BANDS = 3  # that can lie over each other and still be seen
MOST_ITEMS = 14  # in a picture; the table has them all
OF_GAMES, OF_PLAYERS = Text("of games", "des parties"), Text("of players", "des joueurs")
Data = list[dict[str, Any]]


def _chart(rows: Data) -> Any:
    made: Any = alt.Data  # its types know no values
    return alt.Chart(made(values=rows))


def _series(names: Sequence[str]) -> tuple[Any, Any]:
    """Colour and shape by variant; no legend for a single one."""
    columns = 2 if sum(map(len, names)) > MOST_LETTERS else 0
    legend: Any = alt.Legend(columns=columns) if len(names) > 1 else None
    scale = alt.Scale(domain=list(names), range=colours(len(names)))
    shapes = [SHAPES[index % len(SHAPES)] for index in range(len(names))]
    shape_scale = alt.Scale(domain=list(names), range=shapes)
    return (
        alt.Color("variant:N", scale=scale, legend=legend),
        alt.Shape("variant:N", scale=shape_scale, legend=legend),
    )


def colours(count: int) -> list[str]:
    """A colour of its own for each of any number of series.

    >>> len(set(colours(11))), len(set(colours(90)))
    (11, 90)
    """
    if count <= len(COLOURS):
        return list(COLOURS[:count])
    found = []
    for index in range(count):
        place = index / (count - 1) * (len(VIRIDIS) - 1)
        low = min(int(place), len(VIRIDIS) - 2)
        ends = zip(VIRIDIS[low], VIRIDIS[low + 1], strict=True)
        found.append("#" + "".join(f"{round(a + (place - low) * (b - a)):02x}" for a, b in ends))
    return found


# ---------------------------------------------------------------- who wins


def win_rates(found: Sequence[Summary], language: Language) -> Any:
    """The share of games that each seat wins, and each place in the order of turns."""
    data: Data = []
    order: list[str] = []
    for each in found:
        groups = _winners(each, language)
        order = list(dict.fromkeys([*order, *groups]))
        data += [
            {"variant": each.cell.variant.name, "who": who, **ends(share)}
            for who, share in groups.items()
        ]
    one = found[0]
    even = None if one.together else 1 / (len(one.roles) if one.sided else one.cell.players)
    title = Text("games won", "parties gagnées").to(language)
    return intervals(data, "who", order, title, even, [e.cell.variant.name for e in found])


def _winners(each: Summary, language: Language) -> dict[str, Share]:
    if each.together:
        return {Text("all together", "tous ensemble").to(language): each.won}
    if each.sided:
        return {name.to(language): share for name, share in each.roles.items()}
    colours = [f", {name.to(language)}" for name in each.roles] or [""] * each.cell.players
    return {
        **{words.PLACES[place].to(language): share for place, share in enumerate(each.places)},
        **{
            f"{words.seat(seat).to(language)}{colours[seat]}": share
            for seat, share in enumerate(each.seats)
        },
    }


def ends(share: Share) -> dict[str, float]:
    """A share as a point with its interval."""
    low, high = share.interval
    return {"value": share.value, "low": low, "high": high}


def intervals(
    data: Data,
    field: str,
    order: list[str],
    title: str,
    even: float | None,
    names: list[str],
    percent: bool = True,
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
        axis=_axis(percent),
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


def lengths(found: Sequence[Summary], language: Language) -> Any:
    """The distribution of the length of games."""
    distributions = {each.cell.variant.name: each.turns for each in found}
    return _distributions(distributions, Text("turns", "tours"), OF_GAMES, language)


def scores(found: Sequence[Summary], language: Language) -> Any:
    """The points of winners and of the others, or of winners only where there are many variants."""
    if len(found) > 2:
        won = {each.cell.variant.name: each.points_won for each in found if each.points_won.total}
        return _distributions(won, words.POINTS_WON, OF_PLAYERS, language)
    charts = []
    winners, others = Text("winners", "gagnants"), Text("others", "autres")
    for each in found:
        both = {winners: each.points_won, others: each.points_lost}
        there = {name.to(language): points for name, points in both.items() if points.total}
        title = each.cell.variant.name if len(found) > 1 else ""
        chart = _distributions(there, Text("points", "points"), OF_PLAYERS, language)
        charts.append(chart.properties(title=title, height=130))
    return alt.vconcat(*charts).resolve_scale(x="shared")


def leads(found: Sequence[Summary], language: Language) -> Any:
    """The distribution of lead changes."""
    distributions = {each.cell.variant.name: each.lead_changes for each in found}
    title = Text("changes of the lead in a game", "changements de tête dans une partie")
    return _distributions(distributions, title, OF_GAMES, language)


def _distributions(
    distributions: dict[str, Distribution], title: Text, unit: Text, language: Language
) -> Any:
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
    steps = Text("{title}, in steps of {width}", "{title}, par pas de {width}")
    word = title if width == 1 else steps.format(title=title, width=width)
    few = len(distributions) <= len(COLOURS)
    return (
        _chart(data)
        .mark_area(
            interpolate="step-after", fillOpacity=0.25 if few else 0, line={"strokeWidth": 2.5}
        )
        .encode(
            x=alt.X(
                "from:Q",
                title=word.to(language),
                scale=alt.Scale(nice=False),
                axis=_whole_numbers(low, high),
            ),
            y=alt.Y(
                "share:Q",
                title=unit.to(language),
                axis=alt.Axis(format="%", tickCount=4),
                stack=None,
            ),
            color=colour,
        )
        .properties(width=WIDTH, height=170)
    )


def _axis(percent: bool) -> Any:
    return alt.Axis(format="%", tickCount=5) if percent else alt.Axis(tickCount=5)


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


def item_wins(items: Sequence[ItemStats], language: Language) -> Any:
    """Win rates of seats with an item and without it, and how many have it."""
    shown = notable_items(items)
    order = [fill(counted.item.name.to(language), LABEL) for counted in shown]
    y = alt.Y(
        "item:N", sort=order, title=None, axis=alt.Axis(labelExpr=r"split(datum.value, '\n')")
    )
    step = alt.Step(22 + 18 * max((name.count("\n") for name in order), default=0))
    with_it = Text("with it", "avec").to(language)
    without = Text("without it", "sans").to(language)
    data: Data = []
    for counted, name in zip(shown, order, strict=True):
        for who, share in ((with_it, counted.with_it), (without, counted.without)):
            data.append({"item": name, "variant": who, "taken": counted.taken.value, **ends(share)})
    colour, shape = _series([with_it, without])
    base = _chart(data).properties(width=200, height=step)
    axis = alt.Axis(format="%", tickCount=4)
    scale = alt.Scale(zero=False)
    join = base.mark_rule(color="#888").encode(
        x=alt.X(
            "min(value):Q",
            title=Text("seats that win", "places qui gagnent").to(language),
            axis=axis,
            scale=scale,
        ),
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
            x=alt.X(
                "taken:Q",
                title=Text("seats with it", "places qui l'ont").to(language),
                axis=alt.Axis(format="%", tickCount=2),
            ),
            y=alt.Y("item:N", sort=order, title=None, axis=None),
        )
        .properties(width=80, height=step)
    )
    return alt.hconcat(alt.layer(join, dots), bars, spacing=12)


# ---------------------------------------------------------------- one number for each variant


def luck(found: Sequence[Summary], language: Language) -> Any:
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
    title = words.LUCK.to(language)
    return _bars(data, title, alt.Axis(format="%", values=[0, 0.5, 1]), [0, 1])


def choices(found: Sequence[Summary], language: Language) -> Any:
    """Real choices in a turn."""
    data: Data = []
    for each in found:
        mean, spread = each.choices_each.mean / 100, Z * each.choices_each.error / 100
        line = {"low": mean - spread, "high": mean + spread}
        data.append({"variant": each.cell.variant.name, "value": mean, **line})
    most = max(row["high"] for row in data)
    return _bars(data, words.CHOICES.to(language), alt.Axis(tickCount=3), [0, most])


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


# ---------------------------------------------------------------- a value swept


def curve(rows: Data, title: str, percent: bool, target: float | None) -> Any:
    """A measure over the levels of a factor: a line with its band for each series, and a dashed
    line at a target. Rows have level, value, low, high and variant (the series)."""
    names = list(dict.fromkeys(row["variant"] for row in rows))
    colour, shape = _series(names)
    levels = sorted({row["level"] for row in rows})
    whole = all(isinstance(level, int) for level in levels)
    axis = _whole_numbers(levels[0], levels[-1]) if whole else alt.Axis(tickCount=FEW)
    x = alt.X("level:Q", title=title, axis=axis, scale=alt.Scale(zero=False, nice=False))
    scale = alt.Scale(zero=False)
    y = alt.Y("low:Q", title=None, axis=_axis(percent), scale=scale)
    base = _chart(rows).properties(width=WIDTH, height=200)
    layers: list[Any] = [
        base.mark_area(opacity=0.25 if len(names) <= FEW_BANDS else 0.1).encode(
            x=x, y=y, y2="high:Q", color=colour
        ),
        base.mark_line(strokeWidth=2.5).encode(x=x, y="value:Q", color=colour),
        base.mark_point(size=70, filled=True, opacity=1).encode(
            x=x, y="value:Q", color=colour, shape=shape
        ),
    ]
    if target is not None:
        rule = _chart([{"target": target}]).mark_rule(strokeDash=[5, 4], color="#888")
        layers.append(rule.encode(y="target:Q"))
    return alt.layer(*layers)
