"""`faubourg review`, as a user types it."""

import json
from pathlib import Path

import pytest

from faubourg.records.record import Record
from faubourg.server.web.reviews import Review
from tests.test_cli import GOLDEN, run

QUICK = ("--simulations", "2")


@pytest.fixture
def short(tmp_path: Path) -> Path:
    """The beginning of a game."""
    record = Record.load(GOLDEN)
    record.moves = record.moves[:30]
    record.save(tmp_path / "short.txt")
    return tmp_path / "short.txt"


def test_a_game_is_explained_in_french_with_a_picture_and_as_data(short: Path, tmp_path: Path):
    written, drawn = tmp_path / "review.json", tmp_path / "review.svg"
    ended = run("review", short, *QUICK, "--lang", "fr", "--json", written, "--plot", drawn)
    assert ended.returncode == 0, ended.stderr
    assert "la partie expliquée" in ended.stdout
    assert "Ce qui aurait été mieux" in ended.stdout
    assert not Review.model_validate_json(written.read_text(encoding="utf-8")).finished
    assert drawn.read_text(encoding="utf-8").startswith("<svg")


def test_json_alone_can_be_read_by_another_program(short: Path):
    ended = run("review", short, *QUICK, "--json", "-")
    assert json.loads(ended.stdout)["game"] == "minivilles"


@pytest.mark.parametrize("ending", [".png", ".html"])
def test_pictures_come_in_several_forms(short: Path, tmp_path: Path, ending: str):
    drawn = tmp_path / f"review{ending}"
    assert run("review", short, *QUICK, "--plot", drawn).returncode == 0
    begins = {".png": b"\x89PNG", ".html": b"<!DOCTYPE html>"}[ending]
    assert drawn.read_bytes().lstrip().startswith(begins)
    assert b'src="http' not in drawn.read_bytes()  # it needs no connection


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--plot", "review.gif"), ".svg, .png or .html"),
        (("--seconds", "0"), "'seconds' is 0"),
        (("--seconds", "1", "--simulations", "1"), "not both"),
        (("--json", "/nowhere/review.json", *QUICK), "can't be written"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(short: Path, words: tuple[str, ...], said: str):
    ended = run("review", short, *words)
    assert ended.returncode == 2
    assert said in ended.stderr


def test_a_file_that_is_no_record_is_named(tmp_path: Path):
    ended = run("review", tmp_path / "missing.txt")
    assert ended.returncode == 2
    assert "missing.txt" in ended.stderr
