"""The parts of a report, the same for the page and for Markdown: heading, sentence, picture,
table."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from faubourg.lab.intervals import Z
from faubourg.lab.report import plots, sentences
from faubourg.lab.stats.measures import format_count, format_number, measures
from faubourg.lab.stats.summary import ItemStats, Summary
from faubourg.lab.study.study import Study

Rows = list[list[str]]
Draw = Callable[[Sequence[Summary]], Any]


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


def chapters(found: Sequence[Summary]) -> list[Chapter]:
    """A chapter for each number of players, its variants side by side."""
    numbers = dict.fromkeys(each.cell.players for each in found)
    return [
        Chapter(
            f"{players} players",
            players,
            list(_sections([each for each in found if each.cell.players == players])),
        )
        for players in numbers
    ]


def _sections(found: Sequence[Summary]) -> Iterator[Section]:
    columns = ["", *(each.cell.variant.name for each in found)]

    def section(heading: str, sentence: str, note: str, draw: Draw, rows: Rows) -> Section:
        return Section(heading, sentence, note, lambda: draw(found), columns, rows)

    rows = _table(found, "games won by")
    yield section("Who wins", sentences.wins(found), sentences.SURE, plots.win_rates, rows)
    rows = _lengths(found)
    yield section("How long a game is", sentences.length(found), "", plots.lengths, rows)
    rows = _table(found, "points")
    yield section("Points", sentences.points(found), "", plots.scores, rows)
    rows = _table(found, "games won from behind", "changes of the lead")
    yield section("Comebacks", sentences.comebacks(found), "", plots.leads, rows)
    if any(each.luck for each in found):
        rows = _table(found, "share of luck")
        yield section("Share of luck", sentences.luck(found), sentences.CARE, plots.luck, rows)
    rows = _table(found, "choices in a turn")
    yield section("Choices", sentences.choices(found), "", plots.choices, rows)
    for each in found:
        for group, items in groupby(each.items, key=lambda item: item.item.group.en):
            yield _items(each, group, list(items), len(found) > 1)


def _items(each: Summary, group: str, items: list[ItemStats], named: bool) -> Section:
    heading = f"{group[:1].upper()}{group[1:]}"
    if named:
        heading += f", {each.cell.variant.name}"
    columns = ["", "seats with it", "copies a game", "win with it", "win without it", "difference"]
    by_lift = sorted(items, key=lambda item: -item.lift if item.known else 9)
    rows = [_item(item, each.games) for item in by_lift]
    return Section(
        heading,
        sentences.items(group, items),
        sentences.NO_CAUSE,
        lambda: plots.item_wins(items),
        columns,
        rows,
    )


def _item(item: ItemStats, games: int) -> list[str]:
    row = [
        item.item.name.en,
        format_number(item.taken.value, True),
        f"{item.copies / max(1, games):.2f}",
    ]
    if not item.known:
        return [*row, "", "", "too few"]
    ends = [format_number(item.lift + end * Z * item.error, True, sign=True) for end in (-1, 1)]
    lift = f"{format_number(item.lift, True, sign=True)} ({ends[0]} to {ends[1]})"
    return [
        *row,
        format_number(item.with_it.value, True),
        format_number(item.without.value, True),
        lift,
    ]


def _table(found: Sequence[Summary], *starts: str) -> Rows:
    """The main measures whose names begin so, a column for each variant."""
    columns = [
        {m.name: m.text for m in measures(each) if m.main and m.name.startswith(starts)}
        for each in found
    ]
    names = dict.fromkeys(name for column in columns for name in column)
    return [[name, *(column.get(name, "") for column in columns)] for name in names]


def _lengths(found: Sequence[Summary]) -> Rows:
    parts = (
        ("shortest", 0.0),
        ("one game in twenty has at most", 0.05),
        ("half have at most", 0.5),
        ("one in twenty has at least", 0.95),
        ("longest", 1.0),
    )
    rows = [[name, *(str(each.turns.quantile(part)) for each in found)] for name, part in parts]
    return [*_table(found, "turns in a game"), *rows]


def _bots_text(seats: Sequence[str]) -> str:
    return f"all {seats[0]}" if len(set(seats)) == 1 else ", ".join(seats)


def facts(study: Study, found: Sequence[Summary]) -> list[tuple[str, str]]:
    """Facts about the study, for the head of a report."""
    bots = dict.fromkeys(_bots_text(cell.seats) for cell in study.cells)
    games = sum(each.games for each in found)
    pairs = [
        ("game", found[0].cell.game.title.en),
        ("games", f"{format_count(games)} in all, {format_count(study.games)} of each kind"),
        ("players", ", ".join(map(str, study.players))),
        ("bots", "; ".join(bots)),
        ("seed", str(study.seed)),
    ]
    options = study.variants[0].options
    if options:
        pairs.append(("options", ", ".join(f"{name} = {value}" for name, value in options.items())))
    unfinished = sum(each.unfinished for each in found)
    if unfinished:
        pairs.append(("stopped without an end", str(unfinished)))
    return pairs
