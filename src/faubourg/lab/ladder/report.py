"""`faubourg lab ladder`: what was asked, played with a bar, and told as tables and files."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from faubourg.bots.bot import names
from faubourg.bots.effort import Effort, check_effort
from faubourg.core.errors import OptionError
from faubourg.core.files import write
from faubourg.core.game import Game, check_name
from faubourg.core.game import games as all_games
from faubourg.core.options import unknown
from faubourg.core.streams import check_seed
from faubourg.core.text import Text
from faubourg.lab.ladder.ladder import Rung, Sides, climb, sides_of
from faubourg.lab.ladder.ratings import Standing, check_ratings, standings

USUAL = Effort(seconds=0.1)
PLAYERS = Text("'{value}' is no number of players of {game}; allowed: {least} to {most}, or all.",
               "« {value} » n'est pas un nombre de joueurs de {game} ; permis : {least} à {most}, "
               "ou all.")  # fmt: skip
COUNT = Text("'games' is {value}; allowed: whole numbers from 1.",
             "« games » vaut {value} ; permis : les entiers à partir de 1.")  # fmt: skip
PAIR = Text("'{word}' must look like NAME=VALUE.", "« {word} » doit être NOM=VALEUR.")
HEADS = ("bot", "games", "wins", "95 % interval", "rating", "95 % interval")


@dataclass(frozen=True)
class Asked:
    """What a user asks for."""

    games: list[str]
    players: str | None
    bots: list[str]
    count: int
    seconds: float | None
    simulations: int | None
    seed: int | None
    workers: int | None
    options: list[str]
    json: Path | None
    markdown: Path | None


@dataclass(frozen=True)
class Result:
    """One rung, played."""

    rung: Rung
    sides: Sides
    games: int
    unfinished: int
    standings: list[Standing]

    @property
    def title(self) -> str:
        """
        >>> rung = Rung("minivilles", 2, (), ("random", "greedy"), USUAL, 1)
        >>> Result(rung, ((0,), (1,)), 10, 0, []).title
        'Minivilles Deluxe, 2 players, 10 games, 0.1 s a move'
        """
        rung = self.rung
        effort = rung.effort
        think = f"{effort.seconds:g} s" if effort.seconds else f"{effort.simulations} simulations"
        chosen = "".join(f", {name}={value}" for name, value in rung.options)
        name = Game(rung.game).title.en
        return f"{name}, {rung.players} players{chosen}, {self.games} games, {think} a move"

    @property
    def note(self) -> str:
        """Who was against whom, where not every seat was for itself."""
        if len(self.sides) == 1:
            return "All win or lose together: teams of one bot, and how often they win."
        if len({len(side) for side in self.sides}) > 1:
            return "One against all others; every bot takes both sides."
        return ""


def run(asked: Asked) -> None:
    """Play the ladder and tell what it says."""
    check_ratings()
    rungs = rungs_of(asked)
    console, results = Console(highlight=False), list[Result]()
    for rung in rungs:
        results.append(_played(rung, asked))
        _show(results[-1], console)
    if asked.json:
        write(asked.json, json.dumps([as_data(one) for one in results], indent=1) + "\n")
    if asked.markdown:
        write(asked.markdown, "\n".join(as_markdown(one) for one in results))


def _played(rung: Rung, asked: Asked) -> Result:
    """Play a rung with a bar."""
    sides = sides_of(rung.open())
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    waiting = Console(stderr=True)
    with Progress(*columns, TimeRemainingColumn(), console=waiting, transient=True) as bar:
        task = bar.add_task(f"{rung.game}, {rung.players}", total=None)
        played = climb(
            rung, sides, asked.count, asked.workers,
            lambda done, of: bar.update(task, completed=done, total=of),
        )  # fmt: skip
    unfinished = sum(game.unfinished for game in played)
    return Result(rung, sides, len(played), unfinished, standings(rung.bots, played, rung.seed))


def rungs_of(asked: Asked) -> list[Rung]:
    """What is to be played; OptionError says what can't be."""
    effort = check_effort(asked.seconds, asked.simulations, USUAL)
    seed = check_seed(asked.seed)
    if asked.count < 1:
        raise OptionError("games", COUNT.format(value=asked.count))
    bots = tuple(dict.fromkeys(bot.strip() for bot in asked.bots))
    for bot in bots:
        if bot not in names():
            raise unknown("bot", bot, names())
    options = tuple(_pair(word) for word in asked.options)
    rungs = [
        Rung(name, players, options, bots, effort, seed)
        for name in asked.games or all_games()
        for players in _players(check_name(name), asked.players)
    ]
    for rung in rungs:
        rung.open()  # before anything is played, what can't be is said
    return rungs


def _players(name: str, asked: str | None) -> list[int]:
    least, most = Game(name).components.players
    if asked is None:
        return [least]
    if asked == "all":
        return list(range(least, most + 1))
    for value in asked.split(","):
        if not value.strip().isdigit() or not least <= int(value) <= most:
            raise OptionError(
                "players", PLAYERS.format(value=value, game=name, least=least, most=most)
            )
    return [int(value) for value in asked.split(",")]


def _pair(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not equals:
        raise OptionError("option", PAIR.format(word=word))
    return name, value


# ---------------------------------------------------------------- telling


def cells(standing: Standing) -> list[str]:
    """One line of the table."""
    rating = ["", ""]
    if standing.rating is not None:
        rating = [f"{standing.rating:.1f}", f"{standing.worst:.1f} – {standing.best:.1f}"]
    interval = f"{standing.low:.1%} – {standing.high:.1%}"
    return [standing.bot, str(standing.games), f"{standing.share:.1%}", interval, *rating]


def _show(result: Result, console: Console) -> None:
    table = Table(title=result.title, caption=result.note or None)
    for place, head in enumerate(HEADS):
        table.add_column(head, justify="right" if place else "left")
    for standing in result.standings:
        table.add_row(*cells(standing))
    console.print(table)
    if result.unfinished:
        console.print(f"{result.unfinished} games ran into the game's bound and were stopped.")


def as_data(result: Result) -> dict[str, Any]:
    """The same as plain data."""
    rung = result.rung
    return {
        "game": rung.game,
        "players": rung.players,
        "options": dict(rung.options),
        "seconds": rung.effort.seconds,
        "simulations": rung.effort.simulations,
        "seed": rung.seed,
        "games": result.games,
        "unfinished": result.unfinished,
        "sides": [list(side) for side in result.sides],
        "bots": [asdict(standing) for standing in result.standings],
    }


def as_markdown(result: Result) -> str:
    """The same as a table for a page."""
    rows: list[Sequence[str]] = [HEADS, ["---", *["---:"] * (len(HEADS) - 1)]]
    rows += [cells(standing) for standing in result.standings]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([f"### {result.title}", "", *([result.note, ""] if result.note else []),
                      *lines, ""])  # fmt: skip
