"""Records: what is written is read back, replays to the same end, and every mistake is named.

The golden records under `playthroughs/<game>/` must always replay to the same position.
When a rule changes on purpose (and with it `rules.VERSION`), keep those of that game under a name
that ends with the version that they were played by, as `2-players-rules-1.txt`, and write new ones:

    .venv/bin/python -m tests.records.test_record

The paths in `test_compile.py` are counted from positions of these records: correct them as well.
"""

import os
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faubourg.bots.match import play
from faubourg.core.errors import RecordError
from faubourg.core.game import Game, games, variants
from faubourg.records.record import Record
from tests.effort import many
from tests.golden import check_golden, write_golden

RECORDS = Path(__file__).parents[1] / "playthroughs"
GOLDEN = sorted(RECORDS.glob("*/*.txt"))


def write_golden_records() -> None:
    """One game for each number of players, greedy and random in turn."""
    for name in games():
        for players in sorted({players for players, _ in variants(name)}):
            seats = (["greedy", "random"] * players)[:players]
            record = play(Game(name, players), seats, seed=100 + players)
            write_golden(RECORDS / name / f"{players}-players.txt", record)


# ------------------------------------------------------------ golden records


def test_every_game_has_a_golden_record_for_every_number_of_players():
    wanted = {(name, players) for name in games() for players, _ in variants(name)}
    held = {(record.game.name, record.game.players) for record in map(Record.load, GOLDEN)}
    assert held == wanted


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_golden_record_replays_to_the_stored_end(path: Path):
    record = check_golden(path)
    end = record.replay()
    assert end.outcome == record.outcome
    *_, last = record.positions()
    assert last == end


# ------------------------------------------------------------ there and back


@settings(max_examples=many(10), deadline=None)
@given(
    players=st.integers(2, 5),
    seed=st.integers(0, 2**64 - 1),
    first=st.sampled_from(["random", "A", "B"]),
    part=st.floats(0, 1),
)
def test_a_record_is_read_back_as_it_was_written(players: int, seed: int, first: str, part: float):
    record = play(Game("minivilles", players, first=first), ["random"] * players, seed=seed)
    for moves in (record.moves, record.moves[: int(part * 60)]):
        short = Record(record.game, record.seats, record.seed, moves)
        text = short.dumps()
        back = Record.loads(text)
        assert back == short
        assert back.dumps() == text
        assert back.replay() == short.replay()
        assert [action.id for action in back.actions] == moves


@pytest.fixture(scope="module")
def whole() -> Record:
    return play(Game("minivilles", 3, first="B"), ["greedy", "random", "greedy"], seed=4)


@pytest.fixture(scope="module")
def text(whole: Record) -> str:
    return whole.dumps()


def test_a_record_shows_the_game_its_options_its_seats_and_its_result(text: str):
    head = text.split("\n\n")[0].splitlines()
    assert head[:-1] == [
        "faubourg record 1",
        "game: minivilles",
        "rules: 1",
        "players: 3",
        "components: standard",
        "options: first=B",
        "seats: greedy, random, greedy",
        "seed: 4",
    ]
    assert re.fullmatch(r"result: [ABC] wins; A \d, B \d, C \d", head[-1])


def test_every_line_of_a_record_says_who_moved(text: str):
    moves = [line for line in text.split("\n\n", 1)[1].splitlines() if line and line[0] != "#"]
    assert all(re.match(r"[*ABC] [a-z]", line) for line in moves)
    assert sum(line.startswith("*") for line in moves) > len(moves) // 3


def test_an_unfinished_record_says_so_and_has_no_outcome(whole: Record):
    short = Record(whole.game, whole.seats, whole.seed, whole.moves[:40])
    assert "\nresult: unfinished\n" in short.dumps()
    assert short.outcome is None
    assert Record.loads(short.dumps()) == short


