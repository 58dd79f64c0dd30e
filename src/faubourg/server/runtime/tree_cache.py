"""An LRU cache of search trees in a worker: those of a table's last decision, for its next one.

It is bounded in bytes, and trees that nobody came back to are forgotten. What a tree holds follows
from positions that all players saw, so the bots of a table may share one.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from faubourg.bots.search import Search

MOST_BYTES = 48 * 2**20  # two full trees of a large game, or a hundred of a small one
LONGEST_SECONDS = 180.0  # between two decisions at a table


class Kept(NamedTuple):
    trees: Sequence[Search]
    bytes: int
    at: float


class TreeCache:
    """Used by the thread that works and by the one that tidies up."""

    def __init__(self, most: int = MOST_BYTES, longest: float = LONGEST_SECONDS) -> None:
        self._most, self._longest = most, longest
        self._kept: OrderedDict[str, Kept] = OrderedDict()  # by table, the newest last
        self._lock = threading.Lock()

    def take(self, table: str) -> Sequence[Search]:
        """The trees of a table, which are not kept any longer; none if there are none."""
        with self._lock:
            found = self._kept.pop(table, None)
        return found.trees if found else ()

    def keep(self, table: str, trees: Sequence[Search]) -> None:
        """Keep trees that have grown, trimmed, as many as there is room for; the oldest of others
        give way."""
        size, fitting = 0, list[Search]()
        for tree in trees:
            if size + tree.trim() <= self._most:
                size += tree.nodes.nbytes
                fitting.append(tree)
        with self._lock:
            self._kept.pop(table, None)
            self._kept[table] = Kept(fitting, size, time.monotonic())
            while self._bytes() > self._most:
                self._kept.popitem(last=False)

    def forget_old(self) -> None:
        """Forget trees that have waited too long."""
        least = time.monotonic() - self._longest
        with self._lock:
            for table in [table for table, kept in self._kept.items() if kept.at < least]:
                del self._kept[table]

    @property
    def tables(self) -> list[str]:
        """Those whose trees are kept, the oldest first."""
        with self._lock:
            return [*self._kept]

    def _bytes(self) -> int:
        return sum(kept.bytes for kept in self._kept.values())
