"""Search and playouts for one's own code."""

import pytest

import faubourg
from faubourg.bots.bot import make
from faubourg.bots.evaluate import heuristic
from faubourg.bots.match import next_move
from faubourg.core.contract import Box, Floats, Row
from faubourg.core.errors import OptionError
from faubourg.core.game import Game, games
from faubourg.core.players import NATURE
from faubourg.core.position import Position
from faubourg.core.streams import streams

every_game = pytest.mark.parametrize("name", games())


@faubourg.kernel
def first_seat_wins(box: Box, row: Row, chances: Floats) -> None:
    """An evaluation of one's own."""
    for seat in range(row.players):
        chances[seat] = 1.0 if seat == 0 else 0.0


def positions_of(name: str, seed: int = 1) -> list[Position]:
    """Every seventh position of a game between greedy bots, and the end."""
    position, generators = Game(name, players=2).start(), streams(seed)
    bots, met = [make("greedy")] * 2, []
    while position.turn is not None:
        met.append(position.copy())
        position.step(next_move(position, bots, generators))
    return [*met[::7][:6], position]


def test_a_search_takes_an_evaluation_of_ones_own():
    position = Game("minivilles", players=2).start()
    while position.turn == NATURE:
        position.step(position.nature(0.5))
    habits = faubourg.Habits(horizon=1)
    own = faubourg.search(position, simulations=50, seed=1, value=first_seat_wins, habits=habits)
    assert own.chances == (1.0, 0.0)
    usual = faubourg.search(position, simulations=50, seed=1)
    assert usual.chances != own.chances
    assert usual == faubourg.search(position, simulations=50, seed=1)
    assert all(choice.action in position.legal for choice in usual.choices)
    with pytest.raises(OptionError):
        faubourg.search(position, simulations=0)


@every_game
def test_playouts_of_many_positions_do_not_depend_on_how_they_are_shared_out(name: str):
    positions = positions_of(name)
    one = faubourg.playout_values(positions, playouts=30, seed=4, workers=1)
    assert (faubourg.playout_values(positions, playouts=30, seed=4, workers=3) == one).all()
    assert one.shape == (len(positions), 2)
    assert one[-1].tolist() == pytest.approx(list(heuristic(positions[-1])))
    assert ((one >= 0) & (one <= 1)).all()
    with pytest.raises(OptionError, match="allowed: random, greedy, gentle"):
        faubourg.playout_values(positions, bot="expert")
