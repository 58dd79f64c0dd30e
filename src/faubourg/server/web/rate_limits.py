"""Rate limits of each client: token buckets for requests, and counts of connections."""

import ipaddress
import time
from collections import Counter

from faubourg.core.text import Text
from faubourg.server.errors import NotAllowed, TooOften
from faubourg.server.settings import Settings

MOST_CLIENTS = 20_000  # remembered at once
REST_SECONDS = 10.0  # without new live connections, for whoever flooded one
NEVER = 3600.0  # seconds to wait for what is not allowed at all
TOO_OFTEN = Text(
    "That was too often; try again in {wait} s.", "C'est trop souvent ; réessaie dans {wait} s."
)
BLOCKED = Text("This address is blocked here.", "Cette adresse est bloquée ici.")
TOO_MANY = Text(
    "There are too many connections; close some or try later.",
    "Il y a trop de connexions ; fermes-en ou réessaie plus tard.",
)


class TokenBucket:
    """A token bucket: `burst` at once, then `rate` per second; with a rate of 0 nothing, ever.

    >>> TokenBucket(2, 1).take(10.0), TokenBucket(0, 5).take(10.0)
    (0.0, 3600.0)
    """

    __slots__ = ("_burst", "_full_at", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._full_at = 0.0  # the time by which it will be full again

    def take(self, now: float) -> float:
        """Take a token; returns 0, or the seconds until there is one."""
        if self._rate <= 0:
            return NEVER
        full_at = max(self._full_at, now) + 1 / self._rate
        wait = full_at - now - self._burst / self._rate
        if wait > 0:
            return wait
        self._full_at = full_at
        return 0.0

    def is_full(self, now: float) -> bool:
        return self._full_at <= now


class RateLimits:
    """The buckets and connections of each client: an address, or the /64 network of an IPv6 one."""

    def __init__(self, settings: Settings) -> None:
        self._connected: Counter[str] = Counter()
        self.blocked: dict[str, float] = {}  # by the operator, until a time
        self._resting: dict[str, float] = {}  # until a time
        self.use(settings)

    def use(self, settings: Settings) -> None:
        """Other limits from now on, and full buckets for all. A live connection that is open keeps
        its bucket of messages."""
        minute = 60.0
        self._rates = {
            "request": (settings.requests_per_second, settings.request_burst),
            "socket": (settings.requests_per_second, settings.request_burst),
            "table": (settings.tables_per_minute / minute, settings.tables_per_minute),
            "join": (settings.joins_per_minute / minute, settings.joins_per_minute),
            "hint": (settings.hints_per_minute / minute, settings.hints_per_minute),
            "review": (settings.reviews_per_minute / minute, settings.reviews_per_minute),
            "history": (settings.histories_per_minute / minute, settings.histories_per_minute),
            "picture": (settings.pictures_per_minute / minute, settings.pictures_per_minute),
            "find": (settings.finds_per_minute / minute, settings.finds_per_minute),
            "check": (settings.checks_per_minute / minute, settings.checks_per_minute),
            "box": (settings.boxes_per_minute / minute, settings.boxes_per_minute),
            "study": (settings.studies_per_minute / minute, settings.studies_per_minute),
            "price": (settings.prices_per_minute / minute, settings.prices_per_minute),
            "import": (settings.imports_per_minute / minute, settings.imports_per_minute),
        }
        self._settings = settings
        self._buckets: dict[tuple[str, str], TokenBucket] = {}

    def check(self, what: str, client: str) -> None:
        """Count one request of a kind; TooOften if there were too many."""
        now = time.monotonic()
        if self.blocked:
            self._check_blocked(client, now)
        wait = self.take(what, client, now)
        if wait > 0:
            raise TooOften("too-often", TOO_OFTEN.format(wait=max(1, round(wait))), wait)

    def take(self, what: str, client: str, now: float) -> float:
        """Take a token of a client's; returns 0, or the seconds until there is one."""
        bucket = self._buckets.get((what, client))
        if bucket is None:
            self._drop_full(now)
            bucket = self._buckets[what, client] = TokenBucket(*self._rates[what])
        return bucket.take(now)

    @property
    def connected(self) -> dict[str, int]:
        """The live connections of each client."""
        return dict(self._connected)

    def block(self, client: str, seconds: float) -> None:
        self.blocked[client] = time.monotonic() + seconds

    def unblock(self, client: str) -> bool:
        """Whether it was blocked."""
        return self.blocked.pop(client, None) is not None

    def _check_blocked(self, client: str, now: float) -> None:
        until = self.blocked.get(client)
        if until is not None and until <= now:
            del self.blocked[client]
        elif until is not None:
            raise NotAllowed("blocked", BLOCKED)

    def _drop_full(self, now: float) -> None:
        """Drop full buckets, which are as good as new; if too many are left, drop all."""
        if len(self._buckets) >= MOST_CLIENTS:
            kept = {key: each for key, each in self._buckets.items() if not each.is_full(now)}
            self._buckets = kept if len(kept) < MOST_CLIENTS else {}

    def messages(self) -> TokenBucket:
        """A bucket for the messages of one WebSocket."""
        return TokenBucket(self._settings.messages_per_second, self._settings.message_burst)

    def connect(self, client: str) -> None:
        """Count a connection; TooOften if there are too many. `disconnect` must follow."""
        wait = self._resting.get(client, 0.0) - time.monotonic()
        if wait > 0:
            raise TooOften("too-often", TOO_OFTEN.format(wait=max(1, round(wait))), wait)
        too_many = self._connected.total() >= self._settings.connections
        if too_many or self._connected[client] >= self._settings.connections_per_client:
            raise TooOften("too-many-connections", TOO_MANY)
        self._connected[client] += 1

    def rest(self, client: str) -> None:
        """A live connection of a client was flooded: it may open the next one after some time. Its
        others, and what it asks over HTTP, go on."""
        now = time.monotonic()
        self._resting = {each: until for each, until in self._resting.items() if until > now}
        self._resting[client] = now + REST_SECONDS

    def disconnect(self, client: str) -> None:
        self._connected[client] -= 1
        if not self._connected[client]:
            del self._connected[client]


def client_of(address: str) -> str:
    """
    >>> client_of("192.0.2.7"), client_of("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '2001:db8:1:2::/64')
    """
    if ":" not in address:
        return address
    try:
        return str(ipaddress.ip_network((address.split("%")[0], 64), strict=False))
    except ValueError:
        return address
