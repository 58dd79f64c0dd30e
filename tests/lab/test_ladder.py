"""The ladder: who plays whom, in which seats, and what the ratings say."""

import json
from collections import Counter
from pathlib import Path

import pytest

from faubourg.bots.effort import Effort
from faubourg.core.errors import OptionError
from faubourg.core.game import Game, games
from faubourg.lab.ladder.ladder import Played, Rung, groups, play_one, schedule, sides_of
from faubourg.lab.ladder.ratings import standings
from tests.test_cli import run

BOTS = ("random", "gentle", "greedy")


def rung(players: int = 2, bots: tuple[str, ...] = BOTS) -> Rung:
    return Rung("minivilles", players, (), bots, Effort(simulations=2), seed=1)


def test_who_is_against_whom_is_found_for_every_game():
    for name in games():
        least, _ = Game(name).components.players
        sides = sides_of(Game(name))
        everybody = sorted(seat for side in sides for seat in side)
        assert everybody == list(range(least))
    assert sides_of(Game("minivilles", 3)) == ((0,), (1,), (2,))
    assert sides_of(Game("lutins", 3)) == ((0, 1, 2),)
    assert sides_of(Game("lutins", 4, game="gnome", gnome="C")) == ((2,), (0, 1, 3))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_bot_sits_in_every_seat_equally_often(players: int):
    sides = tuple((seat,) for seat in range(players))
    lineups = schedule(rung(players), sides, games=10)
    for bot in BOTS:
        seats = Counter(seat for line in lineups for seat in range(players) if line[seat] == bot)
        assert len(set(seats.values())) == 1, (bot, seats)
        assert set(seats) == set(range(players))


def test_sides_that_differ_are_taken_by_every_bot_and_teams_are_of_one():
    assert set(groups(BOTS, ((0,), (1, 2)))) == {(a, b) for a in BOTS for b in BOTS if a != b}
    assert groups(BOTS, ((0, 1, 2),)) == [(bot,) for bot in BOTS]
    with pytest.raises(OptionError):
        groups(("random", "random"), ((0,), (1,)))


def test_a_game_is_the_same_whoever_plays_it():
    sides = ((0,), (1,))
    games = [play_one(rung(), sides, ("greedy", "random"), 7) for _ in range(2)]
    assert games[0] == games[1]
    assert sum(games[0].shares) == 1.0


def test_who_wins_more_is_rated_higher_with_intervals_apart():
    won = [Played(("a", "b"), (1.0, 0.0), False)] * 50 + [Played(("a", "b"), (0.0, 1.0), False)] * 5
    won += [Played(("c", "b"), (0.5, 0.5), False)] * 20
    first, *others = standings(["b", "a", "c"], won)
    assert first.bot == "a"
    assert first.share == 50 / 55
    assert first.worst is not None
    assert all(other.best is not None and other.best < first.worst for other in others)
    assert first.low < first.share < first.high


def test_teams_have_a_win_rate_and_no_rating():
    played = [Played(("x",), (float(i < 7),), False) for i in range(10)]
    (only,) = standings(["x"], played)
    assert (only.share, only.rating) == (0.7, None)


def test_the_command_prints_and_writes_what_it_found(tmp_path: Path):
    data, page = tmp_path / "ladder.json", tmp_path / "ladder.md"
    words = ["lab", "ladder", "lutins", "--bots", "random,greedy", "--games", "4", "--seed", "1"]
    ended = run(*words, "--workers", "1", "--json", data, "--markdown", page)
    assert ended.returncode == 0, ended.stderr
    assert "La Cité des lutins, 2 players, 8 games" in ended.stdout
    (found,) = json.loads(data.read_text(encoding="utf-8"))
    assert found["sides"] == [[0, 1]]
    assert [bot["games"] for bot in found["bots"]] == [4, 4]
    assert "| greedy | 4 |" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("chess",), "There is no game 'chess'"),
        (("minivilles", "--players", "9"), "'9' is no number of players"),
        (("minivilles", "--bots", "random,deep-blue"), "There is no bot 'deep-blue'"),
        (("minivilles", "--bots", "random"), "at least two"),
        (("minivilles", "--games", "0"), "'games' is 0"),
        (("minivilles", "-o", "first"), "NAME=VALUE"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(words: tuple[str, ...], said: str):
    ended = run("lab", "ladder", *words)
    assert ended.returncode == 2
    assert said in ended.stderr
