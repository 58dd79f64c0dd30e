"""Output of the lab's commands in a terminal: progress bars, short tables, where files went."""

import time
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from faubourg.core.errors import StudyError
from faubourg.core.progress import progress_bar
from faubourg.core.text import Language, Text
from faubourg.lab.adaptive.plan import answer, check_goal, next_shards, run
from faubourg.lab.play.price import Price, price
from faubourg.lab.play.results import Results, folder_of, open_results, stored_results
from faubourg.lab.play.runner import LOCAL
from faubourg.lab.report.goal import answer_sentence, is_share
from faubourg.lab.report.levels import level_sections
from faubourg.lab.stats.compare import (
    CHANGED,
    DIFFERENCE,
    PAIRED,
    SAME,
    Pair,
    Side,
    as_markdown,
    compare,
    side_of,
)
from faubourg.lab.stats.measures import Measure, format_count, format_number, measures
from faubourg.lab.stats.summary import Summary, summaries
from faubourg.lab.study.file import load
from faubourg.lab.study.study import Study

MOST_COLUMNS = 4  # variants side by side at all
MOST_INTERVALS = 2  # variants side by side for which there is room to show intervals
STOPPED = 130  # what a shell calls a program that Ctrl-C ended
DEAR = 20  # seconds from which on a run says beforehand what it will take

ALL_THERE = Text("All {games} games are there already.", "Les {games} parties sont déjà là.")
HALTED = Text(
    "Stopped. {done} of {total} games are stored; the same command goes on from there.",
    "Arrêté. {done} parties sur {total} sont enregistrées ; la même commande continue de là.",
)
PLAYED = Text(
    "{games} games in {seconds} s ({rate} a second), {size} MB in {folder}",
    "{games} parties en {seconds} s ({rate} par seconde), {size} Mo dans {folder}",
)
SEE = Text("See it with: faubourg lab report {study}", "Pour voir : faubourg lab report {study}")
PREPARING = Text(
    "Preparing {game} (a minute at the first time)",
    "Préparation de {game} (une minute la première fois)",
)
MEASURING = Text("Measuring what a game takes", "Mesure de la durée d'une partie")
PRICE = Text(
    "{games} games at about {each} of one core: about {time} on {cores} cores.",
    "{games} parties à environ {each} d'un cœur : environ {time} sur {cores} cœurs.",
)
AT_MOST = Text("At most: it stops when it is sure.", "Au plus : l'étude s'arrête dès qu'elle sait.")
READING = Text("Reading the games", "Lecture des parties")
DRAWING = Text("Drawing", "Dessin")
WRITTEN = Text("Written: {files}", "Écrit : {files}")
AND = Text("{one} and {other}", "{one} et {other}")
PLAYERS = Text("{game}, {players} players", "{game}, {players} joueurs")


def play_study(
    file: Path, out: Path | None, on: str, workers: int | None, fresh: bool, language: Language
) -> int:
    """Play what is missing of a study, with a progress bar; returns the exit status."""
    console, waiting = Console(highlight=False), Console(stderr=True, highlight=False)
    study = load(file)
    check_goal(study)
    results = open_results(study, out or folder_of(file), fresh)
    before = _stored_games(results)
    if not next_shards(results):
        console.print(ALL_THERE.to(language).format(games=format_count(before)))
        _print_next(console, results, file, out, language)
        return 0
    started = time.perf_counter()
    try:
        _warm_up(study, waiting, language)
        if on == LOCAL:
            _print_price(results, workers, waiting, language)
        _play(results, on, workers, waiting)
    except KeyboardInterrupt:
        done, total = (format_count(n) for n in (_stored_games(results), _all_games(study)))
        waiting.print(HALTED.to(language).format(done=done, total=total))
        return STOPPED
    seconds, games = time.perf_counter() - started, _stored_games(results) - before
    words = {
        "games": format_count(games),
        "seconds": format_number(seconds, False, False, language),
        "rate": format_count(games / seconds),
        "size": format_number(_megabytes(results), False, False, language),
        "folder": escape(str(results.folder)),
    }
    console.print(PLAYED.to(language).format(**words))
    _print_next(console, results, file, out, language)
    return 0


