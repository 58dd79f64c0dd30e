"""Games are kept after every move, and nothing that goes wrong with it stops a game."""

import os
import tempfile
from pathlib import Path

import pytest

from faubourg.core.game import Game
from faubourg.records.record import Record
from faubourg.terminal import autosave
from faubourg.terminal.autosave import Autosave, save_copy


@pytest.fixture
def record() -> Record:
    return Record(Game("minivilles", players=2), ["me", "greedy"], 7)


def test_a_game_is_kept_where_the_system_keeps_such_things(record: Record, tmp_path: Path) -> None:
    kept = Autosave("minivilles")
    assert kept.save(record) is None
    assert kept.path is not None
    assert kept.path.parent == tmp_path / "state" / "faubourg" / "games"
    assert Record.load(kept.path) == record


def test_two_games_of_one_second_have_files_of_their_own(record: Record) -> None:
    one, other = Autosave("minivilles"), Autosave("minivilles")
    one.save(record)
    other.save(record)
    assert one.path != other.path


def test_a_kept_game_goes_on_in_its_file_and_a_copy_stays_as_it_is(
    record: Record, tmp_path: Path
) -> None:
    kept = Autosave("minivilles")
    kept.save(record)
    assert Autosave("minivilles", kept.path).path == kept.path
    assert Autosave("minivilles", tmp_path / "copy.txt").path is None


def test_where_nothing_can_be_written_another_place_is_found(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path / "temp"))
    kept = Autosave("minivilles")
    said = kept.save(record)
    assert said is not None
    assert kept.path is not None
    assert str(kept.path) in said.en
    assert kept.path.is_relative_to(tmp_path / "temp")


def test_a_disk_that_fills_up_is_told_once(
    record: Record, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path / "temp"))
    kept = Autosave("minivilles")
    kept.save(record)

    def full(self: Record, path: Path) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(Record, "save", full)
    said = kept.save(record)
    assert said is not None
    assert os.strerror(28) in said.fr
    assert kept.save(record) is None
    assert kept.path is None


def test_a_copy_is_saved_where_one_says(record: Record, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "game.txt"
    assert str(path) in save_copy(record, str(path)).en
    assert Record.load(path) == record
    record.moves = []
    assert str(path) in save_copy(record, str(path)).en  # over an older copy


@pytest.mark.parametrize("said", ["", "/proc/nowhere/game.txt", "/", "a\0b", "~nobody-at-all/x"])
def test_a_copy_that_cannot_be_saved_is_a_sentence(
    record: Record, said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    text = save_copy(record, said)
    assert text != autosave.messages.SAVED
    assert text.en
    assert text.fr


def test_a_file_that_is_no_game_is_never_overwritten(record: Record, tmp_path: Path) -> None:
    diary = tmp_path / "diary.txt"
    diary.write_text("Dear diary")
    save_copy(record, str(diary))
    assert diary.read_text() == "Dear diary"
