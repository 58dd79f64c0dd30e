"""Bots that search play the same games in machine code as in Python, move for move."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from faubourg.bots.bot import Bot, MctsBot, make
from faubourg.bots.compiled_match import is_compiled, memory_of, play_moves, searching_seats
from faubourg.bots.effort import Effort
from faubourg.bots.match import next_move, play
from faubourg.bots.memory import NODES
from faubourg.core.game import Game, games
from faubourg.core.streams import streams
from faubourg.kernels.seeding import seed_pcg64, state_of

FEW = 12  # simulations


def python_moves(game: Game, bots: Sequence[Bot], seed: int) -> list[int]:
    """A game whose every decision is a call of a bot in Python."""
    position, generators, moves = game.start(), streams(seed), list[int]()
    while position.turn is not None and len(moves) < game.rules.BOUND:
        moves.append(next_move(position, bots, generators))
        position.step(moves[-1])
    return moves


def machine_moves(game: Game, bots: Sequence[Bot], seed: int) -> list[int]:
    seats = searching_seats(game, bots)
    assert seats is not None
    found: list[int] = play_moves(game, game.start_row(), seats, streams(seed)).tolist()
    return found


@pytest.mark.parametrize("name", games())
def test_machine_code_plays_the_games_of_the_bots_in_python(name: str):
    least, most = Game(name).components.players
    for players in (least, most):
        game = Game(name, players)
        bots = [make(("steady", "greedy", "gentle")[seat % 3]) for seat in range(players)]
        assert machine_moves(game, bots, seed=3) == python_moves(game, bots, seed=3)


@pytest.mark.parametrize("simulations", [1, 2, FEW, 75])
def test_ending_a_search_early_changes_no_move(simulations: int):
    """Most searches are sure of their choice before all simulations are run."""
    game = Game("minivilles", 3)
    bots = [make("expert", simulations=simulations)] * 3
    for seed in range(2):
        assert machine_moves(game, bots, seed) == python_moves(game, bots, seed)


def test_other_habits_are_heeded():
    game = Game("minivilles", 2)
    usual = game.part("insight").HABITS
    other = type(usual)(**{**vars(usual), "candidates": 3, "sample": 1})
    bots = [MctsBot(Effort(simulations=FEW), other), MctsBot(Effort(simulations=FEW))]
    assert machine_moves(game, bots, 5) == python_moves(game, bots, 5)
    assert machine_moves(game, bots, 5) != machine_moves(game, bots[::-1], 5)


def test_even_chances_and_larger_trees_are_played_in_machine_code():
    game = Game("minivilles", 2)
    learned = replace(game.part("insight").LEARNED, even_chance=1, nodes=1 << 18)
    bots = [MctsBot(Effort(simulations=FEW), learned), make("steady")]
    assert machine_moves(game, bots, 6) == python_moves(game, bots, 6)
    beyond = MctsBot(Effort(simulations=FEW), replace(learned, nodes=NODES + 1))
    assert not is_compiled(game, beyond)


def test_a_match_is_the_same_record_whoever_plays_it():
    game = Game("my_little_town", 2)
    record = play(game, ["steady", "greedy"], seed=8)
    assert record.moves == python_moves(game, [make("steady"), make("greedy")], seed=8)
    assert record.outcome is not None


def test_memory_is_left_as_it_was_found():
    game = Game("lutins")
    machine_moves(game, [make("steady")] * game.players, seed=1)
    assert not memory_of(game).nodes.view(np.uint8).any()


def test_what_machine_code_can_not_play_is_played_in_python():
    class Own(MctsBot):
        """A search of somebody's own."""

    game = Game("minivilles", 2)
    steady, timed = make("steady"), make("expert", seconds=0.01)
    assert [is_compiled(game, bot) for bot in (steady, timed, Own(Effort(simulations=1)))] == [
        True,
        False,
        False,
    ]
    assert searching_seats(game, [steady, timed]) is None
    assert searching_seats(game, [make("greedy"), make("random")]) is None, "needs no search"


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**32, 2**53 - 1, 2**64 - 1, 123456789012345])
def test_a_generator_is_seeded_as_numpy_does_it(seed: int):
    generator = np.random.Generator(np.random.PCG64(1))
    state = state_of(generator)
    assert state is not None
    seed_pcg64(state, np.uint64(seed))
    assert generator.random(5).tolist() == np.random.default_rng(seed).random(5).tolist()
