"""Gymnasium environments: one seat learns, bots play the others.

>>> import gymnasium
>>> import faubourg.envs.gymnasium
>>> env = gymnasium.make("Faubourg/Minivilles-v0", players=3, bots="greedy")
>>> observation, info = env.reset(seed=1)
>>> int(info["action_mask"].sum()) > 0
True

Importing this module registers `Faubourg/Cities-v0`, `Faubourg/Lutins-v0`,
`Faubourg/Minivilles-v0` and `Faubourg/MyLittleTown-v0`. The action mask is `info["action_mask"]`,
as `env.action_space.sample(mask)` takes it. An action that is not legal changes
nothing and is played as a step with a reward of 0, with "illegal" in `info`, or raises
IllegalAction with `strict=True`.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.core.checks import is_whole, not_allowed, span
from faubourg.core.contract import Source
from faubourg.core.game import Game, games
from faubourg.core.text import Text
from faubourg.envs.extras import needed
from faubourg.envs.render import check_mode, render
from faubourg.envs.single import SingleEnv
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
        self._env = SingleEnv(name, game.players, others, components, **options)
        self.game = self._env.game
        self.seat = seat
        self.render_mode = check_mode(render_mode)
        self._normalised = normalised
        self._strict = strict
        self.observation_space = observation_box(self.game, normalised)
        self.action_space = action_space(self.game)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin anew; `options` is ignored."""
        super().reset(seed=seed)
        self._env.reset(seed)
        while self._env.turn < 0:  # over before the learner's first decision
            self._env.reset(None)
        return self._now(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action of the learner's, and what the others and Nature do after it."""
        env = self._env
        chosen = int(action)
        if not self._strict and env.turn >= 0 and not env.is_legal(chosen):
            return self._now(), 0.0, False, False, {**self._info(), "illegal": True}
        env.play(chosen)
        reward = float(env.rewards[self.seat])
        return self._now(), reward, env.terminated, env.truncated, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The action mask, as sb3-contrib's MaskablePPO calls it."""
        return self._env.mask.copy()

    def render(self) -> str | None:
        """The table as text (`ansi`) or as a picture (`svg`)."""
        if self.render_mode is None:
            return None
        return render(self._env.position, self.render_mode)

    def _now(self) -> Observation:
        seen = self._env.observe(self.seat)
        return scaled(self.game, seen) if self._normalised else seen

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._env.mask.view(np.int8).copy()}


def _check_seat(game: Game, seat: object, bots: str | Sequence[str]) -> list[str | None]:
    """The bot of each seat: None for the learner."""
    if not is_whole(seat, 0, game.players - 1):
        subject = Text("The seat is", "La place est")
        raise not_allowed("seat", seat, span(0, game.players - 1), subject)
    named = [bots] * (game.players - 1) if isinstance(bots, str) else list(bots)
    return [*named[:seat], None, *named[seat:]]


def title(name: str) -> str:
    """A game's id in Gymnasium.

    >>> title("my_little_town")
    'Faubourg/MyLittleTown-v0'
    """
    return f"Faubourg/{name.title().replace('_', '')}-v0"


def register() -> None:
    """Register every game with Gymnasium, once."""
    for name in games():
        if title(name) not in gym.registry:
            gym.register(title(name), entry_point=f"{__name__}:SeatEnv", kwargs={"name": name})


register()
