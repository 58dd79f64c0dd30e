"""MCTS with PUCT over the rows of a game: a tree of decisions and chance, playouts at its leaves.

A template: `search_kernels` makes one module of it for every game, like `kernels/play.py`. Each
simulation replays the root's position (nodes hold none) through four phases:

1. Selection. At a decision node PUCT picks the child for the player to act; priors fall with the
   rank of `rate`, an unvisited child counts as its parent's mean (first-play urgency). At a chance
   node Nature's outcome is drawn with its exact probability, or with `even_chance` by a
   low-discrepancy sequence of that node, so that after n visits each outcome came up about as often
   as it should.
2. Expansion. A decision node gets all its children at once, the `candidates` rated best and no
   others; a chance node gets a child for each outcome when it is first drawn.
3. Playout. Below the tree the rollout policy plays the action rated best of a sample, to the end of
   the game or to a horizon, be it some turns from the root, the end of its round (`period`) or some
   turns from the `leaf` of the tree, where the value function (`value`, or what was learned) ends
   it; with `remember` only when a leaf of the tree is met there for the first time.
4. Back-propagation. Every node on the path adds one visit and every seat's own value (max^n), so
   any number of players, co-operation and one against all need nothing more.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.bots.horizon import FOREVER, cut_off
from faubourg.bots.tree import (
    CANDIDATES,
    EVEN_CHANCE,
    EXPAND_AFTER,
    HORIZON,
    LEAF,
    LEAST,
    NETWORK,
    PERIOD,
    PRIOR_DECAY,
    PUCT,
    REMEMBER,
    SAMPLE,
)
from faubourg.core.contract import Box, Floats, Ints, Row
from faubourg.core.players import NATURE, OVER
from faubourg.kernels.compile import inlined, kernel

legal: Callable[[Box, Row, Ints], int]
nature: Callable[[Box, Row, float], int]
step: Callable[[Box, Row, int], None]
rate: Callable[[Box, Row, int], float]
rate_all: Callable[[Box, Row, Ints, int, Floats], None]
value: Callable[[Box, Row, Floats], None]
learned_value: Callable[[Box, Row, Floats], None]

Words = npt.NDArray[np.int64]
Rows = npt.NDArray[Any]
NONE = -1
MOST_STEPS = 20_000  # of a simulation; players who only ever pass must come to an end too
# Steps of additive recurrences that are far from every fraction: from visit to visit of a chance
# node the golden ratio's, from node to node the plastic number's.
VISIT_STEP, NODE_STEP = 0.6180339887498949, 0.7548776662466927


@kernel
def grow(
    box: Box,
    root: Rows,
    work: Rows,
    nodes: Rows,
    used: int,
    habits: Floats,
    generator: np.random.Generator,
    actions: Ints,
    ratings: Floats,
    path: Words,
    chances: Floats,
    count: int,
    counter: Words,
) -> int:
    """Run `count` simulations; returns how many nodes are in use afterwards.

    Adds to counter[0] the steps that were played.
    """
    row = work[0]
    expand_after = int(habits[EXPAND_AFTER])
    latest = cut_off(int(root[0].turn_count), int(habits[HORIZON]), int(habits[PERIOD]))
    leaf = int(habits[LEAF]) if habits[LEAF] > 0 else FOREVER
    even, learned = habits[EVEN_CHANCE] > 0.0, habits[NETWORK] > 0.0
    remember = habits[REMEMBER] > 0.0
    for _ in range(count):
        work[0] = root[0]
        until = latest
        node = depth = 0
        inside = True  # of the tree
        steps = 0
        while row.to_act != OVER and row.turn_count < until and steps < MOST_STEPS:
            turn = row.to_act
            child = NONE
            if turn == NATURE:
                chosen = _even_number(nodes, node) if even and inside else generator.random()
                action = nature(box, row, chosen)
                if inside:
                    child = _child_of_outcome(nodes, node, action)
                    if child == NONE and used < len(nodes):
                        child = used
                        used += 1
                        _add_outcome(nodes, node, child, action)
            else:
                n = 0 if inside and nodes[node].first > 0 else legal(box, row, actions)
                if n > 0 and inside and (node == 0 or nodes[node].visits >= expand_after):
                    used = _expand(
                        box, row, nodes, node, used, habits, actions, n, ratings, generator
                    )
                if inside and nodes[node].first > 0:
                    child = _select(nodes, node, turn, habits[PUCT])
                    action = nodes[child].action
                else:
                    action = actions[
                        _rollout_index(box, row, actions, n, ratings, habits, generator)
                    ]
            turn_count = row.turn_count
            step(box, row, action)
            steps += 1
            if child != NONE and depth + 1 < len(path):
                node = child
                depth += 1
                path[depth] = node
            elif inside:
                inside = False
                until = min(until, turn_count + leaf)
        counter[0] += steps
        if remember and inside and nodes[node].visits > 0:
            _recall(nodes, node, row.players, chances)
        elif learned:
            learned_value(box, row, chances)
        else:
            value(box, row, chances)
        for i in range(depth + 1):
            _back_propagate(nodes, path[i], row.players, chances)
    return used


@inlined
def _even_number(nodes: Rows, node: int) -> float:
    """The next number in [0, 1) of a chance node's low-discrepancy sequence."""
    return float((nodes[node].visits * VISIT_STEP + node * NODE_STEP) % 1.0)


