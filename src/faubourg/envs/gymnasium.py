"""The games for Gymnasium: one seat learns, bots play the others.

>>> import gymnasium
>>> import faubourg.envs.gymnasium
>>> env = gymnasium.make("Faubourg/Minivilles-v0", players=3, bots="greedy")
>>> observation, info = env.reset(seed=1)
>>> int(info["action_mask"].sum()) > 0
True

Importing this module registers `Faubourg/Cities-v0`, `Faubourg/Lutins-v0`,
`Faubourg/Minivilles-v0` and `Faubourg/MyLittleTown-v0`. What may be done is in `info`:
"action_mask" is what `env.action_space.sample(mask)` takes. An action that is not legal changes
nothing and is played as a step with a reward of 0, with "illegal" in `info`, or raises
IllegalAction where `strict=True` was asked for.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Source
from faubourg.core.errors import OptionError
from faubourg.core.game import Game, games
from faubourg.core.text import Text
from faubourg.envs.extras import needed
from faubourg.envs.rendering import check_mode, render
from faubourg.envs.single import Single
from faubourg.envs.spaces import action_space, observation_box, scaled

gym: Any = needed("gymnasium", "envs")

Observation = npt.NDArray[Any]


class SeatEnv(gym.Env):  # type: ignore[misc]
    """One seat of a game. `bots` is one name for all other seats, or one for each."""

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 1}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        name: str,
        players: int | None = None,
        seat: int = 0,
        bots: str | Sequence[str] = "greedy",
        render_mode: str | None = None,
        normalised: bool = False,
        strict: bool = False,
        components: Source | None = None,
        **options: Any,
    ) -> None:
        game = Game(name, players, components, **options)
        others = _check_seat(game, seat, bots)
        self._table = Single(name, game.players, others, components, **options)
        self.game = self._table.game
        self.seat = seat
        self.render_mode = check_mode(render_mode)
        self._normalised = normalised
        self._strict = strict
        self.observation_space = observation_box(self.game, normalised)
        self.action_space = action_space(self.game)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin anew; `options` has nothing to say here."""
        super().reset(seed=seed)
        self._table.reset(seed)
        while self._table.turn < 0:  # over before the learner's first decision
            self._table.reset(None)
        return self._now(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action of the learner's, and what the others and Nature do after it."""
        table = self._table
        chosen = int(action)
        if not self._strict and table.turn >= 0 and not table.is_legal(chosen):
            return self._now(), 0.0, False, False, {**self._info(), "illegal": True}
        table.play(chosen)
        reward = float(table.rewards[self.seat])
        return self._now(), reward, table.terminated, table.truncated, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What may be done now, as sb3-contrib's MaskablePPO asks for it."""
        return self._table.mask.copy()

    def render(self) -> str | None:
        """The table as text (`ansi`) or as a picture (`svg`)."""
        if self.render_mode is None:
            return None
        return render(self._table.position, self.render_mode)

    def _now(self) -> Observation:
        seen = self._table.observe(self.seat)
        return scaled(self.game, seen) if self._normalised else seen

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._table.mask.view(np.int8).copy()}


def _check_seat(game: Game, seat: object, bots: str | Sequence[str]) -> list[str | None]:
    """Who plays each seat: None for the learner."""
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < game.players:
        raise OptionError(
            "seat",
            Text(
                f"The seat is {seat!r}; allowed: 0 to {game.players - 1}.",
                f"La place est {seat!r} ; permis : de 0 à {game.players - 1}.",
            ),
        )
    named = [bots] * (game.players - 1) if isinstance(bots, str) else list(bots)
    return [*named[:seat], None, *named[seat:]]


def title(name: str) -> str:
    """A game's id in Gymnasium.

    >>> title("my_little_town")
    'Faubourg/MyLittleTown-v0'
    """
    return f"Faubourg/{name.title().replace('_', '')}-v0"


def register() -> None:
    """Tell Gymnasium of every game, once."""
    for name in games():
        if title(name) not in gym.registry:
            gym.register(title(name), entry_point=f"{__name__}:SeatEnv", kwargs={"name": name})


register()
