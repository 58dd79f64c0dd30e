"""Luck as a control variate: its mean is 0, and results spread less without it."""

import numpy as np
import pytest

from bench.control_variates import _luck_of_move, luck_of
from faubourg.bots.bot import make
from faubourg.bots.evaluate import heuristic
from faubourg.bots.match import play
from faubourg.core.game import Game
from faubourg.core.players import NATURE
from faubourg.core.streams import streams

GAMES = 24


@pytest.mark.parametrize("name", ["minivilles", "my_little_town"])
def test_luck_of_all_outcomes_of_a_move_is_nothing_on_average(name: str):
    position, bots, asked = Game(name, 2).start(), [make("greedy")] * 2, 0
    record = play(position.game, bots, seed=2)
    for move in record.moves:
        weights = position.weights()
        if position.turn == NATURE and len(weights) > 1 and asked < 4:
            asked += 1
            pieces = [w * _luck_of_move(position, id, streams(1)) for id, w in weights.items()]
            assert np.sum(pieces, axis=0) == pytest.approx([0, 0], abs=1e-9)
            assert np.abs(pieces).max() > 0
        position.step(move)
    assert asked == 4


def test_results_less_luck_spread_less():
    game, results, luck = Game("minivilles", 2), [], []
    for seed in range(GAMES):
        record = play(game, ["greedy", "greedy"], seed=seed)
        end = record.replay()
        results.append(heuristic(end)[0])
        luck.append(luck_of(game, record.moves, seed)[0])
    less = np.array(results) - np.array(luck)
    assert less.std() < 0.8 * np.std(results)
    assert abs(np.mean(luck)) < 3 * np.std(luck) / GAMES**0.5
