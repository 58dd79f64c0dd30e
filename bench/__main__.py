"""`make bench`: how fast the rules play, copy and list, how fast bots look ahead, how fast
one game and environments step from Python, and how long the start takes."""

import argparse
import json
import os
import platform
import sys
from pathlib import Path

import numba
import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from bench import envs, games, position, search, startup
from bench.calibration import rounds_per_second
from bench.parts import Figures

SECTIONS = {
    "startup": (startup.parts, "How soon it is ready"),
    "games": (games.parts, "Whole games and single operations"),
    "search": (search.parts, "Looking ahead"),
    "position": (position.parts, "One game from Python, by processor time"),
    "envs": (envs.parts, "Environments"),
}


def main() -> None:
    """Run all measurements, print a table for each section, and keep them as JSON where asked."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer repeats, no compiling anew")
    parser.add_argument("--only", choices=SECTIONS, nargs="+", default=list(SECTIONS),
                        metavar="SECTION", help=f"some of: {', '.join(SECTIONS)}")  # fmt: skip
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    told = parser.parse_args()
    console = Console()
    rounds_per_second()  # compiles the loop
    figures = measured(console, told.only, told.quick)
    console.print(
        f"Python {platform.python_version()}, NumPy {np.__version__}, Numba {numba.__version__}, "
        f"{platform.machine()}, {os.cpu_count()} cores, {os.getloadavg()[0]:.1f} processes at work "
        f"of late; calibration loop at {rounds_per_second() / 1e6:.0f} M rounds/s.\n"
        "A ratio is a rate divided by that of the calibration loop run just before and after it.",
        highlight=False,
    )
    if told.json:
        told.json.write_text(json.dumps(figures, indent=1) + "\n")


def measured(console: Console, names: list[str], quick: bool) -> Figures:
    """The figures of these sections, each printed as soon as it is done."""
    sections = {name: SECTIONS[name][0](quick) for name in names}
    figures: Figures = []
    columns = (
        BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"),
    )  # fmt: skip
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=sum(map(len, sections.values())))
        for name, parts in sections.items():
            found: Figures = []
            for part in parts:
                progress.update(task, description=part.name)
                found += part.run()
                progress.advance(task)
            console.print(_table(SECTIONS[name][1], found))
            figures += found
    return figures


def _table(title: str, figures: Figures) -> Table:
    table = Table(title=title)
    for column in ("what", "measure"):
        table.add_column(column)
    table.add_column("figure", justify="right")
    table.add_column("unit")
    for what, measure, value, unit in figures:
        table.add_row(what, measure, f"{value:,.4g}" if value < 1000 else f"{value:,.0f}", unit)
    return table


if __name__ == "__main__":
    sys.exit(main())
