"""A thread pool with dynamic scheduling for work on many games, used only where it pays.

Waking another thread takes some ten to a hundred microseconds, in which a core plays hundreds of
steps. So the games are divided into slices, each thread takes the next one when it is free, and
none is woken for work that the calling thread will have done by then.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

from faubourg.envs.aligned import LINE

SHARE = 256  # games in a slice, at the least
SHARES = 8  # slices for each thread beside the calling one, at the most
WORTH_WAKING = 500e-6  # seconds that the calling thread would need alone

Work = Callable[[int, int], None]  # on the games from one number to before another


class WorkerPool:
    """The calling thread and some helper threads."""

    def __init__(self, n: int, workers: int) -> None:
        self.n = n
        self._slices = slices(n, workers)
        self._helpers = min(workers, len(self._slices)) - 1
        self._pool = ThreadPoolExecutor(self._helpers) if self._helpers else None
        self._seconds: dict[str, float] = {}  # that a game took when last run

    def run(self, kind: str, work: Work) -> None:
        """Run work on all games. `kind` names it, so that its time is remembered."""
        if self._pool is None or self.n * self._seconds.get(kind, 0) < WORTH_WAKING:
            self._timed(kind, work, 0, self.n)
            return
        first, *others = self._slices
        left = iter(others)

        def help_out() -> None:
            for part in left:
                work(*part)

        helping = [self._pool.submit(help_out) for _ in range(self._helpers)]
        self._timed(kind, work, *first)
        help_out()
        for helper in helping:
            if not helper.cancel():
                helper.result()

    def _timed(self, kind: str, work: Work, first: int, last: int) -> None:
        begun = time.perf_counter()
        work(first, last)
        self._seconds[kind] = (time.perf_counter() - begun) / (last - first)

    def close(self) -> None:
        """End the helper threads."""
        if self._pool:
            self._pool.shutdown()


def slices(n: int, workers: int) -> list[tuple[int, int]]:
    """The games taken at a time: all of them by one worker, else parts that begin a cache line,
    whatever the item size.

    >>> slices(1000, 2)
    [(0, 320), (320, 640), (640, 1000)]
    >>> slices(200, 2), slices(1000, 1)
    ([(0, 200)], [(0, 1000)])
    """
    shares = max(1, min(n // SHARE, SHARES * (workers - 1)))
    ends = [LINE * (n * part // shares // LINE) for part in range(shares)]
    return list(pairwise([*ends, n]))
