"""A fork server for `faubourg`: processes that are there at once, with all imports done.

A new Python needs a second or two to import Numba and FastAPI, and as long again to load the games'
machine code, and the tests start some hundreds of them. So a process for each run of the tests
(`python -m tests.fork_server`) loads all that once, starts no thread and no event loop, and forks a
child whenever it is asked for one. The child takes over the arguments, the environment, the folder
and the standard streams that it is given, leads a session of its own, and then runs the program
like `python -m faubourg`: it ends like any other. Commands that begin in plain Python, as `serve`
does (`kernels/switch.py`), have a fork server of their own, which has no machine code either.

What is read when Python starts or a module is imported can't be given to a child. Where such a
variable differs, or where a test is about the start itself, there is a new interpreter.
"""

import contextlib
import fcntl
import gc
import importlib
import os
import runpy
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import msgspec

from faubourg.__main__ import AT_ONCE
from faubourg.kernels import switch
from tests.reaper import MARK

ROOT = Path(__file__).parents[1]
COMMAND = [sys.executable, "-m", "faubourg"]
COMPILED, PLAIN = "compiled", "plain"  # the kinds of fork servers
PROGRAMS = (
    "numba", "rich.live", "rich.table", "typer.rich_utils", "faubourg.cli", "faubourg.lab.simulate",
    "faubourg.server.serve", "faubourg.terminal.main", "faubourg.terminal.reports",
)  # fmt: skip
MESSAGE = 1 << 18  # bytes, at most
STATUS = struct.Struct("ii")  # the number of a process, and how it ended
THREADS = "OPENBLAS_NUM_THREADS"  # one: NumPy would start a thread for each core
# Read by whoever needs it, at the time. All others are read when Python or a module starts.
LATE = {
    "COLUMNS", "LINES", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "TERM", "TTY_COMPATIBLE",
    "FAUBOURG_FAST", "FAUBOURG_DEBUG", "SSL_CERT_FILE", "XDG_STATE_HOME", "XDG_DATA_HOME",
    "PYTEST_CURRENT_TEST", "PYTEST_XDIST_WORKER", "PYTEST_XDIST_TESTRUNUID", THREADS,
}  # fmt: skip


class Request(msgspec.Struct):
    """What a child is to be. Its standard streams come along, and a pipe for its `STATUS`: when it
    is there, and when it has ended."""

    arguments: list[str]
    env: dict[str, str]
    folder: str


# ---------------------------------------------------------------- for tests


