"""A child of the fork server is what a new interpreter is: it prints, ends and dies the same."""

import os
import shlex
import signal
import tempfile
from pathlib import Path

import pytest

from tests import fork_server
from tests.server.process import free_port, wait_until

ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "100", "NO_COLOR": "1"}
PATIENCE = 600


@pytest.mark.parametrize(
    "words", ["--version", "rules minivilles --lang fr", "simulate monopoly", "no-such-command"]
)
def test_it_prints_and_ends_the_same(words: str):
    forked, fresh = (
        fork_server.run(*shlex.split(words), env=ENVIRONMENT, timeout=PATIENCE, fresh=fresh)
        for fresh in (False, True)
    )
    assert (forked.returncode, forked.stdout) == (fresh.returncode, fresh.stdout)
    assert forked.stderr == fresh.stderr


def test_it_has_the_folder_and_the_environment_that_it_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    assert fork_server.can_fork("rules", ENVIRONMENT | {"XDG_STATE_HOME": str(tmp_path)})
    monkeypatch.chdir(tmp_path)
    french = ENVIRONMENT | {"LC_ALL": "fr_FR.UTF-8"}
    ended = fork_server.run("replay", "here.txt", env=french, timeout=PATIENCE)
    assert ended.returncode == 2
    assert ended.stderr.startswith("here.txt")
    (tmp_path / "here.txt").write_text("no record")
    ended = fork_server.run("replay", "here.txt", env=french, timeout=PATIENCE)
    assert ended.stderr.startswith("ligne 1")


@pytest.mark.parametrize("name", ["FAUBOURG_GAMES", "NUMBA_DISABLE_JIT", "PYTHONUTF8", "HOME"])
def test_what_is_read_at_the_start_needs_a_new_interpreter(name: str):
    assert fork_server.can_fork("rules", ENVIRONMENT)
    assert not fork_server.can_fork("rules", ENVIRONMENT | {name: "0"})


@pytest.mark.parametrize(("end", "status"), [(signal.SIGTERM, 0), (signal.SIGKILL, -9)])
def test_it_dies_the_same_and_only_when_it_is_told_to(
    tmp_path: Path, end: signal.Signals, status: int
):
    place = ["--database", f"sqlite:///{tmp_path / 'tables.db'}", "--port", str(free_port())]
    with tempfile.TemporaryFile("w") as log:
        process = fork_server.start("serve", *place, "--lang", "en", stderr=log)
        assert isinstance(process, fork_server.Forked)
        assert process.stdout
        with process.stdout:
            assert process.stdout.readline().startswith("Faubourg is at")
            assert os.getsid(process.pid) == process.pid != os.getsid(0)
            assert process.poll() is None
            process.send_signal(end)
            assert process.wait(PATIENCE) == status
            assert process.poll() == status
    wait_until(lambda: not Path(f"/proc/{process.pid}").exists())


def test_it_ends_when_whoever_asked_for_it_is_gone(tmp_path: Path):
    other = fork_server.ForkServer(fork_server.PLAIN)
    place = ["--database", f"sqlite:///{tmp_path / 'tables.db'}", "--port", str(free_port())]
    request = fork_server.Request(["serve", *place], dict(os.environ), str(tmp_path))
    with open(os.devnull, "r+") as nothing:
        process = fork_server.Forked(request, [nothing.fileno()] * 3, other)
    assert process.poll() is None
    other.close()
    assert process.wait(PATIENCE) == -signal.SIGKILL
