"""The commands `faubourg lab …`. Heavy parts are imported by the commands that need them."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    help="Studies: play many games, and see what a change does to them.",
    no_args_is_help=True,
)


@app.callback()
def lab() -> None:
    """Keeps `lab` a group of commands, however many there are."""


@app.command("ladder")
def play_ladder(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Which games; else all.")
    ] = None,
    players: Annotated[
        str | None,
        typer.Option("--players", help="How many play: 2, or 2,4, or all; else as few as can."),
    ] = None,
    bots: Annotated[
        str, typer.Option("--bots", help="Who plays, with commas.")
    ] = "random,gentle,steady,expert",
    count: Annotated[int, typer.Option("--games", help="Games for each group of bots.")] = 60,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="A move of a bot that thinks; else 0.1.")
    ] = None,
    simulations: Annotated[
        int | None, typer.Option("--simulations", help="The same in simulations: exact again.")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Same seed, same dice.")] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="Processes; else one for each core.")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game."),
    ] = None,
    json: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write it as JSON too.")
    ] = None,
    markdown: Annotated[
        Path | None, typer.Option("--markdown", metavar="FILE", help="Write it as Markdown too.")
    ] = None,
) -> None:
    """Let bots play each other in turn, and rate them, with intervals."""
    from faubourg.lab.ladder_report import Asked, run

    run(Asked(games or [], players, bots.split(","), count, seconds, simulations, seed,
              workers, option or [], json, markdown))  # fmt: skip