def _play(results: Results, on: str, workers: int | None, waiting: Console) -> None:
    total, done = _all_games(results.study), _stored_games(results)
    with progress_bar(waiting) as progress:
        task = progress.add_task(escape(results.study.title), total=total, completed=done)
        run(results, on, workers, lambda more: progress.advance(task, more))


def _warm_up(study: Study, waiting: Console, language: Language) -> None:
    """Compile the kernels before the first shard, while a spinner says so."""
    from faubourg.lab.play.watch import CARELESS_BOT, Watcher, empty_stats

    with waiting.status(PREPARING.to(language).format(game=study.game)):
        game = study.cells[0].game
        Watcher(game, [CARELESS_BOT] * game.players, seed=0).play(0, empty_stats(game, 1))


def _print_price(
    results: Results, workers: int | None, waiting: Console, language: Language
) -> None:
    """Say beforehand what a long run will take; a short one needs no words."""
    with waiting.status(MEASURING.to(language)):
        found = price(results.study, results.missing, workers)
    if found.seconds >= DEAR:
        waiting.print(price_text(results.study, found, language))


def print_price(file: Path, out: Path | None, workers: int | None, language: Language) -> None:
    """Say what is still to be played of a study, and about how long that takes here."""
    study, waiting = load(file), Console(stderr=True, highlight=False)
    check_goal(study)
    results = Results(study, out or folder_of(file))
    _warm_up(study, waiting, language)
    with waiting.status(MEASURING.to(language)):
        found = price(study, results.missing, workers)
    Console(highlight=False).print(price_text(study, found, language))


def price_text(study: Study, found: Price, language: Language) -> str:
    """A price in a sentence."""
    each = found.game_seconds
    words = {
        "games": format_count(found.games),
        "each": f"{each:.1f} s" if each >= 0.1 else f"{1000 * each:.2g} ms",
        "time": duration(found.seconds),
        "cores": found.cores,
    }
    words["each"] = str(words["each"]).replace(".", "," if language == "fr" else ".")
    goal = f" {AT_MOST.to(language)}" if study.stop or study.find else ""
    return PRICE.to(language).format(**words) + goal


