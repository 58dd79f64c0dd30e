"""The sections of a report that answer what a study was made for: its goal, its factors, and the
levels of its bots."""

from collections.abc import Sequence
from math import isclose
from typing import Any

from faubourg.core.text import Language, Text
from faubourg.lab.adaptive.plan import Answer, Known, answer
from faubourg.lab.play.results import Played
from faubourg.lab.report import plots
from faubourg.lab.report.goal import INTERVAL, answer_sentence, is_share
from faubourg.lab.report.levels import level_sections
from faubourg.lab.report.sections import Section, axis_of
from faubourg.lab.stats import names
from faubourg.lab.stats.effects import Effect, effects
from faubourg.lab.stats.measures import Measure, format_count, format_number, measures
from faubourg.lab.stats.summary import Summary

ANSWER = Text("The answer", "La réponse")
EFFECTS = Text("What each factor does", "Ce que fait chaque facteur")
SEQUENCE = Text(
    "The intervals are a confidence sequence: with 95\u00a0% certainty all of them hold at once, "
    "however often the games were looked at. So it was right to stop.",
    "Les intervalles forment une suite de confiance : avec une certitude de 95\u00a0% ils tiennent "
    "tous à la fois, si souvent qu'on ait regardé. On pouvait donc s'arrêter.",
)
ALL_ELSE_EQUAL = Text(
    "Differences from the first level of each factor, averaged over all combinations of the "
    "others, with 95\u00a0% intervals.",
    "Différences avec le premier niveau de chaque facteur, en moyenne sur toutes les combinaisons "
    "des autres, avec des intervalles à 95\u00a0%.",
)
COLUMNS = (
    Text("value or difference", "valeur ou différence"),
    Text("interval", "intervalle"),
    Text("games", "parties"),
)


def answers(results: Played, found: Sequence[Summary], language: Language) -> list[Section]:
    """What stands before all else in a report; nothing for a study without goal and factors."""
    sections = []
    if results.study.find or results.study.stop:
        sections.append(_answer(results, answer(results), found, language))
    if len(results.study.factors) > 1 and not results.study.find:
        sections.append(_effects(results, found, language))
    return [*sections, *level_sections(results, found, language)]


def _answer(results: Played, told: Answer, found: Sequence[Summary], language: Language) -> Section:
    percent = is_share(found, told.name)
    rows = [
        [
            each.cell.label.to(language),
            format_number(each.value, percent, each.base is not None, language),
            " – ".join(
                format_number(end, percent, each.base is not None, language)
                for end in each.interval
            ),
            format_count(each.games),
        ]
        for each in told.known
    ]
    return Section(
        ANSWER.to(language),
        answer_sentence(results, told, percent, language),
        SEQUENCE.to(language),
        lambda: _picture(results, told, percent, language),
        ["", *(column.to(language) for column in COLUMNS)],
        rows,
    )


def _picture(results: Played, told: Answer, percent: bool, language: Language) -> Any:
    study = results.study
    name = told.name.to(language)
    index = axis_of(study)
    if study.find and index is not None:
        factor = study.factors[index]
        rows = [
            {"variant": factor.name, "level": each.cell.variant.levels[factor.name], **_ends(each)}
            for each in told.known
        ]
        return plots.curve(rows, factor.name, percent, study.find.target)
    order = [each.cell.label.to(language) for each in told.known]
    rows = [
        {"variant": name, "who": who, **_ends(each)}
        for who, each in zip(order, told.known, strict=True)
    ]
    even = 0 if told.known[0].base else None
    return plots.intervals(rows, "who", order, name, even, [name], percent)


def _ends(known: Known) -> dict[str, float]:
    low, high = known.interval
    return {"value": known.value, "low": low, "high": high}


# ---------------------------------------------------------------- factors


def _effects(results: Played, found: Sequence[Summary], language: Language) -> Section:
    first = found[0].cell.players
    main = [m for m in measures(found[0]) if m.main and m.name != names.LUCK]
    told = effects(results, first, [m.name for m in main])
    shown = [m for m in main if any(e.name == m.name and not isclose(e.error, 0) for e in told)]
    columns = ["", *(m.name.to(language) for m in shown)]
    levels = list(dict.fromkeys((each.factor, each.level) for each in told))
    known = {(each.factor, each.level, each.name): each for each in told}
    rows = [
        [f"{factor} {level}", *(_effect(known[factor, level, m.name], m, language) for m in shown)]
        for factor, level in levels
    ]
    measure = shown[0]
    return Section(
        EFFECTS.to(language),
        "; ".join(
            f"{factor} {level}: {_effect(known[factor, level, measure.name], measure, language)} "
            f"{measure.name.to(language)}"
            for factor, level in levels
        )
        + ".",
        ALL_ELSE_EQUAL.to(language),
        lambda: _effects_picture(
            [each for each in told if each.name == measure.name], measure.percent, language
        ),
        columns,
        rows,
    )


def _effect(effect: Effect, measure: Measure, language: Language) -> str:
    value, low, high = (
        format_number(number, measure.percent, True, language)
        for number in (effect.value, *effect.interval)
    )
    return INTERVAL.to(language).format(value=value, low=low, high=high)


def _effects_picture(told: list[Effect], percent: bool, language: Language) -> Any:
    order = [f"{each.factor} {each.level}" for each in told]
    title = told[0].name.to(language)
    rows = [
        {"variant": title, "who": who, "value": each.value,
         "low": each.interval[0], "high": each.interval[1]}
        for who, each in zip(order, told, strict=True)
    ]  # fmt: skip
    return plots.intervals(rows, "who", order, title, 0, [title], percent)
