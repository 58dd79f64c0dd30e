"""What a move costs with several server processes behind a real proxy, on PostgreSQL.

    python -m bench.processes --processes 1 2 3 4 --proxy haproxy --tables 200 --rate 100
    python -m bench.processes --processes 1 2 --proxy none    # a table's people at different ones

Processor time for an acknowledged move, which a busy machine does not change much: of the servers,
of PostgreSQL and of the proxy, each apart. All clusters are there from the beginning and get their
moves one after the other, again and again, so that what changes with time changes for all of them.
The clients are those of `bench.load`.
"""

import argparse
import asyncio
import os
import statistics
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import sqlalchemy as sa
import uvloop

from bench.load import AS_USUAL, Load, allow_sockets, settings_for
from faubourg.core.game import games
from faubourg.server.store.engine import open_engine
from tests.server.process import Postgres, ServerProcess
from tests.server.proxy import KINDS, Proxy, addresses

BEFORE = (50, 8)  # moves a second, and seconds for each process, until all change over


class Used(NamedTuple):
    """Seconds of processor time."""

    servers: float
    database: float
    proxy: float

    def each(self, before: "Used", moves: int) -> "Used":
        """Milliseconds a move since `before`."""
        since = zip(self, before, strict=True)
        return Used(*((now - then) / max(moves, 1) * 1000 for now, then in since))

    @property
    def whole(self) -> float:
        return self.servers + self.database

    def __str__(self) -> str:
        return (
            f"servers {self.servers:.2f} + PostgreSQL {self.database:.2f} = {self.whole:.2f} ms a "
            f"move, proxy {self.proxy:.2f}"
        )


@dataclass(frozen=True)
class Cluster:
    """A database, server processes on it, and a proxy before them if there is one."""

    postgres: Postgres
    servers: Sequence[ServerProcess]
    proxy: Proxy | None

    @property
    def written(self) -> int:
        """Bytes that PostgreSQL has written to its log, the WAL, of which everything follows."""
        engine = open_engine(self.servers[0].database)
        with engine.connect() as connection:
            asked = sa.text("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')")
            found = int(connection.execute(asked).scalar_one())
        engine.dispose()
        return found

    @property
    def wakes(self) -> int:
        """How often a thread of the servers has waited and was woken."""
        return sum(server.switches for server in self.servers)

    @property
    def transactions(self) -> int:
        """Of PostgreSQL."""
        engine = open_engine(self.servers[0].database)
        with engine.connect() as connection:
            counted = sa.text("SELECT sum(xact_commit + xact_rollback) FROM pg_stat_database")
            found = int(connection.execute(counted).scalar_one())
        engine.dispose()
        return found

    @property
    def used(self) -> Used:
        servers = sum(server.cpu for server in self.servers)
        return Used(servers, self.postgres.cpu, self.proxy.cpu if self.proxy else 0.0)


@contextmanager
def cluster(
    processes: int,
    kind: str,
    clients: int,
    durable: bool = True,
    patient: bool = False,
    **settings: Any,
) -> Iterator[Cluster]:
    """`clients`: connections that the proxy allows, all of which may have one address."""
    postgres, servers, proxy = Postgres(durable), list[ServerProcess](), None
    try:
        database = postgres.database()
        for _ in range(processes):
            server = ServerProcess(database, **settings)
            server.options = ["--behind-proxy"]
            servers.append(server.start())
        if kind in KINDS:
            allowed = {"connections": clients, "per_client": clients}
            proxy = Proxy(kind, addresses(servers), patient=patient, **allowed)
        yield Cluster(postgres, servers, proxy)
    finally:
        if proxy:
            proxy.close()
        for server in servers:
            server.close()
        postgres.close()


def is_compiled(server: ServerProcess) -> bool:
    """Whether all games run compiled: until then a server compiles, and plays in plain Python."""
    return ": plain" not in server.api.get("/healthz")


