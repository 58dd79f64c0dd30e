"""A game explained: whatever was played, luck and skill are the result, to the last part."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from io import StringIO
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from faubourg.bots.evaluate import Choice, Evaluation
from faubourg.bots.match import play
from faubourg.bots.paired_playouts import paired_playouts
from faubourg.core.errors import OptionError, RecordError
from faubourg.core.game import Game, games
from faubourg.core.players import NATURE
from faubourg.core.position import Position
from faubourg.core.text import LANGUAGES, Language
from faubourg.records.record import Record
from faubourg.review import Balance, Review, review
from faubourg.review.as_json import as_data
from faubourg.review.attribution import (
    CHOICE,
    DEEPER,
    HALVES,
    Answers,
    Attribution,
    Question,
    error_of_mean,
    judgement_of,
)
from faubourg.review.descriptions import (
    describe_better,
    describe_luck,
    describe_move,
    describe_seat,
)
from faubourg.review.ranges import Change, Range, Z, range_of
from faubourg.review.result import SMALLEST, SURE, WHOLE, Move, Noise
from faubourg.review.timeline import Timeline, timeline_of
from faubourg.server.web.reviews import Review as Described
from faubourg.terminal.review import show
from tests.effort import many


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
    simulations = {"minivilles": 150, "my_little_town": 200}.get(name, 3)
    return review(played_badly(name), simulations=simulations)


def sums(found: Review) -> Iterator[tuple[int, int]]:
    for seat, balance in enumerate(found.balances):
        assert balance.start == found.chances[0][seat]
        assert balance.result == found.chances[-1][seat]
        parts = (balance.start, balance.luck, balance.skill, balance.others, balance.rest)
        yield sum(parts), balance.result


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
        if move.better:
            assert move.mover != NATURE
            assert -move.change[move.mover] >= max(SMALLEST, SURE * move.errors[move.mover])
            assert move.ranges[move.mover].high < 0
    assert all(any(ends.is_sure for ends in move.ranges) for move in found.turning_points)


@pytest.mark.parametrize("name", ["minivilles", "my_little_town"])
def test_who_plays_badly_is_shown_to(name: str):
    good, bad = reviewed(name).balances[:2]
    assert bad.skill < good.skill - WHOLE // 10
    assert bad.skill_range.high < -WHOLE // 10
    assert reviewed(name).mistakes[0].mover == 1
    assert reviewed(name).next_time(1) in reviewed(name).mistakes


@pytest.mark.parametrize("name", ["minivilles", "my_little_town"])
def test_a_line_says_who_gave_a_lot_away(name: str):
    good, bad = (describe_seat(reviewed(name), seat) for seat in (0, 1))
    assert bad.en.endswith("; gave a lot away.")
    assert bad.fr.endswith(" ; a laissé passer beaucoup.")
    assert not good.en.endswith("; gave a lot away.")


@pytest.mark.parametrize(
    ("luck", "margin", "said"),
    [
        (40, 10, "Very lucky"),
        (20, 10, "Rather lucky"),
        (-6, 5, "Rather unlucky"),
        (-93, 33, "Very unlucky"),
        (3, 2, "Neither lucky nor unlucky"),  # sure, and hardly anything
        (20, 25, "Luck too close to tell"),
        (5, 10, "Neither lucky nor unlucky"),
    ],
)
def test_luck_is_only_told_outside_of_its_margin(luck: int, margin: int, said: str):
    nothing = {"start": 0, "skill": 0, "others": 0, "rest": 0, "result": 0}
    ends = range_of([Change(luck * WHOLE / 100, margin * WHOLE / 100 / Z)])
    off = {"luck_range": ends, "skill_range": Range(0, 0), "others_range": Range(0, 0)}
    assert describe_luck(Balance(luck=luck * WHOLE // 100, **nothing, **off)).en == said


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
    assert noise.of(0.5) == pytest.approx(0.01)
    assert noise.of(0.0) == noise.of(1.0) == 0
    changed = [
        Move(1, NATURE, 0, True, (0, 0), (0, 0), (by, -by), (WHOLE / 50, WHOLE / 50), None)
        for by in (WHOLE // 25, WHOLE // 10)
    ]
    assert [move.is_clear(sure=3.0) for move in changed] == [False, True]


@cache
def after_a_throw() -> tuple[Timeline, int, int]:
    """A game, and the first and the last move of a piece of luck in its midst."""
    timeline = timeline_of(play(Game("minivilles", 2, first="A"), ["greedy", "greedy"], seed=2))
    last = next(index for index in timeline.lucky if index > len(timeline.steps) // 2)
    return timeline, timeline.lucky[last], last


def test_the_chance_before_nature_moves_is_the_mean_of_those_after_its_outcomes():
    """So luck is 0 on average, whatever the effort."""
    timeline, first, _ = after_a_throw()
    before = timeline.position(first)
    mean, error = np.zeros(2), np.zeros(2)
    for outcome, share in before.chance.items():
        after = before.copy()
        after.step(outcome.id)
        samples = paired_playouts(after, 400, seed=1)
        mean += float(share) * samples.mean(axis=0)
        error += float(share) * samples.std(axis=0) / 20
    samples = paired_playouts(before, 2000, seed=2)
    assert np.abs(samples.mean(axis=0) - mean).max() < 3 * error.max()


def test_neighbouring_positions_meet_the_same_dice():
    timeline, first, last = after_a_throw()
    before, after = timeline.position(first), timeline.position(last + 1)
    one, two, other = (
        paired_playouts(position, 400, seed)[:, 0]
        for position, seed in ((before, 1), (after, 1), (after, 2))
    )
    assert (two - one).var() < 0.9 * (other - one).var()
    assert (paired_playouts(after, 400, seed=1)[:, 0] == two).all()


def searched(
    attribution: Attribution, wishes: dict[int, int], cost: Callable[[int], float], noise: float = 0
) -> list[Answers]:
    """Looks, choices and doubts in which a wish at a decision would have been better, by a cost."""
    steps, generator = attribution.timeline.steps, np.random.default_rng(1)

    def chances(question: Question) -> Evaluation:
        lost = cost(question.step) if question.action == steps[question.step].action else 0.0
        own = 0.5 - lost + noise * generator.standard_normal()
        pair = (own, 1 - own) if steps[question.step].mover == 0 else (1 - own, own)
        return Evaluation(pair, ())

    looks = {
        look: Evaluation(
            (0.5, 0.5),
            (Choice(wishes.get(look.step, steps[look.step].action), (0.5, 0.5), visits=1),),
        )
        for look in attribution.looks()
    }
    choices = {question: chances(question) for question in attribution.choices(looks)}
    doubts = {question: chances(question) for question in attribution.doubts(looks, choices)}
    return [looks, choices, doubts]


def test_choices_that_are_as_good_cost_nothing_though_the_numbers_are_noisy():
    """The smaller of two noisy numbers would cost a player 0.028 at each of these choices."""
    timeline, _, _ = after_a_throw()
    attribution = Attribution(timeline)
    wishes = {
        look.step: next(
            id
            for id in timeline.position(look.step).legal.ids
            if id != timeline.steps[look.step].action
        )
        for look in attribution.looks()
    }
    _, choices, _ = searched(attribution, wishes, lambda step: 0.0, noise=0.05)
    costs = attribution.costs(wishes, choices, HALVES)
    own = [cost.change[timeline.steps[index].mover] for index, cost in costs.items()]
    assert len(own) > 40
    assert abs(np.mean(own)) < 3 * np.std(own) / len(own) ** 0.5 < 0.02


def test_a_chance_let_pass_turn_after_turn_is_one_mistake():
    game = Game("minivilles", 2, first="A")
    timeline = timeline_of(play(game, ["random", "random"], seed=3))
    attribution = Attribution(timeline)
    wished = game.part("notation").read(game.components, "build wheat-field")
    passed = [
        look.step
        for look in attribution.looks()
        if timeline.steps[look.step].mover == 0
        and timeline.steps[look.step].action != wished
        and wished in timeline.position(look.step).legal.ids
    ]
    assert len(passed) > 3
    worst = passed[2]
    wishes = dict.fromkeys(passed, wished)
    answers = searched(attribution, wishes, lambda step: 0.4 if step == worst else 0.2)
    values = {question: np.full((9, 2), 0.5, np.float32) for question in attribution.values()}
    found = attribution.account(["A", "B"], values, *answers)
    bought = [
        index
        for index, step in enumerate(timeline.steps)
        if step.mover == 0 and step.action == wished
    ]
    counted = [move.number - 1 for move in found.moves if move.better]
    assert worst in counted
    assert found.next_time(0) == found.moves[worst]
    for one, other in pairwise(counted):  # a chance that was taken may be let pass anew
        assert any(one < index < other for index in bought)
    assert all(total == result for total, result in sums(found))


def test_what_can_not_be_reviewed_is_said():
    record = play(Game("minivilles", 2), ["random", "random"], seed=1)
    with pytest.raises(OptionError):
        review(record, seconds=0)
    with pytest.raises(OptionError):
        review(record, seconds=1, simulations=1)
    with pytest.raises(RecordError):
        review(Record(record.game, moves=[0, 0]), simulations=1)


def test_what_lies_between_strata_is_no_error():
    """Playouts come in the order of Nature's first number, of which each part has its share: a mean
    that only that number decides is nearly exact. Where it decides nothing, nothing changes."""
    generator = np.random.default_rng(1)
    by_first_number = np.linspace(0.2, 0.8, 400)[:, None]
    by_the_rest = generator.permutation(by_first_number)
    usual = float(by_the_rest.std()) / 20
    assert error_of_mean(by_first_number)[0] < usual / 4
    assert error_of_mean(by_the_rest)[0] == pytest.approx(usual, rel=0.15)
    assert error_of_mean(np.array([[1.0]]))[0] == 0.5, "one playout is no certainty"


def test_the_error_of_chances_before_a_throw_is_what_other_dice_show():
    """In the lutins most that a throw changes lies between strata."""
    game = Game("lutins", 2, first="A")
    timeline = timeline_of(play(game, ["greedy", "greedy"], seed=2))
    before = timeline.position(next(first for first in timeline.lucky.values() if first > 20))
    looks = [paired_playouts(before, 400, seed=seed)[:, :1] for seed in range(30)]
    spread = float(np.std([look.mean() for look in looks], ddof=1))
    told = float(np.mean([error_of_mean(look)[0] for look in looks]))
    assert spread < 1.4 * told
    assert told < 0.8 * np.mean([look.std() / 20 for look in looks])


def test_a_judgement_that_is_off_widens_ranges_but_does_not_hide_a_mistake():
    """A network is wrong without noise: a part of what it says, which leaves the sign as it is."""
    half = (WHOLE // 2, WHOLE // 2)
    told = Move(1, 0, 0, True, half, half, (-WHOLE // 10, 0), (WHOLE / 200, 0.0), None)
    off = replace(told, of_size=0.5)
    assert off.ranges[0].low < -2 * WHOLE // 10 < told.ranges[0].low
    assert told.ranges[0].high < -4 * WHOLE // 100 < off.ranges[0].high < 0
    assert off.ranges[1] == (0, 0)
    assert off.is_clear(sure=3.0)
    lutins = judgement_of(Game("lutins"))
    assert lutins.of_size > 0
    own = [move for move in reviewed("lutins").moves if move.mover != NATURE and any(move.change)]
    assert own
    for move in own:
        assert move.of_size == lutins.of_size
        assert move.errors[move.mover] >= lutins.of_any * WHOLE


def test_of_what_a_search_says_that_share_is_told_which_strong_players_lose():
    """They make good for the rest; what is sure stays as sure."""
    timeline, _, _ = after_a_throw()
    attribution, share = Attribution(timeline), judgement_of(timeline.game).share
    assert 0.5 < share < 1
    look = attribution.looks()[3]
    step = timeline.steps[look.step]
    other = next(id for id in timeline.position(look.step).legal.ids if id != step.action)
    wishes = {look.step: other}
    *_, doubts = searched(attribution, wishes, lambda step: 0.2, noise=0.01)
    (cost,) = attribution.costs(wishes, doubts, DEEPER).values()
    pairs = [
        [doubts[Question(CHOICE, look.step, action, stream)].chances for stream in DEEPER]
        for action in (step.action, other)
    ]
    lost = np.mean(pairs[1], axis=0) - np.mean(pairs[0], axis=0)
    assert cost.change == pytest.approx(-share * lost)
    assert cost.change[step.mover] == pytest.approx(-0.2 * share, abs=0.03)
    assert 0 < cost.noise[step.mover] < 0.03 * share


@pytest.mark.parametrize("name", games())
def test_what_is_told_as_a_mistake_has_a_range_without_0_in_the_data_too(name: str):
    data = as_data(reviewed(name))
    assert data["format"] == 3
    for told in data["mistakes"]:
        low, high = told["range"][told["by"]]
        assert low <= told["change"][told["by"]] <= high < 0
        assert -told["change"][told["by"]] > told["margin"][told["by"]]
    for move in data["moves"]:
        for seat, change in move["change"].items():
            low, high = move["range"][seat]
            assert low <= change <= high
            assert (low > 0 or high < 0) == (abs(change) > move["margin"][seat]), "as in format 2"
    for seat in data["seats"]:
        for part in ("luck", "skill", "others"):
            low, high = seat[f"{part}_range"]
            assert low <= seat[part] <= high


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", r"lost about [\d.]+ points of 100 \(([\d.]+) to ([\d.]+)\)"),
        ("fr", r"a perdu environ [\d,]+ points sur 100 \(([\d,]+) à ([\d,]+)\)"),
    ],
)
@pytest.mark.parametrize("name", games())
def test_what_a_mistake_cost_is_read_without_a_0_in_its_range(
    name: str, language: Language, said: str
):
    console = Console(width=200, record=True, file=StringIO())
    show(reviewed(name), language, console)
    text = console.export_text()
    told = re.findall(said, text)
    assert len(told) == min(len(reviewed(name).mistakes), 8)
    for ends in told:
        low, high = (float(end.replace(",", ".")) for end in ends)
        assert 0 < low < high
    assert not re.search(r"± ?[\d.,]+\)", text)


def test_who_wins_together_is_told_of_together():
    """Six lutins have one chance, which nobody wants to read six times."""
    record = play(Game("lutins", 3, first="A"), ["greedy"] * 3, seed=3)
    found = review(record, simulations=30)
    console = Console(width=200, record=True, file=StringIO())
    show(found, "en", console)
    together = "A (greedy), B (greedy), C (greedy)"
    told = re.findall(rf"^ *{re.escape(together)} \d+ % → ", console.export_text(), re.M)
    assert len(told) == len(found.turning_points) > 0