def test_comments_blank_lines_spaces_and_windows_line_ends_are_tolerated(whole: Record, text: str):
    head, body = text.split("\n\n", 1)
    lines = [f"  {line.replace(' ', '   ')} \t # so it went" for line in body.splitlines() if line]
    edited = f"{head}\n\n# about this game\n\n" + "\n\n".join(lines) + "\n\n\n# good game!\n"
    assert Record.loads(edited) == whole
    assert Record.loads(text.replace("\n", "\r\n")) == whole
    assert Record.loads(text.rstrip("\n")) == whole


def test_moves_may_be_written_in_capitals(whole: Record, text: str):
    head, body = text.split("\n\n", 1)
    assert Record.loads(f"{head}\n\n{body.upper()}") == whole


def test_seats_seed_options_and_result_may_be_left_out(whole: Record, text: str):
    kept = re.sub(r"^(seats|seed|result): .*\n", "", text, flags=re.M)
    record = Record.loads(kept)
    assert record.moves == whole.moves
    assert record.seed is None
    assert list(record.seats) == ["?", "?", "?"]
    bare = "faubourg record 1\ngame: minivilles\nrules: 1\nplayers: 2\n"
    assert Record.loads(bare).game == Game("minivilles", 2)
    assert Record.loads(bare).moves == []


# ------------------------------------------------------------ mistakes


