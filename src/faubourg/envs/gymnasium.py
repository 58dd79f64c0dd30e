"""Gymnasium environments: one seat learns, bots play the others; one game, or thousands at once.

>>> import gymnasium
>>> import faubourg.envs.gymnasium
>>> env = gymnasium.make("Faubourg/Minivilles-v0", players=3, bots="greedy")
>>> observation, info = env.reset(seed=1)
>>> int(info["action_mask"].sum()) > 0
True
>>> many = gymnasium.make_vec("Faubourg/Minivilles-v0", num_envs=64, players=3)
>>> observations, infos = many.reset(seed=1)
>>> observations.shape, infos["action_mask"].shape
((64, 290), (64, 421))

Importing this module registers `Faubourg/Cities-v0`, `Faubourg/Lutins-v0`,
`Faubourg/Minivilles-v0` and `Faubourg/MyLittleTown-v0`. The action mask is `info["action_mask"]`,
as `env.action_space.sample(mask)` takes it; with an `observation_key` it is also part of the
observation. An action that is not legal changes nothing and is played as a step with a reward of 0,
with "illegal" in `info`, or raises IllegalAction with `strict=True`. What is no whole number always
raises it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.bots.bot import Bot
from faubourg.core.checks import plain
from faubourg.core.contract import Source
from faubourg.core.errors import IllegalAction
from faubourg.core.game import Game, games
from faubourg.core.options import unknown
from faubourg.core.position import Position
from faubourg.core.text import Text
from faubourg.envs.batch import BatchEnv, Now
from faubourg.envs.extras import needed
from faubourg.envs.render import MODES, Frame, check_mode, render
from faubourg.envs.reset import POSITION, SEAT, check_reset, check_seat, over
from faubourg.envs.single import SingleEnv
from faubourg.envs.spaces import (
    MASK,
    action_space,
    interface_version,
    observation_box,
    observation_space,
    scaled,
)

gym: Any = needed("gymnasium", "envs")
vector: Any = needed("gymnasium.vector", "envs")

Observation = npt.NDArray[Any] | dict[str, npt.NDArray[Any]]
Bots = str | Bot | Sequence[str | Bot]


class SeatEnv(gym.Env):  # type: ignore[misc]
    """One seat of a game. `bots` is one bot for all other seats, or one for each.

    With `turned`, the learner sits one seat further at every reset; `reset(options={"seat": 2})`
    puts it on a seat, `options={"position": …}` begins with a position. `longest` truncates a game
    after so many moves of all players and Nature; steps that are not legal count too.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        name: str,
        players: int | None = None,
        seat: int = 0,
        bots: Bots = "greedy",
        render_mode: str | None = None,
        normalised: bool = False,
        strict: bool = False,
        components: Source | None = None,
        turned: bool = False,
        longest: int | None = None,
        observation_key: str | None = None,
        **options: Any,
    ) -> None:
        self.game = Game(name, players, components, **options)
        self.seat = check_seat(self.game, seat)
        others = _seats(self.game, self.seat, bots)
        self._env = SingleEnv(
            name, self.game.players, others, components, longest=longest, **options
        )
        self.render_mode = check_mode(render_mode)
        self._first = self.seat
        self._next = self.seat
        self._turned, self._normalised, self._strict = turned, normalised, strict
        self._illegal = 0  # steps of this game that were not legal
        self._key = observation_key
        self.observation_space = observation_space(self.game, normalised, observation_key)
        self.action_space = action_space(self.game)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin anew."""
        super().reset(seed=seed)
        asked = check_reset(self.game, options)
        if seed is not None and self._turned:
            self._next = self._first  # the same seed gives the same game on the same seat
        self.seat = asked.get(SEAT, self._next)
        self._next = (self.seat + self._turned) % self.game.players
        self._illegal = 0
        env = self._env
        env.sit(self.seat - self._first)
        env.reset(seed, asked.get(POSITION))
        if env.turn < 0 and POSITION in asked:
            raise over(asked[POSITION])
        while env.turn < 0:  # over before the learner's first decision
            env.reset(None)
        return self._now(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action of the learner's, and what the others and Nature do after it."""
        env = self._env
        chosen = _whole(action)
        if not self._strict and env.turn >= 0 and not env.is_legal(chosen):
            self._illegal += 1
            stopped = env.length + self._illegal >= env.bound
            return self._now(), 0.0, False, stopped, {**self._info(), "illegal": True}
        env.play(chosen)
        reward = float(env.rewards[self.seat])
        return self._now(), reward, env.terminated, env.truncated, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The action mask, as sb3-contrib's MaskablePPO calls it."""
        return self._env.mask.copy()

    @property
    def position(self) -> Position:
        """The game as a position of its own: a copy."""
        return self._env.position

    def render(self) -> Frame:
        """The table as text (`ansi`) or as a picture (`svg`, `rgb_array`); `human` prints it."""
        return render(self._env.position, self.render_mode)

    def _now(self) -> Observation:
        raw = self._env.observe(self.seat)
        seen = scaled(self.game, raw) if self._normalised else raw
        return seen if self._key is None else {self._key: seen, MASK: self._mask()}

    def _info(self) -> dict[str, Any]:
        return {MASK: self._mask()}

    def _mask(self) -> npt.NDArray[np.int8]:
        return self._env.mask.view(np.int8).copy()


