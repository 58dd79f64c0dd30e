"""What measures reviews and levels measures what it says."""

import numpy as np
import pytest

from bench import levels, review


def told_and_so(sureness: float, count: int = 20_000) -> review.Pairs:
    """Results of games, and chances whose log odds are so many times too large."""
    generator = np.random.default_rng(1)
    odds = generator.normal(0.0, 1.5, count)
    so = generator.random(count) < 1 / (1 + np.exp(-odds))
    return np.column_stack([1 / (1 + np.exp(-sureness * odds)), so])


def test_chances_that_are_what_they_say_have_slope_one():
    right, too_sure, unsure = (told_and_so(sureness) for sureness in (1.0, 2.0, 0.5))
    assert review.slope(right) == pytest.approx(1.0, abs=0.06)
    assert review.slope(too_sure) < 0.65
    assert review.slope(unsure) > 1.6
    for measure in (review.brier, review.error_by_tenths):
        assert measure(right) < min(measure(too_sure), measure(unsure))
    assert review.error_by_tenths(right) < 0.02
    always = np.column_stack([np.full(1000, 0.5), np.arange(1000) % 2])
    assert review.brier(always) == 0.25


def test_what_needs_no_search_is_said_as_a_review_says_it():
    trial = review.Trial("luck", "lutins", 2, ("greedy",), (6,), None, seed=1)
    record, _ = review.played(trial, 0)
    whole, quick = review.reviewed(trial, record, 5), review.played_out(record, 6, 5)
    assert whole.chances == quick.chances
    assert [b.luck for b in whole.balances] == [b.luck for b in quick.balances]
    assert whole.luck_errors == quick.luck_errors


def test_choices_of_a_random_player_are_lost_when_everybody_plays_on():
    trial = review.Trial(
        "choices", "lutins", 2, ("random", "greedy"), (40,), None, seed=1, judge=0, played_on=300,
        most=6, least=1.0,
    )  # fmt: skip
    rows = [row for number in range(3) for row in review.choices(trial, number)]
    told, noise, lost, error = np.array(rows).T
    assert len(rows) > 8
    assert (told > 1.0).all()
    assert (noise >= 0).all()
    assert lost.mean() > 2 * np.hypot.reduce(error) / len(rows), "they were mistakes"
    assert len(list(review.report_choices(trial, [rows]))) > 1


def test_what_was_not_found_is_said_in_words():
    trial = review.Trial("players", "lutins", 2, ("greedy", "random", "steady"), (1,), None, seed=1)
    for report in (review.report_mistakes, review.report_choices):
        (said,) = report(trial, [[], []])
        assert "10 points" in said
    games = [[(name, *range(9)) for name in ("greedy", "random")]]
    *_, last = review.report_players(trial, games)
    assert last == "steady sat at no table"


def test_every_expert_of_a_reviewed_game_has_simulations_and_no_clock():
    """So that the same seed gives the same game."""
    seats = ("expert", "expert-1")
    trial = review.Trial("luck", "lutins", 2, seats, (1,), None, seed=1, judge=4)
    assert review.played(trial, 1)[0] == review.played(trial, 1)[0]


def test_where_there_are_two_sides_each_of_them_is_of_the_higher_level_in_turn():
    options = (("game", "gnome"), ("gnome", "C"))
    rung = levels.Rung(
        "lutins", 4, "random", "gentle", 2, seed=1, less_luck=False, options=options
    )  # fmt: skip
    assert rung.sides == [[0, 1, 3], [2]]
    assert rung.teams
    pairs = np.array([levels.play_teams((rung,), number)[0] for number in range(40)])
    assert pairs.shape == (40, 2, 2)  # games, sides, of the lower and of the higher level
    assert set(pairs.ravel()) <= {0.0, 1.0}
    assert pairs[:, 0, 1].sum() > pairs[:, 0, 0].sum()  # better lutins win more often
    alone = levels.Rung("cities", 3, "random", "gentle", 2, seed=1, less_luck=False)
    assert alone.sides == [[0], [1], [2]]
    assert not alone.teams


def test_ranges_of_mistakes_are_held_against_what_was_lost():
    trial = review.Trial("mistakes", "lutins", 2, ("greedy",), (1,), None, seed=1)
    lost = [(35.0, 2.0), (-10.0, 2.0), (9.4, 2.0)]  # points and errors
    told = [(20.0, 1.0, 10.0, 40.0, *one) for one in lost]  # the same, with the ends of the range
    *_, last = review.report_mistakes(trial, [told[:1], told[1:]])
    assert "3 mistakes: 2 confirmed in sign, 57 % of their size" in last
    assert "off by 20.2 beside all noise, ranges hold in 2" in last


def test_who_is_found_out_is_counted_by_the_range_of_own_play():
    trial = review.Trial("players", "lutins", 2, ("greedy",), (1,), None, seed=1)
    rows = [
        ("greedy", 0.0, -2.0, 2.0, skill, low, high, 0.0, 1, 1.0)
        for skill, low, high in ((-30.0, -60.0, -12.0), (-5.0, -15.0, 5.0), (4.0, 1.0, 12.0))
    ]
    (said,) = review.report_players(trial, [rows])
    assert "own play -10.3 (-24.7 to +1.7; in single games -30.0 to +4.0)" in said
    assert "clearly below 0 in 1 of 3, 0 within the range in 1" in said


def test_experts_search_by_what_was_learned_where_that_is_asked_for():
    game = review.Game("cities")
    usual, learned = (
        review.Trial("luck", "cities", 2, ("expert",), (1,), None, seed=1, judge=4, learned=asked)
        for asked in (False, True)
    )
    assert review.player(usual, game, "expert").search_in(game)[0].network == 0
    assert review.player(learned, game, "expert").search_in(game)[0].network == 1
    assert review.player(learned, game, "steady").search_in(game)[0].network == 0
