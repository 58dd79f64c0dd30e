"""Dice that can be checked: they follow from secret and words, and a changed one is found."""

import hashlib
import hmac
import os
import re
import subprocess
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from faubourg.core.errors import RecordError
from faubourg.core.game import Game, games
from faubourg.core.players import NATURE
from faubourg.records.fairness import (
    Fairness,
    commitment_of,
    key_of,
    nature_move,
    new_secret,
    number_of,
    seal_of,
    verify,
)
from faubourg.records.record import Record
from tests import fork_server

SECRET = "9f" * 32
every_game = pytest.mark.parametrize("name", games())


def played(name: str, words: tuple[str, ...] = (), since: int = 0) -> Record:
    """A game in which people take the first legal action and Nature what the secret says."""
    game = Game(name)
    words = words or ("tulip", *[""] * (game.players - 1))
    key, position = key_of(SECRET, words), game.start()
    fairness = Fairness(commitment_of(SECRET), words, SECRET, since)
    record = Record(game, fairness=fairness)
    while position.turn is not None and len(record.moves) < 300:
        number, ids = len(record.moves), position.legal.ids
        id = ids[number % len(ids)] if ids else nature_move(position, key, number)
        record.moves.append(id)
        position.step(id)
    return record


def with_another_die(record: Record) -> tuple[Record, int]:
    """The record up to a move of Nature's, and that one changed."""
    moves = zip(record.positions(), record.moves, strict=False)
    for number, (position, played) in enumerate(moves):
        others = [id for id in position.weights() if id != played]
        if others and number >= 3:
            return replace(record, moves=[*record.moves[:number], others[0]]), number
    raise AssertionError("Nature had no choice")


@every_game
def test_a_game_by_the_secret_holds(name: str):
    record = played(name)
    verdict = verify(record)
    assert verdict.holds
    turns = [position.turn for position in record.positions()][: len(record.moves)]
    assert verdict.checked == turns.count(NATURE)
    assert str(verdict.checked) in verdict.text.fr


@every_game
def test_a_changed_die_is_found_with_its_number(name: str):
    record, number = with_another_die(played(name))
    verdict = verify(record)
    assert not verdict.holds
    assert f"Move {number + 1} is" in verdict.faults[0].en
    assert f"coup {number + 1} est" in verdict.faults[0].fr
    # Moves that came from elsewhere are not ours to vouch for, and that is said.
    assert record.fairness
    elsewhere = replace(record, fairness=replace(record.fairness, since=number + 1))
    assert verify(elsewhere).holds
    assert f"first {number + 1} moves" in verify(elsewhere).text.en


def test_another_secret_or_other_words_are_found():
    record = played("minivilles")
    assert record.fairness
    other = replace(record, fairness=replace(record.fairness, secret="00" * 32))
    assert "committed" in verify(other).text.en
    said = replace(record, fairness=replace(record.fairness, words=("rose", "")))
    assert not verify(said).holds


def test_what_can_not_be_checked_is_said():
    record = played("minivilles")
    assert record.fairness
    with pytest.raises(RecordError) as error:
        verify(replace(record, fairness=None))
    assert error.value.code == "no-commitment"
    with pytest.raises(RecordError) as error:
        verify(replace(record, fairness=replace(record.fairness, secret=None)))
    assert error.value.code == "no-secret"


def test_progress_is_told():
    seen: list[tuple[int, int]] = []
    record = played("minivilles")
    verify(record, lambda done, total: seen.append((done, total)))
    assert seen[-1] == (len(record.moves), len(record.moves))


def test_the_scheme_is_what_the_documentation_says():
    secret = bytes.fromhex(SECRET)
    assert commitment_of(SECRET) == hashlib.sha256(secret).hexdigest()
    key = hmac.new(secret, b"tulip,,rain", "sha256").digest()
    assert key_of(SECRET, ["tulip", "", "rain"]) == key
    digest = hmac.new(key, b"12", "sha256").digest()
    assert number_of(key, 12) == (int.from_bytes(digest[:8], "big") >> 11) / 2**53


def test_draws_are_spread_evenly():
    key = key_of(new_secret(), [])
    tenths = Counter(int(10 * number_of(key, move)) for move in range(10_000))
    assert set(tenths) == set(range(10))
    assert all(800 < count < 1200 for count in tenths.values())  # 6 standard deviations


