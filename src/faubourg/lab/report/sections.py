"""The parts of a report, the same for the page and for Markdown: heading, sentence, picture,
table."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from faubourg.core.text import Language, Text
from faubourg.lab.intervals import Z
from faubourg.lab.report import plots, sentences
from faubourg.lab.stats import names
from faubourg.lab.stats.measures import Measure, format_count, format_number, measures
from faubourg.lab.stats.summary import ItemStats, Summary
from faubourg.lab.study.study import Study

Rows = list[list[str]]
Draw = Callable[[Sequence[Summary], Language], Any]
MOST_SHOWN = 3  # variants whose cards are shown one by one; of more only the first and the last

HEADINGS = {
    "wins": Text("Who wins", "Qui gagne"),
    "length": Text("How long a game is", "Durée d'une partie"),
    "points": Text("Points", "Points"),
    "comebacks": Text("Comebacks", "Retournements"),
    "luck": Text("Share of luck", "Part de chance"),
    "choices": Text("Choices", "Choix"),
}
PLAYERS = Text("{players} players", "{players} joueurs")
ITEM_COLUMNS = (
    Text("seats with it", "places qui l'ont"),
    Text("copies a game", "exemplaires par partie"),
    Text("win with it", "gagnent avec"),
    Text("win without it", "gagnent sans"),
    Text("difference", "différence"),
)
TOO_FEW = Text("too few", "trop peu")
LENGTHS = (
    (Text("shortest", "la plus courte"), 0.0),
    (Text("one game in twenty has at most", "une partie sur vingt en a au plus"), 0.05),
    (Text("half have at most", "la moitié en ont au plus"), 0.5),
    (Text("one in twenty has at least", "une sur vingt en a au moins"), 0.95),
    (Text("longest", "la plus longue"), 1.0),
)
SAME_DICE = Text("the same for all variants", "les mêmes pour toutes les variantes")
OWN_DICE = Text("each variant its own", "chaque variante les siens")
SECONDS = Text("seconds a move", "secondes par coup")
SIMULATIONS = Text("simulations a move", "simulations par coup")
CURVE = Text(
    "With {factor} from {low} to {high}: {name} from {least} ({at_least}) to {most} ({at_most}).",
    "Avec {factor} de {low} à {high} : {name}, de {least} ({at_least}) à {most} ({at_most}).",
)


@dataclass(frozen=True)
class Section:
    """One question, its answer in a sentence, the picture and the numbers behind it."""

    heading: str
    sentence: str
    note: str
    picture: Callable[[], Any]
    columns: list[str]
    rows: Rows


@dataclass(frozen=True)
class Chapter:
    """All that is said of one number of players."""

    heading: str
    players: int
    sections: list[Section]


def chapters(
    study: Study, found: Sequence[Summary], language: Language, before: Sequence[Section] = ()
) -> list[Chapter]:
    """A chapter for each number of players, its variants side by side; what a goal or factors have
    to say stands before the first."""
    numbers = list(dict.fromkeys(each.cell.players for each in found))
    made = []
    for players in numbers:
        there = [each for each in found if each.cell.players == players]
        sections = [*(before if players == numbers[0] else ()), *_sections(study, there, language)]
        made.append(Chapter(PLAYERS.to(language).format(players=players), players, sections))
    return made


def _sections(study: Study, found: Sequence[Summary], language: Language) -> Iterator[Section]:
    swept = axis_of(study) is not None and len(found) > 1
    yield from _curves(study, found, language) if swept else _side_by_side(found, language)
    shown = found if len(found) <= MOST_SHOWN else [found[0], found[-1]]
    for each in shown:
        for group, items in groupby(each.items, key=lambda item: item.item.group):
            yield _items(each, group.to(language), list(items), len(found) > 1, language)


def _side_by_side(found: Sequence[Summary], language: Language) -> Iterator[Section]:
    columns = ["", *(each.cell.variant.name for each in found)]

    def section(word: str, sentence: str, note: Text | None, draw: Draw, rows: Rows) -> Section:
        said = note.to(language) if note else ""
        heading = HEADINGS[word].to(language)
        return Section(heading, sentence, said, lambda: draw(found, language), columns, rows)

    rows = _table(found, language, names.WON_BY.en.format(who=""))
    yield section("wins", sentences.wins(found, language), sentences.SURE, plots.win_rates, rows)
    rows = _lengths(found, language)
    yield section("length", sentences.length(found, language), None, plots.lengths, rows)
    rows = _table(found, language, "points")
    yield section("points", sentences.points(found, language), None, plots.scores, rows)
    rows = _table(found, language, names.BEHIND.en, names.LEADS.en)
    yield section("comebacks", sentences.comebacks(found, language), None, plots.leads, rows)
    if any(each.luck for each in found):
        rows = _table(found, language, names.LUCK.en)
        yield section("luck", sentences.luck(found, language), sentences.CARE, plots.luck, rows)
    rows = _table(found, language, names.CHOICES.en)
    yield section("choices", sentences.choices(found, language), None, plots.choices, rows)


# ---------------------------------------------------------------- sweeps


def axis_of(study: Study) -> int | None:
    """The factor along which curves are drawn: the first of numbers."""
    return next((i for i, factor in enumerate(study.factors) if factor.numeric), None)


def _curves(study: Study, found: Sequence[Summary], language: Language) -> Iterator[Section]:
    """A curve for each main measure, over the levels of a factor."""
    columns = ["", *(each.cell.variant.name for each in found)]
    taken = [{m.key: m for m in measures(each) if m.main} for each in found]
    for key in taken[0]:
        shown = [(each, m[key]) for each, m in zip(found, taken, strict=True) if key in m]
        yield _curve_section(study, shown, columns, language)


def _curve_section(
    study: Study,
    shown: Sequence[tuple[Summary, Measure]],
    columns: list[str],
    language: Language,
) -> Section:
    name = shown[0][1].name.to(language)
    return Section(
        f"{name[:1].upper()}{name[1:]}",
        _curve_sentence(study, shown, language),
        sentences.BAND.to(language),
        lambda: curve(study, shown),
        columns,
        [[name, *(measure.text(language) for _, measure in shown)]],
    )


def _curve_sentence(
    study: Study, shown: Sequence[tuple[Summary, Measure]], language: Language
) -> str:
    index = axis_of(study)
    assert index is not None
    factor = study.factors[index]
    least = min(shown, key=lambda pair: pair[1].value)
    most = max(shown, key=lambda pair: pair[1].value)
    ends = [format_number(m.value, m.percent, False, language) for _, m in (least, most)]
    return CURVE.to(language).format(
        factor=factor.name,
        low=min(factor.levels),
        high=max(factor.levels),
        name=shown[0][1].name.to(language),
        least=ends[0],
        most=ends[1],
        at_least=least[0].cell.variant.name,
        at_most=most[0].cell.variant.name,
    )


def curve(
    study: Study,
    shown: Sequence[tuple[Summary, Measure]],
) -> Any:
    """A measure over the first factor of numbers, a line for each combination of the others."""
    index = axis_of(study)
    assert index is not None
    factor = study.factors[index]
    rows = []
    for each, taken in shown:
        others = {k: v for k, v in each.cell.variant.levels.items() if k != factor.name}
        series = ", ".join(f"{name} {level}" for name, level in others.items()) or factor.name
        low, high = taken.interval
        level = each.cell.variant.levels[factor.name]
        rows.append(
            {"variant": series, "level": level, "value": taken.value, "low": low, "high": high}
        )
    return plots.curve(rows, factor.name, shown[0][1].percent, None)


# ---------------------------------------------------------------- cards, tiles, objectives


def _items(
    each: Summary, group: str, items: list[ItemStats], named: bool, language: Language
) -> Section:
    heading = f"{group[:1].upper()}{group[1:]}"
    if named:
        heading += f", {each.cell.variant.name}"
    columns = ["", *(column.to(language) for column in ITEM_COLUMNS)]
    by_lift = sorted(items, key=lambda item: -item.lift if item.known else 9)
    rows = [_item(item, each.games, language) for item in by_lift]
    return Section(
        heading,
        sentences.items(group, items, language),
        sentences.NO_CAUSE.to(language),
        lambda: plots.item_wins(items, language),
        columns,
        rows,
    )


def _item(item: ItemStats, games: int, language: Language) -> list[str]:
    def share(value: float, sign: bool = False) -> str:
        return format_number(value, True, sign, language)

    copies = format_number(item.copies / max(1, games), False, False, language)
    row = [item.item.name.to(language), share(item.taken.value), copies]
    if not item.known:
        return [*row, "", "", TOO_FEW.to(language)]
    low, high = (share(item.lift + end * Z * item.error, True) for end in (-1, 1))
    lift = f"{share(item.lift, True)} ({low} {Text('to', 'à').to(language)} {high})"
    return [*row, share(item.with_it.value), share(item.without.value), lift]


# ---------------------------------------------------------------- tables


def _table(found: Sequence[Summary], language: Language, *starts: str) -> Rows:
    """The main measures whose keys begin so, a column for each variant."""
    columns = [
        {m.name: m.text(language) for m in measures(each) if m.main and m.key.startswith(starts)}
        for each in found
    ]
    rows = dict.fromkeys(name for column in columns for name in column)
    return [[name.to(language), *(column.get(name, "") for column in columns)] for name in rows]


def _lengths(found: Sequence[Summary], language: Language) -> Rows:
    rows = [
        [name.to(language), *(str(each.turns.quantile(part)) for each in found)]
        for name, part in LENGTHS
    ]
    return [*_table(found, language, names.TURNS.en), *rows]


def _bots_text(seats: Sequence[str], language: Language) -> str:
    if len(set(seats)) == 1:
        return Text("all {bot}", "tous {bot}").to(language).format(bot=seats[0])
    return ", ".join(seats)


def facts(study: Study, found: Sequence[Summary], language: Language) -> list[tuple[str, str]]:
    """Facts about the study, for the head of a report."""
    bots = dict.fromkeys(_bots_text(cell.seats, language) for cell in study.cells)
    games = format_count(sum(each.games for each in found))
    most = format_count(max(each.games for each in found))
    each_kind = Text(
        "{games} in all, {most} of each kind", "{games} en tout, {most} de chaque sorte"
    )
    if study.stop or study.find:
        each_kind = Text(
            "{games} in all, at most {most} of each kind",
            "{games} en tout, au plus {most} de chaque sorte",
        )
    pairs = [
        (Text("game", "jeu"), found[0].cell.game.title.to(language)),
        (Text("games", "parties"), each_kind.to(language).format(games=games, most=most)),
        (Text("players", "joueurs"), ", ".join(map(str, study.players))),
        (Text("bots", "robots"), "; ".join(bots)),
        (Text("seed", "graine"), str(study.seed)),
    ]
    if len(study.variants) > 1:
        pairs.append((Text("dice", "dés"), (SAME_DICE if study.common else OWN_DICE).to(language)))
    for value, text in ((study.seconds, SECONDS), (study.simulations, SIMULATIONS)):
        if value is not None:
            pairs.append((text, str(value)))
    options = study.variants[0].options
    if options:
        said = ", ".join(f"{name} = {value}" for name, value in options.items())
        pairs.append((Text("options", "options"), said))
    unfinished = sum(each.unfinished for each in found)
    if unfinished:
        text = Text("stopped without an end", "arrêtées sans fin")
        pairs.append((text, str(unfinished)))
    return [(name.to(language), value) for name, value in pairs]
