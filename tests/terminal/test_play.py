"""Whole games in the terminal, read from a list of lines and told to a pipe."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from faubourg.bots.levels import level_name
from faubourg.core.text import system_language
from faubourg.records.record import Record
from faubourg.terminal.main import run
from faubourg.terminal.request import Request
from faubourg.terminal.resume import start_or_resume

Play = Callable[..., Any]
FIRST_CHOICE = ["1", ""] * 600  # what is first, and yes, go on


def test_a_whole_game_is_played_by_first_choices(play: Play) -> None:
    played = play(*FIRST_CHOICE)
    assert played.status == 0
    assert " wins!" in played.out
    assert "landmarks are built" in played.out
    assert str(played.kept) in played.out
    record = Record.load(played.kept)
    assert record.outcome is not None
    assert record.seats == ["me", "steady", "steady"]


def test_a_whole_game_in_french(play: Play) -> None:
    played = play(*FIRST_CHOICE, language="fr", players=2)
    assert played.status == 0
    assert "Que construis-tu ?" in played.out
    assert "gagne !" in played.out
    for english in ("What do you", "rolls", "builds", "Market", "wins", "Enter"):
        assert english not in played.out


def test_two_people_share_a_keyboard(play: Play) -> None:
    played = play(*FIRST_CHOICE[:40], seats=["Anna=me", "Ben=me"], options={"first": "B"})
    first, second = played.out.index("Ben, it is your turn"), played.out.index("Anna, it is your")
    assert first < second
    assert Record.load(played.kept).seats == ["Anna=me", "Ben=me"]


def test_bots_play_among_themselves(play: Play) -> None:
    played = play(seats=["greedy", "random"])
    assert (played.status, " wins!" in played.out) == (0, True)


def test_a_hint_says_the_chance_and_why_and_changes_nothing(play: Play) -> None:
    seats = ["me", "greedy"]
    asked = play("hint", "1", "", seats=seats, seed=4)
    assert "% to win" in asked.out
    assert "Thinking…" in asked.out
    plain = play("1", "", seats=seats, seed=4)
    assert Record.load(asked.kept).moves == Record.load(plain.kept).moves
    assert "% de chances" in play("conseil", seats=seats, seed=4, language="fr").out


# ---------------------------------------------------------------- interrupted


def test_a_game_resumed_is_the_game_never_interrupted(play: Play) -> None:
    seats = ["me", "random", "greedy"]
    whole = Record.load(play(*FIRST_CHOICE, seats=seats).kept)
    broken = play("1", seats=seats)
    for typed in (["", "1", ""], ["1"], FIRST_CHOICE[:9], FIRST_CHOICE):
        assert f"--resume {broken.kept}" in broken.out
        again = play(*typed, resume=broken.kept, seed=None)
        assert again.kept == broken.kept
        broken = again
    assert Record.load(broken.kept) == whole


def test_a_finished_game_shows_its_end(play: Play) -> None:
    played = play(seats=["greedy", "greedy"])
    again = play(resume=played.kept, seed=None)
    assert again.status == 0
    assert again.out.count(" wins!") >= 1
    assert "Number, or ?" not in again.out


def test_a_copy_saved_by_hand_is_not_written_to_again(play: Play, tmp_path: Path) -> None:
    copy = tmp_path / "copy.txt"
    play("1", "", f"save {copy}", "quit")
    text = copy.read_text()
    played = play("1", "", "1", "", resume=copy, seed=None)
    assert copy.read_text() == text
    assert played.kept != copy


def test_quit_says_where_the_game_is(play: Play) -> None:
    played = play("1", "quit")
    assert played.status == 0
    assert f"faubourg play minivilles --resume {played.kept}" in played.out
    assert len(Record.load(played.kept).moves) > 0


# ---------------------------------------------------------------- talking


def test_what_the_rules_forbid_is_explained_and_nothing_is_lost(play: Play) -> None:
    played = play("build airport", "gibberish", "77", "1", "", "q")
    assert "Airport costs 30; there are 3 coins. (mv-16)" in played.out
    assert "I don't understand 'gibberish'" in played.out
    assert "There is no choice 77" in played.out
    assert played.status == 0


def test_undo_takes_back_a_build_but_no_die(play: Play) -> None:
    played = play("1", "u", "u", "2", "", "q")
    assert "Taken back." in played.out
    assert "Nothing to take back" in played.out


def test_undo_then_another_choice_is_what_the_record_says(play: Play) -> None:
    one, other = play("1", "", "q"), play("2", "u", "1", "", "q")
    first, second = Record.load(one.kept), Record.load(other.kept)
    assert first.moves == second.moves


def test_help_says_what_is_asked_and_what_a_card_does(play: Play) -> None:
    played = play("?", "? bakery", "? cathedral", "log", "rules 7", "rules xyzzy", "q")
    assert "Type the number of a choice" in played.out
    assert "On your turn: get 1 coin." in played.out
    assert "Nothing here is called 'cathedral'" in played.out
    assert "mv-7 " in played.out
    assert "No rule says anything about 'xyzzy'" in played.out


def test_a_single_choice_is_played_and_said(play: Play) -> None:
    played = play(*FIRST_CHOICE[:24], seed=4, seats=["me", "random"])
    assert "Alix has no choice: Build nothing." in played.out


# ---------------------------------------------------------------- what is wrong


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"players": 9}, "Le nombre de joueurs est 9"),
        ({"seats": ["me", "kasparov"]}, "Pas de joueur « kasparov »"),
        ({"seats": ["me"], "players": 2}, "Il faut 2 places"),
        ({"options": {"first": "Z"}}, "L'option « first »"),
        ({"options": {"players": "2"}}, "Pas d'option"),
        ({"seed": -1}, "La graine est -1"),
        ({"resume": Path("/nowhere.txt"), "seed": None}, "/nowhere.txt ne peut être lu"),
    ],
)
def test_a_mistake_is_a_sentence_in_ones_language(
    play: Play, asked: dict[str, Any], sentence: str
) -> None:
    played = play(language="fr", **asked)
    assert played.status == 2
    assert sentence in played.err
    assert "Traceback" not in played.err


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff\xfe\x00garbage",
        b"faubourg record 1\n",
        b"faubourg record 1\ngame: minivilles\nrules: 1\nplayers: 2\n\n* die 7\n",
        b"faubourg record 1\ngame: chess\nrules: 1\nplayers: 2\n",
    ],
)
def test_a_garbled_file_is_a_sentence(play: Play, tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "garbled.txt"
    path.write_bytes(text)
    played = play(resume=path, seed=None)
    assert played.status == 2
    assert str(path) in played.err


def test_a_resumed_game_must_agree_with_what_is_asked(play: Play) -> None:
    kept = play("1", "q").kept
    assert play(resume=kept, seed=6).status == 2
    assert play(resume=kept, seed=5, players=2).status == 2
    assert play(resume=kept, seed=5, options={"first": "A"}).status == 2
    assert play("q", resume=kept, seed=5, players=3).status == 0


def test_a_game_goes_on_where_nothing_can_be_saved(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Record, path: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Record, "save", full)
    played = play(seats=["greedy", "greedy"])
    assert played.status == 0
    assert played.out.count("No space left on device") == 1
    assert " wins!" in played.out


def test_no_input_at_all_is_the_end_of_input(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert run(Request("minivilles", seed=5), "en") == 0


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_CA", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE", "LC_MESSAGES": "fr_BE"}, "fr"),
        ({"LANG": "fr_FR", "LC_ALL": ""}, "fr"),
    ],
)
def test_the_language_is_the_systems(
    variables: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert system_language() == language


@pytest.mark.parametrize(
    ("seats", "options", "strength"),
    [
        (["me", "gentle"], {}, "calm"),
        (["me", "steady"], {}, "book"),
        (["me", "Ben=expert"], {}, "furious"),
        (["me", "gentle"], {"strength": "furious"}, "furious"),
        (["me", "me"], {}, "book"),
    ],
)
def test_beside_a_person_the_level_of_bots_says_how_strong_the_gnome_is(
    seats: list[str], options: dict[str, str], strength: str
) -> None:
    record = start_or_resume(Request("lutins", seats=seats, options=options, seed=1))
    assert record.game.options["strength"] == strength


def test_a_saved_game_keeps_its_gnome_whoever_plays_on(play: Play) -> None:
    kept = play("1", seats=["me", "gentle"], game="lutins").kept
    resumed = Request("lutins", seats=["me", "expert"], resume=kept)
    assert start_or_resume(resumed).game.options["strength"] == "calm"


@pytest.mark.parametrize(
    ("level", "language", "said"),
    [
        ("gentle", "en", "calm gnome, asleep"),
        ("gentle", "fr", "gnome calme, il dort"),
        ("expert", "en", "furious gnome"),
        ("expert", "fr", "gnome furieux"),
    ],
)
def test_the_terminal_shows_which_gnome_it_is(
    play: Play, level: str, language: str, said: str
) -> None:
    seen = play("?", seats=["me", level], game="lutins", language=language, seed=1).out
    assert said in seen
    assert {"en": "plays with you", "fr": "joue avec toi"}[language] in seen
    assert level_name(level).to(language) not in seen  # what is strong or weak here is the gnome
    usual = play("?", seats=["me", "steady"], game="lutins", language=language, seed=1).out
    assert said not in usual
