"""Games in which much is placed, played to their end through their screens."""

import io
import sys
from pathlib import Path

import pytest

from faubourg.core.text import Language
from faubourg.records.record import Record
from faubourg.terminal.main import run
from faubourg.terminal.request import Request


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("name", "players"), [("my_little_town", 3), ("cities", 2)])
def test_a_whole_game_can_be_played(
    name: str,
    players: int,
    language: Language,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    typed = "".join("2\n1\n\n" for _ in range(300))
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    status = run(Request(name, players=players, seed=3), language)
    said = capsys.readouterr()
    assert status == 0, said.err
    assert ("wins!" if language == "en" else "gagne !") in said.out
    kept = next((tmp_path / "state").rglob("*.txt"))
    assert Record.load(kept).replay().turn is None
