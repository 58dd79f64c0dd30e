"""What stronger players change, in words: where the answer of a study is another one."""

from collections.abc import Iterator, Sequence
from typing import Any

from faubourg.core.text import Language, Text
from faubourg.lab.intervals import Z
from faubourg.lab.play.results import Played
from faubourg.lab.report import plots
from faubourg.lab.report.sections import PLAYERS, Section
from faubourg.lab.stats.levels import Contrast, Levels, level_contrasts
from faubourg.lab.stats.measures import format_number
from faubourg.lab.stats.summary import Summary

MOST_TOLD = 3  # of the game as a whole
MOST_ITEMS = 2
HEADING = Text("What stronger players change", "Ce que changent des joueurs plus forts")
NOTE = Text(
    "Each level plays all variants, with the same dice where variants have them in common. Only "
    "what is surely a difference is called one, though {tests} things were compared; brackets are "
    "95\u00a0% intervals.",
    "Chaque niveau joue toutes les variantes, avec les mêmes dés là où elles les ont en commun. "
    "N'est appelé différence que ce qui en est sûrement une, bien que {tests} choses aient été "
    "comparées ; entre parenthèses, les intervalles à 95\u00a0%.",
)
PLAYED = Text(
    "When {strong} plays instead of {weak}: {told}.",
    "Quand {strong} joue au lieu de {weak} : {told}.",
)
SAME = Text(
    "When {strong} plays instead of {weak}, nothing changes that chance alone could not explain.",
    "Quand {strong} joue au lieu de {weak}, rien ne change que le seul hasard n'expliquerait pas.",
)
INSTEAD = Text("{name} {after} instead of {before}", "{name} {after} au lieu de {before}")
EFFECT = Text("What “{variant}” does: {told}.", "Ce que fait « {variant} » : {told}.")
NO_EFFECT = Text(
    "“{variant}” does nothing, with {weak} or with {strong}, that chance alone could not explain.",
    "« {variant} » ne fait rien, avec {weak} ni avec {strong}, que le seul hasard n'expliquerait "
    "pas.",
)
AT_BOTH = Text(
    "{name} {before} with {weak}, {after} with {strong}: {verdict}",
    "{name} {before} avec {weak}, {after} avec {strong} : {verdict}",
)
OPPOSITE = Text("the opposite among stronger players", "l'inverse entre joueurs plus forts")
OTHERWISE = Text("another way among stronger players", "autrement entre joueurs plus forts")
LESS = Text("less among stronger players", "moins entre joueurs plus forts")
MORE = Text("more among stronger players", "plus entre joueurs plus forts")
EQUAL = Text(
    "no sign that stronger players change it (the levels differ by {low} to {high})",
    "aucun signe que des joueurs plus forts y changent (les niveaux diffèrent de {low} à {high})",
)
BETWEEN = Text("{told} (the difference is {low} to {high})", "{told} (différence : {low} à {high})")
DIFFERENCE = Text("difference", "différence")
AND = Text("; ", " ; ")


def level_sections(results: Played, found: Sequence[Summary], language: Language) -> list[Section]:
    """A section for each pair of levels and each variant; none for a study with a single level."""
    if not results.study.levels:
        return []
    several = len(results.study.players) > 1
    return [_section(each, several, language) for each in level_contrasts(results, found)]


def level_sentence(levels: Levels, language: Language) -> str:
    """Where the answer is another one when stronger bots play."""
    words = {"weak": levels.weak, "strong": levels.strong, "variant": levels.variant}
    told = AND.to(language).join(_told(levels, language))
    if levels.variant:
        return (EFFECT if told else NO_EFFECT).to(language).format(told=told, **words)
    return (PLAYED if told else SAME).to(language).format(told=told, **words)


def _told(levels: Levels, language: Language) -> Iterator[str]:
    """The contrasts worth telling: those that are sure, and effects that are the same."""
    tests = levels.tests
    sure = [each for each in levels.contrasts if each.is_sure(tests)]
    if levels.variant:
        sure += [each for each in levels.contrasts if each.has_effect(tests) and each not in sure]
    main = [each for each in sure if each.main][:MOST_TOLD]
    for each in (*main, *[each for each in sure if not each.main][:MOST_ITEMS]):
        before, after = (
            format_number(value, each.percent, bool(levels.variant), language)
            for value in (each.weak, each.strong)
        )
        words = {"name": each.name.to(language), "before": before, "after": after}
        ends = _ends(each, language)
        if levels.variant:
            named = {"weak": levels.weak, "strong": levels.strong}
            verdict = _verdict(each, tests).to(language).format(**ends)
            yield AT_BOTH.to(language).format(verdict=verdict, **words, **named)
        else:
            yield BETWEEN.to(language).format(told=INSTEAD.to(language).format(**words), **ends)


def _verdict(each: Contrast, tests: int) -> Text:
    if not each.is_sure(tests):
        return EQUAL
    if each.weak * each.strong < 0:
        return OPPOSITE if all(each.is_effect(end, tests) for end in (0, 1)) else OTHERWISE
    return MORE if abs(each.strong) > abs(each.weak) else LESS


def _ends(each: Contrast, language: Language) -> dict[str, str]:
    low, high = (format_number(end, each.percent, True, language) for end in each.interval)
    return {"low": low, "high": high}


def _section(levels: Levels, several: bool, language: Language) -> Section:
    heading = HEADING.to(language)
    if levels.variant:
        heading += f", {levels.variant}"
    if several:
        heading += f", {PLAYERS.to(language).format(players=levels.players)}"
    main = [each for each in levels.contrasts if each.main]
    columns = ["", levels.weak, levels.strong, DIFFERENCE.to(language)]
    rows = [_row(each, bool(levels.variant), language) for each in main]
    shown = next((each for each in main if each.is_sure(levels.tests)), main[0])
    return Section(
        heading,
        level_sentence(levels, language),
        NOTE.to(language).format(tests=levels.tests),
        lambda: _picture(levels, shown, language),
        columns,
        rows,
    )


def _row(each: Contrast, sign: bool, language: Language) -> list[str]:
    ends = _ends(each, language)
    between = f"({ends['low']} – {ends['high']})"
    return [
        each.name.to(language),
        format_number(each.weak, each.percent, sign, language),
        format_number(each.strong, each.percent, sign, language),
        f"{format_number(each.difference, each.percent, True, language)} {between}",
    ]


def _picture(levels: Levels, shown: Contrast, language: Language) -> Any:
    """A measure, or an effect on it, at both levels."""
    title = shown.name.to(language)
    ends = ((levels.weak, shown.weak, shown.weak_error),
            (levels.strong, shown.strong, shown.strong_error))  # fmt: skip
    rows = [
        {"variant": title, "who": level, "value": value, "low": value - Z * error,
         "high": value + Z * error}
        for level, value, error in ends
    ]  # fmt: skip
    order = [levels.weak, levels.strong]
    even = 0 if levels.variant else None
    return plots.intervals(rows, "who", order, title, even, [title], shown.percent)
