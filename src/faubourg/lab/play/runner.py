"""Runner of a study: plays the missing shards on threads, processes or a cluster, and stores them.

Only this process writes: workers return a shard's rows. Every stored shard is a checkpoint, so a
run that ends in the middle, whatever ended it, is resumed by the next one.
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
from contextlib import AbstractContextManager, nullcontext

from faubourg.core.errors import StudyError
from faubourg.core.text import Text
from faubourg.lab.play.results import Results
from faubourg.lab.play.shards import Shard, play_shard
from faubourg.lab.study.study import Study

LOCAL = "local"
Progress = Callable[[int], None]  # gets how many more games are done
Finished = tuple[Shard, bytes]
PlayShard = Callable[..., bytes]  # play_shard, or another of its kind


def play(
    results: Results,
    shards: list[Shard],
    on: str = LOCAL,
    workers: int | None = None,
    progress: Progress | None = None,
) -> None:
    """Play and store some shards."""
    for shard, data in finished_shards(
        on, results.study, shards, workers, progress or (lambda games: None)
    ):
        results.store(shard, data)


def session(on: str) -> AbstractContextManager[object]:
    """What stays open while shards are played in several lots: the connection to a cluster."""
    if on == LOCAL:
        return nullcontext()
    from faubourg.lab.play.ray import connection

    return connection(on)


def finished_shards(
    on: str,
    study: Study,
    shards: list[Shard],
    workers: int | None,
    progress: Progress,
    play: PlayShard = play_shard,
) -> Iterator[Finished]:
    """Shards as they are finished, on this machine or on a cluster; `play` says as what bytes."""
    if on != LOCAL:
        from faubourg.lab.play.ray import on_ray

        yield from on_ray(on, study, shards, progress, play)
        return
    count = workers or os.cpu_count() or 1
    compiled = {cell.number for cell in study.cells if study.is_compiled(cell)}
    quick = [shard for shard in shards if shard.luck or shard.cell in compiled]
    slow = [shard for shard in shards if not (shard.luck or shard.cell in compiled)]
    if quick:
        yield from _by_threads(study, quick, count, progress, play)
    if slow:
        yield from _by_processes(study, slow, count, progress, play)


def _by_threads(
    study: Study, shards: list[Shard], workers: int, progress: Progress, play: PlayShard
) -> Iterator[Finished]:
    """Compiled games release the interpreter lock, so threads play them on all cores."""
    stop = threading.Event()

    def tick(games: int) -> bool:
        progress(games)
        return not stop.is_set()

    with ThreadPoolExecutor(workers) as pool:
        try:
            yield from _as_done(pool, shards, lambda shard: (play, study, shard, tick), workers)
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def _by_processes(
    study: Study, shards: list[Shard], workers: int, progress: Progress, play: PlayShard
) -> Iterator[Finished]:
    """Bots that run in Python hold the interpreter lock, so processes play them."""
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_ignore_interrupts)
    try:
        for shard, data in _as_done(pool, shards, lambda shard: (play, study, shard), workers):
            progress(shard.games)
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
    """Ctrl-C is for the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _as_done(
    pool: Executor,
    shards: Iterable[Shard],
    call: Callable[[Shard], tuple[object, ...]],
    workers: int,
) -> Iterator[Finished]:
    """Shards as they are finished; only a few are queued, so that an interruption takes effect."""
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
