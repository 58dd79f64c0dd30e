"""Batches: the same games as one by one, whatever the number of workers."""

import math
import threading
from typing import Any

import numpy as np
import pytest

import faubourg.lab.simulate as lab
from faubourg.bots.bot import make
from faubourg.core.errors import IllegalAction, OptionError
from faubourg.core.game import Game
from faubourg.core.position import Position
from faubourg.core.streams import streams
from faubourg.lab.intervals import wilson
from faubourg.lab.simulate import BLOCK, Batch, record_of, simulate

SEATS = ["greedy", "random", "random"]
GAME = Game("minivilles", 3)


def same(one: Batch, other: Batch) -> bool:
    """All that a batch found out, but for the time it took."""
    arrays = ("winners", "points", "turns_each", "steps_each")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in arrays)


@pytest.fixture(scope="module")
def batch() -> Batch:
    """Two full blocks and a part of a third."""
    return simulate(GAME, SEATS, games=2 * BLOCK + 40, seed=12, workers=1)


class Imitator:
    """A bot of its own class that plays as the random bot does."""

    def choose(self, position: Position, generator: np.random.Generator) -> Any:
        return make("random").choose(position, generator)


class Last:
    """A bot that needs no generator."""

    def choose(self, position: Position, generator: np.random.Generator) -> Any:
        return position.legal[len(position.legal) - 1].text


# ------------------------------------------------------------ the same games


@pytest.mark.parametrize("workers", [1, 2, 3, None])
def test_the_same_seed_gives_the_same_result_whatever_the_workers(batch: Batch, workers: int):
    again = simulate(GAME, SEATS, games=batch.games, seed=12, workers=workers)
    assert same(again, batch)
    assert again.wins == batch.wins
    assert (again.games, again.turns, again.steps) == (batch.games, batch.turns, batch.steps)


def test_another_seed_gives_another_result(batch: Batch):
    assert not same(simulate(GAME, SEATS, games=batch.games, seed=13, workers=1), batch)


def test_a_longer_batch_begins_with_the_shorter_one(batch: Batch):
    short = simulate(GAME, SEATS, games=BLOCK + 10, seed=12, workers=2)
    assert np.array_equal(batch.winners[: short.games], short.winners)
    assert np.array_equal(batch.steps_each[: short.games], short.steps_each)


def test_games_and_blocks_of_a_batch_are_different_from_each_other(batch: Batch):
    lengths = batch.steps_each
    assert not np.array_equal(lengths[:BLOCK], lengths[BLOCK : 2 * BLOCK])
    assert len(set(lengths[:BLOCK].tolist())) > BLOCK // 4


@pytest.mark.parametrize("number", [0, 1, 7, BLOCK, BLOCK + 3, 2 * BLOCK, 2 * BLOCK + 2])
def test_a_game_of_a_batch_is_the_one_played_move_by_move(batch: Batch, number: int):
    record = record_of(batch, number)
    end = record.replay()
    outcome = end.outcome
    assert outcome is not None
    assert len(record.moves) == batch.steps_each[number]
    assert end.row.turn_count == batch.turns_each[number]
    assert sum(1 << seat for seat in outcome.winners) == batch.winners[number]
    assert list(outcome.scores) == batch.points[number].tolist()


@pytest.mark.parametrize("players", range(2, 6))
def test_every_number_of_players_plays_the_same_in_a_batch_and_move_by_move(players: int):
    seats = (["random", "greedy"] * players)[:players]
    batch = simulate("minivilles", seats, games=3, seed=players, workers=1)
    for number in range(3):
        record = record_of(batch, number)
        assert len(record.moves) == batch.steps_each[number]
        assert list(record.replay().outcome.scores) == batch.points[number].tolist()  # type: ignore[union-attr]


def test_options_of_the_game_are_kept_in_a_batch():
    batch = simulate(Game("minivilles", 2, first="B"), ["random"] * 2, games=2, seed=1, workers=1)
    assert record_of(batch, 1).game == batch.game == Game("minivilles", 2, first="B")


@pytest.mark.parametrize("number", [-1, 3, 10**6])
def test_a_game_that_a_batch_does_not_have_is_refused(number: int):
    batch = simulate("minivilles", ["random"] * 2, games=3, seed=1, workers=1)
    with pytest.raises(OptionError):
        record_of(batch, number)


# ------------------------------------------------------------ bots in Python


def test_bots_written_in_python_play_the_same_games_as_compiled_ones():
    compiled = simulate(GAME, ["random"] * 3, games=12, seed=5, workers=1)
    for seats in ([Imitator()] * 3, ["random", Imitator(), "random"]):
        assert same(simulate(GAME, seats, games=12, seed=5, workers=2), compiled)


def test_a_batch_of_python_bots_is_the_same_whatever_the_workers(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lab, "BLOCK", 4)
    seats = [Last(), "greedy", Imitator()]
    one, two = (simulate(GAME, seats, games=10, seed=6, workers=n) for n in (1, 2))
    assert same(one, two)
    assert one.seats == ["Last", "greedy", "Imitator"]
    record = record_of(one, 5, seats)
    assert len(record.moves) == one.steps_each[5]


