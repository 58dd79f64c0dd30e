"""How far a review looks ahead, and by what it judges there: the same on both sides of a piece of
luck, and what was learned only where it was learned."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from faubourg.bots.evaluate import evaluate, heuristic
from faubourg.bots.habits import habits_named, last_turn, playouts_end, review_habits
from faubourg.bots.hints import hints
from faubourg.bots.horizon import FOREVER
from faubourg.bots.match import play
from faubourg.bots.paired_playouts import paired_playouts
from faubourg.core.contract import Habits
from faubourg.core.game import Game, games
from faubourg.games.cities import insight
from faubourg.review.attribution import CHOICE, VALUE, Attribution, Question
from faubourg.review.schedule import answer
from faubourg.review.timeline import Timeline, timeline_of


@cache
def timeline(name: str, players: int | None = None) -> Timeline:
    game = Game(name, players)
    return timeline_of(play(game, ["greedy"] * game.players, seed=2))


@pytest.fixture
def own_box(tmp_path: Path) -> Game:
    """Cities with a box that no network has seen."""
    text = Path(insight.__file__).with_name("components.toml").read_text()
    changed = tmp_path / "mine.toml"
    changed.write_text(text.replace("monument_points = 2", "monument_points = 3"))
    return Game("cities", components=changed)


def end_of(found: Timeline, question: Question) -> int:
    """The turn before which the playouts of a question end."""
    assert question.kind == VALUE
    turn = int(found.rows[question.step].turn_count)
    return (
        playouts_end(review_habits(found.game), turn) if question.until is None else question.until
    )


@pytest.mark.parametrize(("name", "players"), [(name, None) for name in games()] + [("cities", 3)])
def test_both_sides_of_a_piece_of_luck_are_played_out_to_the_same_turn(
    name: str, players: int | None
):
    found = timeline(name, players)
    attribution = Attribution(found)
    asked = set(attribution.values())
    assert found.lucky
    for last, first in found.lucky.items():
        before, after = Question(VALUE, first), attribution._after(last, first)
        assert {before, after} <= asked
        assert end_of(found, before) == end_of(found, after)


def test_what_is_dealt_between_two_rounds_is_luck_of_the_second():
    """The end of the first round does not show it: all deals would be worth the same."""
    found, habits = timeline("cities"), review_habits(Game("cities"))
    turns = [
        [int(found.rows[index].turn_count) for index in (first, last + 1)]
        for last, first in found.lucky.items()
    ]
    between = [pair for pair in turns if pair[0] > 0 and last_turn(habits, pair[0]) <= pair[1]]
    assert len(between) == 3
    for before, after in between:
        assert playouts_end(habits, before) == playouts_end(habits, after) == after + habits.period


def test_the_chance_before_a_deal_is_the_mean_of_those_after_it():
    found = timeline("cities")
    first = next(f for f in found.lucky.values() if int(found.rows[f].turn_count) % 16 == 0 < f)
    before = found.position(first)
    end = playouts_end(review_habits(found.game), int(before.row.turn_count))
    mean, error = np.zeros(2), 0.0
    for outcome, share in before.chance.items():
        after = before.copy()
        after.step(outcome.id)
        samples = paired_playouts(after, 60, seed=1, until=end)
        mean += float(share) * samples.mean(axis=0)
        error += float(share) * float(samples[:, 0].std()) / 60**0.5
    whole = paired_playouts(before, 600, seed=2)
    assert np.abs(whole.mean(axis=0) - mean).max() < 3 * error < 0.15


@pytest.mark.parametrize("turn", [0, 1, 7, 15, 16, 17, 33])
@pytest.mark.parametrize("habits", [Habits(), Habits(horizon=4), Habits(period=16)])
def test_a_search_is_cut_off_where_it_is_said_to_be(habits: Habits, turn: int):
    last = last_turn(habits, turn)
    if habits.period:
        assert last % habits.period == 1
        assert turn < last <= max(turn, 1) + habits.period
    else:
        assert playouts_end(habits, turn) == last == turn + (habits.horizon or FOREVER - turn)


def test_only_the_printed_box_is_reviewed_by_what_was_learned(own_box: Game):
    assert review_habits(Game("cities")) == habits_named(Game("cities"), "LEARNED")
    assert review_habits(own_box) == insight.HABITS
    for game, value in ((Game("cities"), insight.learned_value), (own_box, insight.value)):
        position = timeline_of(play(game, ["greedy"] * game.players, seed=2)).position(60)
        chances = np.zeros(6)
        value(game.box, position.row, chances)
        learned = review_habits(game).network > 0
        told = np.tile(chances[: game.players], (2, 1))
        assert paired_playouts(position, 2, seed=1, until=0) == pytest.approx(told)
        assert heuristic(position, learned) == pytest.approx(chances[: game.players])


def test_what_is_said_of_choices_and_hints_is_the_same_search():
    found = timeline("cities")
    look = next(look for look in Attribution(found).looks() if look.step > 60)
    position, habits = found.position(look.step), review_habits(found.game)
    seen = answer(position, look, 40, seed=7).found
    generator = np.random.default_rng((7, look.stream))
    assert seen == evaluate(position, simulations=40, habits=habits, generator=generator)
    best = hints(position, ["Anna", "Ben"], simulations=40, generator=np.random.default_rng((7, 4)))
    assert best[0].chances in [choice.chances for choice in seen.choices]


def test_a_choice_that_ends_the_look_ahead_is_judged_at_once():
    """In the lutins searches look one turn ahead, and some choices end the turn."""
    found = timeline("lutins")
    habits = review_habits(found.game)
    index, after = next(
        (index, after)
        for index, step in enumerate(found.steps)
        if step.free and not step.by_chance
        for after in [found.position(index + 1)]
        if int(after.row.turn_count) >= last_turn(habits, int(found.rows[index].turn_count))
    )
    asked = Question(CHOICE, index, found.steps[index].action)
    assert answer(found.position(index), asked, 5, seed=1).found.chances == heuristic(after)


def test_a_game_without_a_horizon_is_played_to_its_end():
    game = Game("minivilles")
    assert playouts_end(review_habits(game), 5) == FOREVER
    assert set(paired_playouts(game.start(), 10, seed=1).ravel()) == {0.0, 1.0}
