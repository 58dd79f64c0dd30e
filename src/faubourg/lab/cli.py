"""The commands `faubourg lab …`. Heavy parts are imported by the commands that need them."""

import importlib.util
from pathlib import Path
from typing import Annotated

import typer

from faubourg.core.errors import StudyError
from faubourg.core.text import LANGUAGES, Language, Text, system_language

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
Lang = Annotated[
    str | None, typer.Option("--lang", metavar="fr|en", help="Language; else the system's.")
]
Workers = Annotated[
    int | None, typer.Option("--workers", min=1, help="Cores to use here; never changes results.")
]


@app.command("run")
def run_study(
    study: StudyPath,
    out: Out = None,
    on: Annotated[
        str, typer.Option("--on", help="local, ray, or a cluster: ray://HOST:PORT, HOST:PORT.")
    ] = "local",
    workers: Workers = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Delete what is there and play everything anew.")
    ] = False,
    lang: Lang = None,
) -> None:
    """Play a study, or go on with one that was interrupted."""
    _need_extras()
    from faubourg.lab.report.terminal import play_study

    raise typer.Exit(play_study(study, out, on, workers, fresh, _language(lang)))


@app.command("price")
def tell_price(
    study: StudyPath, out: Out = None, workers: Workers = None, lang: Lang = None
) -> None:
    """Say about how long a study will take here, from a sample of its games."""
    _need_extras()
    from faubourg.lab.report.terminal import print_price

    print_price(study, out, workers, _language(lang))


@app.command("report")
def report_study(
    study: StudyPath,
    out: Out = None,
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="FILE", help="The page to write; Markdown goes beside it."),
    ] = None,
    lang: Lang = None,
) -> None:
    """Write what a study found: a page that works offline, and the same as Markdown."""
    _need_extras()
    from faubourg.lab.report.terminal import write_report

    write_report(study, out, to, _language(lang))


@app.command("compare")
def compare_studies(
    studies: Annotated[
        list[str],
        typer.Argument(
            metavar="STUDY...",
            help="A study, whose variants are compared; or several, or STUDY.toml:variant.",
        ),
    ],
    out: Annotated[
        list[Path] | None,
        typer.Option(
            "--out", metavar="FOLDER", help="Where results lie; once for all, or once for each."
        ),
    ] = None,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="Write it as Markdown too.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Say what changed from the first study or variant to each other, and what did not."""
    _need_extras()
    from faubourg.lab.report.terminal import print_comparison

    print_comparison(studies, out or [], to, _language(lang))


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


def _language(given: str | None) -> Language:
    """The language given, else the system's."""
    for language in LANGUAGES:
        if given == language:
            return language
    if given is not None:
        from faubourg.core.options import unknown

        raise unknown("language", given, LANGUAGES)
    return system_language()


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
