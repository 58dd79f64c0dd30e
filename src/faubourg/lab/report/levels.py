"""What stronger players change, in words: where the answer of a study is another one. Without
pictures, which a server may lack the package for."""

from collections.abc import Iterator

from faubourg.core.text import Language, Text
from faubourg.lab.stats.levels import Contrast, Levels
from faubourg.lab.stats.measures import format_number

MOST_TOLD = 3  # of the game as a whole
MOST_ITEMS = 2
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
AND = Text("; ", " ; ")


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
        ends = ends_of(each, language)
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


def ends_of(each: Contrast, language: Language) -> dict[str, str]:
    """The interval of the difference of both levels, as words."""
    low, high = (format_number(end, each.percent, True, language) for end in each.interval)
    return {"low": low, "high": high}
