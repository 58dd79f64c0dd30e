"""Metrics for Prometheus: counters, gauges and histograms."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

REGISTRY = CollectorRegistry()
CONTENT_TYPE = CONTENT_TYPE_LATEST
SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5)

MOVES = Counter("faubourg_moves", "Moves that were committed", ["by"], registry=REGISTRY)
REFUSED = Counter("faubourg_refused", "Requests that were refused", ["code"], registry=REGISTRY)
REQUESTS = Counter(
    "faubourg_requests", "HTTP requests that were answered", ["status"], registry=REGISTRY
)
CONNECTIONS = Gauge("faubourg_connections", "Live connections that are open", registry=REGISTRY)
SOCKETS = Gauge(
    "faubourg_sockets", "Connections of any kind, with those that sent nothing", registry=REGISTRY
)
CUT = Counter("faubourg_cut", "Connections that were ended by a limit", ["why"], registry=REGISTRY)
SANDBOX_DEATHS = Counter(
    "faubourg_sandbox_deaths", "Processes that a stranger's file brought down", registry=REGISTRY
)
COMPILED = Gauge(
    "faubourg_compiled",
    "1 for a game that runs compiled in this process",
    ["game"],
    registry=REGISTRY,
)
ROOMS = Gauge("faubourg_rooms", "Tables that are held in memory", registry=REGISTRY)
CREATED = Counter("faubourg_tables_created", "Tables that were made", registry=REGISTRY)
REMOVED = Counter("faubourg_tables_removed", "Old tables that were removed", registry=REGISTRY)
CONFLICTS = Counter(
    "faubourg_conflicts", "Moves for which another process was first", registry=REGISTRY
)
COMMIT_SECONDS = Histogram(
    "faubourg_commit_seconds", "A transaction of the writer", buckets=SECONDS, registry=REGISTRY
)
COMMIT_JOBS = Histogram(
    "faubourg_commit_jobs",
    "Jobs that shared a transaction",
    buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256),
    registry=REGISTRY,
)
DATABASE_FAILURES = Counter(
    "faubourg_database_failures",
    "Transactions that failed for a fault of the database or its machine",
    ["cause"],
    registry=REGISTRY,
)
DATABASE_WRITABLE = Gauge(
    "faubourg_database_writable", "0 while nothing can be stored", registry=REGISTRY
)
CLOCK_JUMPS = Counter(
    "faubourg_clock_jumps", "Times that the clock of the machine was changed", registry=REGISTRY
)
START_TIME = Gauge(
    "faubourg_start_time_seconds", "When this process was started, by the clock", registry=REGISTRY
)
UNNOTICED = Counter(
    "faubourg_background_failures",
    "Tasks, chores and callbacks that failed with nobody waiting for them",
    ["what"],
    registry=REGISTRY,
)
PUSHES = Counter(
    "faubourg_pushes", "Messages to push services: sent, gone, failed", ["how"], registry=REGISTRY
)
THINKING_SECONDS = Histogram(
    "faubourg_thinking_seconds", "A bot's choice of a move", buckets=SECONDS, registry=REGISTRY
)


def text() -> bytes:
    return generate_latest(REGISTRY)
