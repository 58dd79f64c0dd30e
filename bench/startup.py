"""How long the first answer takes: the help text, a game from a warm cache, the first compile."""

import os
import subprocess
import sys
import tempfile
import time
from functools import partial

import faubourg
from bench.parts import Figure, Figures, Part

READY = """
import faubourg
from faubourg.kernels.warmup import prepare
prepare(faubourg.Game({name!r}), batches={batches})
"""


def parts(quick: bool) -> list[Part]:
    """Each in a process of its own, the best of three; compiling once, in an empty cache."""
    names = faubourg.games.names()
    listed = [Part("faubourg --help", helping)]
    listed += [Part(f"{name}, start", partial(ready, name)) for name in names]
    if not quick:
        listed += [Part(f"{name}, compiling anew", partial(compiling, name)) for name in names]
    return listed


def helping() -> Figures:
    seconds = _best([sys.executable, "-m", "faubourg", "--help"])
    return [Figure("faubourg --help", "answers after", seconds, "s")]


def ready(name: str) -> Figures:
    _seconds(_command(name, batches=True))
    return [
        Figure(name, "ready to play, warm cache", _best(_command(name, batches=False)), "s"),
        Figure(name, "ready for batches, warm cache", _best(_command(name, batches=True)), "s"),
    ]


def compiling(name: str) -> Figures:
    with tempfile.TemporaryDirectory() as cache:
        first = _seconds(_command(name, batches=False), cache)
        then = _seconds(_command(name, batches=True), cache)
    return [
        Figure(name, "first compile, to play", first, "s"),
        Figure(name, "then, for batches", then, "s"),
    ]


def _command(name: str, batches: bool) -> list[str]:
    return [sys.executable, "-c", READY.format(name=name, batches=batches)]


def _best(command: list[str]) -> float:
    return min(_seconds(command) for _ in range(3))


def _seconds(command: list[str], cache: str | None = None) -> float:
    environment = {**os.environ, "NUMBA_CACHE_DIR": cache} if cache else None
    started = time.perf_counter()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started
