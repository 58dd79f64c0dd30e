"""A vectorised env: thousands of games in lock step, NumPy arrays in and out, on all cores.

A step is one decision of one player in every game, also where only one action is legal. Nature's
moves, and those of seats given to bots, are played on the way; a game that ends is reset in the
same step (auto-reset), and what was seen of its end is kept in `final_observations`. There is no
Python loop over games, and the interpreter lock is released while they are played; only where bots
of one's own have a seat, or one that thinks for some seconds, games wait for them one by one.
"""

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from faubourg.bots.bot import Bot
from faubourg.bots.compiled_match import match_kernels, memory_of
from faubourg.core.checks import check_count
from faubourg.core.contract import Source
from faubourg.core.errors import IllegalAction, OptionError
from faubourg.core.game import Game
from faubourg.core.players import NOTHING_PLAYED
from faubourg.core.position import Position
from faubourg.core.streams import check_seed
from faubourg.core.text import Text
from faubourg.envs.aligned import compact_zeros
from faubourg.envs.buffers import Buffers
from faubourg.envs.seats import bot_code, searchers, seat_codes, thinkers
from faubourg.envs.spaces import normaliser, scaled
from faubourg.envs.streams import streams
from faubourg.envs.threads import WorkerPool
from faubourg.kernels.template import kernels_of, play_kernels, specialise

Array = npt.NDArray[Any]
WIDEST = 512  # legal actions of a game that are kept; more are rare, and are computed anew


@cache
def step_kernels(name: str) -> Any:
    """`envs/step_kernels.py` as a module of its own around the kernels of one game."""
    kernels = kernels_of(name, observe="observe", side="observe")
    kernels["choose"] = play_kernels(name).choose
    template = Path(__file__).with_name("step_kernels.py")
    return specialise(name, template, "faubourg.envs", kernels)


@cache
def think_kernels(name: str) -> Any:
    """`envs/think_kernels.py` as a module of its own around the kernels of one game."""
    steps = step_kernels(name)
    kernels = {"search": match_kernels(name).search, "draw": steps.draw}
    kernels["step_games"] = steps.step_games
    template = Path(__file__).with_name("think_kernels.py")
    return specialise(name, template, "faubourg.envs", kernels)


class Now(NamedTuple):
    """The transition of all games. The arrays belong to the environment and are overwritten by each
    step: copy what is to be kept, or have `fresh` ones."""

    observations: Array  # int8 (n, size), or float32 from 0 to 1 if normalised: of the seat to act
    masks: Array  # bool (n, actions): its action mask
    rewards: Array  # float32 (n, players): not 0 only where a game has ended in this step
    terminated: Array  # bool (n,): the game has ended; the observation is the next game's first
    truncated: Array  # bool (n,): the same for a game that was stopped for its length
    seats: Array  # int8 (n,): the seat to act
    # As `observations`, of the seat that acted last, where a game has ended in this step; elsewhere
    # what it was before.
    final_observations: Array