def refused(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        Record.loads(text)
    error = caught.value
    assert error.text.en
    assert error.text.fr
    assert error.text.en != error.text.fr
    if error.line:
        assert error.text.en.startswith(f"line {error.line}: ")
        assert error.text.fr.startswith(f"ligne {error.line} : ")
    return error


def numbered(text: str, pattern: str) -> tuple[int, str]:
    """The first line that matches, with its number as an editor shows it."""
    for number, line in enumerate(text.splitlines(), start=1):
        if re.match(pattern, line):
            return number, line
    raise AssertionError(pattern)


HEADER_MISTAKES = {
    # the line to change, what it becomes, the code of the error
    "another title": (r"faubourg record 1", "chess record 1", "not-a-record"),
    "no format": (r"faubourg record 1", "faubourg record", "not-a-record"),
    "a later format": (r"faubourg record 1", "faubourg record 2", "format"),
    "an unknown game": (r"game:", "game: chess", "unknown-game"),
    "a game that is a path": (r"game:", "game: ../minivilles", "unknown-game"),
    "later rules": (r"rules:", "rules: 99", "rules"),
    "rules in words": (r"rules:", "rules: one", "number"),
    "too many players": (r"players:", "players: 6", "players"),
    "one player": (r"players:", "players: 1", "players"),
    "players in words": (r"players:", "players: three", "number"),
    "players in strange digits": (r"players:", "players: ²", "number"),
    "players with a sign": (r"players:", "players: -3", "number"),
    "players without end": (r"players:", "players: " + "9" * 5000, "number"),
    "an unknown option": (r"options:", "options: last=A", "unknown-option"),
    "an option with a wrong value": (r"options:", "options: first=E", "first"),
    "an option without a value": (r"options:", "options: first", "options"),
    "an option twice": (r"options:", "options: first=A first=B", "options"),
    "players among the options": (r"options:", "options: players=3", "options"),
    "a name among the options": (r"options:", "options: name=x", "unknown-option"),
    "self among the options": (r"options:", "options: self=x", "unknown-option"),
    "too few seats": (r"seats:", "seats: greedy, random", "seats"),
    "too many seats": (r"seats:", "seats: a, b, c, d", "seats"),
    "a seed in words": (r"seed:", "seed: lucky", "number"),
    "a seed below zero": (r"seed:", "seed: -4", "number"),
    "a seed too great": (r"seed:", f"seed: {2**64}", "number"),
    "a seed without end": (r"seed:", "seed: " + "9" * 5000, "number"),
    "another winner": (r"result:", "result: nobody wins; A 0, B 0, C 0", "result"),
    "a result of nothing": (r"result:", "result: unfinished", "result"),
    "an unknown key": (r"seats:", "chairs: a, b, c", "header"),
    "no colon": (r"seats:", "seats", "header"),
    "a key twice": (r"seats:", "seed: 4", "header"),
}


@pytest.mark.parametrize("mistake", HEADER_MISTAKES)
def test_a_mistake_in_the_header_is_reported_with_its_line(text: str, mistake: str):
    pattern, wrong, code = HEADER_MISTAKES[mistake]
    number, line = numbered(text, pattern)
    error = refused(text.replace(line, wrong, 1))
    if mistake == "a key twice":
        number += 1  # the second of the two is the odd one
    assert (error.code, error.line) == (code, number)
    assert len(str(error)) < 400  # a sentence, however long the mistake


@pytest.mark.parametrize("key", ["game", "rules", "players"])
def test_a_header_without_what_is_needed_is_reported(text: str, key: str):
    error = refused(re.sub(rf"^{key}: .*\n", "", text, flags=re.M))
    assert (error.code, error.line) == ("missing", 1)
    assert f"'{key}'" in error.text.en


@pytest.mark.parametrize(
    "empty", ["", "\n", "\n\n\n", "   ", "# only a comment\n", "\x00\xff\x1b[2J"]
)
def test_what_is_no_record_is_reported(empty: str):
    error = refused(empty)
    assert (error.code, error.line) == ("not-a-record", 1)


MOVE_MISTAKES = {
    # a line of the game, what it becomes, the code of the error, whether a clause forbids it
    "an unknown move": (r"\* (die|dice) ", "* cast 3", "notation", False),
    "an unknown card": (r"\* draw ", "* draw palace", "unknown-card", False),
    "a card that no deck has": (r"\* (die|dice) ", "* draw bakery", "not-now", True),
    "a player's move at Nature's turn": (r"\* (die|dice) ", "A pass", "mover", False),
    "Nature's move at a player's turn": (r"B pass", "* die 3", "mover", False),
    "another player's move": (r"B pass", "C pass", "mover", False),
    "a mover that is no seat": (r"B pass", "Z pass", "mover", False),
    "a small letter": (r"B pass", "b pass", "mover", False),
    "only the mover": (r"B pass", "B", "mover", False),
    "only the move": (r"B pass", "pass", "mover", False),
    "a move out of its time": (r"B pass", "B keep", "not-now", True),
    "a card too dear": (r"B pass", "B build airport", "too-dear", True),
}


@pytest.mark.parametrize("mistake", MOVE_MISTAKES)
def test_a_wrong_move_is_reported_with_its_line_and_the_reason(text: str, mistake: str):
    pattern, wrong, code, ruled = MOVE_MISTAKES[mistake]
    number, _ = numbered(text, pattern)
    lines = text.splitlines()
    lines[number - 1] = wrong
    error = refused("\n".join(lines))
    assert (error.code, error.line) == (code, number)
    assert bool(error.clause) == ruled
    if ruled:
        assert re.fullmatch(r"line \d+: .+\. \(mv-\d+\)", str(error))
        assert re.fullmatch(r"ligne \d+ : .+\. \(mv-\d+\)", error.sentence("fr"))


def test_a_missing_move_is_reported_where_the_game_no_longer_fits(text: str):
    number, _ = numbered(text, r"\* (die|dice) ")
    lines = text.splitlines()
    del lines[number - 1]
    error = refused("\n".join(lines))
    assert error.line >= number


def test_a_move_after_the_end_is_reported(text: str):
    error = refused(text + "\n* die 3\n")
    assert (error.code, error.line) == ("after-end", len(text.splitlines()) + 2)


def test_a_game_that_breaks_off_does_not_have_its_result(text: str):
    error = refused("\n".join(text.splitlines()[:-1]))
    assert (error.code, error.line) == ("result", numbered(text, "result:")[0])


def test_moves_that_never_were_legal_do_not_replay(whole: Record):
    for moves in (
        [*whole.moves, 0],
        whole.moves[1:],
        [10**9],
        [-1],
        [*whole.moves[:10], whole.game.actions],
    ):
        with pytest.raises(RecordError) as caught:
            Record(whole.game, whole.seats, None, moves).replay()
        assert caught.value.code == "illegal"
        assert re.match(r"Move \d+: ", caught.value.text.en)


def test_seat_names_that_a_record_could_not_keep_are_refused():
    game = Game("minivilles", 2)
    for name in ("a, b", "two\nlines", " spaces "):
        with pytest.raises(RecordError):
            Record(game, [name, "greedy"])


@cache
def opening() -> str:
    """A short record, as a file to be damaged."""
    record = play(Game("minivilles", 2, first="A"), ["random"] * 2, seed=1)
    return Record(record.game, record.seats, record.seed, record.moves[:40]).dumps()


def read_or_refused(text: str) -> Record | RecordError:
    try:
        return Record.loads(text)
    except RecordError as error:
        return error


@settings(max_examples=many(120), deadline=None)
@given(data=st.data())
def test_a_damaged_record_is_read_or_refused_and_nothing_else_happens(data: st.DataObject):
    """Cut, double, swap and overwrite pieces of a record in any way."""
    text = opening()
    noise = st.one_of(
        st.text(max_size=6),
        st.sampled_from(
            ["\n", "\n\n", ":", "=", "#", "*", "A ", "9" * 20, "{line}", "\u2028", "\x85"]
        ),
        st.sampled_from(text.splitlines()).map(lambda line: f"\n{line}\n"),
    )
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 30)))
        text = text[:start] + data.draw(noise) + text[end:]
    found = read_or_refused(text)
    if isinstance(found, Record):
        assert Record.loads(found.dumps()) == found
    else:
        assert found.code
        assert 0 < found.line <= max(1, len(text.splitlines()))
        assert all(found.text)


