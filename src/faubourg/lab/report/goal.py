"""The goal of a study in a sentence: what it has found, and how sure that is."""

from collections.abc import Sequence

from faubourg.core.text import Language, Text
from faubourg.lab.adaptive.plan import Answer, Known
from faubourg.lab.play.results import Played
from faubourg.lab.stats import names
from faubourg.lab.stats.measures import format_count, format_number, measures
from faubourg.lab.stats.summary import Summary

CROSSED = Text(
    "{name} crosses {target} between {factor} {low} and {high}, at about {middle}: {one} at {low}, "
    "{other} at {high} (sure at 95\u00a0%, if it only rises or only falls).",
    "{name} : {target} est franchi entre {factor} {low} et {high}, vers {middle} : {one} à {low}, "
    "{other} à {high} (sûr à 95\u00a0%, si la mesure ne fait que monter ou que descendre).",
)
NOT_CROSSED = Text(
    "{name} does not cross {target} from {factor} {low} to {high}: it is {one} at {low} and "
    "{other} at {high}.",
    "{name} : {target} n'est pas franchi de {factor} {low} à {high} : {one} à {low} et {other} à "
    "{high}.",
)
AT = Text(
    "At {factor} {level} {name} is {value}: {games} games can't tell it from {target}.",
    "À {factor} {level}, {name} : {value} ; {games} parties ne le distinguent pas de {target}.",
)
SURE = Text(
    "Sure after {games} games of each variant: {name}, {told}.",
    "Sûr après {games} parties de chaque variante : {name}, {told}.",
)
UNSURE = Text(
    "Not sure yet after all {games} games of each variant: {name}, {told}.",
    "Pas encore sûr après les {games} parties de chaque variante : {name}, {told}.",
)
AGAINST = Text("{variant} {value} against {base}", "{variant} {value} par rapport à {base}")
INTERVAL = Text("{value} ({low} to {high})", "{value} ({low} à {high})")


def answer_sentence(results: Played, told: Answer, percent: bool, language: Language) -> str:
    """What a study with a goal has found, in a sentence."""
    if results.study.find:
        sentence = _found_sentence(results, told, percent, language)
        return f"{sentence[:1].upper()}{sentence[1:]}"
    told_of = "; ".join(_told(each, percent, language) for each in told.known)
    games = format_count(told.known[0].games)
    said = (SURE if told.sure else UNSURE).to(language)
    return said.format(games=games, name=told.name.to(language), told=told_of)


def is_share(found: Sequence[Summary], name: Text) -> bool:
    """Whether a measure is a share, shown as a percentage."""
    known = {m.name: m.percent for each in found for m in measures(each)}
    return known.get(name, name in (names.TOGETHER, names.BEHIND))


def _told(known: Known, percent: bool, language: Language) -> str:
    value = _with_interval(known, percent, language)
    if known.base is None:
        return f"{known.cell.variant.name} {value}"
    base = known.base.variant.name
    return AGAINST.to(language).format(variant=known.cell.variant.name, value=value, base=base)


def _with_interval(known: Known, percent: bool, language: Language) -> str:
    sign = known.base is not None
    value, low, high = (
        format_number(number, percent, sign, language) for number in (known.value, *known.interval)
    )
    return INTERVAL.to(language).format(value=value, low=low, high=high)


def _found_sentence(results: Played, told: Answer, percent: bool, language: Language) -> str:
    study = results.study
    assert study.find is not None
    [factor] = study.factors
    target = format_number(study.find.target, percent, False, language)
    name = told.name.to(language)
    by_cell = {each.cell.number: each for each in told.known}
    if told.between:
        low, high = (by_cell[cell.number] for cell in told.between)
    else:
        low, high = told.known[0], told.known[-1]
    ends = [each.cell.variant.levels[factor.name] for each in (low, high)]
    values = [_with_interval(each, percent, language) for each in (low, high)]
    words = {"name": name, "target": target, "factor": factor.name, "low": ends[0],
             "high": ends[1], "one": values[0], "other": values[1]}  # fmt: skip
    if told.between:
        share = (study.find.target - low.value) / (high.value - low.value)
        middle = format_number(ends[0] + share * (ends[1] - ends[0]), False, False, language)
        return CROSSED.to(language).format(**words, middle=middle)
    if told.sure:
        return NOT_CROSSED.to(language).format(**words)
    open_one = next(each for each in told.known if each.side(study.find.target) == 0)
    return AT.to(language).format(
        factor=factor.name,
        level=open_one.cell.variant.levels[factor.name],
        name=name,
        value=_with_interval(open_one, percent, language),
        games=format_count(open_one.games),
        target=target,
    )
