"""`make bench`: how fast the rules play, copy and list, how fast bots look ahead and environments
step, and how long the start takes."""

import argparse
import json
import platform
import sys
from pathlib import Path

import numba
import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bench import envs, games, search, startup
from bench.calibration import rounds_per_second


def main() -> None:
    """Run all measurements, print them as one table, and keep them as JSON where asked."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer repeats, no compiling anew")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    told = parser.parse_args()
    rows: list[tuple[str, str, float, str]] = []
    sections = [startup.measure, games.measure, search.measure, envs.measure]
    with Progress(transient=True) as progress:
        task = progress.add_task("measuring", total=len(sections))
        for section in sections:
            rows += section(told.quick)
            progress.advance(task)
    _print(rows)
    if told.json:
        told.json.write_text(json.dumps(rows, indent=1) + "\n")


def _print(rows: list[tuple[str, str, float, str]]) -> None:
    console = Console()
    table = Table(title="Faubourg, measured")
    for column in ("what", "measure"):
        table.add_column(column)
    table.add_column("figure", justify="right")
    table.add_column("unit")
    for what, measure, figure, unit in rows:
        table.add_row(what, measure, f"{figure:,.4g}" if figure < 1000 else f"{figure:,.0f}", unit)
    console.print(table)
    console.print(
        f"Python {platform.python_version()}, NumPy {np.__version__}, Numba {numba.__version__}, "
        f"{platform.machine()}, calibration loop at {rounds_per_second() / 1e6:.0f} M rounds/s.\n"
        "A ratio is a rate divided by that of the calibration loop run just before and after it.",
        highlight=False,
    )


if __name__ == "__main__":
    sys.exit(main())
