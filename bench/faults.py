"""Faults of the machine while people and bots play: a full disk, a database that is gone, locked,
read-only, cut off, restarted or frozen, a server or its workers killed or without memory, a clock
that jumps by a month.
Nothing that was acknowledged may be lost or done twice, and play goes on by itself when it is over.

    python -m bench.faults --times 20                          # each fault on both databases
    python -m bench.faults --database sqlite --faults full gone

Each fault lasts for a while and is then mended; what is told is how long the last table took from
then on. A server that ends by itself is started again, as systemd and compose do. A full disk needs
a small file system of its own on SQLite, and so the rights to mount one.
`tests/server/test_faults.py` does the same once each.
"""

import argparse
import asyncio
import os
import random
import resource
import signal
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg

from bench import clock
from bench.chaos import TABLES, Figures, Games, TimedPlayer
from faubourg.server.store.engine import SQLITE_BESIDE
from tests import fork_server
from tests.reaper import Run
from tests.server.process import Postgres, ServerProcess, spawned_by
from tests.server.truth import check_asked, check_told, stored

LASTS = (0.3, 2.5)  # seconds
BETWEEN = (0.1, 0.6)
JUMPS = (-40 * 86_400, -3600, 3600, 40 * 86_400)  # seconds; tables are kept for less than 40 days
DISK = 24 * 2**20  # bytes of the small file system
CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
FULL = """
CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file: No space left' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON entries EXECUTE FUNCTION full_disk();
"""
NO_LIMIT = 2**62  # bytes, for a process that has ended
KILLED = "server killed"  # which starts it again itself
SPARE = 2**20  # bytes of address space that a starved server may still take, at most
Mend = Callable[[], None]
Fault = Callable[[], Mend]  # does harm, and returns what mends it


class Faults(Games):
    """One server on one database, among people who play."""

    def __init__(self, server: ServerProcess, faults: dict[str, Fault], seed: int) -> None:
        super().__init__(server, seed)
        self.server = server
        server.database_restarts = True
        self._faults = faults
        self._harm = ""  # the fault that lasts

    @property
    def names(self) -> list[str]:
        return list(self._faults)

    async def run(
        self, names: Sequence[str], lasts: tuple[float, float] = LASTS, to_the_end: bool = True
    ) -> Figures:
        """Faults in this order; then games are played to their end, or left and checked as they
        are."""
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(self._play_on(index)) for index in range(len(TABLES))]
            starting = group.create_task(self._start_again())
            await self._do_harm(names, lasts)
            for each in [] if to_the_end else playing:
                each.cancel()
            await asyncio.wait(playing)
            starting.cancel()
        if not to_the_end:
            self._check_unfinished()
        return self._so_far

    async def _check_soon(self, table: str, players: list[TimedPlayer], record: str) -> None:
        """Not while a file is away: to look for it would make another."""
        while self._harm:
            await asyncio.sleep(0.05)
        await super()._check_soon(table, players, record)

    async def _start_again(self) -> None:
        """Be whoever runs the server: start it again when it has ended by itself."""
        while True:
            await asyncio.sleep(0.05)
            if self._harm != KILLED and (status := self.server.ended()) is not None:
                self._counts[f"ends with status {status}"] += 1
                await asyncio.to_thread(self.server.start)

    def _check_unfinished(self) -> None:
        for players in self._tables():
            truth = stored(self._door.database, players[0].table)
            for player in players:
                check_told(truth, player)
                self._counts["acknowledged"] += len(player.accepted)
            check_asked(truth, players)

    async def _do_harm(self, names: Sequence[str], lasts: tuple[float, float]) -> None:
        while len(self._tables()) < len(TABLES):
            await asyncio.sleep(0.05)
        for name in names:
            await self._until_all_go_on(time.monotonic())
            await asyncio.sleep(self._chance.uniform(*BETWEEN))
            self._harm = name
            mend = await asyncio.to_thread(self._faults[name])
            await asyncio.sleep(self._chance.uniform(*lasts))
            begun = time.monotonic()
            await asyncio.to_thread(mend)
            self._harm = ""
            await self._note(name, begun)
        self._over = True


# ---------------------------------------------------------------- faults of every server


def common(server: ServerProcess) -> dict[str, Fault]:
    def kill() -> Mend:
        server.kill()

        def start() -> None:
            server.start()

        return start

    def kill_workers() -> Mend:
        for worker in spawned_by(server):
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        return lambda: None

    def starve_workers() -> Mend:
        """The workers get no more memory than they have."""
        return _starve(spawned_by(server))

    def starve_server() -> Mend:
        """The server itself gets hardly any more, and its workers none."""
        server.starved = True
        server_process, *workers = server.family
        feed_workers = _starve(workers)
        feed_server = _starve([server_process], random.randrange(SPARE))

        def feed() -> None:
            feed_server()
            feed_workers()

        return feed

    def jump() -> Mend:
        """The clock of the machine is set, and set back."""
        clock.move(random.choice(JUMPS))
        return lambda: clock.move(0)

    found: dict[str, Fault] = {
        KILLED: kill, "workers killed": kill_workers, "workers starved": starve_workers,
        "server starved": starve_server,
    }  # fmt: skip
    return found | ({"clock set": jump} if clock.is_movable() else {})


