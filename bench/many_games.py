"""Plays many games on some processes, with a bar that shows how far it is."""

import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TypeVar

from rich.progress import Progress

Trial = TypeVar("Trial")
Played = TypeVar("Played")


def play_many(
    title: str, play_one: Callable[[Trial, int], Played], trial: Trial, games: int, workers: int
) -> list[Played]:
    """All games, as they end; those played so far if it is interrupted."""
    played: list[Played] = []
    deaf = {"initializer": signal.signal, "initargs": (signal.SIGINT, signal.SIG_IGN)}
    with Progress(transient=True) as progress, ProcessPoolExecutor(workers, **deaf) as pool:
        task = progress.add_task(title, total=games)
        waiting = [pool.submit(play_one, trial, number) for number in range(games)]
        try:
            for done in as_completed(waiting):
                played.append(done.result())
                progress.advance(task)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)  # without waiting, workers would go on playing
    return played