def take_over(running: Cluster, ids: Sequence[str]) -> None:
    """What it costs a process to read tables that were played elsewhere, as when that one died."""
    server = ServerProcess(running.servers[0].database, **AS_USUAL).start()
    for id in ids[: len(games())]:
        server.api.table(id)  # so that everything is loaded
    begun, database, memory = server.cpu, running.postgres.cpu, server.memory
    numbers = [server.api.table(id)["number"] for id in ids[len(games()) :]]
    used, read = server.cpu - begun, running.postgres.cpu - database
    each = (server.memory - memory) / len(numbers) / 1024
    entries, used, read = (total / len(numbers) for total in (sum(numbers), used, read))
    print(
        f"taken over, {entries:.0f} entries each: {used * 1000:.1f} + PostgreSQL "
        f"{read * 1000:.2f} ms and {each:.0f} KiB a table",
        flush=True,
    )
    server.close()


@dataclass
class Trial:
    """A cluster with everybody who plays there, and what was found."""

    cluster: Cluster
    load: Load
    tables: list[str] = field(default_factory=list)
    found: list[Used] = field(default_factory=list)

    async def prepare(self, tables: int) -> None:
        """Everybody sits down, and all games run compiled everywhere."""
        servers, load = self.cluster.servers, self.load
        made = await asyncio.to_thread(load.make, tables)
        self.tables = [table["table"] for table in made]
        await load.sit_down(made)
        slowly, seconds = BEFORE
        await load.hold(slowly, seconds * len(servers))
        while not all(is_compiled(server) for server in servers):
            await load.hold(slowly, 1)  # a process may have few tables of some game
        while len(load.queue) < 0.95 * tables:  # a few games may be over
            assert not any(player.is_cut for player in load.players), "a process was given up"
            await asyncio.sleep(0.1)

    async def look(self, options: argparse.Namespace) -> None:
        cluster, load = self.cluster, self.load
        processes = len(cluster.servers)
        before, written = cluster.used, cluster.written
        wakes, transactions = cluster.wakes, cluster.transactions
        rate = options.rate * (processes if options.each else 1)
        figures = await load.hold(rate, options.seconds)
        moves = max(len(load.times), 1)
        used = cluster.used.each(before, moves)
        self.found.append(used)
        wal = (cluster.written - written) / moves / 1024
        wakes, transactions = cluster.wakes - wakes, cluster.transactions - transactions
        print(
            f"{processes} behind {options.proxy}, load {os.getloadavg()[0]:.1f}: {used}; "
            f"{wal:.1f} KiB of WAL, {wakes / moves:.2f} wake-ups and {transactions / moves:.3f} "
            f"transactions a move; {figures}",
            flush=True,
        )

    def __str__(self) -> str:
        """The medians."""
        middle = Used(*map(statistics.median, zip(*self.found, strict=True)))
        wholes = " ".join(f"{used.whole:.2f}" for used in self.found)
        return f"{len(self.cluster.servers)} processes: {middle} ({wholes})"

    @property
    def whole(self) -> float:
        return statistics.median(used.whole for used in self.found)


async def measure(clusters: Sequence[Cluster], options: argparse.Namespace) -> None:
    trials = []
    for each in clusters:
        doors = [each.proxy] if each.proxy else each.servers
        trials.append(Trial(each, Load(list(each.servers), doors=doors)))
        await trials[-1].prepare(options.tables)
    for _ in range(options.runs):
        for trial in trials:
            await trial.look(options)
    for trial in trials:
        print(f"{trial}: {trial.whole / trials[0].whole:.2f} times the first", flush=True)
        if options.takeover:
            await asyncio.to_thread(take_over, trial.cluster, trial.tables)
        for player in trial.load.players:
            player.leave()


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.processes", description=__doc__)
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--proxy", choices=[*KINDS, "none"], default="haproxy")
    parser.add_argument("--tables", type=int, default=50 * len(games()))
    parser.add_argument("--rate", type=float, default=100, help="moves a second")
    parser.add_argument("--each", action="store_true", help="so many for each process")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--runs", type=int, default=3, help="looks at each")
    parser.add_argument("--takeover", action="store_true", help="read the tables elsewhere, too")
    options = parser.parse_args()
    allow_sockets(options.tables * len(options.processes))
    settings = settings_for(options.tables)
    clients = 2 * options.tables + 100
    with ExitStack() as stack:
        clusters = [
            stack.enter_context(
                cluster(processes, options.proxy, clients, patient=True, **settings)
            )
            for processes in options.processes
        ]
        uvloop.run(measure(clusters, options))


if __name__ == "__main__":
    main()
