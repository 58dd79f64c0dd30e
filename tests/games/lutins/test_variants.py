"""Both games and both ways of building: compiled like uncompiled, balanced, and in a terminal."""

import hashlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from faubourg.core.game import Game
from faubourg.lab.simulate import simulate
from faubourg.records.record import Record
from faubourg.terminal.main import run
from faubourg.terminal.reports import story
from faubourg.terminal.request import Request

RECORDS = Path(__file__).parents[2] / "playthroughs" / "lutins" / "variants"
BUILDINGS = ["imposed", "imaginary"]


def digests() -> dict[str, str]:
    """Rows, views and events along every golden game, and a game that the loops play."""
    found = {}
    for path in sorted(RECORDS.glob("*.txt")):
        record = Record.load(path)
        position, digest = record.game.start(), hashlib.sha256()
        for id in record.moves:
            digest.update(position.to_bytes())
            digest.update(json.dumps([position.view(), position.legal.ids]).encode())
            digest.update(json.dumps(position.play(id)).encode())
        digest.update(repr(position.outcome).encode())
        batch = simulate(record.game, ["greedy"] * record.game.players, 1, seed=3, workers=1)
        found[path.stem] = f"{digest.hexdigest()[:16]} {batch.turns} {batch.steps} {batch.wins}"
    return found


def test_every_variant_does_the_same_uncompiled():
    env = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", __file__]
    ended = subprocess.run(command, env=env, capture_output=True, text=True, timeout=600)
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout) == digests()


@pytest.mark.parametrize("building", BUILDINGS)
@pytest.mark.parametrize("players", range(3, 7))
def test_the_balanced_die_is_a_fair_fight(players: int, building: str):
    game = Game("lutins", players, game="gnome", building=building, die="balanced")
    batch = simulate(game, ["greedy"] * players, games=10_000, seed=4, workers=1)
    assert 0.44 < batch.wins[0] / batch.games < 0.60
    assert sum(batch.wins) == batch.wins[1] + batch.wins[0] * (players - 1)


# ------------------------------------------------------------ in a terminal


@pytest.fixture
def play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Callable[..., str]:
    """A whole game at the terminal, always with the first choice."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("FAUBOURG_FAST", "1")
    monkeypatch.setenv("FAUBOURG_DEBUG", "1")

    def play(language: str, **options: object) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("1\n\n" * 400))
        assert run(Request("lutins", seed=5, **options), language) == 0
        return capsys.readouterr().out

    return play


@pytest.mark.parametrize("building", BUILDINGS)
@pytest.mark.parametrize("kind", ["together", "gnome"])
def test_a_whole_game_is_played_in_the_terminal(play: Callable[..., str], kind: str, building: str):
    options = {"game": kind, "building": building, "cards": "picked", "first": "A"}
    said = play("en", players=3, seats=["me", "greedy", "greedy"], options=options)
    assert "The village is finished" in said or "The gnome's tower is finished" in said
    assert "Which building card do you pick?" in said
    assert "Which block do you take?" in said


def test_a_person_can_be_the_gnome_in_french(play: Callable[..., str]):
    options = {"game": "gnome", "gnome": "A"}
    said = play("fr", players=4, seats=["me", "greedy", "greedy", "greedy"], options=options)
    assert "le gnome" in said
    assert "Le village est fini" in said or "La tour du gnome est finie" in said


def test_a_game_that_the_lutins_lost_is_told_without_a_winner(capsys: pytest.CaptureFixture[str]):
    path = RECORDS.parent / "2-players.txt"
    outcome = Record.load(path).outcome
    assert outcome is not None
    assert outcome.winners == ()
    story(path, "en")
    said = capsys.readouterr().out
    assert said.endswith("Nobody wins: The gnome's tower is finished\n")


if __name__ == "__main__":
    print(json.dumps(digests()))
