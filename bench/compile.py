"""How much processor time compiling takes, game by game and part by part, with an empty cache.

    .venv/bin/python -m bench.compile [GAME ...]

Each game in a process of its own, one after the other: what a server's warm-up compiles. Processor
time is user and system time together, so that other work on the machine counts as little as can be.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

from rich.console import Console
from rich.table import Table

from faubourg.core.game import games

PROGRAM = """
import json, sys, time
from faubourg.bots.search import search_steps
from faubourg.core.game import Game
from faubourg.kernels.warmup import steps
game = Game(sys.argv[1])
times = [("imports", time.process_time())]
for what, compile_one in [*steps(game), *search_steps(game)]:
    compile_one()
    times.append((what, time.process_time()))
print(json.dumps(times))
"""


def compiled(name: str) -> dict[str, float]:
    """Seconds of processor time for each part of one game, and for the whole process."""
    with tempfile.TemporaryDirectory() as cache:
        before = _children_seconds()
        run = subprocess.run(
            [sys.executable, "-c", PROGRAM, name],
            env={**os.environ, "NUMBA_CACHE_DIR": cache},
            check=True,
            stdout=subprocess.PIPE,
        )
        whole = _children_seconds() - before
    parts: dict[str, float] = {}
    last = 0.0
    for what, until in json.loads(run.stdout):
        parts[what], last = until - last, until
    return {**parts, "all": whole}


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.compile", description=__doc__)
    parser.add_argument("games", nargs="*", default=games(), metavar="GAME")
    begun, found = time.perf_counter(), {}
    for name in parser.parse_args().games:
        found[name] = compiled(name)
    table = Table(title="Seconds of processor time to compile a game, with an empty cache")
    table.add_column("part")
    for name in [*found, "together"]:
        table.add_column(name, justify="right")
    for part in next(iter(found.values())):
        seconds = [parts[part] for parts in found.values()]
        table.add_row(part, *(f"{each:.1f}" for each in [*seconds, sum(seconds)]))
    console = Console()
    console.print(table)
    load = os.getloadavg()[0]
    console.print(
        f"{time.perf_counter() - begun:.0f} s by the clock; {load:.1f} processes at work of late.",
        highlight=False,
    )


if __name__ == "__main__":
    main()
