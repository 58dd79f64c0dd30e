"""Comparison of any number of studies or variants: significant differences, and the others.

Each side is compared with the first. Every difference has its 95 % confidence interval: a paired
one where both sides were played with the same common random numbers. A hundred tests at once would
give five false alarms at 95 %, so a difference is only called a change when it is significant after
Bonferroni's correction for all the measures of the comparison.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from faubourg.core.errors import StudyError
from faubourg.core.text import Language, Text
from faubourg.lab.intervals import Z, is_significant
from faubourg.lab.play.results import Played
from faubourg.lab.stats.measures import Measure, format_number, measures
from faubourg.lab.stats.per_game import paired_errors
from faubourg.lab.stats.summary import Summary, summaries

TITLE = Text("What changed, and what did not", "Ce qui a changé, et ce qui n'a pas changé")
ABOUT = Text(
    "Differences with their 95 % intervals; those of shares are in percentage points. A difference "
    "is called a change only if it would still stand with all questions of the comparison taken "
    "into account.",
    "Différences avec leurs intervalles à 95 % ; celles des parts sont en points. Une différence "
    "n'est appelée changement que si elle tient encore quand on compte toutes les questions de la "
    "comparaison.",
)
PAIRED = Text(
    "Both sides were played with the same dice, so the intervals are those of paired differences.",
    "Les deux côtés ont joué avec les mêmes dés : les intervalles sont ceux de différences "
    "appariées.",
)
CHANGED = Text("Changed", "Changé")
SAME = Text("No sign of a change", "Aucun signe de changement")
DIFFERENCE = Text("difference", "différence")
VERDICT = Text(
    "{changed} of {tests} things measured changed. {rest}",
    "{changed} des {tests} choses mesurées ont changé. {rest}",
)
NONE_SAME = Text(
    "No main measure stayed the same.", "Aucune mesure principale n'est restée la même."
)
STAYED = Text("No sign of a change: {names}.", "Aucun signe de changement : {names}.")
AT_MOST = Text("{name} (at most {most})", "{name} (au plus {most})")
HEADING = Text("{game}, {players} players", "{game}, {players} joueurs")


@dataclass(frozen=True)
class Side:
    """What is compared: the cells of a study or of a variant, and the results they come from."""

    summaries: Sequence[Summary]
    results: Played

    @property
    def variants(self) -> list[str]:
        return list(dict.fromkeys(each.cell.variant.name for each in self.summaries))

    def only(self, variant: str) -> "Side":
        """The cells of one variant."""
        chosen = [each for each in self.summaries if each.cell.variant.name == variant]
        if not chosen:
            said = Text(
                "There is no variant '{name}'; there is: {names}.",
                "Pas de variante « {name} » ; il y a : {names}.",
            )
            names = ", ".join(self.variants)
            raise StudyError("unknown-variant", said.format(name=variant, names=names))
        return Side(chosen, self.results)


def side_of(results: Played) -> Side:
    return Side(summaries(results), results)


@dataclass(frozen=True)
class Change:
    """A measure on both sides."""

    one: Measure
    other: Measure
    error: float  # the standard error of the difference

    @property
    def name(self) -> Text:
        return self.one.name

    @property
    def key(self) -> str:
        return self.one.key

    @property
    def difference(self) -> float:
        return self.other.value - self.one.value

    @property
    def interval(self) -> tuple[float, float]:
        return self.difference - Z * self.error, self.difference + Z * self.error

    @property
    def main(self) -> bool:
        return self.one.main

    def before(self, language: Language = "en") -> str:
        return format_number(self.one.value, self.one.percent, False, language)

    def after(self, language: Language = "en") -> str:
        return format_number(self.other.value, self.one.percent, False, language)

    def text(self, language: Language = "en") -> str:
        low, high = (format_number(e, self.one.percent, True, language) for e in self.interval)
        to = Text("to", "à").to(language)
        middle = format_number(self.difference, self.one.percent, True, language)
        return f"{middle} ({low} {to} {high})"

    def most(self, language: Language) -> str:
        """The largest change that the interval leaves possible."""
        largest = max(map(abs, self.interval))
        return "±" + format_number(largest, self.one.percent, False, language)

    def is_significant(self, tests: int) -> bool:
        """Whether it is more than chance, as one of so many tests."""
        return is_significant(self.difference, self.error, tests)


@dataclass(frozen=True)
class Pair:
    """Two cells with the same number of players."""

    title: Text
    players: int
    one: str
    other: str
    paired: bool
    changed: list[Change]
    same: list[Change]

    def verdict(self, language: Language = "en") -> str:
        main = [change for change in self.same if change.main]
        sure = ", ".join(
            AT_MOST.to(language).format(name=each.name.to(language), most=each.most(language))
            for each in main
        )
        rest = STAYED.to(language).format(names=sure) if main else NONE_SAME.to(language)
        tests = len(self.changed) + len(self.same)
        return VERDICT.to(language).format(changed=len(self.changed), tests=tests, rest=rest)


def compare(sides: Sequence[Side]) -> list[Pair]:
    """Every side with the first, cell by cell; a single side by its variants."""
    if len(sides) == 1:
        sides = [sides[0].only(variant) for variant in sides[0].variants]
    if len(sides) < 2:
        said = Text(
            "There is only one variant; name another study or variant to compare it with.",
            "Il n'y a qu'une variante ; nomme une autre étude ou variante à comparer.",
        )
        raise StudyError("nothing-to-compare", said)
    matched = [(a, b, sides[0], other) for other in sides[1:] for a, b in _alike(sides[0], other)]
    found = [(_differences(*each), *each[:2], _is_paired(*each[2:])) for each in matched]
    tests = sum(len(each) for each, *_ in found)
    return [_pair(each, a, b, paired, tests) for each, a, b, paired in found]


def _alike(one: Side, other: Side) -> list[tuple[Summary, Summary]]:
    """Cells with as many players, and the same variant where both sides have several."""
    games = [side.summaries[0].cell.game.name for side in (one, other)]
    if games[0] != games[1]:
        text = Text(
            "These are studies of two games: {one} and {other}.",
            "Ce sont des études de deux jeux : {one} et {other}.",
        )
        raise StudyError("two-games", text.format(one=games[0], other=games[1]))
    several = max(len(side.variants) for side in (one, other)) > 1
    found = [
        (a, b)
        for a in one.summaries
        for b in other.summaries
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


def _is_paired(one: Side, other: Side) -> bool:
    """Whether the n-th games of both sides have the same dice."""
    return (
        one.results.study.common
        and other.results.study.common
        and one.results.study.seed == other.results.study.seed
    )


def _differences(one: Summary, other: Summary, first: Side, second: Side) -> list[Change]:
    errors: Mapping[str, float] = {}
    if _is_paired(first, second):
        errors = paired_errors((first.results, one.cell), (second.results, other.cell))
    theirs = {measure.key: measure for measure in measures(other)}
    return [
        Change(
            measure,
            theirs[measure.key],
            errors.get(measure.key, hypot(measure.error, theirs[measure.key].error)),
        )
        for measure in measures(one)
        if measure.key in theirs
    ]


def _pair(found: list[Change], one: Summary, other: Summary, paired: bool, tests: int) -> Pair:
    changed = [change for change in found if change.is_significant(tests)]
    changed.sort(key=lambda change: (not change.main, -abs(change.difference)))
    same = [change for change in found if change not in changed]
    names = [one.cell.variant.name, other.cell.variant.name]
    if names[0] == names[1]:
        names = [f"A: {names[0]}", f"B: {names[1]}"]
    title = HEADING.format(game=one.cell.game.title, players=one.cell.players)
    return Pair(title, one.cell.players, names[0], names[1], paired, changed, same)


def as_markdown(pairs: Sequence[Pair], language: Language = "en") -> str:
    """The whole comparison as Markdown."""
    lines = [f"# {TITLE.to(language)}", "", ABOUT.to(language)]
    for pair in pairs:
        lines += ["", f"## {pair.title.to(language)}: {pair.one} → {pair.other}", ""]
        lines += [pair.verdict(language)]
        if pair.paired:
            lines += ["", PAIRED.to(language)]
        for title, found in ((CHANGED, pair.changed), (SAME, pair.same)):
            if found:
                head = f"| | {pair.one} | {pair.other} | {DIFFERENCE.to(language)} |"
                lines += ["", f"### {title.to(language)}", "", head, "|---|---|---|---|"]
                lines += [_line(change, language) for change in found]
    return "\n".join(lines) + "\n"


def _line(change: Change, language: Language) -> str:
    cells = change.before(language), change.after(language), change.text(language)
    return f"| {change.name.to(language)} | {' | '.join(cells)} |"