def duration(seconds: float) -> str:
    """A time as people say it.

    >>> duration(42), duration(4000), duration(200_000)
    ('42 s', '1 h 7 min', '56 h')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 3600:
        return f"{seconds / 60:.0f} min"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours < 24 else f"{seconds / 3600:.0f} h"


def _all_games(study: Study) -> int:
    return len(study.cells) * (study.games + study.luck)


def _stored_games(results: Results) -> int:
    return sum(shard.games for shard in results.there)


def _megabytes(results: Results) -> float:
    return sum(path.stat().st_size for path in results.folder.glob("*.parquet")) / 1e6


def _print_next(
    console: Console, results: Results, file: Path, out: Path | None, language: Language
) -> None:
    study = results.study
    if study.stop or study.find:
        told = answer(results)
        percent = is_share(summaries(results), told.name)
        console.print(escape(answer_sentence(results, told, percent, language)))
    where = f"{file} --out {out}" if out else str(file)
    console.print(SEE.to(language).format(study=escape(where)))


# ---------------------------------------------------------------- reports


def finished_results(study: Study, folder: Path) -> Results:
    """Results to be reported: all that the study needs must be there."""
    results = stored_results(study, folder)
    if missing := len(next_shards(results)):
        said = Text(
            "{missing} of {all} shards of '{title}' are still to be played: `faubourg lab run` "
            "goes on with them.",
            "Il reste {missing} lots sur {all} à jouer pour « {title} » : `faubourg lab run` "
            "continue.",
        )
        count = missing + len(results.there)
        raise StudyError("unfinished", said.format(missing=missing, all=count, title=study.title))
    return results


def write_report(file: Path, out: Path | None, to: Path | None, language: Language) -> None:
    """Write the page and the Markdown, and print the main measures."""
    from faubourg.lab.report.html import page
    from faubourg.lab.report.markdown import markdown

    study = load(file)
    folder = out or folder_of(file)
    results = finished_results(study, folder)
    waiting = Console(stderr=True, highlight=False)
    with waiting.status(READING.to(language)):
        found = summaries(results)
    with waiting.status(DRAWING.to(language)):
        text, html = markdown(results, found, language), page(results, found, language)
    to = to or folder / "report.html"
    to.write_text(html, encoding="utf-8")
    beside = to.with_suffix(".md")
    beside.write_text(text, encoding="utf-8")
    console = Console(highlight=False)
    for players in study.players:
        there = [each for each in found if each.cell.players == players]
        console.print(_overview(there, language))
    for section in level_sections(results, found, language):
        console.print(f"[bold]{escape(section.heading)}[/]")
        console.print(escape(section.sentence))
    files = AND.to(language).format(one=to, other=beside)
    console.print(escape(WRITTEN.to(language).format(files=files)))


def _overview(found: list[Summary], language: Language) -> Table:
    """The main measures of one number of players: a column for each variant, or of many variants a
    line each."""
    cell = found[0].cell
    title = PLAYERS.format(game=cell.game.title, players=cell.players)
    taken = [{m.name: m for m in measures(each) if m.main} for each in found]
    names = list(dict.fromkeys(name for column in taken for name in column))
    few = len(found) <= MOST_INTERVALS
    lines = [
        [name.to(language), *(_shown(column.get(name), few, language) for column in taken)]
        for name in names
    ]
    lines.insert(0, ["", *(each.cell.variant.name for each in found)])
    if len(found) > MOST_COLUMNS:
        lines = [list(line) for line in zip(*lines, strict=True)]
    table = Table(title=escape(title.to(language)))
    for index, column in enumerate(lines[0]):
        table.add_column(escape(column), justify="right" if index else "left")
    for line in lines[1:]:
        table.add_row(*map(escape, line))
    return table


def _shown(measure: Measure | None, interval: bool, language: Language) -> str:
    if measure is None:
        return ""
    if interval:
        return measure.text(language)
    return format_number(measure.value, measure.percent, False, language)


def print_comparison(
    sides: list[str], outs: list[Path], to: Path | None, language: Language
) -> None:
    """Compare any number of studies or variants with the first, here and, if `to` is given, in a
    file. A single study is compared by its variants."""
    waiting = Console(stderr=True, highlight=False)
    with waiting.status(READING.to(language)):
        pairs = compare(_sides(sides, outs))
    console = Console(highlight=False)
    for pair in pairs:
        console.print(_comparison(pair, language))
        console.print(escape(pair.verdict(language)))
        if pair.paired:
            console.print(PAIRED.to(language))
    if to:
        to.write_text(as_markdown(pairs, language), encoding="utf-8")
        console.print(WRITTEN.to(language).format(files=escape(str(to))))


def _comparison(pair: Pair, language: Language) -> Table:
    table = Table(title=escape(pair.title.to(language)))
    for column in ("", pair.one, pair.other, DIFFERENCE.to(language), ""):
        table.add_column(escape(column), justify="left" if not column else "right")
    for change in pair.changed:
        row = (change.before(language), change.after(language), change.text(language))
        changed = f"[bold]{CHANGED.to(language).lower()}[/]"
        table.add_row(escape(change.name.to(language)), *row, changed)
    for change in pair.same:
        if change.main:
            row = (change.before(language), change.after(language), change.text(language))
            same = SAME.to(language)
            same = same[:1].lower() + same[1:]
            table.add_row(escape(change.name.to(language)), *row, same, style="dim")
    return table


def _sides(words: list[str], outs: list[Path]) -> list[Side]:
    """Studies, or variants of one: `STUDY.toml:variant`. The folders are one for all, or one for
    each; a study that is named several times is read once."""
    if len(outs) > 1 and len(outs) != len(words):
        said = Text(
            "--out is given {outs} times for {words} studies; allowed: once, or once for each.",
            "--out est donné {outs} fois pour {words} études ; permis : une fois, ou une fois "
            "chacune.",
        )
        raise StudyError("out", said.format(outs=len(outs), words=len(words)))
    read: dict[tuple[Path, Path], Side] = {}
    found = []
    for index, word in enumerate(words):
        path, colon, name = word.rpartition(".toml:")
        file = Path(f"{path}.toml") if colon else Path(word)
        out = outs[index if len(outs) > 1 else 0] if outs else folder_of(file)
        if (file, out) not in read:
            read[file, out] = side_of(finished_results(load(file), out))
        side = read[file, out]
        found.append(side.only(name) if colon else side)
    return found
