"""Thousands of games in lock step: NumPy arrays in, NumPy arrays out, on all cores.

A step is one decision of one player in every game, also where only one action is legal. Nature's
moves, and those of seats given to bots, are played on the way; a game that ends begins anew in the
same step. There is no Python loop over games, and Python's lock is free while they are played.
"""

import os
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Source
from faubourg.core.errors import IllegalAction, OptionError
from faubourg.core.game import Game
from faubourg.core.options import check_count
from faubourg.core.players import NOTHING_PLAYED
from faubourg.core.position import Position
from faubourg.core.streams import check_seed
from faubourg.core.text import Text
from faubourg.envs.aligned import lined
from faubourg.envs.compiled import step_kernels, streams
from faubourg.envs.seats import code_of, seat_codes
from faubourg.envs.spaces import normaliser
from faubourg.envs.threads import Crew

Array = npt.NDArray[Any]


class Now(NamedTuple):
    """Where all games are. The arrays belong to the environment and are written anew by each step:
    copy what is to be kept."""

    observations: Array  # int8 (n, size), or float32 from 0 to 1 if normalised: of the seat to act
    masks: Array  # bool (n, actions): what it may do
    rewards: Array  # float32 (n, players): not 0 only where a game has ended in this step
    terminated: Array  # bool (n,): the game has ended, and what is observed is another one
    truncated: Array  # bool (n,): the same for a game that was stopped for its length
    seats: Array  # int8 (n,): the seat to act


