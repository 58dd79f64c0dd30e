"""Output of the commands beside the game: simulations, rules, scenarios, records."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from faubourg.core.game import Game
from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.core.progress import progress_bar
from faubourg.core.text import Language, Text
from faubourg.lab.simulate import Batch, simulate
from faubourg.records.clauses import clauses, reconstructed
from faubourg.records.fairness import verify
from faubourg.records.record import Record
from faubourg.records.scenario import load
from faubourg.terminal.messages import NOBODY
from faubourg.terminal.warmup import warm_up

WORDS = {
    "own box": Text(
        "To play with the box that you own, write it down as a file and name it: faubourg play "
        "{game} --components FILE (docs/designers).",
        "Pour jouer avec ta propre boîte, décris-la dans un fichier et nomme-le : faubourg play "
        "{game} --components FICHIER (docs/designers).",
    ),
    "checking": Text("Checking the dice", "Vérification des dés"),
    "playing": Text("Playing", "Parties jouées"),
    "seat": Text("seat", "place"),
    "bot": Text("bot", "robot"),
    "wins": Text("wins", "victoires"),
    "share": Text("share", "part"),
    "interval": Text("95 % interval", "intervalle à 95 %"),
    "length": Text(
        "A game lasts {mean} turns on average; 9 of 10 last {low} to {high}.",
        "Une partie dure {mean} tours en moyenne ; 9 sur 10 de {low} à {high}.",
    ),
    "speed": Text(
        "{games} games in {seconds} s: {rate} games a second (seed {seed}).",
        "{games} parties en {seconds} s : {rate} parties par seconde (graine {seed}).",
    ),
    "unfinished": Text(
        "{count} games were stopped after {bound} moves without an end.",
        "{count} parties ont été arrêtées après {bound} coups sans fin.",
    ),
    "ruling": Text("our ruling", "notre décision"),
    "untested": Text("no test shows this", "aucun test ne le montre"),
    "clauses": Text(
        "{game}: the rules in {count} clauses", "{game} : les règles en {count} articles"
    ),
    "holds": Text("holds", "tient"),
    "fails": Text("does not hold", "ne tient pas"),
    "unfinished-game": Text("The game is not finished.", "La partie n'est pas finie."),
}


def simulation(
    name: str,
    seats: str | None,
    games: int,
    seed: int | None,
    workers: int | None,
    components: Path | None,
    options: Mapping[str, str],
    language: Language,
) -> None:
    """Play many games with a progress bar, then print the table of wins."""
    bots = [bot.strip() for bot in seats.split(",")] if seats else ["random", "random"]
    game = Game(name, players=len(bots), components=components, **options)
    waiting = Console(stderr=True)
    warm_up(game, waiting, language, batches=True)
    with progress_bar(waiting) as progress:
        task = progress.add_task(WORDS["playing"].to(language), total=games)
        batch = simulate(
            game, bots, games, seed, workers, lambda done: progress.advance(task, done)
        )
    _print_batch(batch, language)


def _print_batch(batch: Batch, language: Language) -> None:
    console = Console()
    table = Table(title=f"{batch.game.title.to(language)}, {batch.games}")
    for column in ("seat", "bot", "wins", "share", "interval"):
        left = column in ("seat", "bot")
        table.add_column(WORDS[column].to(language), justify="left" if left else "right")
    for seat, won in enumerate(batch.wins):
        low, high = batch.interval(seat)
        table.add_row(
            SEAT_LETTERS[seat],
            batch.seats[seat],
            str(won),
            f"{won / batch.games:.1%}",
            f"{low:.1%} – {high:.1%}",
        )
    console.print(table)
    low, high = np.percentile(batch.turns_each, [5, 95])
    mean = f"{batch.turns / batch.games:.1f}"
    said = WORDS["length"].format(mean=mean, low=f"{low:.0f}", high=f"{high:.0f}")
    console.print(said.to(language), highlight=False)
    rate = f"{batch.games / batch.seconds:,.0f}".replace(",", " ")
    said = WORDS["speed"].format(
        games=batch.games, seconds=f"{batch.seconds:.2f}", rate=rate, seed=batch.seed
    )
    console.print(said.to(language), highlight=False)
    if batch.unfinished:
        bound = batch.game.rules.BOUND
        said = WORDS["unfinished"].format(count=batch.unfinished, bound=bound)
        console.print(said.to(language), style="yellow", highlight=False)


def clause_list(name: str, language: Language) -> None:
    """The rules of a game, each clause with the tests that show it."""
    console = Console(highlight=False)
    found = clauses(name)
    title = WORDS["clauses"].format(game=Game(name).title, count=len(found))
    console.print(f"[bold]{title.to(language)}[/bold]")
    if ours := reconstructed(name):
        own = WORDS["own box"].format(game=name)
        console.print(f"\n{escape(ours.to(language))} {escape(own.to(language))}")
    part = None
    for clause in found:
        if clause.part != part:
            part = clause.part
            console.print(f"\n[bold underline]{escape(part.to(language))}[/]")
        ruling = f" [italic]({WORDS['ruling'].to(language)})[/]" if clause.ruling else ""
        console.print(f"\n[bold cyan]{clause.id}[/]{ruling}")
        console.print(Padding(escape(clause.text.to(language)), (0, 0, 0, 4)))
        for test in clause.shown_by or [WORDS["untested"].to(language)]:
            console.print(Padding(f"[dim]- {escape(test)}[/]", (0, 0, 0, 6)))


def scenarios(files: list[Path], language: Language) -> bool:
    """Play the scenarios of some files; returns whether all hold."""
    console = Console(highlight=False)
    all_hold = True
    for file in files:
        for scenario in load(file):
            failures = scenario.failures()
            all_hold &= not failures
            mark = "[red]✗[/]" if failures else "[green]✓[/]"
            verdict = WORDS["fails" if failures else "holds"].to(language)
            ids = f" [dim]({', '.join(scenario.clauses)})[/]" if scenario.clauses else ""
            console.print(f"{mark} {escape(scenario.title)}: {verdict}{ids}")
            for said in failures:
                console.print(f"    {escape(said.to(language))}")
    return all_hold


def verdict(file: Path, language: Language) -> bool:
    """Verify Nature's moves in a record; prints what is wrong and returns whether all holds."""
    console, record = Console(highlight=False), Record.load(file)
    with progress_bar(Console(stderr=True)) as progress:
        task = progress.add_task(WORDS["checking"].to(language), total=len(record.moves))
        found = verify(record, lambda done, _: progress.update(task, completed=done))
    for fault in found.faults:
        console.print(f"[red]✗[/] {escape(fault.to(language))}")
    if found.text not in found.faults:
        mark = "[green]✓[/]" if found.holds else "[red]✗[/]"
        console.print(f"{mark} {escape(found.text.to(language))}")
    return found.holds


def story(file: Path, language: Language) -> None:
    """Print a record turn by turn."""
    console = Console(highlight=False)
    record = Record.load(file)
    game, events = record.game, record.game.part("events")
    names = [f"{SEAT_LETTERS[i]} ({seat})" for i, seat in enumerate(record.seats)]
    position = game.start()
    turns = 0
    for id in record.moves:
        if position.row.turn_count > turns and position.turn is not None:
            turns = int(position.row.turn_count)
            console.print(f"[bold]{turns}[/]")
        for event in position.play(id):
            console.print("  " + escape(events.tell(game.components, event, names).to(language)))
    outcome = position.outcome
    if outcome is None:
        whose = "*" if position.turn == NATURE else names[position.turn or 0]
        console.print(f"{WORDS['unfinished-game'].to(language)} ({escape(whose)})")
        return
    winners = ", ".join(names[seat] for seat in outcome.winners) or NOBODY.to(language)
    console.print(f"[bold]{escape(winners.removesuffix('.'))}[/]: {outcome.reason.to(language)}")
