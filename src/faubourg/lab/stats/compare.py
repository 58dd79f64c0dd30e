"""Comparison of two studies, or two variants of one: significant differences, and the others.

Each difference has its 95 % confidence interval. A hundred tests at once would give five false
alarms at 95 %, so a difference is only called a change when it is significant after Bonferroni's
correction for all the measures of the comparison.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from statistics import NormalDist

from faubourg.core.errors import StudyError
from faubourg.core.text import Text
from faubourg.lab.intervals import Z
from faubourg.lab.stats.measures import Measure, format_number, measures
from faubourg.lab.stats.summary import Summary


@dataclass(frozen=True)
class Change:
    """A measure on both sides."""

    name: str
    one: Measure
    other: Measure

    @property
    def difference(self) -> float:
        return self.other.value - self.one.value

    @property
    def error(self) -> float:
        return hypot(self.one.error, self.other.error)

    @property
    def interval(self) -> tuple[float, float]:
        return self.difference - Z * self.error, self.difference + Z * self.error

    @property
    def main(self) -> bool:
        return self.one.main

    @property
    def before(self) -> str:
        return format_number(self.one.value, self.one.percent)

    @property
    def after(self) -> str:
        return format_number(self.other.value, self.one.percent)

    @property
    def text(self) -> str:
        low, high = (format_number(end, self.one.percent, sign=True) for end in self.interval)
        return f"{format_number(self.difference, self.one.percent, sign=True)} ({low} to {high})"

    def is_significant(self, tests: int) -> bool:
        """Whether it is more than chance, as one of so many tests."""
        if self.error == 0:
            return self.difference != 0
        return abs(self.difference) > NormalDist().inv_cdf(1 - 0.025 / tests) * self.error


@dataclass(frozen=True)
class Pair:
    """Two cells with the same number of players."""

    title: str
    one: str
    other: str
    changed: list[Change]
    same: list[Change]

    @property
    def verdict(self) -> str:
        main = [change for change in self.same if change.main]
        sure = ", ".join(f"{change.name} (at most {_most(change)})" for change in main)
        tests = len(self.changed) + len(self.same)
        return f"{len(self.changed)} of {tests} things measured changed. " + (
            f"No sign of a change: {sure}." if main else "No main measure stayed the same."
        )


def _most(change: Change) -> str:
    """The largest change that the interval leaves possible."""
    return "±" + format_number(max(map(abs, change.interval)), change.one.percent)


def changes(one: Sequence[Summary], other: Sequence[Summary]) -> list[Pair]:
    """Every cell of one side with the cell of the other that has as many players, and the same
    variant where both sides have several."""
    if one[0].cell.game.name != other[0].cell.game.name:
        text = Text(
            "These are studies of two games: {one} and {other}.",
            "Ce sont des études de deux jeux : {one} et {other}.",
        )
        names = (side[0].cell.game.name for side in (one, other))
        raise StudyError("two-games", text.format(one=next(names), other=next(names)))
    several = max(len({each.cell.variant.name for each in side}) for side in (one, other)) > 1
    found = [
        _pair(a, b)
        for a in one
        for b in other
        if a.cell.players == b.cell.players
        and (not several or a.cell.variant.name == b.cell.variant.name)
    ]
    if not found:
        text = Text(
            "Nothing can be compared: no number of players (and variant) is in both. A variant is "
            "named as STUDY.toml:variant.",
            "Rien à comparer : aucun nombre de joueurs (ni variante) n'est dans les deux. Une "
            "variante se nomme ÉTUDE.toml:variante.",
        )
        raise StudyError("nothing-alike", text)
    return found


def _pair(one: Summary, other: Summary) -> Pair:
    theirs = {measure.name: measure for measure in measures(other)}
    found = [
        Change(measure.name, measure, theirs[measure.name])
        for measure in measures(one)
        if measure.name in theirs
    ]
    changed = [change for change in found if change.is_significant(len(found))]
    changed.sort(key=lambda change: (not change.main, -abs(change.difference)))
    same = [change for change in found if change not in changed]
    names = [one.cell.variant.name, other.cell.variant.name]
    if names[0] == names[1]:
        names = [f"A: {names[0]}", f"B: {names[1]}"]
    title = f"{one.cell.game.title.en}, {one.cell.players} players"
    return Pair(title, names[0], names[1], changed, same)


def as_markdown(pairs: Sequence[Pair]) -> str:
    """The whole comparison as Markdown."""
    lines = [
        "# What changed, and what did not",
        "",
        "Differences with their 95 % intervals; those of shares are in percentage points. A "
        "difference is called a change only if it would still stand with all questions of the "
        "table taken into account.",
    ]
    for pair in pairs:
        lines += ["", f"## {pair.title}", "", pair.verdict]
        for title, found in (("Changed", pair.changed), ("No sign of a change", pair.same)):
            if found:
                lines += [
                    "",
                    f"### {title}",
                    "",
                    f"| | {pair.one} | {pair.other} | difference |",
                    "|---|---|---|---|",
                ]
                lines += [f"| {c.name} | {c.before} | {c.after} | {c.text} |" for c in found]
    return "\n".join(lines) + "\n"
