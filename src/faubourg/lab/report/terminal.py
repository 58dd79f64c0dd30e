"""Output of the lab's commands in a terminal: progress bars, short tables, where files went."""

import time
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from faubourg.core.errors import StudyError
from faubourg.core.progress import progress_bar
from faubourg.core.text import Text
from faubourg.lab.play.results import Results, finished_results, folder_of, open_results
from faubourg.lab.play.runner import run
from faubourg.lab.stats.measures import format_count, format_number, measures
from faubourg.lab.stats.summary import Summary, summaries
from faubourg.lab.study.file import load
from faubourg.lab.study.study import Study

MOST_INTERVALS = 2  # variants side by side for which there is room to show intervals
STOPPED = 130  # what a shell calls a program that Ctrl-C ended


def play_study(file: Path, out: Path | None, on: str, workers: int | None, fresh: bool) -> int:
    """Play what is missing of a study, with a progress bar; returns the exit status."""
    console, waiting = Console(highlight=False), Console(stderr=True, highlight=False)
    study = load(file)
    results = open_results(study, out or folder_of(file), fresh)
    if not results.missing:
        console.print(f"All {format_count(_all_games(study))} games are there already.")
        _print_next(console, file, out)
        return 0
    started = time.perf_counter()
    try:
        _warm_up(study, waiting)
        games = _play(results, on, workers, waiting)
    except KeyboardInterrupt:
        left = sum(shard.games for shard in results.missing)
        total = _all_games(study)
        waiting.print(
            f"Stopped. {format_count(total - left)} of {format_count(total)} games are stored; the "
            "same command goes on from there."
        )
        return STOPPED
    seconds = time.perf_counter() - started
    rate = format_count(games / seconds)
    console.print(
        f"{format_count(games)} games in {seconds:.1f} s ({rate} a second), "
        f"{_size(results)} in {escape(str(results.folder))}"
    )
    _print_next(console, file, out)
    return 0


def _play(results: Results, on: str, workers: int | None, waiting: Console) -> int:
    total = _all_games(results.study)
    games = sum(shard.games for shard in results.missing)
    with progress_bar(waiting) as progress:
        task = progress.add_task(escape(results.study.title), total=total, completed=total - games)
        run(results, on, workers, lambda more: progress.advance(task, more))
    return games


def _warm_up(study: Study, waiting: Console) -> None:
    """Compile the kernels before the first shard, while a spinner says so."""
    from faubourg.lab.play.watch import CARELESS_BOT, Watcher, empty_stats

    with waiting.status(f"Preparing {study.game} (a minute at the first time)"):
        game = study.cells[0].game
        Watcher(game, [CARELESS_BOT] * game.players, seed=0).play(0, empty_stats(game, 1))


def _all_games(study: Study) -> int:
    return len(study.cells) * (study.games + study.luck)


def _size(results: Results) -> str:
    size = sum(path.stat().st_size for path in results.folder.glob("*.parquet"))
    return f"{size / 1e6:.1f} MB"


def _print_next(console: Console, file: Path, out: Path | None) -> None:
    where = f" --out {out}" if out else ""
    console.print(f"See it with: faubourg lab report {escape(str(file))}{escape(where)}")


# ---------------------------------------------------------------- reports


def write_report(file: Path, out: Path | None, to: Path | None) -> None:
    """Write the page and the Markdown, and print the main measures."""
    from faubourg.lab.report.html import page
    from faubourg.lab.report.markdown import markdown

    study = load(file)
    folder = out or folder_of(file)
    results = finished_results(study, folder)
    waiting = Console(stderr=True, highlight=False)
    with waiting.status("Reading the games"):
        found = summaries(results)
    with waiting.status("Drawing"):
        text, html = markdown(study, found), page(study, found)
    to = to or folder / "report.html"
    to.write_text(html, encoding="utf-8")
    beside = to.with_suffix(".md")
    beside.write_text(text, encoding="utf-8")
    console = Console(highlight=False)
    for players in study.players:
        console.print(_overview([each for each in found if each.cell.players == players]))
    console.print(f"Written: {escape(str(to))} and {escape(str(beside))}")


def _overview(found: list[Summary]) -> Table:
    """The main measures of one number of players, a column for each variant."""
    cell = found[0].cell
    table = Table(title=escape(f"{cell.game.title.en}, {cell.players} players"))
    table.add_column("")
    for each in found:
        table.add_column(escape(each.cell.variant.name), justify="right")
    columns = [{m.name: m for m in measures(each) if m.main} for each in found]
    names = list(dict.fromkeys(name for column in columns for name in column))
    few = len(found) <= MOST_INTERVALS
    for name in names:
        shown = [column.get(name) for column in columns]
        values = [
            "" if m is None else m.text if few else format_number(m.value, m.percent) for m in shown
        ]
        table.add_row(escape(name), *values)
    return table


Side = tuple[str, Path | None]  # a study or a variant of one, and where its results lie


def print_comparison(one: Side, other: Side, to: Path | None) -> None:
    """Compare two studies or variants, here and, if `to` is given, in a file."""
    from faubourg.lab.stats.compare import as_markdown, changes

    waiting = Console(stderr=True, highlight=False)
    with waiting.status("Reading the games"):
        found = changes(_side(*one), _side(*other))
    console = Console(highlight=False)
    for pair in found:
        table = Table(title=escape(pair.title))
        for column in ("", pair.one, pair.other, "difference", ""):
            table.add_column(escape(column), justify="left" if not column else "right")
        for change in pair.changed:
            table.add_row(
                escape(change.name), change.before, change.after, change.text, "[bold]changed[/]"
            )
        for change in pair.same:
            if change.main:
                row = (escape(change.name), change.before, change.after, change.text)
                table.add_row(*row, "no sign of a change", style="dim")
        console.print(table)
        console.print(escape(pair.verdict))
    if to:
        to.write_text(as_markdown(found), encoding="utf-8")
        console.print(f"Written: {escape(str(to))}")


def _side(word: str, out: Path | None) -> list[Summary]:
    """A study's summaries, or those of one variant of it: `STUDY.toml:variant`."""
    path, colon, name = word.rpartition(".toml:")
    file = Path(f"{path}.toml") if colon else Path(word)
    study = load(file)
    found = summaries(finished_results(study, out or folder_of(file)))
    if not colon:
        return found
    chosen = [each for each in found if each.cell.variant.name == name]
    if not chosen:
        names = ", ".join(variant.name for variant in study.variants)
        said = Text(
            "There is no variant '{name}'; there is: {names}.",
            "Pas de variante « {name} » ; il y a : {names}.",
        )
        raise StudyError("unknown-variant", said.format(name=name, names=names))
    return chosen
