"""Boxes of stored tables and records from before decision 0050 stay what they were."""

import pickle
from pathlib import Path

import pytest

from faubourg.core.contract import StoredText
from faubourg.core.errors import ComponentsError, RecordError
from faubourg.core.game import Game, games
from faubourg.gamekit.form import check, differences
from faubourg.records.record import Record
from faubourg.server.actions.records import ReadRecord
from faubourg.server.actions.records import _read as read_record
from faubourg.server.table.game_cache import shared_game
from tests.gamekit.earlier_boxes import BOXES, EDITS, Case, edited, numbers, played, read

FILE = Path(__file__).with_name("earlier_boxes.json")
CASES = read(FILE.read_text(encoding="utf-8"))
# Fields that were not there, or are called otherwise.
RENAMED = {"among_all"}


@pytest.mark.parametrize("game", games())
def test_a_stored_box_is_read_and_played_as_it_was(game: str):
    found = [case for case in CASES if case.game == game]
    assert len(found) == BOXES
    printed = Game(game).components.text
    assert all(edited(game, [edit]) != printed for edit in EDITS[game])
    for case in found:
        own = Game(game, case.players, StoredText(edited(game, case.edits)))
        now = numbers(own)
        assert {name: now[name] for name in case.numbers if name not in RENAMED} == {
            name: value for name, value in case.numbers.items() if name not in RENAMED
        }, case.edits
        assert played(own, case.seed) == (case.moves, case.scores), case.edits


@pytest.mark.parametrize("game", games())
def test_the_same_box_is_refused_when_it_is_new(game: str):
    for case in (case for case in CASES if case.game == game):
        text = edited(game, case.edits)
        faults = check(game, text).faults
        assert faults, case.edits
        assert all(fault.path and all(fault.said) for fault in faults)
        with pytest.raises(ComponentsError):
            Game(game, components=text)


def first(game: str, word: str) -> Case:
    return next(case for case in CASES if case.game == game and word in str(case.edits))


def test_a_game_with_an_earlier_box_goes_through_records_pickles_and_words():
    case = first("minivilles", "note = ")
    text = StoredText(edited(case.game, case.edits))
    game = Game(case.game, 2, text)
    position = game.start()
    while len(position.legal.ids) < 2 and position.turn is not None:
        ids = position.legal.ids
        position.step(ids[0] if ids else position.nature(0.5))
    assert pickle.loads(pickle.dumps(game)) == game
    record = Record(game, ["Anna", "Ben"])
    again = Record.loads(record.dumps())
    assert again.game == game
    assert again.game.components.text == text
    with pytest.raises(RecordError):
        Record.loads(record.dumps().replace('kind = "income"', 'kind = "incom"'))


def test_what_differs_is_told_of_an_earlier_box_too():
    text = edited(
        "minivilles", [("[game]\n", "[game]\nstrating = 1\n"), ("cost = 6\n", "cost = 5\n")]
    )
    assert differences("minivilles", text) == ()
    [said] = differences("minivilles", StoredText(text))
    assert "5 instead of 6" in said.en


def test_a_stored_box_that_no_version_took_is_refused():
    text = edited("minivilles", [("cost = 6\n", "cost = -6\n"), ("[game]\n", "[game]\nnote = 1\n")])
    with pytest.raises(ComponentsError, match="cost"):
        Game("minivilles", components=StoredText(text))


def test_a_stored_table_a_worker_and_an_imported_record_have_it_too():
    case = first("lutins", "weight = 3")
    text = edited(case.game, case.edits)
    game = shared_game(case.game, 2, {}, text, Game(case.game).version)
    assert game.components.digest == Game(case.game, 2, StoredText(text)).components.digest
    imported = read_record(Record(game, ["Anna", "Ben"]).dumps(), 10)
    assert isinstance(imported, ReadRecord)
    assert pickle.loads(pickle.dumps(imported)).open() == game
