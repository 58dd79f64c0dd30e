"""Puzzles of the day: real positions with one clearly best move, the same for everybody."""

from datetime import date, timedelta

import pytest

from faubourg.core.game import Game, games, is_shipped
from faubourg.puzzles.make import MARGIN, find, is_clear, judge, worths_of
from faubourg.puzzles.puzzle import number_of, parsed, puzzles, written
from tests.effort import LONG

SHIPPED = [name for name in games() if is_shipped(name)]
MONTH = 30  # days


@pytest.mark.parametrize("name", SHIPPED)
def test_every_game_has_a_month_of_puzzles_that_are_legal_now(name: str):
    known = puzzles(name)
    assert len(known) >= MONTH
    assert len({(puzzle.moves, puzzle.options.get("first")) for puzzle in known}) == len(known)
    for puzzle in known:
        position = puzzle.position
        legal = {action.text for action in position.legal}
        assert {each.move for each in puzzle.worths} == legal
        assert set(puzzle.answers) <= legal
        assert position.turn is not None
        assert position.turn >= 0


@pytest.mark.parametrize("name", SHIPPED)
def test_one_move_is_clearly_best_and_equal_ones_lead_to_the_same_position(name: str):
    for puzzle in puzzles(name):
        best = puzzle.worths[0]
        assert best.move in puzzle.answers
        others = [each for each in puzzle.worths if each.move not in puzzle.answers]
        assert is_clear(best, max(others, key=lambda each: each.chance))
        assert puzzle.margin >= MARGIN
        ends = set()
        for move in puzzle.answers:
            after = puzzle.position.copy()
            after.play(move)
            ends.add(after.to_bytes())
        assert len(ends) == 1


def test_a_puzzle_comes_back_from_json_as_it_was():
    puzzle = puzzles("minivilles")[0]
    assert parsed("minivilles", written(puzzle)) == puzzle


def test_a_record_of_a_puzzle_leads_to_its_position():
    puzzle = puzzles("cities")[0]
    record = puzzle.record()
    position = record.game.start()
    for move in record.moves:
        position.step(move)
    assert position == puzzle.position


def test_days_have_numbers():
    first = date(2026, 1, 1)
    assert [number_of(first + timedelta(days=day)) for day in (0, 1, 365)] == [0, 1, 365]


def test_a_search_finds_the_best_move_again_and_no_puzzle_where_moves_are_alike():
    puzzle = puzzles("minivilles")[0]
    worths = worths_of(puzzle.position, 77, (100, 2000))
    assert max(worths.values(), key=lambda each: each.chance).move in puzzle.answers
    start = Game("lutins", players=2, first="A").start()
    while start.turn is None or start.turn < 0:
        start.step(next(iter(start.weights())))
    assert judge(start, [], 1, (50, 100)) is None


def test_the_same_seed_finds_the_same_puzzles():
    game = Game("minivilles", players=2)
    quickly = (50, 100)
    assert next(find(game, 1, quickly)) == next(find(game, 1, quickly))


if LONG:

    @pytest.mark.parametrize("name", SHIPPED)
    def test_a_month_of_puzzles_stands_against_five_times_the_search(name: str):
        from scripts.puzzles import check

        assert check(name, MONTH) == []
