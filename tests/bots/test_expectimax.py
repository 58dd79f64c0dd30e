"""Expectimax and end-game tables against a plain recursion with exact fractions."""

from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import faubourg
from faubourg.bots.evaluate import heuristic
from faubourg.bots.expectimax import EndgameTable, _judge, _Lookahead, expectimax, solve
from faubourg.core.errors import OptionError, PositionError
from faubourg.core.game import Game, games
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


def test_a_table_and_a_deep_look_ahead_agree_with_every_line_played_out():
    position = late("cities", 6)
    wanted = [float(chance) for chance in by_hand(position)]
    table = solve(position)
    assert len(table) > 30
    assert table.chances(position) == pytest.approx(wanted)
    found = expectimax(position, depth=50, outcomes=10_000)
    assert found.exact
    assert found.chances == pytest.approx(wanted)
    assert [choice.action for choice in table.choices(position)] == [
        choice.action for choice in found.choices
    ]
    assert follow(position, found.choices[-1].action) in table


def test_positions_that_come_again_are_solved():
    """A turn of the lutins' in which nothing is built leads back to where it began."""
    start = late("lutins", 2)
    table = solve(start, most=5000, ignored=["turn_count"])
    queue, seen, decisions = [start], {start.to_bytes()}, 0
    for position in queue:  # grows meanwhile
        if position.turn == NATURE:
            total = sum(position.weights().values())
            parts = [
                weight / total * np.array(table.chances(follow(position, action)))
                for action, weight in position.weights().items()
            ]
            assert table.chances(position) == pytest.approx(np.sum(parts, axis=0))
        elif position.turn is not None:
            decisions += 1
            best = table.choices(position)[0]
            assert table.chances(position) == pytest.approx(best.chances)
        else:
            assert table.chances(position) == heuristic(position)
        for action in position.weights() or position.legal.ids:
            after = follow(position, action)
            assert after in table
            if len(queue) < 500 and after.to_bytes() not in seen:
                seen.add(after.to_bytes())
                queue.append(after)
    assert decisions


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


def test_what_is_no_table_is_refused_and_never_reaches_the_kernels(tmp_path: Path):
    position = late("cities", 6)
    table, path = solve(position, ignored=["turn_count"]), tmp_path / "table.npz"
    table.save(path)
    with np.load(path) as saved:
        good = dict(saved)
    turn_of = position.game.row_type.fields["turn_of"][1]
    keys = good["keys"].copy()
    keys[:, turn_of] = 120
    for change in (
        {"keys": keys},
        {"keys": good["keys"][:, :-1]},
        {"keys": good["keys"][:0], "chances": good["chances"][:0]},
        {"chances": good["chances"][:-1]},
        {"ignored": np.array(["nothing"])},
    ):
        np.savez(path, **(good | change))
        with pytest.raises(OptionError, match="tables of"):
            EndgameTable.load(position.game, path)
    np.savez(path, keys=good["keys"])
    for contents in (path.read_bytes(), b"no archive", b"", path.read_bytes()[:40]):
        path.write_bytes(contents)
        with pytest.raises(OptionError, match="tables of"):
            EndgameTable.load(position.game, path)
    with pytest.raises(OptionError, match="tables of"):
        EndgameTable.load(position.game, tmp_path / "nowhere.npz")


def test_outcomes_are_drawn_with_their_probabilities_and_by_the_seed():
    weights, drawn = {7: 1, 8: 2, 9: 3, 10: 4}, dict.fromkeys((7, 8, 9, 10), 0)
    for seed in range(500):
        ahead = _Lookahead(3, _judge(None), np.random.default_rng(seed))
        found = ahead._sample(weights, 3)
        assert sum(found.values()) == 3
        for action, count in found.items():
            drawn[action] += count
    assert [drawn[a] / 1500 for a in drawn] == pytest.approx([0.1, 0.2, 0.3, 0.4], abs=0.02)
    position = Game("minivilles").start()
    one, again = (expectimax(position, 1, outcomes=3, seed=5) for _ in range(2))
    assert one == again
    assert one.chances != expectimax(position, 1, outcomes=3, seed=6).chances


@pytest.mark.parametrize("name", games())
def test_a_chain_of_chance_has_no_more_ends_than_the_bound(name: str):
    judged = []

    def judge(position: Position) -> np.ndarray:
        judged.append(position)
        return np.array(heuristic(position))

    ahead = _Lookahead(20, judge, np.random.default_rng(1))
    ahead.chances(Game(name).start(), depth=0)
    assert 0 < len(judged) <= 20


def test_a_judgement_of_ones_own_is_asked_where_the_depth_ends():
    def richest(box: object, row: object, chances: np.ndarray) -> None:
        chances[:] = 0
        chances[1] = 1

    found = expectimax(Game("minivilles").start(), depth=1, outcomes=4, value=richest, seed=1)
    assert found.chances == (0.0, 1.0)
    assert not found.exact
