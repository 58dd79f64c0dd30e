"""PettingZoo environments: `env("minivilles", players=3)` is an AEC environment.

As in PettingZoo's own classics an observation is a dict of "observation" and "action_mask". With
`observation_key=None` it is an array, and the mask is in `infos`; RLlib's modules want the key
"observations". What wrappers do there is done inside: a step before `reset` is refused, and an
action that is not legal raises IllegalAction and changes nothing, or, with `strict=False`, is a
step without effect, with "illegal" in the agent's info, and counts towards `longest`.

`parallel_env` is the same for libraries that step all agents at once: only the action of
`infos[agent]["active_agent"]` counts.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Source
from faubourg.envs.extras import needed
from faubourg.envs.render import MODES, Frame, check_mode, render
from faubourg.envs.reset import POSITION, check_position, over
from faubourg.envs.single import SingleEnv
from faubourg.envs.spaces import (
    MASK,
    action_space,
    interface_version,
    observation_box,
    observation_space,
    scaled,
)

AECEnv: Any = needed("pettingzoo", "envs").AECEnv

Observation = npt.NDArray[Any] | dict[str, npt.NDArray[Any]]


def env(
    name: str,
    /,
    players: int | None = None,
    render_mode: str | None = None,
    normalised: bool = False,
    components: Source | None = None,
    observation_key: str | None = "observation",
    strict: bool = True,
    longest: int | None = None,
    **options: Any,
) -> "TownEnv":
    """A game for PettingZoo. Agents are called `player_0`, `player_1`, … by their seats.

    >>> game = env("minivilles", players=3)
    >>> game.reset(seed=1)
    >>> len(game.agents), sorted(game.observe(game.agent_selection))
    (3, ['action_mask', 'observation'])
    """
    return TownEnv(
        name,
        players,
        render_mode,
        normalised,
        components,
        observation_key,
        strict,
        longest,
        options,
    )


def parallel_env(name: str, /, players: int | None = None, **how: Any) -> Any:
    """The same through PettingZoo's wrapper for agents that take turns.

    >>> game = parallel_env("minivilles", players=2)
    >>> observations, infos = game.reset(seed=1)
    >>> infos["player_1"]["active_agent"] in game.agents
    True
    """
    conversions = needed("pettingzoo.utils.conversions", "envs")
    return conversions.turn_based_aec_to_parallel(env(name, players, **how))


class TownEnv(AECEnv):  # type: ignore[misc]
    """One game; each agent is a seat, and Nature plays in between."""

    def __init__(
        self,
        name: str,
        players: int | None,
        render_mode: str | None,
        normalised: bool,
        components: Source | None,
        observation_key: str | None,
        strict: bool,
        longest: int | None,
        options: dict[str, Any],
    ) -> None:
        super().__init__()
        self._single = SingleEnv(name, players, components=components, longest=longest, **options)
        self.game = self._single.game
        self.render_mode = check_mode(render_mode)
        self.metadata = {
            "name": f"faubourg_{name}_v{interface_version(name)}",
            "render_modes": list(MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.agents: list[str] = []
        self.agent_selection: Any = None
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._key, self._normalised, self._strict = observation_key, normalised, strict
        self._illegal = 0  # steps of this game that were not legal
        self._no_mask = np.zeros(len(self._single.mask), np.int8)
        self.observation_spaces = {
            agent: observation_space(self.game, normalised, observation_key)
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(self.game) for agent in self.possible_agents}
        self.state_space = observation_box(self.game, normalised=False)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew; the same seed gives the same dice. `options={"position": …}` begins with a
        position; PettingZoo wants other options to be ignored."""
        single = self._single
        position = (options or {}).get(POSITION)
        single.reset(seed, None if position is None else check_position(self.game, position))
        if single.turn < 0:
            raise over(position)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._illegal = 0
        self._select()

    def step(self, action: Any) -> None:
        """Play an action of the agent selected; one that is out of the game steps with None."""
        agent, single = self.agent_selection, self._single
        if self.terminations.get(agent) or self.truncations.get(agent):
            self._was_dead_step(action)
            return
        self.infos = {each: {} for each in self.agents}
        if not self._strict and single.turn >= 0 and not single.is_legal(action):
            self._illegal += 1
            self.infos[agent]["illegal"] = True
            if single.length + self._illegal >= single.bound:
                self._end(terminated=False, truncated=True)
                return
        else:
            single.play(action)
        if single.turn >= 0:
            self._select()
        else:
            self._end(single.terminated, single.truncated)

    def _select(self) -> None:
        """On to the agent to act; all know who it is, and who may act."""
        self.agent_selection = self.possible_agents[self._single.turn]
        for agent in self.agents:
            self.infos[agent]["active_agent"] = self.agent_selection
            if self._key is None:
                self.infos[agent][MASK] = self._mask(agent)

    def _end(self, terminated: bool, truncated: bool) -> None:
        rewards = self._single.rewards.tolist()
        for agent, reward in zip(self.agents, rewards, strict=True):
            self.rewards[agent] = self._cumulative_rewards[agent] = reward
            self.terminations[agent] = terminated
            self.truncations[agent] = truncated
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """An agent's observation and action mask; only the mask of the one to act is not empty."""
        raw = self._single.observe(self._seats[agent])
        seen = scaled(self.game, raw) if self._normalised else raw
        return seen if self._key is None else {self._key: seen, MASK: self._mask(agent)}

    def _mask(self, agent: str) -> npt.NDArray[np.int8]:
        single = self._single
        acts = self._seats[agent] == single.turn
        return (single.mask.view(np.int8) if acts else self._no_mask).copy()

    def state(self) -> npt.NDArray[Any]:
        """The observation of the first seat: nothing is hidden, so it is the whole state."""
        return self._single.observe(0)

    def render(self) -> Frame:
        """The table as text (`ansi`) or as a picture (`svg`, `rgb_array`); `human` prints it."""
        return render(self._single.position, self.render_mode)

    def close(self) -> None:
        """Nothing to release."""
