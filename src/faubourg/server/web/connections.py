"""All connections of a process, from accept to close: how many file descriptors there are for them,
how many a client may hold, and who is served when there are almost none left.

A connection is counted before a byte of it was read. One whose request has not come yet, or that is
idle between two requests, can be given up for another: the oldest goes first.
"""

import resource
import time
from collections import Counter, OrderedDict
from typing import Protocol

from faubourg.core.text import Text
from faubourg.server import metrics
from faubourg.server.errors import Unavailable
from faubourg.server.settings import Settings
from faubourg.server.web.rate_limits import RateLimits, client_of

OWN_FILES = 200  # the database, workers, log, listening sockets, files that are read
RESERVE = 0.1  # of the connections are kept for health checks and for those who already play
FEWEST = 50  # connections, where even those have to be found
MOST_PLAYERS = 20_000  # addresses remembered
PLAIN_BESIDE_LIVE = 1000  # connections of plain HTTP beside the live ones
CROWDED = Text(
    "The server is full; try again in a moment.",
    "Le serveur est plein ; réessaie dans un instant.",
)


class Idle(Protocol):
    """A connection without a request."""

    def give_up(self) -> None: ...


class Connections:
    """Counts and limits. Behind a proxy every peer is the proxy, so clients are not told apart here
    but by the proxy itself: `faubourg proxy-config` limits them."""

    def __init__(self, settings: Settings, limits: RateLimits) -> None:
        self._tells_clients_apart = not settings.behind_proxy
        self._limits = limits
        self.use(settings)
        self._open: Counter[str] = Counter()
        self._total = 0
        self._idle: OrderedDict[Idle, None] = OrderedDict()
        self._players: OrderedDict[str, None] = OrderedDict()

    def use(self, settings: Settings) -> None:
        """Other limits for connections that come from now on."""
        wanted = settings.connections + PLAIN_BESIDE_LIVE
        self.capacity = max(FEWEST, min(wanted, raise_file_limit(wanted + OWN_FILES) - OWN_FILES))
        self._per_client = settings.sockets_per_client

    def __len__(self) -> int:
        return self._total

    @property
    def clients(self) -> list[tuple[str, int]]:
        """Who holds how many connections, those with most first."""
        return self._open.most_common()

    def count(self, peer: str) -> bool:
        """Count a new connection; False if it is one too many. `discard` must follow either way."""
        client = client_of(peer)
        self._open[client] += 1
        self._total += 1
        metrics.SOCKETS.set(self._total)
        if self._tells_clients_apart and not self._may_connect(client):
            metrics.CUT.labels("too-many-connections").inc()
            return False
        if self._total > self.capacity and not self._make_room():
            metrics.CUT.labels("full").inc()
            return False
        return True

    def _may_connect(self, client: str) -> bool:
        """Not too many at once, nor too often: who comes again and again only to be refused costs
        least here, before a byte is read."""
        if self._open[client] > self._per_client:
            return False
        return not self._limits.take("socket", client, time.monotonic())

    def _make_room(self) -> bool:
        if not self._idle:
            return False
        oldest, _ = self._idle.popitem(last=False)
        oldest.give_up()
        return True

    def discard(self, peer: str) -> None:
        client = client_of(peer)
        self._open[client] -= 1
        if self._open[client] <= 0:
            del self._open[client]
        self._total -= 1
        metrics.SOCKETS.set(self._total)

    def mark_idle(self, connection: Idle, idle: bool) -> None:
        if idle:
            self._idle[connection] = None
        else:
            self._idle.pop(connection, None)

    # ------------------------------------------------------------ the reserve

    def remember_player(self, client: str) -> None:
        """Somebody of this address plays: the reserve is theirs too."""
        self._players[client] = None
        self._players.move_to_end(client)
        if len(self._players) > MOST_PLAYERS:
            self._players.popitem(last=False)

    @property
    def is_crowded(self) -> bool:
        """Whether only the reserve is left, beside what could be given up."""
        return self._total - len(self._idle) > (1 - RESERVE) * self.capacity

    def check_room(self, client: str) -> None:
        """Unavailable for strangers while only the reserve is left."""
        if self.is_crowded and client not in self._players:
            raise Unavailable("crowded", CROWDED)


def raise_file_limit(wanted: int) -> int:
    """Raise the limit of open files as far as the system lets us; returns what it is then."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    except (OSError, ValueError):  # a system with a lower limit of its own
        return soft
    return allowed
