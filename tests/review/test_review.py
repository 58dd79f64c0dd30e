"""A game explained: whatever was played, luck and skill are the result, to the last part."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faubourg.bots.evaluate import Choice, Evaluation
from faubourg.bots.match import play
from faubourg.core.errors import OptionError, RecordError
from faubourg.core.game import Game, games
from faubourg.core.players import NATURE
from faubourg.core.position import Position
from faubourg.core.text import LANGUAGES
from faubourg.records.record import Record
from faubourg.review import Review, review
from faubourg.review.as_json import as_data
from faubourg.review.attribution import Attribution
from faubourg.review.descriptions import describe_better, describe_move
from faubourg.review.result import WHOLE, Noise
from faubourg.review.timeline import timeline_of
from faubourg.server.web.reviews import Review as Described
from tests.effort import many

EVEN = WHOLE // 2


class Worst:
    """Does what a sensible player would like least."""

    def choose(self, position: Position, generator: np.random.Generator) -> int:
        rate, box = position.game.part("insight").rate, position.game.components.box
        return min(position.legal.ids, key=lambda id: rate(box, position.row, id))


@cache
def played_badly(name: str) -> Record:
    """A game in which seat B plays badly."""
    game = Game(name, **({"first": "A"} if name != "cities" else {}))
    seats = [Worst() if seat == 1 else "greedy" for seat in range(game.players)]
    return play(game, seats, seed=5)


@cache
def reviewed(name: str) -> Review:
    simulations = {"minivilles": 30, "my_little_town": 200}.get(name, 3)
    return review(played_badly(name), simulations=simulations)


def sums(found: Review) -> Iterator[tuple[int, int]]:
    for seat, balance in enumerate(found.balances):
        assert balance.start == found.chances[0][seat]
        assert balance.result == found.chances[-1][seat]
        yield balance.start + balance.luck + balance.skill + balance.others, balance.result


@given(
    name=st.sampled_from(games()),
    seed=st.integers(0, 999),
    simulations=st.integers(1, 2),
    share=st.sampled_from([0.0, 0.1, 0.3, 1.0]),
    data=st.data(),
)
@settings(max_examples=many(10), deadline=None)
def test_luck_and_skill_are_exactly_the_result(
    name: str, seed: int, simulations: int, share: float, data: st.DataObject
):
    least, most = Game(name).components.players
    game = Game(name, data.draw(st.integers(least, min(most, 3)), label="players"))
    record = play(game, ["random"] * game.players, seed=seed)
    record.moves = record.moves[: round(share * len(record.moves))]
    found = review(record, simulations=simulations, seed=seed)
    assert len(found.chances) == len(record.moves) + 1
    assert all(total == result for total, result in sums(found))
    for move in found.moves:
        before, after = found.chances[move.number - 1 : move.number + 1]
        assert (move.before, move.after) == (before, after)
        if not move.free:
            assert not any(move.change)  # what had to happen is nobody's luck or skill
        elif move.mover != NATURE:
            assert move.change[move.mover] <= 0
            assert (move.better is None) == (move.change[move.mover] == 0)


@pytest.mark.parametrize("name", ["minivilles", "my_little_town"])
def test_who_plays_badly_is_shown_to(name: str):
    good, bad = reviewed(name).balances[:2]
    assert bad.skill < good.skill - WHOLE // 10
    assert bad.skill < -WHOLE // 5
    assert reviewed(name).mistakes[0].mover == 1


def test_the_end_is_the_result_and_a_review_is_the_same_every_time():
    record = play(Game("minivilles", 2), ["random", "greedy"], seed=4)
    one, two = (review(record, simulations=5, workers=workers) for workers in (1, 2))
    assert as_data(one) == as_data(two)
    assert record.outcome
    assert one.result == tuple(WHOLE * (seat in record.outcome.winners) for seat in range(2))


def test_a_victory_that_is_shared_is_shared_exactly():
    assert all(WHOLE % (2 * winners) == 0 for winners in range(1, 7))


@pytest.mark.parametrize("name", games())
def test_what_a_review_says_is_in_both_languages_and_as_described(name: str):
    found = reviewed(name)
    data = as_data(found)
    assert json.loads(json.dumps(data)) == data
    assert Described.model_validate(data).model_dump() == data
    assert data["moves"][0]["by"] == "*"
    for move in [*found.turning_points, *found.mistakes]:
        assert all(describe_move(found, move).to(language).strip() for language in LANGUAGES)
        if move.better:
            assert describe_better(found, move) != describe_move(found, move)


def test_the_time_is_kept_to():
    record = play(Game("minivilles", 2), ["greedy", "greedy"], seed=1)
    shares: list[float] = []
    found = review(record, seconds=1.0, workers=1, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert len(found.moves) == len(record.moves)


def test_small_changes_are_noise_and_large_ones_are_not():
    noise = Noise(spread=0.01)
    assert noise.of(EVEN) == round(0.01 * WHOLE)
    assert noise.of(0) == noise.of(WHOLE) == 0
    assert not noise.is_less(EVEN, EVEN + WHOLE // 50)
    assert noise.is_less(EVEN, EVEN + WHOLE // 20)


def test_a_chance_let_pass_turn_after_turn_is_one_mistake():
    game = Game("minivilles", 2, first="A")
    timeline = timeline_of(play(game, ["random", "random"], seed=3))
    attribution = Attribution(timeline)
    wished = game.part("notation").read(game.components, "build wheat-field")
    looks = {}
    for look in attribution.looks():
        step, legal = timeline.steps[look.step], timeline.position(look.step).legal.ids
        best = wished if step.mover == 0 and wished in legal else step.action
        looks[look] = Evaluation((0.5, 0.5), (Choice(best, (0.5, 0.5), 1),))
    passed = [
        look.step
        for look, evaluation in looks.items()
        if evaluation.choices[0].action != timeline.steps[look.step].action
    ]
    assert len(passed) > 3
    worst = passed[2]
    values = {
        question: Evaluation(
            (0.5, 0.5)
            if question.action is None
            else (0.9, 0.1)
            if question.step == worst
            else (0.7, 0.3),
            (),
        )
        for question in attribution.values(looks)
    }
    found = attribution.account(["A", "B"], looks, values)
    bought = [
        index
        for index, step in enumerate(timeline.steps)
        if step.mover == 0 and step.action == wished
    ]
    counted = [move.number - 1 for move in found.moves if move.better]
    assert worst in counted
    for one, other in pairwise(counted):  # a chance that was taken may be let pass anew
        assert any(one < index < other for index in bought)


def test_what_can_not_be_reviewed_is_said():
    record = play(Game("minivilles", 2), ["random", "random"], seed=1)
    with pytest.raises(OptionError):
        review(record, seconds=0)
    with pytest.raises(OptionError):
        review(record, seconds=1, simulations=1)
    with pytest.raises(RecordError):
        review(Record(record.game, moves=[0, 0]), simulations=1)
