"""The compiled part of the yardstick; a template like `kernels/play.py`."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Box, Floats, Ints, Row
from faubourg.core.players import NATURE, OVER
from faubourg.kernels.compile import kernel

legal: Callable[[Box, Row, Ints], int]
nature: Callable[[Box, Row, float], int]
step: Callable[[Box, Row, int], None]
value: Callable[[Box, Row, Floats], None]

Array = npt.NDArray[Any]
ACTION, FIRST, NEXT, VISITS = range(4)
CONSTANT = 1.4
BOUND = 100_000


@kernel
def grow(
    box: Box, root: Array, work: Array, tree: Array, totals: Array, used: Array, actions: Ints,
    path: Array, chances: Floats, generator: np.random.Generator, count: int,
) -> None:  # fmt: skip
    """Some simulations more."""
    row = work[0]
    for _ in range(count):
        work[0] = root[0]
        node, depth, steps = 0, 0, 0
        inside = True
        while row.to_act != OVER and steps < BOUND:
            if row.to_act == NATURE:
                action = nature(box, row, generator.random())
                if inside:
                    node = outcome_child(tree, used, node, action)
            elif inside and (node == 0 or tree[node, VISITS] > 0):
                if tree[node, FIRST] == 0:
                    n = legal(box, row, actions)
                    for i in range(n):
                        add_child(tree, used, node, actions[i])
                if tree[node, FIRST] > 0:
                    node = upper_bound_child(tree, totals, node, row.to_act)
                    action = tree[node, ACTION]
                else:
                    inside = False
                    action = actions[int(generator.random() * n)]
            else:
                inside = False
                n = legal(box, row, actions)
                action = actions[int(generator.random() * n)]
            step(box, row, action)
            steps += 1
            if inside:
                inside = node > 0 and depth + 1 < len(path)
                if inside:
                    depth += 1
                    path[depth] = node
        value(box, row, chances)
        for i in range(depth + 1):
            tree[path[i], VISITS] += 1
            for seat in range(row.players):
                totals[path[i], seat] += chances[seat]


@kernel
def add_child(tree: Array, used: Array, node: int, action: int) -> int:
    """A new position in the tree; 0 when there is no room."""
    child = used[0]
    if child >= len(tree):
        return 0
    used[0] += 1
    tree[child, ACTION] = action
    tree[child, NEXT] = tree[node, FIRST]
    tree[node, FIRST] = child
    return int(child)


@kernel
def outcome_child(tree: Array, used: Array, node: int, action: int) -> int:
    child = tree[node, FIRST]
    while child > 0:
        if tree[child, ACTION] == action:
            return int(child)
        child = tree[child, NEXT]
    return add_child(tree, used, node, action)


@kernel
def upper_bound_child(tree: Array, totals: Array, node: int, seat: int) -> int:
    """UCB1: first those never tried."""
    best, most = 0, -np.inf
    log = np.log(max(1, tree[node, VISITS]))
    child = tree[node, FIRST]
    while child > 0:
        visits = tree[child, VISITS]
        if visits == 0:
            return int(child)
        bound = totals[child, seat] / visits + CONSTANT * np.sqrt(log / visits)
        if bound > most:
            best, most = child, bound
        child = tree[child, NEXT]
    return int(best)


@kernel
def most_visited(tree: Array) -> int:
    """The action of the root that was tried most."""
    best, most = 0, -1
    child = tree[0, FIRST]
    while child > 0:
        if tree[child, VISITS] > most:
            best, most = tree[child, ACTION], tree[child, VISITS]
        child = tree[child, NEXT]
    return int(best)
