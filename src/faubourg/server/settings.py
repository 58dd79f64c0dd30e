"""The settings of a server and their defaults."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, get_type_hints

from faubourg.core.checks import not_allowed
from faubourg.core.folders import state_folder
from faubourg.core.options import unknown
from faubourg.core.text import Text

LOOPBACK = ("127.0.0.1", "::1", "localhost")
WILDCARDS = ("0.0.0.0", "::")
DAY = 24 * 3600.0
# The push services of Chromium, Firefox, Safari and Edge.
PUSH_HOSTS = (
    "fcm.googleapis.com", "updates.push.services.mozilla.com", "*.push.apple.com",
    "*.notify.windows.com",
)  # fmt: skip
LEASE_BEATS = 3  # heartbeats that a process may miss


@dataclass(frozen=True)
class Settings:
    """Seconds, bytes and counts unless said otherwise. `faubourg serve --set NAME=VALUE`."""

    database: str
    host: str = "127.0.0.1"
    port: int = 8472
    origins: tuple[str, ...] = ()  # of pages on other hosts that may use this server
    behind_proxy: bool = False  # trust X-Forwarded-For, see `proxies`
    share: bool = False  # listen in the local network from the start
    push_key: str = ""  # a file with the private key for Web Push; none: nobody is pushed to
    push_contact: str = ""  # mailto: or https:, for whoever runs a push service
    push_hosts: tuple[str, ...] = PUSH_HOSTS  # that messages may be sent to

    # Play.
    pace: float = 0.8  # a bot takes at least this long where people play
    clock_grace: float = 30.0  # of a lost connection that a player's clock does not count, a turn
    absent: float = 120.0  # after which a bot may play for a person who is gone
    thinkers: int = 1  # worker processes for bots, hints and reviews
    search_threads: int = 4  # of a bot while it is the only one that needs a worker
    review_seconds: float = 15.0  # of search for the review of a game

    # Web Push, where there is a key for it.
    push_after: float = 30.0  # seconds without a connection after which a player is told
    push_devices: int = 4  # of one seat
    push_private: int = 0  # 1: a push service may be in the local network

    # The workshop: boxes that people bring, and studies of them.
    workshop: int = 1  # 0: there is none
    lab: str = "local"  # where studies are played; or the address of a Ray cluster
    studiers: int = 2  # threads or processes of low priority that play a study here
    count_people: int = 0  # 1: games that people finish count in reports, without any name

    # Limits for each client (an address) and for the whole server. A rate of 0 allows nothing.
    proxies: int = 1  # behind a proxy: how many of ours write to X-Forwarded-For, one after another
    requests_per_second: float = 20.0
    request_burst: int = 200
    tables_per_minute: float = 30.0
    joins_per_minute: float = 10.0
    finds_per_minute: float = 30.0  # looks at what a code belongs to
    imports_per_minute: float = 20.0
    hints_per_minute: float = 60.0
    reviews_per_minute: float = 6.0
    histories_per_minute: float = 120.0  # pages of entries
    standings_per_minute: float = 30.0  # looks at how all tables of a browser stand
    checks_per_minute: float = 120.0  # of boxes, and looks at one's own
    boxes_per_minute: float = 20.0  # stored
    studies_per_minute: float = 6.0
    prices_per_minute: float = 20.0  # of studies
    box_bytes: int = 128 * 1024  # the body of a request that carries a box
    boxes: int = 10_000  # in all
    studies_per_client: int = 3  # that wait or run
    studies_waiting: int = 30  # in all, those that run included
    study_games: int = 250_000  # of all variants together
    study_seconds: float = 3600.0  # for which a study may run
    pictures_per_minute: float = 40.0  # of tables, for links and for keeping
    connections_per_client: int = 100
    connections: int = 5000
    messages_per_second: float = 20.0  # on one connection
    message_burst: int = 100
    message_bytes: int = 4096  # a live message, or the body of a request
    record_bytes: int = 512 * 1024  # the body of a request that carries a record
    record_moves: int = 5000  # of a record that is imported or verified
    sockets_per_client: int = 200  # connections of any kind, half-open and idle ones included
    header_bytes: int = 16 * 1024  # the request line and all headers
    headers: int = 100
    header_seconds: float = 10.0  # from the first byte of a request, or the connection, to the body
    body_seconds: float = 10.0
    controls_per_second: float = 5.0  # pings, pongs and fragments on one connection
    control_burst: int = 40

    # Housekeeping.
    poll: float = 1.0  # between two polls for other processes' entries
    beat: float = 2.0  # between two heartbeats, which renew the lease of this process
    sweep: float = 2.0  # between two sweeps for tables whose process has died
    tidy: float = 3600.0  # between two removals of old tables
    keep_waiting: float = 7 * DAY  # tables that were never begun
    keep_unfinished: float = 90 * DAY  # since the last move
    keep_finished: float = 30 * DAY
    keep_boxes: float = 180 * DAY  # since a box was last used; those with tables stay
    keep_studies: float = 30 * DAY  # since a study ended
    rooms: int = 5000  # tables held in memory at most, those with connections apart
    lan_sharing: int = 1  # 0: no page may open the server to the local network
    log_level: str = "info"

    @property
    def lease(self) -> float:
        """Seconds without a heartbeat after which a process counts as dead."""
        return LEASE_BEATS * self.beat

    @property
    def is_loopback(self) -> bool:
        return self.host in LOOPBACK

    @property
    def is_wildcard(self) -> bool:
        return self.host in WILDCARDS


# These have options of their own on the command line.
OPTIONS = (
    "database", "host", "port", "origins", "behind_proxy", "share", "log_level", "lab",
    "push_key", "push_contact", "push_hosts",
)  # fmt: skip
# A period of nothing would be a loop without a pause.
POSITIVE = (
    "poll", "beat", "sweep", "tidy", "review_seconds", "header_seconds", "body_seconds",
    "study_seconds",
)  # fmt: skip
FROM_ONE = ("proxies", "studiers")
FROM = [
    Text("numbers from 0", "les nombres à partir de 0"),
    Text("whole numbers from 1", "les entiers à partir de 1"),
]
# Limits that can be changed while a server runs.
LIMITS = (
    "requests_per_second", "request_burst", "tables_per_minute", "joins_per_minute",
    "finds_per_minute", "imports_per_minute", "hints_per_minute", "reviews_per_minute",
    "histories_per_minute", "standings_per_minute",
    "checks_per_minute", "boxes_per_minute", "studies_per_minute",
    "prices_per_minute", "connections_per_client", "connections", "sockets_per_client",
    "messages_per_second", "message_burst", "pictures_per_minute",
)  # fmt: skip
ABOVE_0 = Text("numbers above 0", "les nombres au-dessus de 0")
SETTABLE = [field.name for field in fields(Settings) if field.name not in OPTIONS]


def changed(
    settings: Settings, assignments: Iterable[str], allowed: Sequence[str] = SETTABLE
) -> Settings:
    """Settings with other values: `["pace=0", "absent=30"]`."""
    kinds: dict[str, Any] = get_type_hints(Settings)
    values: dict[str, Any] = {}
    for assignment in assignments:
        name, _, value = assignment.partition("=")
        if name not in allowed:
            raise unknown("option", name, allowed)
        try:
            values[name] = kinds[name](value)
        except ValueError:
            values[name] = math.nan
        least = 1 if name in FROM_ONE else 0
        too_small = values[name] <= 0 if name in POSITIVE else values[name] < least
        if too_small or not math.isfinite(values[name]):
            raise not_allowed(name, value, ABOVE_0 if name in POSITIVE else FROM[least])
    return replace(settings, **values)


def default_database() -> str:
    """A file among the user's own."""
    return f"sqlite:///{state_folder() / 'tables.db'}"
