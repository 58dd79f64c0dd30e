"""`faubourg review`: a review as text, with a progress bar while it is made."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Line

from faubourg.bots.search import search_steps
from faubourg.core.files import write
from faubourg.core.players import NATURE
from faubourg.core.progress import progress_bar
from faubourg.core.text import Language, Text
from faubourg.records.record import Record
from faubourg.review import Move, Review, review
from faubourg.review.as_json import as_data
from faubourg.review.descriptions import (
    describe_better,
    describe_move,
    describe_seat,
    why_better,
)
from faubourg.review.ranges import Range
from faubourg.review.result import WHOLE
from faubourg.terminal.warmup import warm_up

THINKING = Text("Thinking the game over", "Réflexion sur la partie")
TITLE = Text("{game}: the game explained", "{game} : la partie expliquée")
COLUMNS = (
    Text("player", "joueur"),
    Text("at first", "au début"),
    Text("luck", "chance"),
    Text("own play", "son jeu"),
    Text("the others' play", "jeu des autres"),
    Text("unexplained", "inexpliqué"),
    Text("result", "résultat"),
)
AS_IT_STANDS = Text("as it stands", "à présent")
OVER_TIME = Text("Chance to win over time", "Chances de gagner au fil du temps")
TURNING = Text("Turning points", "Tournants de la partie")
NO_TURNING = Text("No single move changed much.", "Aucun coup n'a changé grand-chose.")
MISTAKES = Text("What would have been better", "Ce qui aurait été mieux")
NO_MISTAKES = Text("No clear mistake was found.", "Aucune erreur nette n'a été trouvée.")
MOVE = Text("move {number}", "coup {number}")
NATURE_NAME = Text("chance", "le hasard")
BETTER = Text("better: {move} ({chance})", "mieux : {move} ({chance})")
LOST = Text(
    "{name} lost about {points} points of 100 ({low} to {high})",
    "{name} a perdu environ {points} points sur 100 ({low} à {high})",
)
RANGE = Text("{low} to {high}", "{low} à {high}")
NEXT_TIME = Text("One thing to try next time", "Une chose à essayer la prochaine fois")
TRY = Text("{move} (at move {number})", "{move} (au coup {number})")
MORE = Text(
    "… and {count} more; all of them are in the JSON.",
    "… et {count} de plus ; toutes sont dans le JSON.",
)
NOISE = Text(
    "Chances let everybody play on simply; an even one may be off by ±{points} points. Choices are "
    "held against the best found by thinking ahead; what lies between the two stays unexplained. "
    "Luck, own play, the others' play and that add up to the result exactly. A range (… to …) is "
    "right 95 times of 100.",
    "Les chances supposent que chacun continue simplement ; à ±{points} points près pour une "
    "chance sur deux. Les choix sont comparés au mieux trouvé en réfléchissant ; ce qui sépare les "
    "deux reste inexpliqué. Chance, jeu, jeu des autres et cela font exactement le résultat. Une "
    "fourchette (… à …) est juste 95 fois sur 100.",
)
BARS = " ▁▂▃▄▅▆▇█"
SHOWN = 8  # mistakes
POINT = WHOLE / 100
STYLES = ("cyan", "yellow", "magenta", "green", "blue", "red")


def explain(
    file: Path,
    language: Language,
    seconds: float | None,
    simulations: int | None,
    seed: int,
    to_json: str | None,
    plot: Path | None,
) -> None:
    """Review a record; print it, and write it as JSON and as a plot if wanted."""
    if plot is not None:
        from faubourg.review.plot import check_plot

        check_plot(plot)  # before there is anything to wait for
    record, waiting = Record.load(file), Console(stderr=True)
    warm_up(record.game, waiting, language, more=search_steps(record.game))
    with progress_bar(waiting, "share") as bar:
        task = bar.add_task(THINKING.to(language), total=1.0)
        found = review(
            record,
            seconds=seconds,
            simulations=simulations,
            seed=seed,
            progress=lambda share: bar.update(task, completed=share),
        )
    if to_json is not None:
        _write(to_json, json.dumps(as_data(found), ensure_ascii=False, indent=1) + "\n")
    if plot is not None:
        from faubourg.review.plot import save

        save(found, plot, language)
    if to_json != "-":
        show(found, language, Console(highlight=False))


def _write(path: str, text: str) -> None:
    if path == "-":
        sys.stdout.write(text)
        return
    write(Path(path), text)


# ---------------------------------------------------------------- as text


def show(found: Review, language: Language, console: Console) -> None:
    """A review for people to read."""
    title = TITLE.format(game=found.timeline.game.title)
    console.print(Line(title.to(language), style="bold"))
    console.print(_balances(found, language))
    for seat, name in enumerate(found.seats):
        said = describe_seat(found, seat).to(language)
        console.print(Line.assemble((f"{name}: ", STYLES[seat]), said))
    _heading(console, OVER_TIME, language)
    console.print(_curves(found, max(20, min(72, console.width - 30))))
    _heading(console, TURNING, language)
    for move in found.turning_points:
        _turning_point(console, found, move, language)
    if not found.turning_points:
        console.print(NO_TURNING.to(language))
    _heading(console, MISTAKES, language)
    for move in found.mistakes[:SHOWN]:
        _mistake(console, found, move, language)
    if len(found.mistakes) > SHOWN:
        console.print(MORE.format(count=len(found.mistakes) - SHOWN).to(language), style="dim")
    if not found.mistakes:
        console.print(NO_MISTAKES.to(language))
    _next_time(console, found, language)
    off = decimal(f"{200 * found.noise.spread:.1f}", language)
    console.print(Line(f"\n{NOISE.format(points=off).to(language)}", style="dim"))


def _heading(console: Console, text: Text, language: Language) -> None:
    console.print(Line(f"\n{text.to(language)}", style="bold"))


def _balances(found: Review, language: Language) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True)  # columns side by side
    finished = found.timeline.finished
    for index, column in enumerate(COLUMNS):
        shown = AS_IT_STANDS if index == len(COLUMNS) - 1 and not finished else column
        table.add_column(shown.to(language), justify="right" if index else "left")
    for seat, balance in enumerate(found.balances):
        changes = (
            (balance.luck, balance.luck_range),
            (balance.skill, balance.skill_range),
            (balance.others, balance.others_range),
        )
        table.add_row(
            Line(found.seats[seat], style=STYLES[seat]),
            percent(balance.start, language),
            *(
                f"{signed(change, language)}\n{_whole_ends(ends, language)}"
                for change, ends in changes
            ),
            signed(balance.rest, language),
            percent(balance.result, language),
        )
    return table


def _curves(found: Review, width: int) -> Table:
    """A sparkline for each seat."""
    table = Table.grid(padding=(0, 2, 0, 0))
    last = len(found.chances) - 1
    columns = min(width, last + 1)
    moves = [round(column * last / max(1, columns - 1)) for column in range(columns)]
    for seat, name in enumerate(found.seats):
        bars = [BARS[round(found.chances[move][seat] / WHOLE * 8)] for move in moves]
        table.add_row(Line(name), Line("".join(bars), style=STYLES[seat]))
    return table


def _turning_point(console: Console, found: Review, move: Move, language: Language) -> None:
    mover = NATURE_NAME.to(language) if move.mover == NATURE else found.seats[move.mover]
    number = MOVE.format(number=move.number).to(language)
    said = describe_move(found, move).to(language)
    console.print(Line.assemble((f"{number}, {mover}: ", "bold"), said))
    console.print(Padding(_changes(found, move, language), (0, 0, 0, 4)))


def _changes(found: Review, move: Move, language: Language) -> Line:
    """For whom it surely changed something; those who win together are told of together."""
    told: dict[str, list[int]] = {}
    for seat, ends in enumerate(move.ranges):
        if ends.is_sure:
            before = percent(move.after[seat] - move.change[seat], language)
            after = percent(move.after[seat], language)
            told.setdefault(f" {before} → {after} ({_ends(ends, language)})", []).append(seat)
    return Line("   ").join(
        Line(", ").join([Line(found.seats[seat], STYLES[seat]) for seat in seats]) + Line(change)
        for change, seats in told.items()
    )


def _mistake(console: Console, found: Review, move: Move, language: Language) -> None:
    if move.better is None:
        return
    number = MOVE.format(number=move.number).to(language)
    cost = _lost(found, move, language)
    said = describe_move(found, move).to(language)
    console.print(Line.assemble((f"{number}: ", "bold"), said, (f" · {cost}", "red")))
    chance = percent(move.better.chances[move.mover], language)
    better = BETTER.format(move=describe_better(found, move), chance=chance).to(language)
    why = why_better(found, move)
    lines: Sequence[Line] = [
        Line(better, style="green"),
        *([Line(why.to(language), style="dim")] if why else []),
    ]
    for line in lines:
        console.print(Padding(line, (0, 0, 0, 4)))


def _lost(found: Review, move: Move, language: Language) -> str:
    """What a mistake cost, and within which range: whole points, unless that would say 0."""
    least, most = sorted(map(abs, move.ranges[move.mover]))
    digits = digits_of(least)
    lost, low, high = (
        decimal(f"{size / POINT:.{digits}f}", language)
        for size in (-move.change[move.mover], least, most)
    )
    name = found.seats[move.mover]
    return LOST.format(name=name, points=lost, low=low, high=high).to(language)


def _next_time(console: Console, found: Review, language: Language) -> None:
    """The one thing to remember, for everybody who has one."""
    tips = [(seat, move) for seat in range(len(found.seats)) if (move := found.next_time(seat))]
    if tips:
        _heading(console, NEXT_TIME, language)
    for seat, move in tips:
        tip = TRY.format(move=describe_better(found, move), number=move.number).to(language)
        console.print(Line.assemble((f"{found.seats[seat]}: ", STYLES[seat]), tip))


# ---------------------------------------------------------------- numbers


def percent(chance: int, language: Language) -> str:
    """
    >>> percent(600_000, "en"), percent(WHOLE, "fr")
    ('50 %', '100 %')
    """
    return f"{100 * min(max(chance, 0), WHOLE) / WHOLE:.0f} %"


def signed(change: int, language: Language, digits: int = 1) -> str:
    """Points of a hundred, with a sign.

    >>> signed(-120_000, "en"), signed(6_000, "fr"), signed(-120_000, "en", 0), signed(0, "en")
    ('−10.0', '+0,5', '−10', '0.0')
    """
    points = f"{change / POINT:+.{digits}f}"
    return decimal(points.replace("-", "−") if float(points) else points[1:], language)


def _ends(ends: Range, language: Language) -> str:
    """A range in points of a hundred."""
    low, high = (signed(end, language) for end in ends)
    return RANGE.format(low=low, high=high).to(language)


def _whole_ends(ends: Range, language: Language) -> str:
    """A range in whole points, with a decimal where 0 would be said of an end that is not 0.

    >>> _whole_ends(Range(-120_000, 36_000), "en"), _whole_ends(Range(-120_000, -3_600), "en")
    ('−10 to +3', '−10 to −0.3')
    """
    low, high = (signed(end, language, digits_of(end)) for end in ends)
    return RANGE.format(low=low, high=high).to(language)


def digits_of(change: int) -> int:
    """How many decimals say that a change is not 0; none that it is.

    >>> digits_of(120_000), digits_of(-3_000), digits_of(0)
    (0, 1, 0)
    """
    return int(0 < abs(change) < POINT)


def decimal(number: str, language: Language) -> str:
    return number.replace(".", ",") if language == "fr" else number
