"""Running a study: the shards that are missing are played, here or elsewhere, and stored.

Only this process writes. Whoever plays a shard hands its rows back, so a run that ends in the
middle, whatever ended it, leaves whole shards behind and the next run goes on from there.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool

from faubourg.core.errors import StudyError
from faubourg.core.text import Text
from faubourg.lab.play.results import Results
from faubourg.lab.play.shards import Shard, played
from faubourg.lab.study.study import Study

LOCAL = "local"
Told = Callable[[int], None]  # how many more games are done
Finished = tuple[Shard, bytes]


def run(
    results: Results, on: str = LOCAL, workers: int | None = None, told: Told | None = None
) -> None:
    """Play and store every shard that is missing."""
    study, missing = results.study, results.missing
    for shard, data in players_on(on, study, missing, workers, told or (lambda games: None)):
        results.store(shard, data)


def players_on(
    on: str, study: Study, shards: list[Shard], workers: int | None, told: Told
) -> Iterator[Finished]:
    """Shards as they are finished, on this machine or on a cluster."""
    if on != LOCAL:
        from faubourg.lab.play.ray import on_ray

        yield from on_ray(on, study, shards, told)
        return
    count = workers or os.cpu_count() or 1
    compiled = {cell.number for cell in study.cells if study.is_compiled(cell)}
    quick = [shard for shard in shards if shard.luck or shard.cell in compiled]
    slow = [shard for shard in shards if not (shard.luck or shard.cell in compiled)]
    if quick:
        yield from _by_threads(study, quick, count, told)
    if slow:
        yield from _by_processes(study, slow, count, told)


def _by_threads(study: Study, shards: list[Shard], workers: int, told: Told) -> Iterator[Finished]:
    """Compiled games leave Python alone, so threads play them on all cores."""
    stop = threading.Event()

    def tick(games: int) -> bool:
        told(games)
        return not stop.is_set()

    with ThreadPoolExecutor(workers) as pool:
        try:
            yield from _as_done(pool, shards, lambda shard: (played, study, shard, tick), workers)
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def _by_processes(
    study: Study, shards: list[Shard], workers: int, told: Told
) -> Iterator[Finished]:
    """Bots that think in Python need processes of their own."""
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_ignore_interrupts)
    try:
        for shard, data in _as_done(pool, shards, lambda shard: (played, study, shard), workers):
            told(shard.games)
            yield shard, data
    except BrokenProcessPool as error:
        said = Text(
            "A process that played was ended from outside. What is stored stays: the same command "
            "goes on from there.",
            "Un processus a été arrêté de l'extérieur. Ce qui est enregistré reste : la même "
            "commande continue de là.",
        )
        raise StudyError("process", said) from error
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()


def _ignore_interrupts() -> None:
    """Ctrl-C is for the process that hands out the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _as_done(
    pool: Executor,
    shards: Iterable[Shard],
    call: Callable[[Shard], tuple[object, ...]],
    workers: int,
) -> Iterator[Finished]:
    """Shards as they are finished; only a few wait in line, so an interruption takes effect."""
    waiting: dict[Future[bytes], Shard] = {}
    line = iter(shards)
    while True:
        for shard in line:
            function, *values = call(shard)
            waiting[pool.submit(function, *values)] = shard  # type: ignore[arg-type]
            if len(waiting) > workers:
                break
        if not waiting:
            return
        for done in wait(waiting, return_when=FIRST_COMPLETED).done:
            yield waiting.pop(done), done.result()
