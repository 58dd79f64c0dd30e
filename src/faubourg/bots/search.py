"""MCTS from one position: grows a tree for a number of simulations or for some seconds."""

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from faubourg.bots.habits import habits_named
from faubourg.bots.paired_playouts import paired_playouts
from faubourg.bots.reuse import NOWHERE, find_node, reuse_kernels
from faubourg.bots.tree import NODE, habits_array
from faubourg.core.contract import Box, Floats, Habits, Row
from faubourg.core.game import Game, part
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.position import Position
from faubourg.kernels.compile import UNKEPT, has_file
from faubourg.kernels.template import kernels_of, specialise
from faubourg.kernels.warmup import Step

Value = Callable[[Box, Row, Floats], None]  # a kernel like `value` of a game's `insight.py`
DEEPEST = 200
CHUNK_SECONDS = 0.01  # after which the clock is looked at
PACE_KNOWN = 20  # simulations, the first of which are slower: a tree that is reused has a lead


@cache
def search_kernels(name: str, value: Value | None = None) -> ModuleType:
    """`bots/search_kernels.py` as a module of its own around the kernels of one game, or with an
    evaluation of the caller's own."""
    kernels, variant = kernels_of(name, value="insight"), ""
    kernels["learned_value"] = getattr(part(name, "insight"), "learned_value", kernels["value"])
    if value is not None:
        function: Any = getattr(value, "py_func", value)
        kernels |= {"value": value, "learned_value": value, UNKEPT: not has_file(function)}
        source = function.__code__.co_filename
        text = Path(source).read_bytes() if has_file(function) else id(value).to_bytes(8)
        variant = "_" + hashlib.sha256(text + function.__qualname__.encode()).hexdigest()[:16]
    template = Path(__file__).with_name("search_kernels.py")
    return specialise(name, template, "faubourg.bots", kernels, variant)


def search_steps(game: Game) -> list[Step]:
    """The steps that `kernels/warmup.py` has to do more where a bot will search, or a game be
    reviewed."""
    return [
        ("search", lambda: _rehearse(game.start())),
        ("playouts", lambda: paired_playouts(game.start(), 0, seed=0)),
    ]


def _rehearse(position: Position) -> None:
    search = Search(position, seed=0)
    search.run(0)
    Search(position, seed=0, grown=search)


def habits_of(game: Game) -> Habits:
    """How to search a game: with what was learned, if it was learned for this box."""
    return habits_named(game, "LEARNED")


def search_seed(generator: np.random.Generator) -> int:
    """A seed for a whole search. Takes exactly one number, as any decision of a bot does."""
    return int(generator.random() * 2**53)


class Search:
    """A search tree whose root is a position; the position is not changed. Of an earlier one,
    `grown`, the part below this position is kept if it grew by the same habits."""

    def __init__(
        self,
        position: Position,
        seed: int,
        habits: Habits | None = None,
        value: Value | None = None,
        grown: "Search | None" = None,
    ) -> None:
        game = position.game
        self.position = position.copy()
        self.players = game.players
        self.simulations = 0
        self.steps = np.zeros(1, np.int64)
        self._grow = search_kernels(game.name, value).grow
        habits = habits or game.part("insight").HABITS
        self._grows_by = (game, habits, value)
        rules = game.rules
        start, work = game.new_rows(1), game.new_rows(1)
        start[0] = position.row
        self.nodes: Any = np.zeros(habits.nodes, NODE)
        self._used = 1 if grown is None else self._keep(grown)
        self._scratch = (
            habits_array(habits),
            np.random.Generator(np.random.PCG64(seed)),
            np.zeros(rules.MOST, np.int32),  # actions
            np.zeros(rules.MOST),  # ratings
            np.zeros(DEEPEST, np.int64),  # path
            np.zeros(len(SEAT_LETTERS)),  # chances
        )
        self._rows = (game.box, start, work, self.nodes)

    def _keep(self, grown: "Search") -> int:
        """Take over the subtree of this position; how many nodes are in use then."""
        if grown._grows_by != self._grows_by:
            return 1
        node = find_node(grown.nodes, grown.position, self.position)
        if node == NOWHERE:
            return 1
        sources = np.zeros(len(self.nodes), np.int64)
        move_subtree = reuse_kernels(self.position.game.name).move_subtree
        return int(move_subtree(grown.nodes, node, self.nodes, sources))

    def trim(self) -> int:
        """Give back the memory of nodes that are not in use, after which it can't grow any more,
        only be kept for the next search; how many bytes are left."""
        self.nodes = self.nodes[: self._used].copy()
        self._rows = (*self._rows[:-1], self.nodes)
        return int(self.nodes.nbytes)

    def run(self, simulations: int) -> None:
        """Run some simulations more."""
        self._used = self._grow(*self._rows, self._used, *self._scratch, simulations, self.steps)
        self.simulations += simulations

    def run_for(
        self,
        seconds: float,
        to_decide: bool = False,
        enough: Callable[[], bool] = lambda: False,
    ) -> None:
        """Run as many simulations as there is time for, at least one; with `to_decide` stop when
        the most visited action can't change any more, and in any case when it is `enough`, which
        is asked every CHUNK_SECONDS."""
        until = time.perf_counter() + seconds
        chunk, now = 1, 0.0
        while now < until:
            begun = time.perf_counter()
            self.run(chunk)
            now = time.perf_counter()
            if enough():
                return
            left = chunk * (until - now) / max(now - begun, 1e-9)
            if to_decide and self.simulations >= PACE_KNOWN and self.is_decided(left):
                return
            pace = min(CHUNK_SECONDS, until - now) / max(now - begun, 1e-9)
            chunk = max(1, min(chunk * 4, int(chunk * pace)))

    def is_decided(self, more: float) -> bool:
        """Whether so many simulations more could not change which action has most visits."""
        visits = sorted((int(node.visits) for node in self.children()), reverse=True)
        return len(visits) == 1 or (len(visits) > 1 and visits[0] - visits[1] > more)

    def children(self) -> list[Any]:
        """The nodes of the root's actions, if it is a decision."""
        first, count = int(self.nodes[0].first), int(self.nodes[0].count)
        return [self.nodes[child] for child in range(first, first + count)] if first else []

    def best(self) -> int:
        """The action with most visits."""
        return most_visited([self])


def most_visited(trees: Sequence[Search]) -> int:
    """The action with most visits in some trees of one position; of equal ones the first tried."""
    visits: Counter[int] = Counter()
    for tree in trees:
        for node in tree.children():
            visits[int(node.action)] += int(node.visits)
    return visits.most_common(1)[0][0]
