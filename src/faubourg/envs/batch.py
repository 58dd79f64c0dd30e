"""A vectorised env: thousands of games in lock step, NumPy arrays in and out, on all cores.

A step is one decision of one player in every game, also where only one action is legal. Nature's
moves, and those of seats given to bots, are played on the way; a game that ends is reset in the
same step (auto-reset), so its terminal observation is not kept. There is no Python loop over games,
and the interpreter lock is released while they are played.
"""

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from faubourg.core.checks import check_count
from faubourg.core.contract import Source
from faubourg.core.errors import IllegalAction, OptionError
from faubourg.core.game import Game
from faubourg.core.players import NOTHING_PLAYED
from faubourg.core.position import Position
from faubourg.core.streams import check_seed
from faubourg.core.text import Text
from faubourg.envs.aligned import aligned_zeros
from faubourg.envs.seats import bot_code, seat_codes
from faubourg.envs.spaces import normaliser
from faubourg.envs.streams import streams
from faubourg.envs.threads import WorkerPool
from faubourg.kernels.template import kernels_of, play_kernels, specialise

Array = npt.NDArray[Any]


@cache
def step_kernels(name: str) -> Any:
    """`envs/step_kernels.py` as a module of its own around the kernels of one game."""
    kernels = kernels_of(name, observe="observe", side="observe")
    kernels["choose"] = play_kernels(name).choose
    template = Path(__file__).with_name("step_kernels.py")
    return specialise(name, template, "faubourg.envs", kernels)


class Now(NamedTuple):
    """The transition of all games. The arrays belong to the environment and are overwritten by each
    step: copy what is to be kept."""

    observations: Array  # int8 (n, size), or float32 from 0 to 1 if normalised: of the seat to act
    masks: Array  # bool (n, actions): its action mask
    rewards: Array  # float32 (n, players): not 0 only where a game has ended in this step
    terminated: Array  # bool (n,): the game has ended; the observation is the next game's first
    truncated: Array  # bool (n,): the same for a game that was stopped for its length
    seats: Array  # int8 (n,): the seat to act


class BatchEnv:
    """Many games of one kind, played together.

    `bots` has for each seat None, if its actions are given to `step`, or a bot (`random`, `greedy`,
    `gentle`). With `turned`, the seats of game number i are rotated by i, so that learners sit
    everywhere equally often. `longest` truncates games after so many moves, Nature's included. The
    same seed gives the same games, whatever `workers` is.

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
        self.kernels = step_kernels(name)
        self._make_arrays(turned, normalised)
        self._pool = WorkerPool(self.n, self.workers)

    def _make_arrays(self, turned: bool, normalised: bool) -> None:
        n, game = self.n, self.game
        self._start, self.rows = game.new_rows(1), game.new_rows(n)
        self._start[0] = game.start_row()
        self.boxes = np.array([game.box], game.box.dtype)
        rotation = np.arange(n)[:, None] if turned else np.zeros((n, 1), np.int64)
        seats = (np.arange(game.players) + rotation) % game.players
        self.seats_of = np.ascontiguousarray(self.bots[seats])
        self.legals = aligned_zeros(n, game.rules.MOST, np.int32)
        self._masks = aligned_zeros(n, self.actions, np.bool_)
        self.counts, self._lengths = (np.zeros(n, np.int32) for _ in range(2))
        # The last sample: for the caller, who may change it, and a copy that is known to be legal.
        self._sampled, self._legal_sample = (np.zeros(n, np.int32) for _ in range(2))
        self._has_sample = False
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
        self._begun, self._has_sample = True, False
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
        if not (self._has_sample and np.array_equal(chosen, self._legal_sample)):
            wrong = self.kernels.first_illegal(self._masks, chosen)
            if wrong >= 0:
                self._refuse(wrong, int(given[wrong]))
        self._has_sample = False
        return self._play(chosen)

    def sample(self, bot: str = "random") -> Array:
        """A legal action for every game, by a bot's policy, from a random stream of their own. The
        array is overwritten each time."""
        if not self._begun:
            self.reset()
        player = bot_code(bot)

        def draw(first: int, last: int) -> None:
            self.kernels.sample_games(
                self.boxes,
                self.rows,
                self._streams,
                player,
                self.legals,
                self.counts,
                self._sampled,
                self._legal_sample,
                first,
                last,
            )

        self._pool.run(f"sample {bot}", draw)
        self._has_sample = True
        return self._sampled

    def position(self, number: int) -> Position:
        """One game as a Position of its own: a copy."""
        return Position.from_row(self.game, self.rows[number])

    def close(self) -> None:
        """End the threads."""
        self._pool.close()

    def __repr__(self) -> str:
        return f"BatchEnv({self.game!r}, n={self.n}, seed={self.seed}, workers={self.workers})"

    # ------------------------------------------------------------ playing

    def arguments(self, actions: Array, auto_reset: bool) -> tuple[Any, ...]:
        """The arguments of the kernel `step_games`, but for the range of games."""
        now = self.now
        return (
            self.boxes,
            self._start,
            self.rows,
            self._streams,
            self.seats_of,
            self._lengths,
            self.bound,
            auto_reset,
            actions,
            self.legals,
            self.counts,
            self._masks,
            self._observations,
            now.rewards,
            self.points,
            now.terminated,
            now.truncated,
            now.seats,
        )

    def _play(self, actions: Array) -> Now:
        arguments = self.arguments(actions, auto_reset=True)

        def play(first: int, last: int) -> None:
            self.kernels.step_games(*arguments, first, last)
            if self._ranges:
                self.kernels.normalise(
                    self._observations, *self._ranges, self.now.observations, first, last
                )

        self._pool.run("step", play)
        return self.now

    def _refuse(self, number: int, action: int) -> None:
        try:
            self.position(number).check(action)
        except IllegalAction as error:
            text = Text("Game {number}: {said}", "Partie {number} : {said}")
            said = text.format(number=number, said=error.text)
            raise IllegalAction(error.code, said, error.clause) from None


def _wrong_actions(n: int, given: Array) -> OptionError:
    return OptionError(
        "actions",
        Text(
            f"Wanted {n} whole numbers, one for each game; given: shape {given.shape}, "
            f"{given.dtype}.",
            f"Il faut {n} entiers, un par partie ; reçu : forme {given.shape}, {given.dtype}.",
        ),
    )