class BatchEnv:
    """Many games of one kind, played together.

    `bots` names who plays each seat: None for a seat whose actions are given to `step`, or a bot
    (`random`, `greedy`). With `turned`, game number i has its seats moved on by i places, so that
    learners sit everywhere equally often. `longest` stops games after so many moves, Nature's
    included. The same seed gives the same games, whatever `workers` is.

    >>> env = BatchEnv("minivilles", players=3, n=64, seed=1)
    >>> now = env.reset()
    >>> now.observations.shape, now.masks.shape, now.rewards.shape
    ((64, 290), (64, 421), (64, 3))
    >>> now = env.step(env.sample())
    >>> int(now.terminated.sum())
    0
    """

    def __init__(
        self,
        name: str,
        /,
        players: int | None = None,
        n: int = 1024,
        seed: int | None = None,
        workers: int | None = None,
        bots: Sequence[str | None] | None = None,
        turned: bool = False,
        normalised: bool = False,
        longest: int | None = None,
        components: Source | None = None,
        **options: object,
    ) -> None:
        self.game = Game(name, players, components, **options)
        self.n = check_count("n", n)
        self.seed = check_seed(seed)
        self.workers = check_count("workers", os.cpu_count() or 1 if workers is None else workers)
        self.bound = self.game.rules.BOUND if longest is None else check_count("longest", longest)
        self.bots = seat_codes(self.game, bots)
        self.actions = self.game.rules.ACTIONS
        self.size = self.game.part("observe").SIZE
        self.loops = step_kernels(name)
        self._make_arrays(turned, normalised)
        self._crew = Crew(self.n, self.workers)

    def _make_arrays(self, turned: bool, normalised: bool) -> None:
        n, game = self.n, self.game
        self._start, self.rows = game.new_rows(1), game.new_rows(n)
        self._start[0] = game.start_row()
        self.boxes = np.array([game.components.box], game.components.box.dtype)
        turns = np.arange(n)[:, None] if turned else np.zeros((n, 1), np.int64)
        places = (np.arange(game.players) + turns) % game.players
        self.seats_of = np.ascontiguousarray(self.bots[places])
        self.legals = lined(n, game.rules.MOST, np.int32)
        self._masks = lined(n, self.actions, np.bool_)
        self.counts, self._lengths = (np.zeros(n, np.int32) for _ in range(2))
        # What `sample` drew: for the caller, who may change it, and to compare. Known to be legal.
        self._drawn, self._noted = (np.zeros(n, np.int32) for _ in range(2))
        self._is_noted = False
        self.points = np.zeros((n, game.players), np.int32)
        self._observations = np.zeros((n, self.size), np.int8)
        self._ranges = normaliser(game.name) if normalised else None
        self.now = Now(
            np.zeros((n, self.size), np.float32) if normalised else self._observations,
            self._masks[:, : self.actions],
            np.zeros((n, game.players), np.float32),
            np.zeros(n, np.bool_),
            np.zeros(n, np.bool_),
            np.zeros(n, np.int8),
        )
        self._streams = streams(self.seed, n)
        self._begun = False

    def reset(self, seed: int | None = None) -> Now:
        """Begin all games anew; with a seed, the same ones as ever with that seed."""
        self.begin(seed)
        return self._play(np.full(self.n, NOTHING_PLAYED, np.int32))

    def begin(self, seed: int | None) -> None:
        """Lay out all games, before any move of Nature's."""
        if seed is not None or not self._begun:
            self.seed = self.seed if seed is None else check_seed(seed)
            self._streams[:] = streams(self.seed, self.n)
        self._begun, self._is_noted = True, False
        self.rows[:] = self._start
        self._lengths[:] = 0
        self.now.rewards[:] = 0
        self.now.terminated[:] = False
        self.now.truncated[:] = False

    def step(self, actions: npt.ArrayLike) -> Now:
        """Play one action in every game: `actions[i]` by `seats[i]` in game i.

        An action that is not legal raises IllegalAction, and no game is changed.
        """
        if not self._begun:
            self.reset()
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise _wrong_actions(self.n, given)
        chosen = given.astype(np.int32, copy=False)
        if not (self._is_noted and np.array_equal(chosen, self._noted)):
            wrong = self.loops.first_illegal(self._masks, chosen)
            if wrong >= 0:
                self._refuse(wrong, int(given[wrong]))
        self._is_noted = False
        return self._play(chosen)

    def sample(self, bot: str = "random") -> Array:
        """A legal action for every game, any or what a bot would do, from numbers of their own.
        The array is written anew each time."""
        if not self._begun:
            self.reset()
        player = code_of(bot)

        def draw(first: int, last: int) -> None:
            self.loops.sample_games(
                self.boxes, self.rows, self._streams, player, self.legals, self.counts,
                self._drawn, self._noted, first, last,
            )  # fmt: skip

        self._crew.do(f"sample {bot}", draw)
        self._is_noted = True
        return self._drawn

    def position(self, number: int) -> Position:
        """One game as a Position of its own: a copy."""
        return Position.from_row(self.game, self.rows[number])

    def close(self) -> None:
        """Let the workers go."""
        self._crew.leave()

    def __repr__(self) -> str:
        return f"BatchEnv({self.game!r}, n={self.n}, seed={self.seed}, workers={self.workers})"

    # ------------------------------------------------------------ playing

    def arguments(self, actions: Array, again: bool) -> tuple[Any, ...]:
        """What the kernel that steps games is called with, but for the first and last of them."""
        now = self.now
        return (
            self.boxes, self._start, self.rows, self._streams, self.seats_of, self._lengths,
            self.bound, again, actions, self.legals, self.counts, self._masks, self._observations,
            now.rewards, self.points, now.terminated, now.truncated, now.seats,
        )  # fmt: skip

    def _play(self, actions: Array) -> Now:
        arguments = self.arguments(actions, again=True)

        def play(first: int, last: int) -> None:
            self.loops.step_games(*arguments, first, last)
            if self._ranges:
                self.loops.normalise(
                    self._observations, *self._ranges, self.now.observations, first, last
                )

        self._crew.do("step", play)
        return self.now

    def _refuse(self, number: int, action: int) -> None:
        try:
            self.position(number).check(action)
        except IllegalAction as error:
            said = Text("Game {number}: {said}", "Partie {number} : {said}")
            told = said.format(number=number, said=error.text)
            raise IllegalAction(error.code, told, error.clause) from None


def _wrong_actions(n: int, given: Array) -> OptionError:
    return OptionError(
        "actions",
        Text(
            f"Wanted {n} whole numbers, one for each game; given: shape {given.shape}, "
            f"{given.dtype}.",
            f"Il faut {n} entiers, un par partie ; reçu : forme {given.shape}, {given.dtype}.",
        ),
    )