@settings(max_examples=many(60), deadline=None)
@given(text=st.text(max_size=80))
def test_any_text_is_a_record_or_refused(text: str):
    for said in (
        text,
        f"faubourg record 1\n{text}",
        f"faubourg record 1\ngame: minivilles\n{text}",
    ):
        read_or_refused(said)


# ------------------------------------------------------------ files


def test_a_record_is_saved_and_loaded(whole: Record, tmp_path: Path):
    path = tmp_path / "new folder" / "game.txt"
    whole.save(path)
    assert Record.load(path) == whole
    assert path.read_bytes() == whole.dumps().encode()  # the same bytes on every system
    assert os.listdir(path.parent) == ["game.txt"]


def test_a_save_that_fails_leaves_the_older_file_whole(
    whole: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "game.txt"
    whole.save(path)
    longer = Record(whole.game, whole.seats, 5, whole.moves)

    def crash(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    for step in ("replace", "write_text"):
        with monkeypatch.context() as broken:
            broken.setattr(Path, step, crash)
            with pytest.raises(KeyboardInterrupt):
                longer.save(path)
        assert Record.load(path) == whole
    longer.save(path)
    assert Record.load(path) == longer


@pytest.mark.parametrize("content", [b"\xff\xfe\x00garbage\x80", b"\x00" * 100, b""])
def test_a_file_that_is_no_record_is_refused(tmp_path: Path, content: bytes):
    path = tmp_path / "game.txt"
    path.write_bytes(content)
    with pytest.raises(RecordError) as caught:
        Record.load(path)
    assert caught.value.code in ("unreadable", "not-a-record")
    assert all(caught.value.text)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path):
    for path in (tmp_path / "missing.txt", tmp_path):
        with pytest.raises(RecordError) as caught:
            Record.load(path)
        assert caught.value.code == "unreadable"
        assert str(path) in str(caught.value)


def test_a_file_from_a_windows_editor_is_read(whole: Record, text: str, tmp_path: Path):
    path = tmp_path / "game.txt"
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert Record.load(path) == whole


if __name__ == "__main__":
    write_golden_records()
