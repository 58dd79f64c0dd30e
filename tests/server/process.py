"""Real servers and databases for tests: processes of our own, in temporary folders."""

import itertools
import json
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests import fork_server
from tests.server.client import PATIENCE, Api

# Quick and generous: limits have tests of their own.
QUICK = {
    "pace": 0, "poll": 0.2, "beat": 1, "sweep": 0.5, "requests_per_second": 10_000,
    "request_burst": 100_000, "tables_per_minute": 100_000, "joins_per_minute": 100_000,
    "finds_per_minute": 100_000, "imports_per_minute": 100_000, "hints_per_minute": 100_000,
    "reviews_per_minute": 100_000, "checks_per_minute": 100_000, "boxes_per_minute": 100_000,
    "studies_per_minute": 100_000, "prices_per_minute": 100_000,
    "pictures_per_minute": 100_000,
    "histories_per_minute": 100_000, "standings_per_minute": 100_000,
    "connections_per_client": 5000,
    "messages_per_second": 10_000, "message_burst": 100_000,
}  # fmt: skip
COMPILING = 900.0  # seconds that a busy machine may need for a game
PORTS = range(20_000, 32_000)
_ports = itertools.count(os.getpid() * 389)  # processes that run side by side begin far apart
# What a worker says that had only just been born when its server was killed.
ORPHANED = re.compile(
    r"^Traceback.*\n(?:  .*\n)*(?:EOFError: Ran out of input|BrokenPipeError: .*)\n", re.M
)
# How the want of memory shows.
STARVED = re.compile("[Mm]emory|can't start new thread|BrokenProcessPool|ended with status")


def wait_until(true: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Look again and again until something holds."""
    late = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < late
        time.sleep(0.02)


def free_port() -> int:
    """A port that nobody uses, and none that the system gives to clients: else somebody's end of a
    connection might have it before the server does, or while the server is dead."""
    while True:
        port = PORTS[next(_ports) % len(PORTS)]
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class ServerProcess:
    """`faubourg serve` as a user starts it. `kill` and `start` again: the port stays the same."""

    def __init__(self, database: str, **settings: Any) -> None:
        self.database = database
        self.settings = QUICK | settings
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.api = Api(self.url)
        # Appended to by every process of this server, and read apart from them.
        self.log = tempfile.NamedTemporaryFile("a", encoding="utf-8")  # noqa: SIM115 - until close
        self.process: fork_server.Process | None = None
        self.options: list[str] = []
        self.killed = False
        self.database_restarts = False  # so that it may be out of reach for longer than usual
        self.starved = False  # it has to do without memory, and may say so

    def start(self) -> "ServerProcess":
        """Start, and wait until it serves."""
        self.launch()
        assert self.process
        assert self.process.stdout
        said = self.process.stdout.readline()
        assert said == f"Faubourg is at {self.url}\n", self.logged()
        return self

    def launch(self) -> None:
        """Start without waiting until it serves."""
        words = ["serve", "--database", self.database, "--port", str(self.port), "--lang", "en"]
        for name, value in self.settings.items():
            words += ["--set", f"{name}={value}"]
        self.process = fork_server.start(*words, *self.options, stderr=self.log)

    def kill(self) -> None:
        """The way a power cut does it."""
        assert self.process
        self.killed = True
        self.process.kill()
        self._gone()

    def stop(self) -> int:
        """Ask politely; the exit status."""
        assert self.process
        self.process.send_signal(signal.SIGTERM)
        return self._gone()

    def ended(self) -> int | None:
        """The exit status of one that has ended by itself."""
        if self.process is None or self.process.poll() is None:
            return None
        return self._gone()

    def _gone(self) -> int:
        assert self.process
        assert self.process.stdout
        status = self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
        self.process = None
        return status

    def close(self) -> None:
        """End, whatever state it is in, and check that it never complained."""
        if self.process:
            self.stop()
        said = ORPHANED.sub("", self.logged()) if self.killed else self.logged()
        faults = [line for line in said.splitlines() if self._is_fault(line)]
        self.log.close()
        self.api.http.close()
        assert not faults, "\n".join(line[:200] + " … " + line[-600:] for line in faults[:5])

    def logged(self) -> str:
        return Path(self.log.name).read_text(encoding="utf-8")

    def _is_fault(self, line: str) -> bool:
        """Anything that is no line of JSON, or that was logged as an error."""
        try:
            said = json.loads(line)
            if said["event"] == "nothing can be stored" and self.database_restarts:
                return False
            is_excused = self.starved and bool(STARVED.search(line))
            return bool(said["level"] in ("error", "critical")) and not is_excused
        except (ValueError, KeyError):
            if self.starved:
                return False  # the last words of a library, or of a process that never began
            # Python's own remark on what a killed process could not put away.
            return not (self.killed and ("resource_tracker" in line or "warnings.warn" in line))

    @property
    def memory(self) -> int:
        """Bytes of memory in use."""
        assert self.process
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    @property
    def cpu(self) -> float:
        """Seconds of a core that it has used."""
        assert self.process
        return cpu_of(self.process.pid)

    @property
    def switches(self) -> int:
        """How often a thread of its own has waited and was woken."""
        assert self.process
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/status")
        found = [
            re.search(r"^voluntary_ctxt_switches:\s*(\d+)", each.read_text(), re.M)
            for each in tasks
        ]
        return sum(int(each[1]) for each in found if each)

    @property
    def family(self) -> list[int]:
        """The server's process, and those that it has started."""
        assert self.process
        return [self.process.pid, *children_of(self.process.pid)]


def spawned_by(server: ServerProcess) -> list[int]:
    """The worker processes of a server: for bots, for strangers' files, for compiling."""
    found = []
    for child in children_of(server.family[0]):
        with suppress(OSError):  # it has ended meanwhile
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(child)
    return found


def children_of(process: int) -> list[int]:
    return [*map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split())]


