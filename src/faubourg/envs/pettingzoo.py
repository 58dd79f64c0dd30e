"""PettingZoo environments: `env("minivilles", players=3)` is an AEC environment.

As in PettingZoo's own classics an observation is a dict of "observation" and "action_mask". What
wrappers do there is done inside: an action that is not legal raises IllegalAction and changes
nothing, and a step before `reset` is refused.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Source
from faubourg.envs.extras import needed
from faubourg.envs.render import check_mode, render
from faubourg.envs.single import SingleEnv
from faubourg.envs.spaces import action_space, observation_space, scaled

AECEnv: Any = needed("pettingzoo", "envs").AECEnv

Observation = dict[str, npt.NDArray[Any]]


def env(
    name: str,
    /,
    players: int | None = None,
    render_mode: str | None = None,
    normalised: bool = False,
    components: Source | None = None,
    **options: Any,
) -> "TownEnv":
    """A game for PettingZoo. Agents are called `player_0`, `player_1`, … by their seats.

    >>> game = env("minivilles", players=3)
    >>> game.reset(seed=1)
    >>> len(game.agents), sorted(game.observe(game.agent_selection))
    (3, ['action_mask', 'observation'])
    """
    return TownEnv(name, players, render_mode, normalised, components, options)


class TownEnv(AECEnv):  # type: ignore[misc]
    """One game; each agent is a seat, and Nature plays in between."""

    def __init__(
        self,
        name: str,
        players: int | None,
        render_mode: str | None,
        normalised: bool,
        components: Source | None,
        options: dict[str, Any],
    ) -> None:
        super().__init__()
        self._given = (name, players, render_mode, normalised, components, options)
        self._single = SingleEnv(name, players, components=components, **options)
        self.game = self._single.game
        self.render_mode = check_mode(render_mode)
        self.metadata = {
            "name": f"faubourg_{name}_v0",
            "render_modes": ["ansi", "svg"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.agents: list[str] = []
        self.agent_selection: Any = None
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._normalised = normalised
        self._no_mask = np.zeros(len(self._single.mask), np.int8)
        self.observation_spaces = {
            agent: observation_space(self.game, normalised) for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(self.game) for agent in self.possible_agents}

    def __reduce__(self) -> tuple[Any, ...]:
        return TownEnv, self._given

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew; the same seed gives the same dice. `options` is ignored."""
        single = self._single
        single.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[single.turn]

    def step(self, action: Any) -> None:
        """Play an action of the agent selected; one that is out of the game steps with None."""
        agent, single = self.agent_selection, self._single
        if self.terminations.get(agent) or self.truncations.get(agent):
            self._was_dead_step(action)
            return
        single.play(action)
        if single.turn >= 0:
            self.agent_selection = self.possible_agents[single.turn]
        else:
            self._end()

    def _end(self) -> None:
        single = self._single
        for agent, reward in zip(self.agents, single.rewards.tolist(), strict=True):
            self.rewards[agent] = self._cumulative_rewards[agent] = reward
            self.terminations[agent] = single.terminated
            self.truncations[agent] = single.truncated
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """An agent's observation and action mask; only the mask of the one to act is not empty."""
        single = self._single
        seat = self._seats[agent]
        seen = single.observe(seat)
        mask = single.mask.view(np.int8) if seat == single.turn else self._no_mask
        return {
            "observation": scaled(self.game, seen) if self._normalised else seen,
            "action_mask": mask.copy(),
        }

    def state(self) -> npt.NDArray[Any]:
        """The observation of the first seat: nothing is hidden, so it is the whole state."""
        return self._single.observe(0)

    def render(self) -> str | None:
        """The table as text (`ansi`) or as a picture (`svg`)."""
        if self.render_mode is None:
            return None
        return render(self._single.position, self.render_mode)

    def close(self) -> None:
        """Nothing to release."""
