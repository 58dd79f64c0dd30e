"""The command lines of the scripts that train networks: what is not allowed is said in a sentence,
before anything is learned."""

import runpy
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"
SHARES = "allowed: numbers above 0, at most 100."
ROUNDS = "allowed: two whole numbers from 0:0 to {all}, the first at most the second."
UNITS = "allowed: 1 to 1024."
WRONG = {  # of both scripts
    "chess": "There is no game 'chess'; there is: ",
    "lutins": "lutins has no network that this script trains; allowed: {trained}.",
    "{game} --rounds 3:1": f"'rounds' is '3:1'; {ROUNDS}",
    "{game} --rounds 0:9": f"'rounds' is '0:9'; {ROUNDS}",
    "{game} --rounds x": f"'rounds' is 'x'; {ROUNDS}",
    "{game} --share 0": f"'share' is 0.0; {SHARES}",
    "{game} --share -1": f"'share' is -1.0; {SHARES}",
    "{game} --share nan": f"'share' is nan; {SHARES}",
    "{game} --share inf": f"'share' is inf; {SHARES}",
    "{game} --units 0": f"'units' is 0; {UNITS}",
    "{game} --units 1000000000000": f"'units' is 1000000000000; {UNITS}",
    "{game} --seed -1": "The seed is -1; allowed: whole numbers from 0 to 2**64 - 1.",
    "{game} --file {folder}/none/w.npz": "{folder}/none/w.npz can't be written: No such file",
    "{game} --file {folder}": "{folder} can't be written: Is a directory.",
    "{game} --units x": "argument --units: invalid int value: 'x'",
}
WRONG_PLAYERS = {
    "{game} --players 2,9": "The number of players is '9'; allowed: 2 to 5.",
    "{game} --players x": "The number of players is 'x'; allowed: 2 to 5.",
    "{game} --workers 0": "'workers' is 0; allowed: whole numbers from 1.",
    "cities": "cities has no network that this script trains; allowed: {trained}.",
}
VALUES = {"game": "minivilles", "trained": "minivilles, my_little_town", "all": "4:4"}
POINTS = {"game": "cities", "trained": "cities", "all": "3:3"}


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Runs a script in this process: its exit code and what it said."""
    monkeypatch.setenv("OMP_NUM_THREADS", "1")  # the script sets it too, and not only for itself
    monkeypatch.syspath_prepend(str(SCRIPTS))

    def run_script(script: str, words: list[str]) -> tuple[object, str]:
        monkeypatch.setattr(sys, "argv", [script, *words])
        with pytest.raises(SystemExit) as left:
            runpy.run_path(str(SCRIPTS / f"{script}.py"), run_name="__main__")
        out, err = capsys.readouterr()
        assert not out
        return left.value.code, err

    return run_script


@pytest.mark.parametrize(
    ("script", "words", "sentence"),
    [
        *(("train_values", *each) for each in (WRONG | WRONG_PLAYERS).items()),
        *(("train_points", *each) for each in WRONG.items()),
    ],
)
def test_what_is_not_allowed_is_refused_in_a_sentence(
    script: str, words: str, sentence: str, run, tmp_path: Path
):
    about = (VALUES if script == "train_values" else POINTS) | {"folder": str(tmp_path)}
    code, said = run(script, [word.format(**about) for word in words.split()])
    assert code == 2
    assert sentence.format(**about) in said
    assert not list(tmp_path.iterdir())


def test_more_units_than_machine_code_can_keep_are_refused(run, tmp_path: Path):
    words = ["minivilles", "--units", "1000", "--file", str(tmp_path / "weights.npz")]
    code, said = run("train_values", words)
    assert code == 1
    assert said.endswith("Learn with fewer units.\n")