def cpu_of(process: int) -> float:
    """Seconds of a core that a process and its children have used, also those that have ended."""
    ticks = 0
    for each in [process, *children_of(process)]:
        with suppress(OSError):  # it has ended meanwhile
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


# ---------------------------------------------------------------- PostgreSQL


class Postgres:
    """A private PostgreSQL cluster on a free port of the loopback. Its machine never fails, so a
    test that measures nothing need not wait for the disk: `durable=False`."""

    def __init__(self, durable: bool = True) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="faubourg-pg-"))
        self.port = free_port()
        self.url = f"postgresql://faubourg@127.0.0.1:{self.port}"
        self._made = 0
        self._durable = durable
        # It refuses to run as root: somebody without rights does it then.
        self._user = pwd.getpwnam("postgres" if user_exists("postgres") else "nobody")
        if os.getuid() == 0:
            shutil.chown(self.folder, self._user.pw_uid, self._user.pw_gid)
        self._data = str(self.folder / "data")
        self._run(
            "initdb",
            "-D",
            self._data,
            "-A",
            "trust",
            "-U",
            "faubourg",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
            "--no-instructions",
        )
        self._process = self._launch()
        self._wait()

    def _launch(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [
                program("postgres"),
                "-D",
                self._data,
                "-k",
                str(self.folder),
                "-p",
                str(self.port),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "max_connections=200",
                "-c",
                f"fsync={'on' if self._durable else 'off'}",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
            start_new_session=True,
            **self._as_user(),
        )

    @property
    def cpu(self) -> float:
        """Seconds of a core that the cluster has used, with connections that have ended."""
        return cpu_of(self._process.pid)

    @property
    def family(self) -> list[int]:
        """All its processes."""
        return [self._process.pid, *children_of(self._process.pid)]

    def restart(self, how: int = signal.SIGINT) -> None:
        """The way an administrator does it (SIGINT, "fast"), or a crash (SIGQUIT); until it answers
        again. Connections are cut either way."""
        self._process.send_signal(how)
        self._process.wait(timeout=120)
        self._process = self._launch()
        self._wait()

    def _as_user(self) -> dict[str, Any]:
        return {"user": self._user.pw_uid, "group": self._user.pw_gid} if os.getuid() == 0 else {}

    def _run(self, name: str, *words: str) -> None:
        command = [program(name), *words]
        done = subprocess.run(
            command, capture_output=True, text=True, cwd=self.folder, **self._as_user()
        )
        assert done.returncode == 0, done.stderr

    def _wait(self) -> None:
        ready = [program("pg_isready"), "-h", "127.0.0.1", "-p", str(self.port), "-q"]
        wait_until(lambda: subprocess.run(ready).returncode == 0)

    def database(self) -> str:
        """The address of a new, empty database."""
        self._made += 1
        name = f"tables{self._made}"
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "faubourg", name)
        return f"{self.url}/{name}"

    def close(self) -> None:
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(timeout=120)
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def new_database(kind: str) -> Iterator[str]:
    """The address of a new database of either kind, which is gone afterwards."""
    if kind == "postgresql":
        cluster = Postgres()
        try:
            yield cluster.database()
        finally:
            cluster.close()
    else:
        with tempfile.TemporaryDirectory(prefix="faubourg-") as folder:
            yield f"sqlite:///{folder}/tables.db"


def user_exists(name: str) -> bool:
    with suppress(KeyError):
        return bool(pwd.getpwnam(name))
    return False


def program(name: str) -> str:
    """One of PostgreSQL's programs; Debian keeps them apart from the others."""
    homes = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    places = [os.environ.get("PATH", ""), *map(str, homes)]
    return shutil.which(name, path=os.pathsep.join(places)) or ""


def postgres_is_missing() -> str:
    """Why PostgreSQL can't be tested here; nothing if it can."""
    missing = [name for name in ("initdb", "postgres", "createdb") if not program(name)]
    return f"PostgreSQL is not installed: no {', '.join(missing)}" if missing else ""