def test_a_python_bot_that_plays_wrong_ends_the_batch():
    class Wrong:
        def choose(self, position: Position, generator: np.random.Generator) -> str:
            return "die 3"

    threads = threading.active_count()
    with pytest.raises(IllegalAction):
        simulate(GAME, [Wrong()] * 3, games=5, seed=1, workers=2)
    assert threading.active_count() <= threads


# ------------------------------------------------------------ what is told


def test_wins_turns_and_steps_add_up(batch: Batch):
    assert len(batch.wins) == 3
    assert sum(batch.wins) == batch.games == len(batch.winners)  # one winner each in this game
    assert batch.unfinished == 0
    assert batch.turns == batch.turns_each.sum()
    assert batch.steps == batch.steps_each.sum() > batch.turns
    assert batch.seconds > 0
    assert batch.points.shape == (batch.games, 3)
    assert (batch.points.max(axis=1) == 5).all()
    assert batch.seed == 12
    assert batch.seats == SEATS


def test_a_seat_that_plays_sensibly_wins_more(batch: Batch):
    assert batch.wins[0] > batch.games / 2
    low, high = batch.interval(0)
    assert 0.5 < low < batch.wins[0] / batch.games < high <= 1


def test_a_batch_without_a_seed_gets_one_and_can_be_repeated():
    one = simulate("minivilles", ["random"] * 2, games=5, workers=1)
    assert same(simulate("minivilles", ["random"] * 2, games=5, seed=one.seed, workers=1), one)


@pytest.mark.parametrize("games", [1, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK + 17])
def test_progress_tells_every_game_once(games: int):
    told: list[int] = []
    batch = simulate("minivilles", ["random"] * 2, games, seed=1, workers=2, progress=told.append)
    assert sum(told) == batch.games == games
    assert all(0 < more <= BLOCK for more in told)


def test_a_block_depends_on_nothing_but_seed_and_number():
    assert streams(3, 1).nature.random() == streams(3, 1).nature.random()
    assert streams(3, 1).nature.random() != streams(3, 2).nature.random()


# ------------------------------------------------------------ the interval


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        # From Wilson's formula as printed in textbooks.
        (0, 10, 0.0, 0.27753),
        (10, 10, 0.72247, 1.0),
        (1, 2, 0.09453, 0.90547),
        (50, 100, 0.40383, 0.59617),
        (3, 1000, 0.00102, 0.00878),
    ],
)
def test_wilsons_interval_is_the_known_one(hits: int, trials: int, low: float, high: float):
    assert wilson(hits, trials) == pytest.approx((low, high), abs=1e-5)


def test_wilsons_interval_holds_the_true_share_in_about_95_of_100_cases():
    share, trials = 0.25, 80
    held = 0.0
    for hits in range(trials + 1):
        low, high = wilson(hits, trials)
        assert 0 <= low <= hits / trials <= high + 1e-12 <= 1 + 1e-12
        if low <= share <= high:
            held += math.comb(trials, hits) * share**hits * (1 - share) ** (trials - hits)
    assert 0.93 < held < 0.97


# ------------------------------------------------------------ what is refused

BAD: list[tuple[dict[str, Any], str]] = [
    ({"games": 0}, "games"),
    ({"games": -5}, "games"),
    ({"games": 2.5}, "games"),
    ({"games": "10"}, "games"),
    ({"games": True}, "games"),
    ({"workers": 0}, "workers"),
    ({"workers": -1}, "workers"),
    ({"workers": "two"}, "workers"),
    ({"seed": -1}, "seed"),
    ({"seed": 2**64}, "seed"),
    ({"seed": "lucky"}, "seed"),
    ({"seats": ["random", "clever"]}, "unknown-bot"),
    ({"seats": ["random"]}, "players"),
    ({"seats": []}, "players"),
    ({"seats": ["random"] * 6}, "players"),
    ({"seats": "random"}, None),
    ({"game": "chess"}, "unknown-game"),
    ({"game": Game("minivilles", 3)}, "seats"),
]


@pytest.mark.parametrize(("wrong", "code"), BAD, ids=[repr(wrong) for wrong, _ in BAD])
def test_a_bad_option_is_refused_with_what_is_allowed(wrong: dict[str, Any], code: str | None):
    usual: dict[str, Any] = {"game": "minivilles", "seats": ["random"] * 2, "games": 2, "seed": 1}
    with pytest.raises(OptionError) as refused:
        simulate(**(usual | wrong))
    assert code is None or refused.value.code == code
    assert all(refused.value.text)
    assert refused.value.text.en != refused.value.text.fr


def test_nothing_is_played_before_all_options_are_checked():
    told: list[int] = []
    with pytest.raises(OptionError):
        simulate("minivilles", ["random"] * 2, games=9, seed=1, workers=0, progress=told.append)
    assert not told
