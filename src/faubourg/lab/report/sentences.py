"""One plain sentence for each picture of a report, for people who know games and not statistics."""

from collections.abc import Callable, Sequence

from faubourg.core.text import Language, Text
from faubourg.lab.report.plots import notable_items
from faubourg.lab.stats.measures import format_number
from faubourg.lab.stats.summary import ItemStats, Share, Summary

Found = Sequence[Summary]

SURE = Text(
    "The lines show how far chance alone could move a value: it is 95\u00a0% sure to lie on its "
    "line.",
    "Les traits montrent de combien le seul hasard pourrait déplacer une valeur : elle est sur son "
    "trait avec une certitude de 95\u00a0%.",
)
BAND = Text(
    "The band shows how far chance alone could move the curve: each of its points is 95\u00a0% "
    "sure to lie in it.",
    "La bande montre de combien le seul hasard pourrait déplacer la courbe : chacun de ses points "
    "s'y trouve avec une certitude de 95\u00a0%.",
)
CARE = Text(
    "Careful players always take the move that looks best to a simple player, careless ones only "
    "every other time.",
    "Les joueurs attentifs prennent toujours le coup qui paraît le meilleur à un joueur simple, "
    "les distraits une fois sur deux.",
)
NO_CAUSE = Text(
    "What goes with winning need not make you win: whoever is ahead can afford more. To learn "
    "whether a thing is too strong, change it and compare.",
    "Ce qui va avec la victoire ne la cause pas forcément : qui mène peut s'offrir plus. Pour "
    "savoir si une chose est trop forte, changez-la et comparez.",
)
WIN_TOGETHER = Text(
    "The players win {won} of their games together.",
    "Les joueurs gagnent ensemble {won} de leurs parties.",
)
WIN_SIDE = Text(
    "The {name} side wins {won} of the games.", "Le camp « {name} » gagne {won} des parties."
)
WIN_FIRST = Text("Whoever begins wins {won} of the games", "Qui commence gagne {won} des parties")
EVEN = Text("{sentence}; {even} would be even.", "{sentence} ; {even} serait l'égalité.")
EVEN_VERDICT = Text(
    "{sentence}, where {even} would be even: {verdict}.",
    "{sentence}, où {even} serait l'égalité : {verdict}.",
)
ADVANTAGE = Text("an advantage", "un avantage")
DISADVANTAGE = Text("a disadvantage", "un désavantage")
NO_ADVANTAGE = Text("no sign of an advantage", "aucun signe d'avantage")
FIXED_LENGTH = Text("Every game takes {turns} turns.", "Chaque partie dure {turns} tours.")
LENGTH = Text(
    "A game takes {mean} turns on average, and {most}.",
    "Une partie dure {mean} tours en moyenne, et {most}.",
)
NINE_OF_TEN = Text("nine of ten take {low} to {high}", "neuf sur dix de {low} à {high}")
NEARLY_ALL = Text("nearly all take {low}", "presque toutes en durent {low}")
POINTS = Text(
    "Winners end with {winners} points on average, the others with {others}.",
    "Les gagnants finissent avec {winners} points en moyenne, les autres avec {others}.",
)
POINTS_ALL = Text(
    "Players end with {ends} points on average.",
    "Les joueurs finissent avec {ends} points en moyenne.",
)
COMEBACKS = Text(
    "Of all games, {share} are won by {who} not in front half-way; from {decided} of a game on, on "
    "average, the winner stays in front.",
    "De toutes les parties, {share} sont gagnées par {who} pas en tête à mi-chemin ; à partir de "
    "{decided} d'une partie, en moyenne, le gagnant reste en tête.",
)
SIDE_THAT_WAS = Text("the side that was", "le camp qui n'était")
SOMEBODY = Text("somebody who was", "quelqu'un qui n'était")
LUCK = Text(
    "{who} {careful} where careless play wins {careless}{first}; of the games that the careless "
    "lose, the careful lose {share} all the same: the share of luck.",
    "{who} {careful} là où le jeu distrait en gagne {careless}{first} ; des parties que perdent "
    "les distraits, les attentifs perdent {share} tout de même : la part de chance.",
)
CAREFUL_TOGETHER = Text("Careful players together win", "Des joueurs attentifs gagnent ensemble")
CAREFUL_ALONE = Text("A careful player wins", "Un joueur attentif gagne")
CHOICES = Text(
    "A player has {mean} real choices in a turn, each between {options} possibilities on average.",
    "Un joueur a {mean} vrais choix par tour, chacun entre {options} possibilités en moyenne.",
)
TOO_FEW = Text(
    "{group}: too few games to say anything about winning.",
    "{group} : trop peu de parties pour parler de victoire.",
)
ITEM = Text(
    "{group}: seats with “{name}” win {having} of their games, those without {lacking}",
    "{group} : les places qui ont « {name} » gagnent {having} de leurs parties, les autres "
    "{lacking}",
)
WORST = Text(
    "{sentence}; at the other end is “{name}” with {having} against {lacking}.",
    "{sentence} ; à l'autre bout se trouve « {name} » avec {having} contre {lacking}.",
)
TO = Text("{least} to {most}", "{least} à {most}")