@inlined
def _child_of_outcome(nodes: Rows, node: int, action: int) -> int:
    """The child of a chance node for an outcome; NONE before it was first drawn."""
    child = int(nodes[node].first)
    if child == 0:
        return NONE
    while child != NONE and nodes[child].action != action:
        child = int(nodes[child].next)
    return child


@inlined
def _add_outcome(nodes: Rows, node: int, child: int, action: int) -> None:
    """Put a child at the head of a chance node's linked list."""
    first = nodes[node].first
    nodes[child].action = action
    nodes[child].next = first if first > 0 else NONE
    nodes[node].first = child
    nodes[node].count += 1


@kernel
def _expand(
    box: Box,
    row: Row,
    nodes: Rows,
    node: int,
    used: int,
    habits: Floats,
    actions: Ints,
    n: int,
    ratings: Floats,
    generator: np.random.Generator,
) -> int:
    """Expand a decision node by the best rated actions, with priors by rank; returns how many nodes
    are in use then. Equally rated actions are ordered by a random rotation."""
    kept = min(n, int(habits[CANDIDATES]))
    if used + kept > len(nodes):
        return used
    if n > 1:
        good = 0
        rate_all(box, row, actions, n, ratings)
        for i in range(n):
            good += int(ratings[i] >= habits[LEAST])
        kept = min(kept, good) if good > 0 else kept
    rotation = int(generator.random() * n)
    total = 0.0
    for rank in range(kept):
        best = NONE
        for i in range(n):
            index = (i + rotation) % n
            if actions[index] != NONE and (best == NONE or ratings[index] > ratings[best]):
                best = index
        child = used + rank
        nodes[child].action = actions[best]
        nodes[child].prior = (1.0 + rank) ** -habits[PRIOR_DECAY]
        total += nodes[child].prior
        actions[best] = NONE
    for child in range(used, used + kept):
        nodes[child].prior /= total
    nodes[node].first = used
    nodes[node].count = kept
    return used + kept


@kernel
def _select(nodes: Rows, node: int, seat: int, puct: float) -> int:
    """The child with the highest PUCT score for the seat to act."""
    visits = nodes[node].visits
    mean = nodes[node].won[seat] / visits if visits > 0 else 0.5
    exploration = puct * np.sqrt(visits + 1.0)
    first = int(nodes[node].first)
    best, highest = first, -np.inf
    for child in range(first, first + nodes[node].count):
        tried = nodes[child].visits
        exploitation = nodes[child].won[seat] / tried if tried > 0 else mean
        score = exploitation + exploration * nodes[child].prior / (1.0 + tried)
        if score > highest:
            best, highest = child, score
    return best


@kernel
def _rollout_index(
    box: Box,
    row: Row,
    actions: Ints,
    n: int,
    ratings: Floats,
    habits: Floats,
    generator: np.random.Generator,
) -> int:
    """The rollout policy: the index of the best rated action of a random sample."""
    if n == 1:
        return 0
    sample = min(n, int(habits[SAMPLE]))
    if sample == n:
        rate_all(box, row, actions, n, ratings)
    best, highest, equals = 0, -np.inf, 0
    for i in range(sample):
        if sample < n:
            other = i + int(generator.random() * (n - i))
            held = actions[i]
            actions[i] = actions[other]
            actions[other] = held
        rating = ratings[i] if sample == n else rate(box, row, actions[i])
        if rating > highest:
            best, highest, equals = i, rating, 1
        elif rating == highest:
            equals += 1
            if generator.random() * equals < 1.0:
                best = i
    return best


@inlined
def _recall(nodes: Rows, node: int, players: int, chances: Floats) -> None:
    """What a leaf was worth at every visit before: there the game or the search ends."""
    for seat in range(players):
        chances[seat] = nodes[node].won[seat] / nodes[node].visits


@inlined
def _back_propagate(nodes: Rows, node: int, players: int, chances: Floats) -> None:
    nodes[node].visits += 1
    for seat in range(players):
        nodes[node].won[seat] += chances[seat]