def _starve(processes: Sequence[int], spare: int = 0) -> Mend:
    """Processes get no more memory than they have and some bytes to spare."""
    for process in processes:
        _limit_memory(process, _size(process) + spare)

    def feed() -> None:
        for process in processes:
            _limit_memory(process, resource.RLIM_INFINITY)

    return feed


def _limit_memory(process: int, most: int) -> None:
    with suppress(OSError):  # it has ended meanwhile
        resource.prlimit(process, resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))


def _size(process: int) -> int:
    """Bytes of address space."""
    with suppress(OSError):
        pages = Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[0]
        return int(pages) * resource.getpagesize()
    return NO_LIMIT


# ---------------------------------------------------------------- SQLite


def of_sqlite(server: ServerProcess) -> dict[str, Fault]:
    file = Path(server.database.removeprefix("sqlite:///"))

    def gone() -> Mend:
        files = [file, *(file.with_name(file.name + end) for end in SQLITE_BESIDE)]
        for each in files:
            each.rename(each.with_name(f"away-{each.name}"))

        def come_back() -> None:
            for each in reversed(files):
                each.with_name(f"away-{each.name}").rename(each)

        return come_back

    def locked() -> Mend:
        other = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=30)
        other.execute("BEGIN IMMEDIATE")
        return other.close

    def full() -> Mend:
        filler = file.with_name("filler")
        with suppress(OSError), filler.open("wb", buffering=0) as writing:
            while writing.write(b"x" * 4096):
                pass
        return filler.unlink

    found: dict[str, Fault] = {"gone": gone, "locked": locked}
    return found | ({"full": full} if os.path.ismount(file.parent) else {})


@contextmanager
def small_disk() -> Iterator[Path]:
    """A file system of its own, if we may mount one; else a folder."""
    with tempfile.TemporaryDirectory(prefix="faubourg-disk-") as folder:
        command = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "faubourg", folder]
        is_mounted = subprocess.run(command, capture_output=True, check=False).returncode == 0
        try:
            yield Path(folder)
        finally:
            if is_mounted:
                subprocess.run(["umount", "--lazy", folder], check=True)


# ---------------------------------------------------------------- PostgreSQL


def of_postgres(server: ServerProcess, postgres: Postgres) -> dict[str, Fault]:
    name = server.database.rpartition("/")[2]

    def sql(*statements: str) -> None:
        with psycopg.connect(server.database, autocommit=True) as connection:
            for statement in ("SET default_transaction_read_only = off", *statements):
                connection.execute(statement.encode())

    def cut() -> Mend:
        sql(CUT)
        return lambda: None

    def restarted(how: int) -> Fault:
        def restart() -> Mend:
            postgres.restart(how)
            return lambda: None

        return restart

    def read_only() -> Mend:
        """As a standby is, until it becomes the primary."""
        sql(f"ALTER DATABASE {name} SET default_transaction_read_only = on", CUT)
        return lambda: sql(f"ALTER DATABASE {name} RESET default_transaction_read_only")

    def full() -> Mend:
        sql(FULL)
        return lambda: sql("DROP TRIGGER full_disk ON entries")

    def frozen() -> Mend:
        processes = postgres.family
        for process in processes:
            os.kill(process, signal.SIGSTOP)

        def thaw() -> None:
            for process in processes:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)

        return thaw

    return {
        "cut": cut,
        "restarted": restarted(signal.SIGINT),
        "crashed": restarted(signal.SIGQUIT),
        "read-only": read_only,
        "full": full,
        "frozen": frozen,
    }


# ---------------------------------------------------------------- the run


@contextmanager
def harmed(kind: str, durable: bool = True, **settings: Any) -> Iterator[Faults]:
    """A server on a new database, and what may happen to it."""
    if kind == "sqlite":
        with small_disk() as folder:
            server = ServerProcess(f"sqlite:///{folder}/tables.db", **settings).start()
            yield Faults(server, common(server) | of_sqlite(server), random.getrandbits(32))
            server.close()
        return
    postgres = Postgres(durable)
    try:
        server = ServerProcess(postgres.database(), **settings).start()
        faults = common(server) | of_postgres(server, postgres)
        yield Faults(server, faults, random.getrandbits(32))
        server.close()
    finally:
        postgres.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.faults", description=__doc__)
    parser.add_argument("--times", type=int, default=20)
    kinds = ["sqlite", "postgresql"]
    parser.add_argument("--database", choices=kinds, action="append")
    parser.add_argument("--faults", nargs="+")
    options = parser.parse_args()
    clock.make_movable()
    run = Run()  # servers come from a fork server, and nothing is left behind
    try:
        for kind in options.database or kinds:
            with harmed(kind) as faults:
                names = [name for name in faults.names if name in (options.faults or faults.names)]
                wanted = names * options.times
                random.shuffle(wanted)
                figures = asyncio.run(faults.run(wanted))
                print(f"{kind}, load {os.getloadavg()[0]:.1f}:\n{figures}", flush=True)
    finally:
        fork_server.close()
        run.end()


if __name__ == "__main__":
    main()
