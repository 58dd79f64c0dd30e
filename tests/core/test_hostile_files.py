"""Files that are meant to do harm: refused in a sentence, and before the parser is kept busy."""

import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faubourg.core.errors import ComponentsError, FaubourgError, RecordError, StudyError
from faubourg.core.files import parse_toml
from faubourg.core.game import Game, games
from faubourg.core.text import UNPRINTABLE, Text, printable
from faubourg.records.record import Record

SECONDS = 2.0  # on a busy machine; unbounded they took minutes
BOMBS = {
    "deep": "a = " + "[" * 50_000,
    "deep tables": "a = {" * 10_000,
    "dotted": "a" + ".a" * 50_000 + " = 1",
    "dotted and quoted": '"a"' + ' . "a"' * 20_000 + " = 1",
    "dotted inside": "x = {a" + ".a" * 50_000 + " = 1}",
    "headers": "".join(f"[{'.'.join('abcdefghijk')}{n}]\n" for n in range(5000)),
    "digits": "a = " + "9" * 5000,
    "more digits": "a = 1" + "_2" * 40,
    "keys": "a = [" + "{b=1}," * 21_000 + "]",
    "string": 'a = "' + "x" * 5000 + '"',
    "long": "#" + "x" * 200_000,
    "quotes": '"""' + '\\"""' * 20_000,
    "more quotes": 'a = "' + '\\"' * 60_000,
    "escape": 'a = "\\u001b[2J"',
    "override": 'a = "Anna\\u202e"',
    "key": '"\\u001b" = 1',
    "half a character": "a = '\ud800'",
}


def refused(text: str) -> StudyError:
    with pytest.raises(StudyError) as error:
        parse_toml(text, lambda why, line: StudyError("toml", Text(why, why), line))
    return error.value


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_before_it_goes_off(name: str):
    begun = time.process_time()
    error = refused(BOMBS[name])
    assert time.process_time() - begun < SECONDS
    assert len(str(error)) < 300


@pytest.mark.parametrize("game", games())
def test_the_boxes_of_our_own_are_far_from_every_bound(game: str):
    text = Game(game).components.text
    data = parse_toml(text + "\n" + "#" * 60_000, lambda why, line: StudyError("x", Text(why, why)))
    assert data == parse_toml(text, lambda why, line: StudyError("x", Text(why, why)))


@given(st.text("\"'[]{}.=,#\n\\ a1_", max_size=80))
def test_what_is_refused_is_refused_with_a_line(text: str):
    lines = [0]

    def fault(why: str, line: int) -> StudyError:
        lines.append(line)
        return StudyError("toml", Text(why, why), line)

    with suppress(StudyError):
        parse_toml(text, fault)
    assert 0 <= lines[-1] <= text.count("\n") + 1


@pytest.mark.parametrize("game", games())
def test_names_of_a_box_do_nothing_to_a_terminal(game: str):
    text = Game(game).components.text
    for bad in ("\\u001b]0;owned\\u0007", "\\u202e"):
        hostile = text.replace('en = "', f'en = "{bad}', 1)
        assert hostile != text
        with pytest.raises(ComponentsError, match="can't be shown"):
            Game(game, components=hostile)


@pytest.mark.parametrize("seat", ["\x1b]0;owned\x07", "Anna\u202e", "\x9b2J", "x" * 300])
def test_names_of_seats_do_nothing_to_a_terminal(seat: str):
    head = "faubourg record 1\ngame: minivilles\nrules: 1\nplayers: 2\n"
    with pytest.raises(RecordError) as error:
        Record.loads(f"{head}seats: {seat}, me\n\n")
    assert error.value.code == "seats"
    assert not UNPRINTABLE.search(str(error.value))


def test_an_error_quotes_little_and_nothing_that_a_terminal_obeys():
    line = "\x1b[2J" + "x" * 500_000
    with pytest.raises(RecordError) as error:
        Record.loads(f"faubourg record 1\n{line}\n")
    assert len(error.value.sentence("en")) < 1000
    assert not UNPRINTABLE.search(error.value.sentence("fr"))
    long = FaubourgError("x", Text("é" * 10_000, "\x07"))
    assert len(long.text.en) == 2000
    assert long.text.fr == "\ufffd"


@given(st.text())
def test_printable_text_is_left_as_it_is_and_the_rest_is_shown(said: str):
    shown = printable(said)
    assert not UNPRINTABLE.search(shown)
    assert len(shown) == len(said)
    if not UNPRINTABLE.search(said):
        assert shown == said


def test_a_record_of_more_moves_than_the_reader_wants_is_refused_with_what_is_allowed():
    record = Record(Game("minivilles", players=2, first="A"))
    position = record.game.start()
    while len(record.moves) < 40:
        id = position.legal.ids[0] if position.legal.ids else position.nature(0.5)
        position.step(id)
        record.moves.append(id)
    text = record.dumps()
    assert Record.loads(text, 40).moves == record.moves
    with pytest.raises(RecordError, match="at most 39 moves") as error:
        Record.loads(text, 39)
    assert error.value.code == "too-long"