# ------------------------------------------------------------ in records


@every_game
def test_a_record_keeps_what_its_dice_are_checked_by(name: str):
    record = played(name, since=2)
    assert Record.loads(record.dumps()) == record
    wordless = played(name, words=("",) * record.game.players)
    assert "words" not in wordless.dumps()
    assert Record.loads(wordless.dumps()) == wordless


WRONG = {
    "commitment: abc": "'commitment' must be 64 digits",
    "secret: 00": "'secret' must be 64 digits",
    "words: a, b, c": "3 words for 2 players",
    "since: x": "'since' must be a whole number",
}


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_line_is_named(line: str):
    key = line.split(":")[0]
    text = played("minivilles", since=1).dumps()
    wrong = re.sub(rf"^{key}: .*$", line, text, flags=re.M)
    number = wrong.splitlines().index(line) + 1
    with pytest.raises(RecordError) as error:
        Record.loads(wrong)
    assert WRONG[line] in error.value.text.en
    assert error.value.line == number


def test_a_secret_without_a_commitment_is_refused():
    text = re.sub(r"^commitment: .*\n", "", played("minivilles").dumps(), flags=re.M)
    with pytest.raises(RecordError, match="no commitment"):
        Record.loads(text)


# ------------------------------------------------------------ on the command line


def checked(path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return fork_server.run("verify", path, *words, env=os.environ, timeout=600)


def test_the_command_says_what_was_checked_and_what_is_wrong(tmp_path: Path):
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    record = played("minivilles")
    record.save(good)
    changed, number = with_another_die(record)
    changed.save(bad)
    held = checked(good)
    assert held.returncode == 0
    assert "✓ The secret is the one committed to" in " ".join(held.stdout.split())
    found = checked(bad, "--lang", "fr")
    assert found.returncode == 1
    assert f"✗ Le coup {number + 1} est" in " ".join(found.stdout.split())
    assert "Traceback" not in found.stderr


# ------------------------------------------------------------ scheme 2: sealed words


def sealed() -> Record:
    record = played("minivilles", ("tulip 5f", "rain 0a"))
    assert record.fairness
    seals = tuple(map(seal_of, record.fairness.words))
    return replace(record, fairness=replace(record.fairness, seals=seals))


def test_sealed_words_are_checked_and_survive_a_file():
    record = sealed()
    assert record.fairness
    assert record.fairness.scheme == 2
    assert Record.loads(record.dumps()) == record
    verdict = verify(Record.loads(record.dumps()))
    assert verdict.holds
    assert "2 words" in verdict.text.en
    assert played("minivilles").fairness.scheme == 1  # type: ignore[union-attr]


def test_a_word_that_was_not_sealed_is_found():
    """Who chose a word to suit the dice has dice that fit the word, but no seal for it."""
    chosen = played("minivilles", ("tulip 5f", "another"))
    fair = sealed().fairness
    assert fair
    assert chosen.fairness
    forged = replace(chosen, fairness=replace(chosen.fairness, seals=fair.seals))
    verdict = verify(forged)
    assert not verdict.holds
    assert "seat B" in verdict.text.en
    assert "place B" in verdict.text.fr
    only_one = replace(chosen.fairness, seals=(fair.seals[0], ""))
    assert not verify(replace(chosen, fairness=only_one)).holds


def test_a_word_that_was_never_opened_is_named():
    record = played("minivilles", ("tulip 5f", ""))
    assert record.fairness
    seals = (seal_of("tulip 5f"), seal_of("kept"))
    verdict = verify(replace(record, fairness=replace(record.fairness, seals=seals)))
    assert verdict.holds
    assert "Seat B never opened its word" in verdict.text.en


@pytest.mark.parametrize("seals", ["abc, ", "0" * 64, ", , ", f"{'0' * 64}, {'G' * 64}"])
def test_seals_that_are_none_are_refused(seals: str):
    text = sealed().dumps()
    wrong = re.sub("^seals: .*$", f"seals: {seals}", text, flags=re.M)
    with pytest.raises(RecordError) as error:
        Record.loads(wrong)
    assert error.value.code == "seals"
