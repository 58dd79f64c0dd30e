"""The commands `faubourg lab …`. Heavy parts are imported by the commands that need them."""

import importlib.util
from pathlib import Path
from typing import Annotated

import typer

from faubourg.core.errors import StudyError
from faubourg.core.text import Text

app = typer.Typer(
    help="Studies: play many games, and see what a change does to them.",
    no_args_is_help=True,
)
PACKAGES = {"polars": "polars", "altair": "altair", "vl_convert": "vl-convert-python"}

StudyPath = Annotated[Path, typer.Argument(metavar="STUDY", help="The study's file (TOML).")]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FOLDER", help="Where results lie; else beside the study."),
]


@app.command("run")
def run_study(
    study: StudyPath,
    out: Out = None,
    on: Annotated[
        str, typer.Option("--on", help="local, ray, or a cluster: ray://HOST:PORT, HOST:PORT.")
    ] = "local",
    workers: Annotated[
        int | None,
        typer.Option("--workers", min=1, help="Cores to use here; never changes results."),
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Delete what is there and play everything anew.")
    ] = False,
) -> None:
    """Play a study, or go on with one that was interrupted."""
    _need_extras()
    from faubourg.lab.report.terminal import play_study

    raise typer.Exit(play_study(study, out, on, workers, fresh))


@app.command("report")
def report_study(
    study: StudyPath,
    out: Out = None,
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="FILE", help="The page to write; Markdown goes beside it."),
    ] = None,
) -> None:
    """Write what a study found: a page that works offline, and the same as Markdown."""
    _need_extras()
    from faubourg.lab.report.terminal import write_report

    write_report(study, out, to)


@app.command("compare")
def compare_studies(
    one: Annotated[str, typer.Argument(metavar="A", help="A study, or STUDY.toml:variant.")],
    other: Annotated[str, typer.Argument(metavar="B", help="The one to compare it with.")],
    out: Out = None,
    other_out: Annotated[
        Path | None,
        typer.Option("--other-out", metavar="FOLDER", help="Where B's results lie, if elsewhere."),
    ] = None,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="Write it as Markdown too.")
    ] = None,
) -> None:
    """Say what changed between two studies or variants, with intervals, and what did not."""
    _need_extras()
    from faubourg.lab.report.terminal import print_comparison

    print_comparison((one, out), (other, other_out or out), to)


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
    from faubourg.lab.ladder.report import LadderRequest, run

    request = LadderRequest(
        games or [],
        players,
        bots.split(","),
        count,
        seconds,
        simulations,
        seed,
        workers,
        option or [],
        json,
        markdown,
    )
    run(request)


def _need_extras() -> None:
    """StudyError if the packages of the extra `lab` are missing."""
    missing = [name for module, name in PACKAGES.items() if not importlib.util.find_spec(module)]
    if missing:
        said = Text(
            "The lab needs {missing}: pip install 'faubourg[lab]' (in a clone: make setup).",
            "Le laboratoire a besoin de {missing} : pip install 'faubourg[lab]' "
            "(dans un clone : make setup).",
        )
        raise StudyError("extras", said.format(missing=", ".join(missing)))