def wins(found: Found, language: Language) -> str:
    one = found[0]
    if one.together:
        won = _shares(found, lambda each: each.won, language)
        return WIN_TOGETHER.to(language).format(won=won)
    if one.sided:
        name = next(iter(one.roles))
        won = _shares(found, lambda each: each.roles[name], language)
        return WIN_SIDE.to(language).format(name=name.to(language), won=won)
    even = percent(1 / one.cell.players, language)
    won = _shares(found, lambda each: each.places[0], language)
    sentence = WIN_FIRST.to(language).format(won=won)
    if len(found) > 1:
        return EVEN.to(language).format(sentence=sentence, even=even)
    low, high = one.places[0].interval
    verdict = ADVANTAGE if low > 1 / one.cell.players else DISADVANTAGE
    verdict = NO_ADVANTAGE if low <= 1 / one.cell.players <= high else verdict
    said = EVEN_VERDICT.to(language)
    return said.format(sentence=sentence, even=even, verdict=verdict.to(language))


def length(found: Found, language: Language) -> str:
    if len({turns for each in found for turns in each.turns.counts}) == 1:
        return FIXED_LENGTH.to(language).format(turns=found[0].turns.quantile(0))
    mean = _means(found, lambda each: each.turns.mean, language)
    low = min(each.turns.quantile(0.05) for each in found)
    high = max(each.turns.quantile(0.95) for each in found)
    most = (NINE_OF_TEN if low < high else NEARLY_ALL).to(language).format(low=low, high=high)
    return LENGTH.to(language).format(mean=mean, most=most)


def points(found: Found, language: Language) -> str:
    if all(each.points_won.total and each.points_lost.total for each in found):
        winners = _means(found, lambda each: each.points_won.mean, language)
        others = _means(found, lambda each: each.points_lost.mean, language)
        return POINTS.to(language).format(winners=winners, others=others)
    ends = _means(
        found,
        lambda each: (each.points_won if each.points_won.total else each.points_lost).mean,
        language,
    )
    return POINTS_ALL.to(language).format(ends=ends)


def comebacks(found: Found, language: Language) -> str:
    share = _shares(found, lambda each: each.comebacks, language)
    who = (SIDE_THAT_WAS if found[0].together else SOMEBODY).to(language)
    decided = _each(found, lambda each: each.decided_at, lambda v: percent(v, language), language)
    return COMEBACKS.to(language).format(share=share, who=who, decided=decided)


def luck(found: Found, language: Language) -> str:
    known = [(each, each.luck) for each in found if each.luck]
    values = {each.cell.number: luck.value for each, luck in known}
    share = _each(
        [each for each, _ in known],
        lambda each: values[each.cell.number],
        lambda value: percent(value, language),
        language,
    )
    first = f" ({known[0][0].cell.variant.name})" if len(found) > 1 else ""
    return LUCK.to(language).format(
        who=(CAREFUL_TOGETHER if found[0].together else CAREFUL_ALONE).to(language),
        careful=percent(known[0][1].careful_wins, language),
        careless=percent(known[0][1].careless_wins, language),
        first=first,
        share=share,
    )


def choices(found: Found, language: Language) -> str:
    mean = _means(found, lambda each: each.choices_each.mean / 100, language)
    options = _means(found, lambda each: each.options_per_choice, language)
    return CHOICES.to(language).format(mean=mean, options=options)


def items(group: str, found: Sequence[ItemStats], language: Language) -> str:
    """About the items of one group."""
    shown = notable_items(found)
    group = f"{group[:1].upper()}{group[1:]}"
    if not shown:
        return TOO_FEW.to(language).format(group=group)
    best, worst = shown[0], shown[-1]
    sentence = ITEM.to(language).format(group=group, **_item(best, language))
    if worst is best or worst.lift >= 0:
        return f"{sentence}."
    return WORST.to(language).format(sentence=sentence, **_item(worst, language))


def _item(counted: ItemStats, language: Language) -> dict[str, str]:
    return {
        "name": counted.item.name.to(language),
        "having": percent(counted.with_it.value, language),
        "lacking": percent(counted.without.value, language),
    }


def percent(value: float, language: Language) -> str:
    return format_number(value, True, False, language)


def _shares(found: Found, share: Callable[[Summary], Share], language: Language) -> str:
    """A share: with its interval where there is one variant, else for each of them."""
    if len(found) > 1:
        return _each(
            found, lambda each: share(each).value, lambda value: percent(value, language), language
        )
    low, high = (percent(end, language) for end in share(found[0]).interval)
    return f"{percent(share(found[0]).value, language)} ({low} – {high})"


def _means(found: Found, value: Callable[[Summary], float], language: Language) -> str:
    def text(mean: float) -> str:
        return f"{mean:.1f}".replace(".", "," if language == "fr" else ".")

    return _each(found, value, text, language)


def _each(
    found: Found,
    value: Callable[[Summary], float],
    text: Callable[[float], str],
    language: Language,
) -> str:
    """A value for each variant; of many only the least and the greatest."""
    if len(found) == 1:
        return text(value(found[0]))
    named = [f"{text(value(each))} ({each.cell.variant.name})" for each in found]
    if len(found) == 2:
        return ", ".join(named)
    least = min(range(len(found)), key=lambda i: value(found[i]))
    most = max(range(len(found)), key=lambda i: value(found[i]))
    return TO.to(language).format(least=named[least], most=named[most])
