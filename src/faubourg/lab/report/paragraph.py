"""What a question's study has found, in one paragraph for people who know games.

Each sentence is made of figures and says how sure they are. What may be chance is not told as a
change: differences count after Bonferroni's correction for all that was measured.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from faubourg.core.text import LANGUAGES, Language, Text
from faubourg.lab.intervals import Z
from faubourg.lab.stats import names
from faubourg.lab.stats.compare import Change, Pair
from faubourg.lab.stats.measures import format_count, format_number
from faubourg.lab.stats.summary import Summary
from faubourg.lab.study.question import Question

MOST_CHANGES = 3  # of the game as a whole
MOST_ITEMS = 2
MOST_SAME = 2
WHO_BEGINS = names.won_by(names.PLACES[0]).en

PLAYED = Text(
    "Bots of level “{bots}” played {games} games with {players} players with each box, with the "
    "same dice.",
    "Des robots de niveau « {bots} » ont joué {games} parties à {players} joueurs avec chaque "
    "boîte, avec les mêmes dés.",
)
SWEPT = Text(
    "Bots of level “{bots}” played {games} games with {players} players at each value, with the "
    "same dice.",
    "Des robots de niveau « {bots} » ont joué {games} parties à {players} joueurs pour chaque "
    "valeur, avec les mêmes dés.",
)
SOUGHT = Text(
    "Bots of level “{bots}” played {games} games or more with {players} players at each value that "
    "was tried, with the same dice.",
    "Des robots de niveau « {bots} » ont joué {games} parties ou plus à {players} joueurs pour "
    "chaque valeur essayée, avec les mêmes dés.",
)
SO_FAR = Text(
    "These are the first games; the intervals still shrink.",
    "Ce sont les premières parties ; les intervalles se resserrent encore.",
)
CHANGED = Text("{name}: {after} instead of {before}", "{name} : {after} au lieu de {before}")
BETWEEN = Text(
    "{told} (the difference is {low} to {high})", "{told} (la différence va de {low} à {high})"
)
FROM_TO = Text(
    "From {one} to {other} these change: {told}.", "De {one} à {other}, cela change : {told}."
)
WITH_BOX = Text("With {other} this changes: {told}.", "Avec {other}, cela change : {told}.")
NOTHING = Text(
    "Of the game as a whole nothing changed that chance alone could not explain",
    "Rien n'a changé au jeu dans son ensemble que le seul hasard n'expliquerait pas",
)
AT_MOST = Text("{name} by at most {most}", "{name} d'au plus {most}")
ITEMS = Text("Of single things: {told}.", "Pour des choses précises : {told}.")
NO_ITEMS = Text(
    "No single card or piece is taken or won with more or less than before, as far as so many "
    "games can tell.",
    "Aucune carte ni pièce n'est prise, ni ne gagne, plus ou moins qu'avant, pour autant que tant "
    "de parties le disent.",
)
FAIR = Text(
    "Whoever begins wins {won} of the games with {name} ({low} to {high}), where {even} would be "
    "even: {verdict}.",
    "Qui commence gagne {won} des parties avec {name} ({low} à {high}), où {even} serait "
    "l'égalité : {verdict}.",
)
ADVANTAGE = Text("an advantage", "un avantage")
DISADVANTAGE = Text("a disadvantage", "un désavantage")
NO_ADVANTAGE = Text("no sign of an advantage", "aucun signe d'avantage")
TOGETHER = Text(
    "The players win {won} of the games together with {name} ({low} to {high}).",
    "Les joueurs gagnent ensemble {won} des parties avec {name} ({low} à {high}).",
)
SURE = Text(
    "Intervals are sure at 95\u00a0%, and only what is surely a change is called one, though "
    "{tests} things were compared.",
    "Les intervalles sont sûrs à 95\u00a0%, et n'est dit changé que ce qui l'est sûrement, bien "
    "que {tests} choses aient été comparées.",
)
OF_BOTS = Text(
    "All this is how these bots play: people may play otherwise.",
    "Tout cela vaut pour ces robots : les gens peuvent jouer autrement.",
)
AND = Text("; ", " ; ")
PEOPLE = Text(
    "People finished {games} games with this box here. A game took {mean} turns on average "
    "({low} to {high}).",
    "Des gens ont fini {games} parties avec cette boîte ici. Une partie a duré {mean} tours en "
    "moyenne ({low} à {high}).",
)
THIS_BOX = Text("this box", "cette boîte")
SURE_OF_PEOPLE = Text(
    "Intervals are sure at 95\u00a0%, if these games are like those that others play.",
    "Les intervalles sont sûrs à 95\u00a0%, si ces parties ressemblent à celles d'autres gens.",
)
LOOKING = Text("The value is still being looked for.", "La valeur est encore recherchée.")


def paragraph(
    question: Question,
    found: Sequence[Summary],
    pair: Pair,
    variants: Sequence[Text],
    goal: Mapping[str, Any] | None,
) -> Text:
    """The paragraph in both languages."""
    sides = variants[0], variants[-1]
    told = (
        " ".join(_sentences(question, found, pair, sides, goal, language)) for language in LANGUAGES
    )
    return Text(**dict(zip(LANGUAGES, told, strict=True)))


def people_paragraph(found: Summary) -> Text:
    """What games that people finished say, in both languages."""
    told = (" ".join(_of_people(found, language)) for language in LANGUAGES)
    return Text(**dict(zip(LANGUAGES, told, strict=True)))


def _of_people(found: Summary, language: Language) -> Iterator[str]:
    mean, spread = found.turns.mean, Z * found.turns.error
    numbers = {"mean": mean, "low": mean - spread, "high": mean + spread}
    shown = {word: format_number(value, False, False, language) for word, value in numbers.items()}
    yield PEOPLE.to(language).format(games=format_count(found.games), **shown)
    yield from _fairness(found, THIS_BOX, language)
    yield SURE_OF_PEOPLE.to(language)


def _sentences(
    question: Question,
    found: Sequence[Summary],
    pair: Pair,
    variants: tuple[Text, Text],
    goal: Mapping[str, Any] | None,
    language: Language,
) -> Iterator[str]:
    games = min(each.games for each in found)
    played = SOUGHT if question.find else SWEPT if question.sweep else PLAYED
    yield played.to(language).format(
        bots=question.bots, games=format_count(games), players=question.players
    )
    if goal is not None:
        yield goal["said"][language] if goal["said"] else LOOKING.to(language)
    else:
        if games < question.games:
            yield SO_FAR.to(language)
        yield _whole(pair, variants, bool(question.sweep), language)
        yield _items(pair, language)
        yield from _fairness(found[-1], variants[1], language)
        yield SURE.to(language).format(tests=len(pair.changed) + len(pair.same))
    yield OF_BOTS.to(language)


def _whole(pair: Pair, variants: tuple[Text, Text], swept: bool, language: Language) -> str:
    """What changed of the game as a whole, or how much it can have changed at most."""
    main = [each for each in pair.changed if each.main]
    if main:
        told = AND.to(language).join(_changed(each, language) for each in main[:MOST_CHANGES])
        one, other = (each.to(language) for each in variants)
        return (FROM_TO if swept else WITH_BOX).to(language).format(one=one, other=other, told=told)
    wanted = (names.TURNS.en, WHO_BEGINS, names.TOGETHER.en)
    same = [each for each in pair.same if each.key in wanted][:MOST_SAME]
    most = AND.to(language).join(
        AT_MOST.to(language).format(name=each.name.to(language), most=each.most(language))
        for each in same
    )
    return f"{NOTHING.to(language)}{': ' if language == 'en' else ' : '}{most}."


def _items(pair: Pair, language: Language) -> str:
    changed = [each for each in pair.changed if not each.main][:MOST_ITEMS]
    if not changed:
        return NO_ITEMS.to(language)
    return ITEMS.to(language).format(
        told=AND.to(language).join(_changed(each, language) for each in changed)
    )


def _changed(change: Change, language: Language) -> str:
    told = CHANGED.to(language).format(
        name=change.name.to(language), after=change.after(language), before=change.before(language)
    )
    low, high = (format_number(end, change.one.percent, True, language) for end in change.interval)
    return BETWEEN.to(language).format(told=told, low=low, high=high)


def _fairness(found: Summary, name: Text, language: Language) -> Iterator[str]:
    """Whether who begins has an advantage, with the box that was asked about."""
    if found.sided:
        return
    share = found.won if found.together else found.places[0]
    if not share.trials:
        return
    low, high = share.interval
    even = 1 / found.cell.players
    verdict = ADVANTAGE if low > even else DISADVANTAGE if high < even else NO_ADVANTAGE
    numbers = {"won": share.value, "low": low, "high": high, "even": even}
    shown = {word: format_number(value, True, False, language) for word, value in numbers.items()}
    yield (
        (TOGETHER if found.together else FAIR)
        .to(language)
        .format(name=name.to(language), verdict=verdict.to(language), **shown)
    )
