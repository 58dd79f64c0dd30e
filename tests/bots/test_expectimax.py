"""Expectimax and end-game tables against a plain recursion with exact fractions."""

from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import faubourg
from faubourg.bots.evaluate import heuristic
from faubourg.bots.expectimax import EndgameTable, expectimax, solve
from faubourg.core.errors import OptionError, PositionError
from faubourg.core.game import Game
from faubourg.core.players import NATURE
from faubourg.core.position import Position


@cache
def late(name: str, back: int) -> Position:
    """A position so many moves before the end of a game."""
    record = faubourg.play(Game(name, players=2), ["greedy", "greedy"], seed=1)
    return [position.copy() for position in record.positions()][-back]


def follow(position: Position, action: int) -> Position:
    after = position.copy()
    after.step(action)
    return after


def by_hand(position: Position) -> list[Fraction]:
    """Every seat's chance, played to the end along every line."""
    if position.turn is None:
        return [Fraction(chance) for chance in heuristic(position)]
    if position.turn == NATURE:
        chances = [(by_hand(follow(position, a.id)), p) for a, p in position.chance.items()]
        return [sum((p * c[seat] for c, p in chances), Fraction()) for seat in range(2)]
    found = [by_hand(follow(position, action)) for action in position.legal.ids]
    return max(found, key=lambda chances: chances[position.turn])


@pytest.mark.parametrize(("name", "back"), [("cities", 8), ("lutins", 2)])
def test_a_table_and_a_deep_look_ahead_agree_with_every_line_played_out(name: str, back: int):
    position = late(name, back)
    wanted = [float(chance) for chance in by_hand(position)]
    table = solve(position)
    assert table.chances(position) == pytest.approx(wanted)
    found = expectimax(position, depth=50, outcomes=10_000)
    assert found.exact
    assert found.chances == pytest.approx(wanted)
    assert [choice.action for choice in table.choices(position)] == [
        choice.action for choice in found.choices
    ]
    assert follow(position, found.choices[-1].action) in table


def test_positions_that_come_again_are_solved():
    """A turn in which nothing is earned or built leads back to where it began."""
    position = late("lutins", 2)
    apart, together = solve(position), solve(position, ignored=["turn_count"])
    assert len(together) <= len(apart)
    assert together.chances(position) == pytest.approx(apart.chances(position))


def test_what_does_not_fit_is_refused():
    with pytest.raises(PositionError, match="More than 50 positions"):
        solve(Game("minivilles").start(), most=50)
    with pytest.raises(OptionError, match="turn_count"):
        solve(Game("minivilles").start(), ignored=["turns"])
    for wrong in ({"depth": 0}, {"outcomes": 0}):
        with pytest.raises(OptionError):
            expectimax(Game("minivilles").start(), **wrong)


def test_a_table_is_saved_and_read_by_its_own_game_only(tmp_path: Path):
    position = late("cities", 6)
    table = solve(position, ignored=["turn_count"])
    table.save(tmp_path / "table.npz")
    again = EndgameTable.load(position.game, tmp_path / "table.npz")
    assert len(again) == len(table)
    assert again.chances(position) == table.chances(position)
    assert again.ignored == ("turn_count",)
    with pytest.raises(OptionError, match="tables of"):
        EndgameTable.load(Game("minivilles"), tmp_path / "table.npz")


def test_sampled_outcomes_have_the_right_mean_and_the_same_seed_draws_the_same():
    position = Game("minivilles").start()
    exact = expectimax(position, depth=1, outcomes=10**9)
    drawn = [expectimax(position, depth=1, outcomes=3, seed=seed).chances for seed in range(200)]
    assert drawn[0] == expectimax(position, depth=1, outcomes=3, seed=0).chances
    spread = np.std([chances[0] for chances in drawn]) / len(drawn) ** 0.5
    assert abs(np.mean([chances[0] for chances in drawn]) - exact.chances[0]) < 4 * spread + 1e-9


def test_the_bound_holds_for_chains_of_chance():
    position = Game("lutins").start()
    wide = expectimax(position, depth=1, outcomes=20, seed=1).positions
    assert wide <= 20 * 20, "each of 20 lines has a chain of at most 20 of Nature's moves"


def test_a_judgement_of_ones_own_is_asked_where_the_depth_ends():
    def richest(box: object, row: object, chances: np.ndarray) -> None:
        chances[:] = 0
        chances[1] = 1

    found = expectimax(Game("minivilles").start(), depth=1, outcomes=4, value=richest, seed=1)
    assert found.chances == (0.0, 1.0)
    assert not found.exact
