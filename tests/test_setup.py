"""scripts/setup and scripts/setup-web: what they install, also at once and after a killed run."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scripts.uv_with_pip_settings import uv_environment

ROOT = Path(__file__).parents[1]
LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-uv.lock")
# Stands in for uv: makes an empty .venv, and notes down what it should install.
UV = """#!/bin/bash
[ "$1" = --version ] && { echo "uv 1.2.3"; exit; }
case "$*" in
  *" venv "*) "$REAL_PYTHON" -m venv --clear --without-pip .venv ;;
  *editable*) echo project >>did ;;
  *"pip sync"*--requirement*) exit 2 ;; # which takes files as they are
  *) [ ! -e broken ] || exit 1
     [ ! -e slow ] || { touch began; sleep 30; }
     sleep 0.2; echo "${3} ${@: -1}" >>did ;;
esac
"""
# Stands in for npm: installs nothing and builds an empty page.
NPM = """#!/bin/bash
echo "$1 $2 $3" >>../did
case "$1" in
  ci) rm -rf node_modules && mkdir node_modules ;;
  run) mkdir -p ../src/faubourg/server/pages ;;
esac
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What set-up needs, in a folder with a space in its name, with stand-ins for uv and npm."""
    made = tmp_path / "a clone"
    for folder in ("scripts", "bin"):
        (made / folder).mkdir(parents=True)
    (made / "web").mkdir()
    scripts = ("common", "prepare", "setup", "setup-web", "uv_with_pip_settings.py")
    page = ("web/package.json", "web/package-lock.json")
    for name in (*(f"scripts/{script}" for script in scripts), "pyproject.toml", *LOCKS, *page):
        (made / name).write_bytes((ROOT / name).read_bytes())
        (made / name).chmod(0o755)
    for name, stand_in in {"uv": UV, "npm": NPM}.items():
        (made / "bin" / name).write_text(stand_in, encoding="utf-8")
        (made / "bin" / name).chmod(0o755)
    return made


def begin(clone: Path, *level: str, script: str = "setup", **env: str) -> subprocess.Popen[str]:
    env = os.environ | {"PATH": f"{clone / 'bin'}:{os.environ['PATH']}"} | env
    env |= {"PYTHON": sys.executable, "REAL_PYTHON": sys.executable}
    return subprocess.Popen(
        ["bash", f"scripts/{script}", *level],
        cwd=clone,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def finish(setup: subprocess.Popen[str], status: int = 0) -> str:
    said, _ = setup.communicate(timeout=120)
    assert setup.returncode == status, said
    return said


def did(clone: Path) -> list[str]:
    """What was installed since this was asked last."""
    noted = clone / "did"
    lines = noted.read_text().splitlines() if noted.exists() else []
    noted.unlink(missing_ok=True)
    return lines


def test_playing_installs_only_what_playing_needs_and_nothing_the_second_time(clone: Path):
    finish(begin(clone))
    assert did(clone) == ["install requirements.lock", "project"]
    assert finish(begin(clone)) == ""
    assert did(clone) == []


def test_developing_adds_to_what_playing_needs_and_is_enough_for_it(clone: Path):
    finish(begin(clone))
    did(clone)
    finish(begin(clone, "dev"))
    assert did(clone) == ["install requirements-dev.lock"]  # what runs meanwhile loses nothing
    finish(begin(clone))
    assert did(clone) == []


def test_the_installer_stays_only_with_those_who_develop(clone: Path):
    [version] = re.findall(r"^uv==(\S+)", (clone / "requirements-uv.lock").read_text(), re.M)
    path = f"{clone / 'bin'}:/usr/bin:/bin"  # where there is no uv of the user's own
    (clone / "bin" / "uv").unlink()
    for level in ([], ["dev"]):
        (clone / ".uv").mkdir()
        (clone / ".uv" / "uv").write_text(UV.replace("1.2.3", version), encoding="utf-8")
        (clone / ".uv" / "uv").chmod(0o755)
        finish(begin(clone, *level, PATH=path))
        assert "install" in did(clone)[0]
        assert (clone / ".uv").exists() is bool(level)


def test_a_changed_lock_is_followed_exactly_and_for_developers_in_both_commands(clone: Path):
    finish(begin(clone, "dev"))
    did(clone)
    for lock in LOCKS[:2]:
        with (clone / lock).open("a") as file:
            file.write("# changed\n")
    finish(begin(clone))
    assert did(clone) == ["sync requirements-dev.lock", "project"]


def test_two_commands_at_once_install_once_and_both_go_on(clone: Path):
    begun = [begin(clone), begin(clone), begin(clone, "dev")]
    said = [finish(each) for each in begun]
    lines = did(clone)
    assert sorted(set(lines)) == sorted(lines)
    assert "install requirements-dev.lock" in lines
    assert "waiting for the same work" in "".join(said)


def test_what_was_killed_is_made_anew(clone: Path):
    (clone / "slow").touch()
    setup = begin(clone)
    while not (clone / "began").exists():
        assert setup.poll() is None
        time.sleep(0.01)
    os.killpg(setup.pid, signal.SIGKILL)
    setup.communicate()
    (clone / "slow").unlink()
    half = clone / ".venv" / "half"
    half.touch()
    finish(begin(clone))
    assert not half.exists()
    assert did(clone) == ["install requirements.lock", "project"]


def test_what_can_not_be_installed_leaves_no_half_made_environment(clone: Path):
    (clone / "broken").touch()
    # Nor can pip, which is tried next: there is no such index.
    nowhere = {"PIP_CONFIG_FILE": os.devnull, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": ""}
    said = finish(begin(clone, **nowhere), status=1)
    assert "uv could not install them" in said
    assert "run this again to retry" in said
    assert not (clone / ".venv").exists()


def test_the_page_is_built_with_the_tools_for_building_alone(clone: Path):
    finish(begin(clone, script="setup-web"))
    assert did(clone) == ["ci --omit=dev --ignore-scripts", "run --silent build"]
    assert finish(begin(clone, script="setup-web")) == ""
    finish(begin(clone, "dev", script="setup-web"))
    assert did(clone) == ["ci --ignore-scripts --no-audit"]  # the page is there already
    (clone / "web" / "index.html").touch()
    finish(begin(clone, script="setup-web"))
    assert did(clone) == ["run --silent build"]


def test_playing_and_testing_may_prepare_the_same_clone_at_once(clone: Path):
    begun = [
        begin(clone, "setup", "setup-web", script="prepare"),
        begin(clone, "setup dev", "setup-web dev", script="prepare"),
    ]
    for each in begun:
        finish(each)
    lines = did(clone)
    assert lines.count("run --silent build") == 1
    assert lines.count("project") == 1
    assert "install requirements-dev.lock" in lines
    assert finish(begin(clone, "setup dev", "setup-web dev", script="prepare")) == ""


def test_a_set_up_that_fails_stops_the_command(clone: Path):
    (clone / "requirements.lock").unlink()
    said = finish(begin(clone, "setup", "setup-web", script="prepare"), status=1)
    assert "requirements.lock is missing" in said


def test_uv_is_told_what_pip_is_told(tmp_path: Path):
    config = tmp_path / "pip.conf"
    config.write_text(
        "[global]\nindex-url = https://global.example/simple\ntimeout = 60\n"
        "find-links =\n  /one\n  /two\n[install]\nindex-url = https://install.example/simple\n",
        encoding="utf-8",
    )
    home = {"HOME": str(tmp_path), "PIP_CONFIG_FILE": str(config)}
    told = uv_environment(home | {"PIP_EXTRA_INDEX_URL": "https://a.example https://b.example"})
    assert told["UV_DEFAULT_INDEX"] == "https://install.example/simple"
    assert told["UV_INDEX"] == "https://a.example https://b.example"
    assert told["UV_FIND_LINKS"] == "/one,/two"
    assert told["UV_HTTP_TIMEOUT"] == "60"
    said_to_uv = uv_environment(home | {"UV_DEFAULT_INDEX": "https://mine.example"})
    assert said_to_uv["UV_DEFAULT_INDEX"] == "https://mine.example"


def test_whoever_tells_pip_nothing_tells_uv_nothing(tmp_path: Path):
    told = uv_environment({"HOME": str(tmp_path), "PIP_CONFIG_FILE": os.devnull})
    assert not {"UV_DEFAULT_INDEX", "UV_INDEX", "UV_FIND_LINKS", "SSL_CERT_FILE"} & set(told)
