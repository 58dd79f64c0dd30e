"""One game with low overhead, for the wrappers: a vectorised env of one, without auto-reset.

The kernel's entry point is called past Numba's dispatcher, which would look up the types of all
twenty arguments again at every step: they never change.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Source
from faubourg.core.errors import IllegalAction
from faubourg.core.players import NOTHING_PLAYED, OVER
from faubourg.core.position import Position
from faubourg.core.text import Text
from faubourg.envs.batch import BatchEnv
from faubourg.envs.seats import Given


class SingleEnv:
    """A game between learners, and bots if wanted; Nature plays from a seed of its own."""

    def __init__(
        self,
        name: str,
        players: int | None,
        bots: Given | None = None,
        components: Source | None = None,
        longest: int | None = None,
        **options: Any,
    ) -> None:
        batch = BatchEnv(
            name,
            players=players,
            n=1,
            workers=1,
            bots=bots,
            longest=longest,
            components=components,
            **options,
        )
        self._bind(batch)

    def _bind(self, batch: BatchEnv) -> None:
        """Take over a batch of one game."""
        self._batch = batch
        self.game = batch.game
        self.mask: npt.NDArray[np.bool_] = batch.now.masks[0]
        self.observation: npt.NDArray[np.int8] = batch.now.observations[0]
        self.rewards: npt.NDArray[np.float32] = batch.now.rewards[0]
        self.turn = OVER
        self._action = np.zeros(1, np.int32)
        arguments = batch.arguments(self._action, auto_reset=False)
        self._step = _bound_call(batch.kernels.step_games, (*arguments, 0, 1))
        self._seen = np.zeros(batch.size, np.int8)

    def reset(self, seed: int | None, position: Position | None = None) -> None:
        """Begin anew, or with a position; without a seed, with other dice than before."""
        self._batch.begin(seed if seed is None else int(seed))
        if position is not None:
            self._batch.rows[0] = position.row
        self._play(NOTHING_PLAYED)

    def sit(self, shift: int) -> None:
        """Rotate the seats: whoever is given for seat 0 sits on seat `shift`."""
        self._batch.sit(0, shift)

    @property
    def length(self) -> int:
        """The moves of this game so far, Nature's included."""
        return int(self._batch.lengths[0])

    @property
    def bound(self) -> int:
        """The moves after which a game is truncated."""
        return self._batch.bound

    def is_legal(self, action: Any) -> bool:
        whole = type(action) is int or isinstance(action, np.integer)
        return bool(whole and 0 <= action < len(self.mask) and self.mask[action])

    def play(self, action: Any) -> None:
        """One action of the seat to act, and on to the next decision or the end; IllegalAction says
        why it can't be played."""
        if not self.is_legal(action):
            self._refuse(action)
        self._play(action)

    def _play(self, action: int) -> None:
        self._action[0] = action
        self._batch.acted()
        self._step()
        self._batch.think(0, auto_reset=False)
        now = self._batch.now
        self.turn = OVER if now.truncated[0] else int(now.seats[0])

    @property
    def terminated(self) -> bool:
        return bool(self._batch.now.terminated[0])

    @property
    def truncated(self) -> bool:
        return bool(self._batch.now.truncated[0])

    @property
    def legal(self) -> list[int]:
        """The legal actions of the seat to act."""
        batch = self._batch
        found: list[int] = batch.legals[0, : batch.counts[0]].tolist()
        return found

    @property
    def position(self) -> Position:
        return self._batch.position(0)

    @property
    def row(self) -> Any:
        return self._batch.rows[0]

    def observe(self, seat: int) -> npt.NDArray[np.int8]:
        """The observation of any seat; a new array."""
        if seat == self.turn:
            return self.observation.copy()
        batch = self._batch
        batch.kernels.observe_game(batch.boxes, batch.rows, 0, seat, self._seen)
        return self._seen.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _single, (self._batch, self.turn)

    def _refuse(self, action: Any) -> None:
        whole = isinstance(action, int | np.integer) and not isinstance(action, bool)
        if whole and self.turn != OVER:
            self.position.check(int(action))
        raise IllegalAction(
            "no-action",
            Text(
                f"{action!r} can't be played: an action is a whole number, in a game that has "
                "begun and is not over.",
                f"{action!r} ne peut pas être joué : une action est un entier, dans une partie "
                "commencée et non terminée.",
            ),
        )


def _single(batch: BatchEnv, turn: int) -> SingleEnv:
    """An environment that was pickled or copied, around a batch that nobody else has."""
    env = SingleEnv.__new__(SingleEnv)
    env._bind(batch)
    env.turn = turn
    return env


def _bound_call(kernel: Any, arguments: tuple[Any, ...]) -> Callable[[], None]:
    """A call of a kernel's machine code with arguments that stay the same objects."""
    if not hasattr(kernel, "overloads"):  # not compiled
        return lambda: kernel(*arguments)
    import numba

    type_of: Any = numba.typeof
    signature = tuple(type_of(argument) for argument in arguments)
    kernel.compile(signature)
    entry = kernel.overloads[signature].entry_point

    def call() -> None:
        entry(*arguments)

    return call
