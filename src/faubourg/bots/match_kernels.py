"""Whole games between bots in machine code, those too that search.

A template: `match_kernels` makes one module of it for every game, like `kernels/play.py`. Bots
that search use one tree after the other in the same memory, and take the same numbers as in Python
(`MctsBot` in `bots/bot.py`), so that the same seed gives the same game.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.bots.memory import Memory
from faubourg.bots.tree import MOST_NODES
from faubourg.core.contract import Box, Floats, Ints, Row
from faubourg.core.players import NATURE, OVER, SEARCH
from faubourg.kernels.common_numbers import OWN, Key, common_number
from faubourg.kernels.compile import inlined, kernel
from faubourg.kernels.seeding import seed_pcg64

legal: Callable[[Box, Row, Ints], int]
nature: Callable[[Box, Row, float], int]
step: Callable[[Box, Row, int], None]
choose: Callable[[int, Box, Row, Ints, int, float], int]
number_of: Callable[[tuple[np.random.Generator, ...], int], float]
grow: Callable[..., int]

Words = npt.NDArray[np.int64]
Rows = npt.NDArray[Any]
Matrix = npt.NDArray[np.float64]
SEEDS = 2.0**53  # a seed for each number in [0, 1) that a generator gives

# Where a game is, beside its row: what `play_some` needs to go on.
PLAYED, TURNS, DRAWN, DECIDED = range(4)
PLACES = 4


@kernel
def search(box: Box, row: Row, habits: Floats, simulations: int, seed: int, memory: Memory) -> int:
    """MCTS: the action with most visits after so many simulations, found with fewer of them where
    no other action could overtake it any more."""
    seed_pcg64(memory.state, seed)
    nodes = memory.nodes[: int(habits[MOST_NODES])]
    memory.root[0] = row
    used, left, lead = 1, simulations, 0
    while left >= lead and left > 0:
        # The lead grows by at most 1 with each simulation, so nothing is sure before these.
        count = min(left, (left - lead) // 2 + 1)
        used = grow(
            box, memory.root, memory.work, nodes, used, habits, memory.generator, memory.options,
            memory.ratings, memory.path, memory.chances, count, memory.counter,
        )  # fmt: skip
        left -= count
        lead = _lead(nodes)
    action = int(nodes[_most_visited(nodes)].action)
    _clear(nodes, used)
    return action


@inlined
def _most_visited(nodes: Rows) -> int:
    """The first of the root's children with most visits."""
    first = int(nodes[0].first)
    best = first
    for child in range(first + 1, first + nodes[0].count):
        if nodes[child].visits > nodes[best].visits:
            best = child
    return best


@inlined
def _lead(nodes: Rows) -> int:
    """How many visits the most visited of the root's children has more than any other."""
    best, second = _most_visited(nodes), 0
    first = int(nodes[0].first)
    for child in range(first, first + nodes[0].count):
        if child != best:
            second = max(second, int(nodes[child].visits))
    return int(nodes[best].visits) - second


@inlined
def _clear(nodes: Rows, used: int) -> None:
    """Nodes as they were before the search: all zeros."""
    for index in range(used):
        node = nodes[index]
        node.action = 0
        node.first = 0
        node.count = 0
        node.next = 0
        node.visits = 0
        node.prior = 0.0
        node.won[:] = 0.0


@kernel
def decide(
    player: int, box: Box, row: Row, actions: Ints, n: int, chosen: float, habits: Floats,
    simulations: int, memory: Memory,
) -> int:  # fmt: skip
    """The action that a bot takes with a number in [0, 1)."""
    if player == SEARCH:
        return search(box, row, habits, simulations, int(chosen * SEEDS), memory)
    return int(actions[choose(player, box, row, actions, n, chosen)])


@kernel
def play_some(
    box: Box, rows: Rows, players: Words, simulations: Words, habits: Matrix,
    dice: np.random.Generator, generators: tuple[np.random.Generator, ...], key: Key,
    places: Words, taken: Words, moves: Ints, budget: int, actions: Ints, memory: Memory,
) -> bool:  # fmt: skip
    """Play on until the game is over, `moves` is full, or so many simulations are spent; whether
    there is more to play.

    Without a key numbers are taken from the generators, as `play_on` of `bots/match.py` does; with
    one they are common random numbers, each the seed of a generator for one decision.
    """
    row = rows[0]
    while row.to_act != OVER and places[PLAYED] < len(moves):
        if budget <= 0:
            return True
        turn = row.to_act
        if turn == NATURE:
            chosen = dice.random() if key == OWN else _common(row, key, places, taken, DRAWN)
            action = nature(box, row, chosen)
        else:
            n = legal(box, row, actions)
            action = actions[0]
            if n > 1:
                if key == OWN:
                    chosen = number_of(generators, turn)
                else:
                    chosen = _common(row, key, places, taken, DECIDED)
                    seed_pcg64(memory.state, int(chosen * SEEDS))
                    chosen = memory.generator.random()
                action = decide(
                    players[turn], box, row, actions, n, chosen, habits[turn], simulations[turn],
                    memory,
                )  # fmt: skip
                budget -= simulations[turn]
        step(box, row, action)
        moves[places[PLAYED]] = action
        places[PLAYED] += 1
        if row.turn_count > places[TURNS]:
            places[TURNS] = row.turn_count
            places[DRAWN] = 0
            places[DECIDED] = 0
            taken[row.turn_of] += 1
    return False


@inlined
def _common(row: Row, key: Key, places: Words, taken: Words, counter: int) -> float:
    """The next common random number of Nature or of the seat to act."""
    places[counter] += 1
    return common_number(key, 1 + row.to_act, row.turn_of, taken[row.turn_of], places[counter] - 1)
