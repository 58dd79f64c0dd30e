"""The interface of a bot, the registry of bots by name, and how one is made."""

import os
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

import numpy as np

from faubourg.bots.effort import Effort, check_effort
from faubourg.bots.search import Search, Value, habits_of, most_visited, search_seed
from faubourg.core.contract import Habits
from faubourg.core.game import Game
from faubourg.core.options import unknown
from faubourg.core.players import GENTLE, GREEDY, RANDOM
from faubourg.core.position import Action, Position
from faubourg.kernels.template import play_kernels

USUAL_SECONDS = 1.0
STEADY_SIMULATIONS = 100
NICENESS = 10  # of threads beside the first: a tenth of a core that another process wants too


class Bot(Protocol):
    """Anything that chooses an action, seeing a position and its own generator, nothing else."""

    def choose(self, position: Position, generator: np.random.Generator) -> Action | str | int:
        """One of `position.legal`, of which there are at least two.

        The bots below take exactly one number of the generator, so that a game which is taken up
        again goes on as it would have.
        """


class CompiledBot:
    """A bot of `kernels/play.py`, by its code; batches play it without leaving machine code."""

    def __init__(self, player: int) -> None:
        self.player = player

    def choose(self, position: Position, generator: np.random.Generator) -> int:
        game = position.game
        actions, chosen = position.legal_array(), generator.random()
        choose = play_kernels(game.name).choose
        index = choose(self.player, game.box, position.row, actions, len(actions), chosen)
        return int(actions[index])


class MctsBot:
    """Plays the most visited action of an MCTS: the more effort, the better it plays. With a time
    to spend it goes on with the tree of its last decision, and may search on several threads."""

    def __init__(
        self,
        effort: Effort,
        habits: Habits | None = None,
        frozen: str | None = None,
        learned: bool = False,
        threads: int = 1,
        reuse: bool = True,
        crowded: Callable[[], bool] = lambda: False,
    ) -> None:
        self.effort = effort
        self.habits = habits  # other than the game's own
        self.learned = learned  # searches by what was learned, where that is better at its effort
        self.frozen = frozen  # the name of a bot that plays as it always did
        self.threads = threads  # that search side by side where there is a time to spend
        self.crowded = crowded  # whether others need the cores: then it goes on with one thread
        self.reuse = reuse and not frozen
        self.grown: Sequence[Search] = ()  # the trees of the last decision

    @property
    def keeps_trees(self) -> bool:
        """Whether it goes on with trees: not with a number of simulations, so that a move depends
        on nothing but the position and the seed."""
        return self.reuse and self.effort.seconds is not None

    def choose(self, position: Position, generator: np.random.Generator) -> int:
        trees = self.new_trees(position, generator)
        self.grow(trees)
        return most_visited(trees)

    def grow(self, trees: Sequence[Search], to_decide: bool = True) -> None:
        """Spend the effort on the first tree in this thread; meanwhile others grow in threads that
        stand back for other processes, and that end when the cores are needed."""
        first, *others = trees
        done = threading.Event()

        def enough() -> bool:
            return done.is_set() or self.crowded()

        with ThreadPoolExecutor(max(1, len(others)), initializer=_stand_back) as pool:
            spent = [pool.submit(self.effort.spend, tree, to_decide, enough) for tree in others]
            try:
                self.effort.spend(first, to_decide)
            finally:
                done.set()
            for each in spent:
                each.result()

    def new_trees(self, position: Position, generator: np.random.Generator) -> list[Search]:
        """Root parallelism: a tree of a position for each thread, not yet grown but by what the
        trees of the decision before know of it. With a number of simulations it is one tree that
        knows nothing."""
        seed, (habits, value) = search_seed(generator), self.search_in(position.game)
        if self.effort.seconds is None:
            return [Search(position, seed, habits, value)]
        before = [*(self.grown if self.keeps_trees else ()), *[None] * self.threads]
        trees = [
            Search(position, seed + number, habits, value, before[number])
            for number in range(self.threads)
        ]
        self.grown = trees if self.keeps_trees else ()
        return trees

    def search_in(self, game: Game) -> tuple[Habits, Value | None]:
        """The habits it searches a game by, and an evaluation other than the game's own."""
        insight = game.part("insight")
        if self.frozen:
            return frozen_search(insight, self.frozen)
        quick = self.learned and learns_for(game, self.effort.seconds)
        return self.habits or (habits_of(game) if quick else insight.HABITS), None


