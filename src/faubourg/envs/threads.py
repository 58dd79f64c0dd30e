"""Work on many games, divided among threads where that is sooner done than on one.

Waking another thread takes some ten to a hundred microseconds, in which a core plays hundreds of
steps. So the games are handed out in slices, whoever is awake takes the next one, and nobody is
woken for work that the calling thread has done by then.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

from faubourg.envs.aligned import LINE

SHARE = 256  # games in a slice, at the least
SHARES = 8  # slices for each thread beside the calling one, at the most
WORTH_WAKING = 500e-6  # seconds that the calling thread would need alone

Work = Callable[[int, int], None]  # to be done for the games from one number to before another


class Crew:
    """The calling thread, and helpers that wait for work."""

    def __init__(self, n: int, workers: int) -> None:
        self.n = n
        self._slices = slices(n, workers)
        self._helpers = min(workers, len(self._slices)) - 1
        self._pool = ThreadPoolExecutor(self._helpers) if self._helpers else None
        self._paces: dict[str, float] = {}  # seconds that a game took when last done

    def do(self, what: str, work: Work) -> None:
        """Have all games done. `what` names the kind of work, to know how long it takes."""
        if self._pool is None or self.n * self._paces.get(what, 0) < WORTH_WAKING:
            self._timed(what, work, 0, self.n)
            return
        first, *others = self._slices
        left = iter(others)

        def help_out() -> None:
            for part in left:
                work(*part)

        helping = [self._pool.submit(help_out) for _ in range(self._helpers)]
        self._timed(what, work, *first)
        help_out()
        for helper in helping:
            if not helper.cancel():
                helper.result()

    def _timed(self, what: str, work: Work, first: int, last: int) -> None:
        begun = time.perf_counter()
        work(first, last)
        self._paces[what] = (time.perf_counter() - begun) / (last - first)

    def leave(self) -> None:
        """Let the helpers go."""
        if self._pool:
            self._pool.shutdown()


def slices(n: int, workers: int) -> list[tuple[int, int]]:
    """The games taken at a time: all of them by one worker, else in parts that begin a line of the
    processor's cache whatever the size of a number.

    >>> slices(1000, 2)
    [(0, 320), (320, 640), (640, 1000)]
    >>> slices(200, 2), slices(1000, 1)
    ([(0, 200)], [(0, 1000)])
    """
    shares = max(1, min(n // SHARE, SHARES * (workers - 1)))
    ends = [LINE * (n * part // shares // LINE) for part in range(shares)]
    return list(pairwise([*ends, n]))
