"""How soon a server answers and somebody plays: seconds, and processor time of all processes.

    .venv/bin/python -m bench.start [--game minivilles] [--times 3]

Once on a machine that has nothing compiled, then on one that has. Each figure is the best of some
starts, counted from the command: the first answer, the list of games, a table with an expert at it,
the first move of a person, and the expert's first move. Last, what a change-over costs: how long
the event loop stands still at the most while a thread loads the machine code.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import contextmanager
from typing import Any

import httpx

from faubourg.bots.compiler import Compiler
from faubourg.core.game import games
from faubourg.kernels import switch
from tests.server.client import Data
from tests.server.process import ServerProcess, wait_until

LOOK = 0.01  # seconds between two tries
Figures = dict[str, tuple[float, float]]  # seconds, and seconds of processor time


def figures(game: str) -> Figures:
    """One start."""
    found: Figures = {}
    with tempfile.TemporaryDirectory(prefix="faubourg-") as folder:
        server = ServerProcess(f"sqlite:///{folder}/tables.db")
        begun = time.perf_counter()

        def note(what: str) -> None:
            found[what] = (time.perf_counter() - begun, server.cpu)

        server.launch()
        try:
            until(lambda: server.api.http.get("/healthz"))
            note("first answer")
            server.api.get("/api/games")
            note("list of games")
            made = server.api.make(game, ["person", "expert"], first="A")
            note("table with an expert")
            wait_until(lambda: turn(server, made) == "A")
            move(server, made)
            note("first move of a person")
            wait_until(lambda: moved(server, made, "bot"))
            note("first move of the expert")
        finally:
            server.close()
    return found


def until(answers: Callable[[], Any]) -> None:
    while True:
        try:
            answers()
            return
        except httpx.TransportError:
            time.sleep(LOOK)


def turn(server: ServerProcess, made: Data) -> str | None:
    return server.api.table(made["table"])["state"]["turn"]


def moved(server: ServerProcess, made: Data, kind: str) -> bool:
    """Whether somebody of a kind has moved; the person moves on while it is asked."""
    now = server.api.table(made["table"])
    if now["state"]["turn"] == "A":
        move(server, made)
    return any(entry["kind"] == kind for entry in now["entries"])


def move(server: ServerProcess, made: Data) -> None:
    now = server.api.table(made["table"])
    asked = {"id": f"m{now['number']}", "answers": now["number"], "seat": "A"}
    path = f"/api/tables/{made['table']}/moves"
    server.api.post(path, made["keys"]["A"], action=now["legal"][0]["id"], **asked)


CHANGE_OVER = """
import asyncio, sys, time
from faubourg.core.game import Game
from faubourg.kernels.warmup import load

async def longest_gap(work):
    worst, last = 0.0, time.perf_counter()
    while not work.done():
        await asyncio.sleep(0.001)
        now = time.perf_counter()
        worst, last = max(worst, now - last), now
    return worst

async def main(name):
    Game(name).start().view()
    quiet = await longest_gap(asyncio.create_task(asyncio.sleep(1)))
    begun = time.process_time()
    loading = asyncio.create_task(asyncio.to_thread(load, name))
    gap = await longest_gap(loading)
    assert loading.result()
    print(quiet, gap, time.process_time() - begun)

asyncio.run(main(sys.argv[1]))
"""


def change_over(game: str) -> tuple[float, ...]:
    """The longest gap between two turns of an event loop that has nothing to do, while nothing is
    loaded and while it is; and the processor time of loading."""
    done = subprocess.run(
        [sys.executable, "-c", CHANGE_OVER, game],
        env=os.environ | {switch.VARIABLE: switch.PLAIN_FIRST},
        check=True,
        capture_output=True,
        text=True,
    )
    return tuple(float(number) for number in done.stdout.split())


def best(starts: list[Figures]) -> Figures:
    return {
        what: (min(one[what][0] for one in starts), min(one[what][1] for one in starts))
        for what in starts[0]
    }


@contextmanager
def cache(folder: str) -> Any:
    """Let servers keep machine code in a folder of their own."""
    before = os.environ.get("NUMBA_CACHE_DIR")
    os.environ["NUMBA_CACHE_DIR"] = folder
    try:
        yield
    finally:
        del os.environ["NUMBA_CACHE_DIR"]
        if before is not None:
            os.environ["NUMBA_CACHE_DIR"] = before


def compile_game(game: str) -> None:
    compiler = Compiler(game)
    for _ in compiler.progress():
        pass
    compiler.close()


def show(title: str, found: Figures) -> None:
    print(f"{title}\n")
    print("| | after | processor time |\n|---|---|---|")
    for what, (seconds, processor) in found.items():
        print(f"| {what} | {seconds:.1f} s | {processor:.2f} s |")
    print()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="minivilles", choices=games())
    parser.add_argument("--times", type=int, default=3)
    chosen = parser.parse_args()
    empty: list[Figures] = []
    for _ in range(chosen.times):
        with tempfile.TemporaryDirectory(prefix="faubourg-") as folder, cache(folder):
            empty.append(figures(chosen.game))
    show(f"{chosen.game}, nothing compiled", best(empty))
    compile_game(chosen.game)
    warm = [figures(chosen.game) for _ in range(chosen.times)]
    show(f"{chosen.game}, compiled before", best(warm))
    gaps = [change_over(chosen.game) for _ in range(chosen.times)]
    quiet, gap, processor = (1000 * min(each) for each in zip(*gaps, strict=True))
    print(
        f"Change-over: the loop stands still for at most {gap:.0f} ms ({quiet:.0f} ms without), "
        f"{processor:.0f} ms of processor time."
    )
    print(f"Load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.")


if __name__ == "__main__":
    main()
