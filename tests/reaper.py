"""A run of the tests has a folder of its own, and leaves nothing behind, however it ends.

Everything a run makes lies in its folder: temporary files, saved games, databases. Every process
that it starts inherits the folder's name in its environment. A reaper, a process apart, waits for
the end of the run, be it by kill -9; then it kills what is left of these processes and removes the
folder. Should the reaper be killed too, the next run does its work: the folder's lock is free then.
"""

import contextlib
import ctypes
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

MARK = "FAUBOURG_TEST_RUN"  # the environment variable by which processes of a run are known
PREFIX, LOCK = "faubourg-tests-", ".lock"
YOUNG = 60.0  # seconds in which a folder may not be locked yet
PATIENCE = 30.0  # seconds until the last process is gone
PR_SET_PDEATHSIG = 1


class Run:
    """The run of the tests in this process: its folder, and the reaper that waits for its end."""

    def __init__(self) -> None:
        reap_abandoned(Path(tempfile.gettempdir()))
        self.folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        self.folder.chmod(0o755)  # PostgreSQL runs as somebody else
        lock = _locked(self.folder)
        assert lock is not None
        self._use()
        command = [sys.executable, "-S", "-E", __file__, str(self.folder)]
        self._reaper = subprocess.Popen(
            command,
            cwd="/",
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
            pass_fds=[lock],
        )
        os.close(lock)  # the reaper holds it from now on
        end_with_make()

    def _use(self) -> None:
        """Let this process and all that it starts write here, not among anybody's saved games.
        Settings of pip and npm are read from the home as ever, and what was compiled stays where it
        is: that cache is named after the contents of the sources."""
        os.environ |= {MARK: str(self.folder), "TMPDIR": str(self.folder)}
        os.environ["RAY_TMPDIR"] = str(self.folder)
        for kind in ("STATE", "DATA"):
            os.environ[f"XDG_{kind}_HOME"] = str(self.folder / kind.lower())
        tempfile.tempdir = None  # it is chosen anew

    def end(self) -> None:
        """Wait until nothing is left."""
        assert self._reaper.stdin
        self._reaper.stdin.close()
        self._reaper.wait(timeout=4 * PATIENCE)


def end_with_make() -> None:
    """Whoever kills make means its tests too."""
    if "MAKELEVEL" in os.environ and sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def reap_abandoned(place: Path) -> None:
    """Do the work of reapers that were killed."""
    for folder in place.glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):  # another run does the same, or it is somebody else's
            if time.time() - folder.stat().st_mtime > YOUNG:
                lock = _locked(folder)
                if lock is not None:
                    reap(folder)
                    os.close(lock)


def _locked(folder: Path) -> int | None:
    """A descriptor that holds the lock of a run's folder; None if somebody holds it."""
    lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return None
    return lock


def reap(folder: Path) -> None:
    """Kill all processes of a run, and remove its folder."""
    late = time.monotonic() + PATIENCE
    while (left := list(processes(folder))) and time.monotonic() < late:
        for process in left:
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)
        time.sleep(0.02)
    shutil.rmtree(folder, ignore_errors=True)


def processes(folder: Path) -> Iterator[int]:
    """The processes that were started by a run or are in its folder, but for this one."""
    mark = f"{MARK}={folder}".encode()
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it is gone, or somebody else's
            state = (entry / "stat").read_bytes().rpartition(b")")[2].split()[0]
            if int(entry.name) == os.getpid() or state == b"Z":
                continue
            inside = Path(os.readlink(entry / "cwd")).is_relative_to(folder)
            if inside or mark in (entry / "environ").read_bytes().split(b"\0"):
                yield int(entry.name)


def main(folder: Path) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    sys.stdin.buffer.read()  # the run alone holds the other end
    reap(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
