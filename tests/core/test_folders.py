"""Folders of a user: where the system wants them, and where they were before."""

from pathlib import Path

import pytest

from faubourg.core import folders
from faubourg.core.folders import state_folder
from faubourg.core.game import Game
from faubourg.records.record import Record
from faubourg.server.settings import default_database
from faubourg.terminal.autosave import Autosave


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    return tmp_path


@pytest.fixture
def elsewhere(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A system with another convention, as macOS has."""
    library = home / "Library" / "Application Support" / "faubourg"
    monkeypatch.setattr(folders, "user_state_path", lambda *_, **__: library)
    return library


def test_on_linux_they_are_where_they_always_were(home: Path):
    assert state_folder() == home / ".local" / "state" / "faubourg"
    assert default_database() == f"sqlite:///{home}/.local/state/faubourg/tables.db"


def test_the_environment_can_say_another_place(home: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "other"))
    assert state_folder() == home / "other" / "faubourg"
    monkeypatch.setenv("XDG_STATE_HOME", "")
    assert state_folder() == home / ".local" / "state" / "faubourg"


def test_the_environment_is_heeded_on_every_system(
    home: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "other"))
    assert state_folder() == home / "other" / "faubourg"


def test_a_system_with_another_convention_gets_it(elsewhere: Path):
    assert state_folder() == elsewhere


def test_games_and_databases_of_before_are_found_on_every_system(home: Path, elsewhere: Path):
    before = home / ".local" / "state" / "faubourg"
    kept = before / "games" / "minivilles-20260101-120000.txt"
    Record(Game("minivilles", 2), ["me", "steady"], 1).save(kept)
    assert default_database() == f"sqlite:///{before}/tables.db"
    assert Autosave("minivilles", kept).path == kept, "it goes on in its file"
