"""The search: a tree of decisions and chance over the rows of a game, with playouts at its leaves.

This file is never imported by its own name: `search_of` makes one module of it for every game, like
`kernels/play.py`. A simulation goes down the tree, adds to it where it leaves it, plays on from
there as a simple sensible player would, and tells every position that it passed what came of it.

At a decision the actions that `rate` likes best are the children; the player to act takes the one
with the best mean for that seat, or one that is worth a look (as in PUCT, trusting by rank). At
Nature's turn an outcome falls with its exact probability. Every seat has its own mean (max^n), so
any number of players, co-operation and one against all need nothing more.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.bots.tree import (
    CANDIDATES,
    EXPLORE,
    HORIZON,
    RIPE,
    SAMPLE,
    TRUST,
)
from faubourg.core.contract import Box, Floats, Ints, Row
from faubourg.core.players import NATURE, OVER
from faubourg.kernels.compile import inlined, kernel

legal: Callable[[Box, Row, Ints], int]
nature: Callable[[Box, Row, float], int]
step: Callable[[Box, Row, int], None]
rate: Callable[[Box, Row, int], float]
value: Callable[[Box, Row, Floats], None]

Words = npt.NDArray[np.int64]
Rows = npt.NDArray[Any]
NONE = -1
FOREVER = 1 << 40
MOST_STEPS = 20_000  # of a simulation; players who only ever pass must come to an end too


@kernel
def grow(
    box: Box, root: Rows, work: Rows, nodes: Rows, used: int, habits: Floats,
    generator: np.random.Generator, actions: Ints, ratings: Floats, path: Words,
    chances: Floats, count: int, counter: Words,
) -> int:  # fmt: skip
    """Run `count` simulations; how many nodes are in use afterwards.

    Adds to counter[0] the steps that were played.
    """
    row = work[0]
    horizon, ripe = int(habits[HORIZON]), int(habits[RIPE])
    until = root[0].turn_count + horizon if horizon > 0 else FOREVER
    for _ in range(count):
        work[0] = root[0]
        node = depth = 0
        inside = True  # of the tree
        steps = 0
        while row.to_act != OVER and row.turn_count < until and steps < MOST_STEPS:
            turn = row.to_act
            child = NONE
            if turn == NATURE:
                action = nature(box, row, generator.random())
                if inside:
                    child = _outcome_of(nodes, node, action)
                    if child == NONE and used < len(nodes):
                        child = used
                        used += 1
                        _link(nodes, node, child, action)
            else:
                n = 0 if inside and nodes[node].first > 0 else legal(box, row, actions)
                if n > 0 and inside and (node == 0 or nodes[node].visits >= ripe):
                    used = _open(
                        box, row, nodes, node, used, habits, actions, n, ratings, generator
                    )
                if inside and nodes[node].first > 0:
                    child = _select(nodes, node, turn, habits[EXPLORE])
                    action = nodes[child].action
                else:
                    action = actions[_pick(box, row, actions, n, habits, generator)]
            step(box, row, action)
            steps += 1
            if child != NONE and depth + 1 < len(path):
                node = child
                depth += 1
                path[depth] = node
            else:
                inside = False
        counter[0] += steps
        value(box, row, chances)
        for i in range(depth + 1):
            _tell(nodes, path[i], row.players, chances)
    return used


@inlined
def _outcome_of(nodes: Rows, node: int, action: int) -> int:
    """The child for an outcome of Nature, if there has been one."""
    child = int(nodes[node].first)
    if child == 0:
        return NONE
    while child != NONE and nodes[child].action != action:
        child = int(nodes[child].next)
    return child


@inlined
def _link(nodes: Rows, node: int, child: int, action: int) -> None:
    first = nodes[node].first
    nodes[child].action = action
    nodes[child].next = first if first > 0 else NONE
    nodes[node].first = child
    nodes[node].count += 1


@kernel
def _open(
    box: Box, row: Row, nodes: Rows, node: int, used: int, habits: Floats, actions: Ints, n: int,
    ratings: Floats, generator: np.random.Generator,
) -> int:  # fmt: skip
    """Make a child of every action that is worth looking into; how many nodes there are then."""
    kept = min(n, int(habits[CANDIDATES]))
    if used + kept > len(nodes):
        return used
    if n > 1:
        for i in range(n):
            ratings[i] = rate(box, row, actions[i])
    turned = int(generator.random() * n)  # which of equals comes first
    total = 0.0
    for rank in range(kept):
        best = NONE
        for i in range(n):
            at = (i + turned) % n
            if actions[at] != NONE and (best == NONE or ratings[at] > ratings[best]):
                best = at
        child = used + rank
        nodes[child].action = actions[best]
        nodes[child].prior = (1.0 + rank) ** -habits[TRUST]
        total += nodes[child].prior
        actions[best] = NONE
    for child in range(used, used + kept):
        nodes[child].prior /= total
    nodes[node].first = used
    nodes[node].count = kept
    return used + kept


@kernel
def _select(nodes: Rows, node: int, seat: int, explore: float) -> int:
    """The child that the player to act tries next."""
    visits = nodes[node].visits
    mean = nodes[node].won[seat] / visits if visits > 0 else 0.5
    curiosity = explore * np.sqrt(visits + 1.0)
    first = int(nodes[node].first)
    best, most = first, -np.inf
    for child in range(first, first + nodes[node].count):
        tried = nodes[child].visits
        found = nodes[child].won[seat] / tried if tried > 0 else mean
        score = found + curiosity * nodes[child].prior / (1.0 + tried)
        if score > most:
            best, most = child, score
    return best


@kernel
def _pick(
    box: Box, row: Row, actions: Ints, n: int, habits: Floats, generator: np.random.Generator
) -> int:
    """What is played outside of the tree: the best rated of some actions."""
    if n == 1:
        return 0
    sample = min(n, int(habits[SAMPLE]))
    best, top, equals = 0, -np.inf, 0
    for i in range(sample):
        if sample < n:
            other = i + int(generator.random() * (n - i))
            held = actions[i]
            actions[i] = actions[other]
            actions[other] = held
        rating = rate(box, row, actions[i])
        if rating > top:
            best, top, equals = i, rating, 1
        elif rating == top:
            equals += 1
            if generator.random() * equals < 1.0:
                best = i
    return best


@inlined
def _tell(nodes: Rows, node: int, players: int, chances: Floats) -> None:
    nodes[node].visits += 1
    for seat in range(players):
        nodes[node].won[seat] += chances[seat]