class Forked:
    """A child of the fork server, to be used like a `subprocess.Popen`."""

    def __init__(self, request: Request, streams: Sequence[int], server: "ForkServer") -> None:
        self._news, told = os.pipe()
        server.ask(request, [*streams, told])
        os.close(told)
        self.pid, _ = STATUS.unpack(self._read())
        self.stdout: IO[str] | None = None
        self.returncode: int | None = None

    def _read(self) -> bytes:
        said = os.read(self._news, STATUS.size)
        assert len(said) == STATUS.size, f"the fork server is gone: see {os.environ[MARK]}"
        return said

    def poll(self) -> int | None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if not select.select([self._news], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("faubourg", timeout or 0)
            _, status = STATUS.unpack(self._read())
            self.returncode = os.waitstatus_to_exitcode(status)
            os.close(self._news)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


Process = subprocess.Popen[str] | Forked


def start(
    *words: str | Path,
    stderr: IO[str],
    env: Mapping[str, str] | None = None,
    fresh: bool = False,
) -> Process:
    """Start `faubourg` with these words in a session of its own; `stdout` is a pipe. A `fresh` one
    is a new interpreter."""
    arguments, env = [*map(str, words)], os.environ if env is None else env
    if fresh or not can_fork(arguments[0], env):
        return subprocess.Popen(
            [*COMMAND, *arguments],
            env=env,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            start_new_session=True,
        )
    read, write = os.pipe()
    process = _forked(arguments, env, (write, stderr.fileno()))
    os.close(write)
    process.stdout = os.fdopen(read, encoding="utf-8")
    return process


def run(
    *words: str | Path, env: Mapping[str, str], timeout: float, fresh: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run `faubourg` with these words and nothing to read; what it printed, and how it ended."""
    arguments = [*map(str, words)]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process: subprocess.Popen[bytes] | Forked
        if fresh or not can_fork(arguments[0], env):
            process = subprocess.Popen(
                [*COMMAND, *arguments], env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=err
            )
        else:
            process = _forked(arguments, env, (out.fileno(), err.fileno()))
        try:
            status = process.wait(timeout)
        finally:
            process.kill()
        said = []
        for file in (out, err):
            file.seek(0)
            said.append(file.read().decode())
    return subprocess.CompletedProcess(arguments, status, *said)


def can_fork(command: str, env: Mapping[str, str]) -> bool:
    """Whether a child of the fork server can have this environment. Outside of a run of the tests,
    as in a benchmark, there is no fork server."""
    if MARK not in os.environ:
        return False
    given = server(command).env
    return all(env.get(name) == given.get(name) for name in (set(env) | set(given)) - LATE)


def _forked(arguments: list[str], env: Mapping[str, str], streams: Sequence[int]) -> Forked:
    with open(os.devnull) as nothing:
        request = Request(arguments, dict(env), os.getcwd())
        return Forked(request, [nothing.fileno(), *streams], server(arguments[0]))


class ForkServer:
    """The connection of this process to a fork server of the run, which the first one starts."""

    def __init__(self, kind: str) -> None:
        path = Path(os.environ[MARK]) / f"fork-{kind}"
        with path.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not path.exists():
                self._start(path, kind)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.connect(str(path))
        # It answers when everything is loaded.
        self.env = msgspec.msgpack.decode(self._socket.recv(MESSAGE), type=dict[str, str])

    @staticmethod
    def _start(path: Path, kind: str) -> None:
        """It is nobody's child, since it lives as long as the run: the reaper ends it."""
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        listening.bind(str(path))
        listening.listen()
        command = [sys.executable, "-m", "tests.fork_server", kind, str(listening.fileno())]
        with path.with_suffix(".log").open("w") as log, listening:
            subprocess.run(
                ["setsid", "--fork", *command],
                cwd=ROOT,
                env=os.environ | {THREADS: "1"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=[listening.fileno()],
                check=True,
            )

    def ask(self, request: Request, files: Sequence[int]) -> None:
        socket.send_fds(self._socket, [msgspec.msgpack.encode(request)], files)

    def close(self) -> None:
        """End all that was asked for."""
        self._socket.close()


_servers: dict[str, ForkServer] = {}
_first = threading.Lock()


def server(command: str) -> ForkServer:
    """The one that has what a command needs."""
    kind = PLAIN if command in AT_ONCE else COMPILED
    with _first:
        if kind not in _servers:
            _servers[kind] = ForkServer(kind)
        return _servers[kind]


def close() -> None:
    for each in _servers.values():
        each.close()
    _servers.clear()


# ---------------------------------------------------------------- the process itself


def load(kind: str) -> None:
    """Import what programs import, and load the machine code of all games where that is wanted."""
    if kind == PLAIN:
        switch.plain_first()
    for module in PROGRAMS:
        importlib.import_module(module)
    from faubourg.bots.search import search_steps
    from faubourg.core.contract import NEEDED, OPTIONAL
    from faubourg.core.game import Game, games
    from faubourg.kernels import markers
    from faubourg.kernels.warmup import prepare

    for name in games():
        game = Game(name)
        for file in NEEDED | OPTIONAL:
            game.part(file)
        if kind == COMPILED and markers.is_compiled(name):  # else whoever plays compiles it
            prepare(game, more=search_steps(game))


@dataclass
class Children:
    """The living children, and where to say how they ended."""

    news: dict[int, int] = field(default_factory=dict)  # by the number of the process
    of: dict[socket.socket, set[int]] = field(default_factory=dict)  # by who asked for them

    def bury(self) -> None:
        """Say of all that have ended how they did."""
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG)) != (0, 0):
                child, _ = ended
                with contextlib.suppress(BrokenPipeError), open(self.news.pop(child), "wb") as news:
                    news.write(STATUS.pack(*ended))
                for children in self.of.values():
                    children.discard(child)

    def end(self, asker: socket.socket) -> None:
        """Whoever asked for them is gone, so they go too."""
        for child in self.of.pop(asker):
            try:
                os.killpg(child, signal.SIGKILL)
            except ProcessLookupError:  # it was forked, but leads no session yet
                os.kill(child, signal.SIGKILL)
        asker.close()

    def forget(self) -> None:
        """They are no business of a child."""
        for asker in self.of:
            asker.close()
        for news in self.news.values():
            os.close(news)


def serve(listening: socket.socket, env: bytes) -> tuple[Request, list[int]]:
    """Fork whenever somebody asks. Returns in each child only, with what it is to be."""
    children = Children()
    told, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    while True:
        for ready in select.select([listening, told, *children.of], [], [])[0]:
            if ready is told:
                os.read(told, 4096)
                children.bury()
            elif ready is listening:
                asker, _ = listening.accept()
                children.of[asker] = set()
                with contextlib.suppress(ConnectionError):  # it is gone: so says the next read
                    asker.send(env)
            else:
                try:
                    data, files, _, _ = socket.recv_fds(ready, MESSAGE, 4)
                except ConnectionError:
                    data = b""
                if not data:
                    children.end(ready)
                    continue
                request = msgspec.msgpack.decode(data, type=Request)
                *streams, news = files
                if (child := os.fork()) == 0:
                    signal.set_wakeup_fd(-1)
                    children.forget()
                    listening.close()
                    for file in (told, wake, news):
                        os.close(file)
                    return request, streams
                for file in streams:
                    os.close(file)
                with contextlib.suppress(BrokenPipeError):
                    os.write(news, STATUS.pack(child, 0))
                children.news[child] = news
                children.of[ready].add(child)


def become(request: Request, streams: Sequence[int]) -> None:
    """Take over what a new process is given."""
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for number, file in enumerate(streams):
        os.dup2(file, number)
        os.close(file)
    # As a new interpreter makes them.
    sys.stdin = sys.__stdin__ = os.fdopen(0, closefd=False, encoding="utf-8")  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = os.fdopen(1, "w", closefd=False, encoding="utf-8")  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = os.fdopen(  # type: ignore[misc]
        2, "w", 1, closefd=False, encoding="utf-8", errors="backslashreplace"
    )
    os.environ.clear()
    os.environ.update(request.env)
    os.chdir(request.folder)
    sys.argv = ["faubourg", *request.arguments]


def main() -> None:
    kind, file = sys.argv[1], int(sys.argv[2])
    env = msgspec.msgpack.encode(dict(os.environ))
    load(kind)
    assert len(os.listdir("/proc/self/task")) == 1, "a fork has one thread, and locks of the others"
    gc.collect()
    gc.freeze()
    request, streams = serve(socket.socket(fileno=file), env)
    become(request, streams)
    del sys.modules["faubourg.__main__"]
    runpy.run_module("faubourg", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
