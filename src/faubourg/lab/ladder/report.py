"""`faubourg lab ladder`: checks a request, plays it with a progress bar, prints and writes it."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from faubourg.bots.bot import names
from faubourg.bots.effort import Effort, check_effort
from faubourg.core.checks import check_count
from faubourg.core.errors import OptionError
from faubourg.core.files import write
from faubourg.core.game import Game, check_name
from faubourg.core.game import games as all_games
from faubourg.core.options import read_pair, unknown
from faubourg.core.progress import progress_bar
from faubourg.core.streams import check_seed
from faubourg.core.text import Text
from faubourg.lab.ladder.ladder import Rung, Sides, play_rung, sides_of
from faubourg.lab.ladder.ratings import Standing, check_ratings, standings

USUAL = Effort(seconds=0.1)
PLAYERS = Text(
    "'{value}' is no number of players of {game}; allowed: {least} to {most}, or all.",
    "« {value} » n'est pas un nombre de joueurs de {game} ; permis : {least} à {most}, ou all.",
)
HEADS = ("bot", "games", "wins", "95 % interval", "rating", "95 % interval")


@dataclass(frozen=True)
class LadderRequest:
    """What a user wants to be played, and where to write it."""

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
        """The sides in words, where not every seat was for itself."""
        if len(self.sides) == 1:
            return "All win or lose together: teams of one bot, and how often they win."
        if len({len(side) for side in self.sides}) > 1:
            return "One against all others; every bot takes both sides."
        return ""


def run(request: LadderRequest) -> None:
    """Play the ladder, print its tables and write its files."""
    check_ratings()
    rungs = rungs_of(request)
    console, results = Console(highlight=False), list[Result]()
    for rung in rungs:
        results.append(_played(rung, request))
        _print(results[-1], console)
    if request.json:
        write(request.json, json.dumps([as_data(one) for one in results], indent=1) + "\n")
    if request.markdown:
        write(request.markdown, "\n".join(as_markdown(one) for one in results))


def _played(rung: Rung, request: LadderRequest) -> Result:
    """Play a rung with a progress bar."""
    sides = sides_of(rung.open())
    with progress_bar(Console(stderr=True)) as bar:
        task = bar.add_task(f"{rung.game}, {rung.players}", total=None)
        played = play_rung(
            rung,
            sides,
            request.count,
            request.workers,
            lambda done, of: bar.update(task, completed=done, total=of),
        )
    unfinished = sum(game.unfinished for game in played)
    return Result(rung, sides, len(played), unfinished, standings(rung.bots, played, rung.seed))


def rungs_of(request: LadderRequest) -> list[Rung]:
    """The rungs of a request; OptionError says what can't be played."""
    effort = check_effort(request.seconds, request.simulations, USUAL)
    seed = check_seed(request.seed)
    check_count("games", request.count)
    bots = tuple(dict.fromkeys(bot.strip() for bot in request.bots))
    for bot in bots:
        if bot not in names():
            raise unknown("bot", bot, names())
    options = tuple(read_pair(word) for word in request.options)
    rungs = [
        Rung(name, players, options, bots, effort, seed)
        for name in request.games or all_games()
        for players in _players(check_name(name), request.players)
    ]
    for rung in rungs:
        rung.open()  # raises what is wrong before anything is played
    return rungs


def _players(name: str, wanted: str | None) -> list[int]:
    least, most = Game(name).components.players
    if wanted is None:
        return [least]
    if wanted == "all":
        return list(range(least, most + 1))
    for value in wanted.split(","):
        if not value.strip().isdigit() or not least <= int(value) <= most:
            raise OptionError(
                "players", PLAYERS.format(value=value, game=name, least=least, most=most)
            )
    return [int(value) for value in wanted.split(",")]


# ---------------------------------------------------------------- output


def cells(standing: Standing) -> list[str]:
    """One line of the table."""
    rating = ["", ""]
    if standing.rating is not None:
        rating = [f"{standing.rating:.1f}", f"{standing.worst:.1f} – {standing.best:.1f}"]
    interval = f"{standing.low:.1%} – {standing.high:.1%}"
    return [standing.bot, str(standing.games), f"{standing.share:.1%}", interval, *rating]


def _print(result: Result, console: Console) -> None:
    table = Table(title=result.title, caption=result.note or None)
    for index, head in enumerate(HEADS):
        table.add_column(head, justify="right" if index else "left")
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
    return "\n".join(
        [f"### {result.title}", "", *([result.note, ""] if result.note else []), *lines, ""]
    )
