"""Compiles everything that tests run, each thing once, before their workers start.

    .venv/bin/python -m scripts.warm_up

Each worker of pytest, and each server that one starts, would else compile the same functions at the
same time. What was compiled before is only loaded, in a few seconds.
"""

import multiprocessing
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from faubourg.core.game import Game, games
from faubourg.core.players import NATURE, SEAT_LETTERS
from faubourg.core.streams import nature_move, streams
from faubourg.kernels.markers import remember_compiled
from faubourg.kernels.template import play_kernels
from faubourg.kernels.warmup import prepare

FIRST = "rules"  # which all others are compiled around


def rules(game: Game) -> None:
    """What single steps need, and what Python asks a game for by itself."""
    prepare(game)
    position, dice = game.start(), streams(0).nature
    while position.turn == NATURE:
        position.step(nature_move(position, dice))
    box, row = game.components.box, position.row
    game.part("insight").rate(box, row, position.legal.ids[0])
    game.part("insight").value(box, row, np.zeros(len(SEAT_LETTERS)))
    game.part("observe").observe(box, row, 0, np.zeros(game.part("observe").SIZE, np.int8))
    items = len(game.part("tally").items(game.components, row))
    game.part("tally").tally(box, row, np.zeros((game.players, items), np.int32))
    game.part("tally").standing(box, row, np.zeros(game.players + 1))


def batches(game: Game) -> None:
    from faubourg.lab.simulate import simulate

    simulate(game, ["random"] * game.players, games=1, seed=1, workers=1)
    actions, weights = np.zeros((2, game.rules.MOST), np.int32), np.zeros(game.rules.MOST, np.int32)
    play_kernels(game.name).count_paths(game.components.box, game.new_rows(2), actions, weights, 0)


def search(game: Game) -> None:
    from faubourg.bots.search import Search

    Search(game.start(), seed=0).run(0)


def environments(game: Game) -> None:
    from faubourg.envs import pettingzoo
    from faubourg.envs.batch import BatchEnv

    for normalised in (False, True):
        env = BatchEnv(game.name, n=2, seed=1, workers=1, normalised=normalised)
        env.reset()
        env.step(env.sample())
    single = pettingzoo.env(game.name)
    single.reset(seed=1)
    for agent in single.agents:
        single.observe(agent)


def lab(game: Game) -> None:
    from faubourg.lab.play.watch import CARELESS_BOT, Watcher, empty_stats

    Watcher(game, [CARELESS_BOT] * game.players, seed=0).play(0, empty_stats(game, 1))


PARTS: dict[str, Callable[[Game], None]] = {
    FIRST: rules, "batches": batches, "search": search, "environments": environments, "lab": lab,
}  # fmt: skip


def compile_part(name: str, part: str) -> None:
    PARTS[part](Game(name))


def compile_all(pool: ProcessPoolExecutor) -> Iterator[str]:
    """Each thing, when it is done."""
    under_way = {pool.submit(compile_part, name, FIRST): (name, FIRST) for name in games()}
    while under_way:
        done: set[Future[None]] = wait(under_way, return_when=FIRST_COMPLETED).done
        for each in done:
            each.result()
            name, part = under_way.pop(each)
            if part == FIRST:
                for other in set(PARTS) - {FIRST}:
                    under_way[pool.submit(compile_part, name, other)] = (name, other)
            yield f"{part} of {name}"


def main() -> None:
    begun, console = time.perf_counter(), Console(highlight=False)
    said = [TextColumn(text) for text in ("Compiling", "{task.description}")]
    bar = Progress(said[0], BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), said[1],
                   console=console, transient=True)  # fmt: skip
    spawn = multiprocessing.get_context("spawn")
    with bar, ProcessPoolExecutor(os.cpu_count(), spawn) as pool:
        task = bar.add_task("", total=len(games()) * len(PARTS))
        for what in compile_all(pool):
            bar.update(task, description=what, advance=1)
    for name in games():
        remember_compiled(name)
    console.print(f"All games are compiled ({time.perf_counter() - begun:.0f} s).")


if __name__ == "__main__":
    main()
