"""How long the first answer takes: the help text, a game from a warm cache, the first compile."""

import os
import subprocess
import sys
import tempfile
import time

import faubourg

READY = """
import faubourg
from faubourg.core.warmup import prepare
prepare(faubourg.Game({name!r}), batches={batches})
"""
Figures = list[tuple[str, str, float, str]]


def measure(quick: bool) -> Figures:
    """Each in a process of its own, the best of three; compiling once, in an empty cache."""
    helping = [sys.executable, "-m", "faubourg", "--help"]
    figures: Figures = [("faubourg --help", "answers after", _best(helping), "s")]
    for name in faubourg.games.names():
        ready = [sys.executable, "-c", READY.format(name=name, batches=False)]
        batches = [sys.executable, "-c", READY.format(name=name, batches=True)]
        _seconds(batches)
        figures.append((name, "ready to play, warm cache", _best(ready), "s"))
        figures.append((name, "ready for batches, warm cache", _best(batches), "s"))
        if not quick:
            with tempfile.TemporaryDirectory() as cache:
                figures.append((name, "first compile, to play", _seconds(ready, cache), "s"))
                figures.append((name, "then, for batches", _seconds(batches, cache), "s"))
    return figures


def _best(command: list[str]) -> float:
    return min(_seconds(command) for _ in range(3))


def _seconds(command: list[str], cache: str | None = None) -> float:
    environment = {**os.environ, "NUMBA_CACHE_DIR": cache} if cache else None
    started = time.perf_counter()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started