class BatchEnv:
    """Many games of one kind, played together.

    `bots` has for each seat None, if its actions are given to `step`, or a bot: a name, or a bot
    made by `faubourg.bots.bot.make` (`random`, `greedy` and `gentle` are played in the kernel;
    `steady`, and `expert` with a number of simulations, search there; `expert` with seconds
    and bots of one's own think in Python, for one game after the other). With `turned`, the
    seats of game number i are rotated by i, so that learners sit everywhere equally often.
    `longest` truncates games after so many moves, Nature's included, but not before a learner's
    first; `max_episode_steps` after so many steps, as Gymnasium's wrapper does. The same seed gives
    the same games, whatever `workers` is (but for bots that think for some seconds). It can be
    pickled and deep-copied in the middle of its games. With `fresh`, no step overwrites what an
    earlier one returned: two sets of arrays take turns, and one that somebody holds is left to
    them.

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
        bots: Sequence["str | Bot | None"] | None = None,
        turned: bool = False,
        normalised: bool = False,
        longest: int | None = None,
        components: Source | None = None,
        fresh: bool = False,
        max_episode_steps: int | None = None,
        **options: object,
    ) -> None:
        self.game = Game(name, players, components, **options)
        self._turned, self._normalised, self._given_bots = turned, normalised, bots
        self._fresh = fresh
        self.n = check_count("n", n)
        self.seed = check_seed(seed)
        self.workers = check_count("workers", os.cpu_count() or 1 if workers is None else workers)
        self.bound = self.game.rules.BOUND if longest is None else check_count("longest", longest)
        limit = max_episode_steps
        self._limit = None if limit is None else check_count("max_episode_steps", limit)
        self.bots = seat_codes(self.game, bots)
        self._thinkers, self._searching = thinkers(bots), searchers(self.game, bots)
        self.actions = self.game.actions
        self.size = sum(field.size for field in self.game.features)
        self.kernels = step_kernels(name)
        self._make_arrays(turned)
        self._pool = WorkerPool(self.n, self.workers)

    def _make_arrays(self, turned: bool) -> None:
        n, game = self.n, self.game
        self._start, self.rows = game.new_rows(1), game.new_rows(n)
        self._start[0] = game.start_row()
        self.boxes = np.array([game.box], game.box.dtype)
        rotation = np.arange(n)[:, None] if turned else np.zeros((n, 1), np.int64)
        seats = (np.arange(game.players) + rotation) % game.players
        self.chairs = np.ascontiguousarray(seats.astype(np.int8))
        self.seats_of = np.ascontiguousarray(self.bots[seats])
        self.lengths, self._thoughts, self._steps = (np.zeros(n, np.int32) for _ in range(3))
        self._actors = np.zeros(n, np.int8)  # the learners who acted last
        # The last sample: for the caller, who may change it, and a copy that is known to be legal.
        self._sampled, self._legal_sample = (np.zeros(n, np.int32) for _ in range(2))
        self._has_sample = False
        self.points = np.zeros((n, game.players), np.int32)
        self._ranges = normaliser(game.features) if self._normalised else None
        if self._normalised:  # what is returned is made of these
            self._observations, self._finals = (
                compact_zeros((n, self.size), np.int8) for _ in range(2)
            )
        self._buffers = [self._make_buffers()]
        self._write_to(self._buffers[0], compact_zeros((n,), np.int8))
        self._streams = streams(self.seed, n)
        self._begun = False

    def _make_buffers(self) -> Buffers:
        most = self.game.rules.MOST
        width = most if self.n == 1 else min(most, WIDEST)
        kind = np.float32 if self._normalised else np.int8
        return Buffers(self.n, self.size, self.actions, width, kind)

    def _write_to(self, buffers: Buffers, seats: Array) -> None:
        """Let the next step write to these arrays; what is small is made anew."""
        n = self.n
        self.legals, self.counts, self._masks = buffers.legals, buffers.counts, buffers.masks
        self.now = Now(
            buffers.observations.view(),
            buffers.masks[:, : self.actions],
            compact_zeros((n, self.game.players), np.float32),
            compact_zeros((n,), np.bool_),
            compact_zeros((n,), np.bool_),
            seats,
            buffers.final_observations.view(),
        )
        if not self._normalised:
            self._observations = buffers.observations
            self._finals = buffers.final_observations

    def _renew(self) -> None:
        """Let the next step write to arrays that nobody holds."""
        if len(self._buffers) == 1:
            self._buffers.append(self._make_buffers())
        self._buffers.reverse()
        self._buffers[0].let_go()
        seats = compact_zeros((self.n,), np.int8)
        seats[:] = self.now.seats
        self._write_to(self._buffers[0], seats)

    def reset(self, seed: int | None = None) -> Now:
        """Begin all games anew; with a seed, the same ones as ever with that seed."""
        self.begin(seed)
        return self._play(np.full(self.n, NOTHING_PLAYED, np.int32))

    def sit(self, number: int, shift: int) -> None:
        """Rotate the seats of one game: whoever is given for seat 0 sits on seat `shift`."""
        seats = np.arange(self.game.players)
        self.chairs[number] = (seats - shift) % self.game.players
        self.seats_of[number] = self.bots[self.chairs[number]]

    def begin(self, seed: int | None) -> None:
        """Lay out all games, before any move of Nature's."""
        if seed is not None or not self._begun:
            self.seed = self.seed if seed is None else check_seed(seed)
            self._streams[:] = streams(self.seed, self.n)
        self._begun, self._has_sample = True, False
        self.rows[:] = self._start
        self.lengths[:] = 0
        self._steps[:] = 0
        if self._fresh:
            self._renew()
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
        if given.dtype != np.int32:
            outside = np.flatnonzero((given < 0) | (given >= self.actions))
            if len(outside):
                self._refuse(outside[0], int(given[outside[0]]))
        chosen = given.astype(np.int32, copy=False)
        if not (self._has_sample and np.array_equal(chosen, self._legal_sample)):
            wrong = self.kernels.first_illegal(self.legals, self.counts, self._masks, chosen)
            if wrong >= 0:
                self._refuse(wrong, int(given[wrong]))
        self._has_sample = False
        if self._fresh:
            self._renew()
        self._play(chosen)
        if self._limit is not None:
            self._stop_long_games(self._limit)
        return self.now

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
                self.game.rules.MOST,
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

    def learners(self) -> Array:
        """For each game the seat of its first learner."""
        given = self._given_bots or [None] * self.game.players
        learns = np.array([bot is None for bot in given])
        found: Array = np.argmax(learns[self.chairs], axis=1)
        return found

    @property
    def padded_masks(self) -> Array:
        """The action masks without gaps between them, each followed by False up to a whole cache
        line: `[:, :actions]` of it is `now.masks`. JAX takes over nothing else without a copy."""
        return self._masks

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
            self.lengths,
            self.bound,
            auto_reset,
            actions,
            self.game.rules.MOST,
            self.legals,
            self.counts,
            self._masks,
            self._observations,
            self._finals,
            now.rewards,
            self.points,
            now.terminated,
            now.truncated,
            now.seats,
        )

    def _play(self, actions: Array) -> Now:
        self.acted()
        arguments = self.arguments(actions, auto_reset=True)
        ranges = None if self._thinkers else self._ranges

        def play(first: int, last: int) -> None:
            self.kernels.step_games(*arguments, first, last)
            if ranges:
                self.kernels.normalise(
                    self._observations, *ranges, self.now.observations, first, last
                )

        self._pool.run("step", play)
        if self._thinkers:
            self._pool.run("think", self._think)
        if self._ranges:
            self._normalise_ends()
        return self.now

    def _stop_long_games(self, limit: int) -> None:
        """Truncate games after so many steps: what is seen now is the last, and they begin anew."""
        now = self.now
        ended = now.terminated | now.truncated
        self._steps += 1
        self._steps[ended] = 0
        for game in np.flatnonzero(self._steps >= limit).tolist():
            self.kernels.observe_game(
                self.boxes, self.rows, game, self._actors[game], self._finals[game]
            )
            self.rows[game] = self._start[0]
            self.lengths[game] = self._steps[game] = 0
            self._thoughts[game] = NOTHING_PLAYED
            self.kernels.step_games(*self.arguments(self._thoughts, True), game, game + 1)
            self.think(game, auto_reset=True)
            now.truncated[game] = True
            if self._ranges:
                seen = now.observations
                self.kernels.normalise(self._observations, *self._ranges, seen, game, game + 1)
        if self._ranges:
            self._normalise_ends()

    def acted(self) -> None:
        """Note who acts in this step: what they see of an end is kept."""
        self._actors[:] = self.now.seats

    def _think(self, first: int, last: int) -> None:
        """Play the decisions of bots that search, in each of some games, up to the next decision of
        a learner."""
        if self._searching:
            self._search(first, last, auto_reset=True)
        else:
            for game in range(first, last):
                self.think(game, auto_reset=True)
        if self._ranges:
            self.kernels.normalise(
                self._observations, *self._ranges, self.now.observations, first, last
            )

    def think(self, game: int, auto_reset: bool) -> None:
        """The same for one game."""
        if self._searching:
            self._search(game, game + 1, auto_reset)
            return
        now = self.now
        while self._thinkers and self.counts[game] > 0:
            bot = self._thinkers.get(int(self.chairs[game, now.seats[game]]))
            if bot is None:
                return
            # What was reported of a game that has ended stays, whatever happens in the next one.
            ended = now.terminated[game], now.truncated[game]
            rewards, final = now.rewards[game].copy(), self._finals[game].copy()
            seed = int(self.kernels.draw(self._streams, game) * 2**53)
            generator = np.random.Generator(np.random.PCG64(seed))
            position = self.position(game)
            chosen = position.legal.ids[0]
            if self.counts[game] > 1:
                chosen = position.legal_id(bot.choose(position.copy(), generator))
            self._thoughts[game] = chosen
            now.seats[game] = self._actors[game]
            self.kernels.step_games(*self.arguments(self._thoughts, auto_reset), game, game + 1)
            if any(ended):
                now.terminated[game], now.truncated[game] = ended
                now.rewards[game], self._finals[game] = rewards, final

    @np.errstate(over="ignore")  # uncompiled, words that are mixed overflow, as they should
    def _search(self, first: int, last: int, auto_reset: bool) -> None:
        """The same for some games, in machine code."""
        assert self._searching is not None
        bots = (self._searching.players, self._searching.simulations, self._searching.habits)
        think_kernels(self.game.name).think_games(
            *self.arguments(self._thoughts, auto_reset),
            self.chairs,
            self._actors,
            *bots,
            memory_of(self.game),
            first,
            last,
        )

    def _normalise_ends(self) -> None:
        ended = np.flatnonzero(self.now.terminated | self.now.truncated)
        if len(ended):
            self.now.final_observations[ended] = scaled(self.game, self._finals[ended])

    # ------------------------------------------------------------ copies

    def __reduce__(self) -> tuple[Any, ...]:
        given = {
            "n": self.n,
            "seed": self.seed,
            "workers": self.workers,
            "bots": self._given_bots,
            "turned": self._turned,
            "normalised": self._normalised,
            "longest": self.bound,
            "fresh": self._fresh,
            "max_episode_steps": self._limit,
        }
        return _batch, (self.game, given, self._state(), (self._begun, self._has_sample))

    def _state(self) -> tuple[Array, ...]:
        """All arrays that a step reads or shows."""
        return (
            self.rows, self._streams, self._steps, self.legals, self._masks, self.counts,
            self.lengths, self.points, self._observations, self._finals, self._actors,
            self._sampled, self._legal_sample, *self.now[:1], *self.now[2:],
        )  # fmt: skip

    def __deepcopy__(self, memo: object) -> "BatchEnv":
        make, arguments = self.__reduce__()
        made: BatchEnv = make(*arguments)
        return made

    def _refuse(self, number: int, action: int) -> None:
        try:
            self.position(number).check(action)
        except IllegalAction as error:
            text = Text("Game {number}: {said}", "Partie {number} : {said}")
            said = text.format(number=number, said=error.text)
            raise IllegalAction(error.code, said, error.clause) from None


def _batch(
    game: Game, given: dict[str, Any], state: tuple[Array, ...], flags: tuple[bool, bool]
) -> BatchEnv:
    """A batch that was pickled or copied."""
    source = None if game.is_standard else game.components.text
    options: dict[str, Any] = {**game.options, "rules": game.version}
    env = BatchEnv(game.name, game.players, components=source, **given, **options)
    for mine, theirs in zip(env._state(), state, strict=True):
        mine[:] = theirs
    env._begun, env._has_sample = flags
    return env


def _wrong_actions(n: int, given: Array) -> OptionError:
    return OptionError(
        "actions",
        Text(
            f"Wanted {n} whole numbers, one for each game; given: shape {given.shape}, "
            f"{given.dtype}.",
            f"Il faut {n} entiers, un par partie ; reçu : forme {given.shape}, {given.dtype}.",
        ),
    )
