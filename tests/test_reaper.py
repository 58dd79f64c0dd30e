"""Nothing is left of a run of the tests: no process, no file, however it was ended."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.reaper import MARK, processes
from tests.server.process import wait_until

ROOT = Path(__file__).parents[1]
# A run with a child that wants to live on, as a server, a database or a browser would.
RUN = """
import os, subprocess, sys
from tests import reaper
reaper.YOUNG = 0.0
run = reaper.Run()
subprocess.Popen(["sleep", "1000"], start_new_session=True, stdout=subprocess.DEVNULL)
print(run.folder, run._reaper.pid, os.getpid(), flush=True)
sys.stdin.readline()
run.end()
"""


class AnotherRun:
    """A run beside the one under way, with a folder of its own; by make if there is a makefile."""

    def __init__(self, place: Path) -> None:
        (place / "run.py").write_text(RUN)
        makes = (place / "Makefile").exists()
        environment = {k: v for k, v in os.environ.items() if k not in (MARK, "MAKELEVEL")}
        self.process = subprocess.Popen(
            ["make", "--silent"] if makes else [sys.executable, "run.py"],
            cwd=place,
            env=environment | {"PYTHONPATH": str(ROOT), "TMPDIR": str(place)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout
        folder, reaper, pid = self.process.stdout.readline().split()
        self.folder, self.reaper, self.pid = Path(folder), int(reaper), int(pid)
        assert self.folder.parent == place
        assert len(list(processes(self.folder))) == 2

    def is_gone(self) -> bool:
        return not self.folder.exists() and not list(processes(self.folder))

    def close(self) -> None:
        self.process.communicate(timeout=60)


def test_a_run_that_ends_by_itself_waits_until_nothing_is_left(tmp_path: Path):
    run = AnotherRun(tmp_path)
    run.close()
    assert run.process.returncode == 0
    assert run.is_gone()


def test_a_run_that_is_killed_leaves_nothing(tmp_path: Path):
    run = AnotherRun(tmp_path)
    run.process.kill()
    wait_until(run.is_gone)
    run.close()


def test_a_run_whose_make_is_killed_is_killed_too(tmp_path: Path):
    (tmp_path / "Makefile").write_text(f"all:\n\t{sys.executable} run.py\n")
    run = AnotherRun(tmp_path)
    assert run.process.pid != run.pid
    run.process.kill()
    wait_until(run.is_gone)
    run.close()


def test_what_a_killed_reaper_left_is_removed_by_the_next_run_and_the_living_are_left_alone(
    tmp_path: Path,
):
    living, dead = AnotherRun(tmp_path), AnotherRun(tmp_path)
    os.kill(dead.reaper, signal.SIGKILL)
    dead.process.kill()
    dead.close()
    assert not dead.is_gone()
    other = AnotherRun(tmp_path)
    assert dead.is_gone()
    assert len(list(processes(living.folder))) == 2
    for run in (living, other):
        run.close()
        assert run.is_gone()