class VectorSeatEnv(vector.VectorEnv):  # type: ignore[misc]
    """One seat of each of many games: a `BatchEnv` with the interface of Gymnasium's vector
    environments. `gymnasium.make_vec` makes it.

    A game that ends begins anew in the same step; `infos["final_obs"]` has its last observation,
    where `infos["_final_obs"]` is set. With `turned`, the learner sits on seat i of game number i.
    What a step returns stays as it was: the batch writes to other arrays the next time, so that
    nothing is copied. With `copy=False` it overwrites them. `max_episode_steps` truncates games
    after so many steps. An action that is not legal raises IllegalAction, and no game is changed.
    """

    metadata = {  # noqa: RUF012 - as Gymnasium has it
        "render_modes": list(MODES),
        "render_fps": 1,
        "autoreset_mode": vector.AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        players: int | None = None,
        seat: int = 0,
        bots: Bots = "greedy",
        render_mode: str | None = None,
        normalised: bool = False,
        components: Source | None = None,
        turned: bool = False,
        longest: int | None = None,
        workers: int | None = None,
        copy: bool = True,
        max_episode_steps: int | None = None,
        **options: Any,
    ) -> None:
        self.game = Game(name, players, components, **options)
        self.batch = BatchEnv(
            name,
            self.game.players,
            num_envs,
            workers=workers,
            bots=_seats(self.game, check_seat(self.game, seat), bots),
            turned=turned,
            normalised=normalised,
            longest=longest,
            components=components,
            fresh=copy,
            max_episode_steps=max_episode_steps,
            **options,
        )
        self.num_envs = self.batch.n
        self.render_mode = check_mode(render_mode)
        self.seats = self.batch.learners()
        # Where the learners' rewards are among those of all seats.
        self._learners = np.arange(self.num_envs) * self.game.players + self.seats
        self._all_games = np.ones(self.num_envs, np.bool_)
        self.single_observation_space = observation_box(self.game, normalised)
        self.single_action_space = action_space(self.game)
        batched = needed("gymnasium.vector.utils", "envs").batch_space
        self.observation_space = batched(self.single_observation_space, self.num_envs)
        self.action_space = batched(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[Any], dict[str, Any]]:
        """Begin all games anew; one seed is for all of them."""
        super().reset(seed=seed)
        for option in options or {}:
            raise unknown("option", option, ())
        now = self.batch.reset(seed)
        return now.observations, self._infos(now)

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]
    ]:
        """Play an action in every game."""
        now = self.batch.step(actions)
        infos = self._infos(now)
        ended = now.terminated | now.truncated
        if ended.any():
            infos["final_obs"] = now.final_observations
            infos["_final_obs"] = ended
        rewards = now.rewards.reshape(-1)[self._learners]
        return now.observations, rewards, now.terminated, now.truncated, infos

    def sample(self, bot: str = "random") -> npt.NDArray[np.int32]:
        """A legal action for every game, by a bot's policy."""
        return self.batch.sample(bot).copy()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The action masks, as sb3-contrib's MaskablePPO calls them."""
        return self.batch.now.masks

    def render(self) -> tuple[Frame, ...]:
        """Every table, as `SeatEnv.render` shows one."""
        tables = (self.batch.position(game) for game in range(self.num_envs))
        return tuple(render(table, self.render_mode) for table in tables)

    def close_extras(self, **kwargs: Any) -> None:
        self.batch.close()

    def _infos(self, now: Now) -> dict[str, Any]:
        return {MASK: now.masks.view(np.int8), f"_{MASK}": self._all_games.copy()}


def _seats(game: Game, seat: int, bots: Bots) -> list[str | Bot | None]:
    """The bot of each seat: None for the learner."""
    one = isinstance(bots, str) or hasattr(bots, "choose")
    named: list[Any] = [bots] * (game.players - 1) if one else list(bots)  # type: ignore[arg-type]
    return [*named[:seat], None, *named[seat:]]


def _whole(action: Any) -> int:
    """An action as training code hands it over: a whole number of Python's or NumPy's, or an array
    of one."""
    if isinstance(action, np.ndarray) and action.shape == () and action.dtype.kind in "iu":
        return int(action)
    given = plain(action)
    if not isinstance(given, int) or isinstance(given, bool):
        raise IllegalAction(
            "no-action",
            Text(
                f"{action!r} is no action: actions are whole numbers.",
                f"{action!r} n'est pas une action : les actions sont des entiers.",
            ),
        )
    return given


def title(name: str) -> str:
    """A game's id in Gymnasium.

    >>> title("my_little_town")
    'Faubourg/MyLittleTown-v0'
    """
    return f"Faubourg/{name.title().replace('_', '')}-v{interface_version(name)}"


def register() -> None:
    """Register every game with Gymnasium, once."""
    for name in games():
        if title(name) not in gym.registry:
            gym.register(
                title(name),
                entry_point=f"{__name__}:SeatEnv",
                vector_entry_point=f"{__name__}:VectorSeatEnv",
                kwargs={"name": name},
            )


register()
