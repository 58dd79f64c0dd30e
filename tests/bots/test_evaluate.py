"""Evaluations: chances that are chances, at every kind of position."""

import numpy as np
import pytest

from faubourg.bots.bot import make
from faubourg.bots.evaluate import Evaluation, evaluate
from faubourg.bots.match import next_move
from faubourg.core.errors import OptionError
from faubourg.core.game import Game, games, variants
from faubourg.core.players import NATURE
from faubourg.core.position import Position
from faubourg.core.streams import streams

FEW = 20
CASES = [Game(name, players) for name in games() for players in dict(variants(name))]
every_case = pytest.mark.parametrize("game", CASES, ids=repr)


def along(game: Game, seed: int = 2) -> list[Position]:
    """The start of a game, some decisions and draws of it, and its end."""
    position, generators, bots = game.start(), streams(seed), [make("greedy")] * game.players
    met = [position.copy()]
    while position.turn is not None:
        position.step(next_move(position, bots, generators))
        met.append(position.copy())
    return [*met[:: len(met) // 5], met[-1]]


def evaluated(position: Position, simulations: int = FEW) -> Evaluation:
    return evaluate(position, simulations=simulations, generator=np.random.default_rng(1))


def fair(chances: tuple[float, ...], game: Game) -> bool:
    together = game.name == "lutins"
    whole = together or abs(sum(chances) - 1) < 1e-9
    return len(chances) == game.players and all(0 <= c <= 1 for c in chances) and whole


@every_case
def test_chances_are_chances_wherever_a_game_stands(game: Game) -> None:
    for position in along(game):
        found = evaluated(position)
        assert fair(found.chances, game)
        deciding = position.turn is not None and position.turn != NATURE
        assert bool(found.choices) == deciding
        for choice in found.choices:
            assert choice.action in position.legal
            assert fair(choice.chances, game)
            assert choice.visits > 0
        if deciding:
            assert found.chances == found.choices[0].chances


@every_case
def test_the_end_is_evaluated_exactly(game: Game) -> None:
    position = along(game)[-1]
    outcome = position.outcome
    assert outcome is not None
    whole = 1.0 if game.name == "lutins" else 1 / len(outcome.winners)
    expected = tuple(whole if seat in outcome.winners else 0.0 for seat in range(game.players))
    assert evaluated(position).chances == expected


def test_the_same_generator_gives_the_same_evaluation() -> None:
    position = along(Game("minivilles"))[3]
    assert evaluated(position, 200) == evaluated(position, 200)


def test_wrong_efforts_are_refused() -> None:
    position = Game("minivilles").start()
    for given in ({"seconds": 0}, {"simulations": -1}, {"seconds": 1, "simulations": 1}):
        with pytest.raises(OptionError):
            evaluate(position, generator=np.random.default_rng(1), **given)
