"""`faubourg lab` as a designer types it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import fork_server
from tests.lab.conftest import SMALL, Write

ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "150", "NO_COLOR": "1"}


def lab(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    ended = fork_server.run("lab", *words, env=ENVIRONMENT | environment, timeout=600)
    assert "Traceback" not in ended.stdout + ended.stderr
    return ended


def test_from_a_study_to_its_report_and_a_comparison(write: Write, tmp_path: Path):
    more = '\n[[variant]]\nname = "usual"\n[[variant]]\nname = "rich"\n'
    study = write(SMALL + more + "change = { game.starting_coins = 30 }\n")
    ran = lab("run", study)
    assert ran.returncode == 0, ran.stderr
    assert "2\u00a0000 games in" in ran.stdout
    assert "already" in lab("run", study).stdout
    reported = lab("report", study)
    assert "turns in a game" in reported.stdout
    folder = tmp_path / "study.results"
    assert (folder / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert (folder / "report.md").read_text(encoding="utf-8").startswith("# A small study")
    compared = lab("compare", f"{study}:usual", f"{study}:rich", "--to", tmp_path / "changes.md")
    assert "changed" in compared.stdout
    assert "# What changed" in (tmp_path / "changes.md").read_text(encoding="utf-8")
    assert "there is: usual, rich" in lab("compare", f"{study}:poor", f"{study}:rich").stderr


@pytest.mark.parametrize("command", ["run", "report", "compare"])
def test_every_command_has_a_help_text(command: str):
    assert "Usage: " in lab(command, "--help").stdout


def test_a_bad_study_is_told_in_both_languages(write: Write):
    study = write(SMALL.replace("games = 700", "games = 0"))
    for language, words in (("C.UTF-8", "line 6: 'games' is 0"), ("fr_FR.UTF-8", "ligne 6 : «")):
        ended = lab("run", study, LC_ALL=language)
        assert ended.returncode == 2
        assert words in ended.stderr


def test_a_place_that_is_no_cluster_is_refused(write: Write):
    assert "allowed: local, ray" in lab("run", write(), "--on", "moon").stderr
    ended = lab("run", write(), "--on", "localhost:1")
    assert ended.returncode == 2
    assert "No cluster answers at localhost:1: " in ended.stderr


def test_missing_packages_are_told_in_a_sentence(write: Write):
    """As on a machine where only the games are installed."""
    code = (
        "import sys, importlib.util as u; real = u.find_spec\n"
        "u.find_spec = lambda name, *more: None if name == 'polars' else real(name, *more)\n"
        "from faubourg.cli import main; sys.argv[1:] = ['lab', 'run', sys.argv[1]]; main()"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, write()], env=ENVIRONMENT, capture_output=True, text=True
    )
    assert ended.returncode == 2
    said = "The lab needs polars: pip install 'faubourg[lab]' (in a clone: make setup).\n"
    assert ended.stderr == said


def test_the_lab_is_not_imported_before_it_is_used():
    code = (
        "import sys, faubourg.cli; print({'polars', 'altair', 'ray', 'numpy'} & set(sys.modules))"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ended.stdout == "set()\n"