def _stand_back() -> None:
    """Lower the priority of this thread; elsewhere than on Linux it would be the process's."""
    if sys.platform == "linux":
        with suppress(OSError):  # a machine that does not allow even that
            os.nice(NICENESS)


def frozen_search(insight: Any, bot: str) -> tuple[Habits, Value | None]:
    """The habits of a frozen bot, and its evaluation where that is no longer the game's own."""
    frozen: dict[str, tuple[Habits, Value | None]] = getattr(insight, "FROZEN", {})
    return frozen.get(bot, (insight.HABITS, None))


def _expert(
    seconds: object = None, simulations: object = None, frozen: str | None = None
) -> MctsBot:
    effort = check_effort(seconds, simulations, Effort(seconds=USUAL_SECONDS))
    return MctsBot(effort, frozen=frozen, learned=True)


def learns_for(game: Game, seconds: float | None) -> bool:
    """Whether an expert has so little time that a game's network gains: its quick simulations win
    against playouts in milliseconds, and less the more time there is (decisions 0062, 0066, 0070).

    >>> [learns_for(Game("minivilles"), seconds) for seconds in (0.01, 1.0, None)]
    [True, False, False]
    >>> [learns_for(Game("minivilles", players), 0.1) for players in (2, 4)]
    [True, False]
    """
    most: float | dict[int, float] = getattr(game.part("insight"), "LEARNED_SECONDS", 0.0)
    if isinstance(most, dict):
        most = most.get(game.players, 0.0)
    return seconds is not None and seconds <= most


BOTS: dict[str, Callable[..., Bot]] = {
    "random": lambda: CompiledBot(RANDOM),
    "greedy": lambda: CompiledBot(GREEDY),
    "gentle": lambda: CompiledBot(GENTLE),
    "steady": lambda: MctsBot(Effort(simulations=STEADY_SIMULATIONS)),
    "expert": _expert,
    # Frozen, so that matches against it compare for ever: `tests/bots/test_frozen.py` holds its
    # moves. Who changes a game's habits or `value` keeps the old ones in `FROZEN` of its `insight`;
    # who changes the search adds a habit by which it is as it was.
    "expert-1": partial(_expert, frozen="expert-1"),
}
EFFORT = ("seconds", "simulations")
OPTIONS = {"expert": EFFORT, "expert-1": EFFORT}  # of each bot that has some


def names() -> list[str]:
    """The bots that `make` makes."""
    return list(BOTS)


def compiled_names() -> list[str]:
    """Those of them that batches can play.

    >>> compiled_names()
    ['random', 'greedy', 'gentle']
    """
    return [name for name in BOTS if isinstance(make(name), CompiledBot)]


def searches(name: str) -> bool:
    """Whether a bot needs the compiled search.

    >>> searches("expert"), searches("gentle")
    (True, False)
    """
    return name not in compiled_names()


def make(bot: "str | Bot", **options: object) -> Bot:
    """A bot by its name.

    `random` plays any legal action, `greedy` what looks best now. Three levels are for people:
    `gentle` plays plausibly and leaves chances, `steady` is sound, and `expert` is as strong as the
    time allows: `seconds` a move (1 if nothing is said), or a number of `simulations`. `expert-1`
    is the expert of version 1, which never changes: an opponent to measure later ones by.

    >>> make("expert", seconds=0)
    Traceback (most recent call last):
    faubourg.core.errors.OptionError: 'seconds' is 0; allowed: numbers above 0, at most 3600.
    """
    if isinstance(bot, str) and bot in BOTS:
        for option in options:
            if option not in OPTIONS.get(bot, ()):
                raise unknown("option", option, OPTIONS.get(bot, ()))
        return BOTS[bot](**options)
    if isinstance(bot, str) or not hasattr(bot, "choose"):
        raise unknown("bot", bot, names())
    return bot


def make_with_effort(name: str, effort: Effort | None) -> Bot:
    """A bot by its name, with that much effort if it is one whose effort can be chosen.

    >>> make_with_effort("expert", Effort(seconds=0.5)).effort.seconds
    0.5
    """
    chosen = {} if effort is None else {k: v for k, v in vars(effort).items() if v is not None}
    return make(name, **{k: v for k, v in chosen.items() if k in OPTIONS.get(name, ())})
