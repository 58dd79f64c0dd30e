"""Tree reuse: what a search found out about the position that was reached is kept for the next one.

Bots see positions, not moves, so the node is looked for: the tree is replayed along its most
visited nodes until a row is equal to the one on the table.
"""

from collections.abc import Iterator
from functools import cache
from heapq import heappop, heappush
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy.typing as npt

from faubourg.bots.reuse_kernels import LAST
from faubourg.core.players import OVER
from faubourg.core.position import Position
from faubourg.kernels.template import specialise

Rows = npt.NDArray[Any]
NOWHERE = -1
MOST_LOOKED_AT = 100  # positions: a millisecond or two
LEAST_SHARE = 0.01  # of the root's visits that a node must have to be worth looking at


@cache
def reuse_kernels(name: str) -> ModuleType:
    """`bots/reuse_kernels.py` as a module of one game's, with which it is compiled and loaded."""
    template = Path(__file__).with_name("reuse_kernels.py")
    return specialise(name, template, "faubourg.bots", {})


def find_node(nodes: Rows, root: Position, position: Position) -> int:
    """The node of a tree whose position is equal to one, the more visited ways first; NOWHERE if it
    was hardly ever visited."""
    wanted, turn = position.to_bytes(), int(position.row.turn_count)
    least = max(1.0, LEAST_SHARE * float(nodes[0].visits))
    waiting = [(0, 0, root)]  # a heap, the most visited first
    for _ in range(MOST_LOOKED_AT):
        if not waiting:
            return NOWHERE
        _, node, here = heappop(waiting)
        if here.to_bytes() == wanted:
            return node
        if here.row.to_act == OVER or here.row.turn_count > turn:
            continue
        for child in children_of(nodes, node):
            if nodes[child].visits >= least:
                after = here.copy()
                after.step(int(nodes[child].action))
                heappush(waiting, (-int(nodes[child].visits), child, after))
    return NOWHERE


def children_of(nodes: Rows, node: int) -> Iterator[int]:
    """The children of a decision, which are contiguous, or of a chance node, a linked list."""
    child, count = int(nodes[node].first), int(nodes[node].count)
    if child == 0:
        return
    if nodes[child].next == 0:
        yield from range(child, child + count)
        return
    while child != LAST:
        yield child
        child = int(nodes[child].next)
