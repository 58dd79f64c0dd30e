"""OpenSpiel games with explicit chance nodes: importing this module registers all of them.

>>> import pyspiel
>>> import faubourg.envs.openspiel
>>> game = pyspiel.load_game("faubourg_minivilles(players=3,first=A)")
>>> game.num_players(), game.new_initial_state().is_chance_node()
(3, True)

Parameters are `players`, the game's own options, as texts, and `components`, a file of the user's
own. Actions keep the numbers that they have everywhere else, Nature's too.
"""

import hashlib
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.bots.playouts import play_out
from faubourg.core.checks import check_count
from faubourg.core.game import Game, games, part
from faubourg.core.players import NATURE
from faubourg.core.position import Position, action_of, mover
from faubourg.core.streams import check_seed, streams
from faubourg.envs.extras import needed
from faubourg.envs.positions import observation, returns
from faubourg.envs.seats import bot_code
from faubourg.envs.spaces import scaled, sides

pyspiel: Any = needed("pyspiel", "openspiel")
PREFIX = "faubourg_"
USUAL = ""  # a parameter whose default depends on the number of players, which OpenSpiel can't say


class Table:
    """A position that OpenSpiel copies quickly and can pickle."""

    __slots__ = ("position",)

    def __init__(self, position: Position) -> None:
        self.position = position

    def __deepcopy__(self, memo: object) -> "Table":
        return Table(self.position.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        return Table, (self.position,)


class TownGame(pyspiel.Game):  # type: ignore[misc]
    """One game with its options; OpenSpiel makes it from a name and parameters."""

    name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {name: value for name, value in (params or {}).items() if value != USUAL}
        players, components = given.pop("players", None), given.pop("components", None)
        self.town = Game(self.name, players, components, **given)
        self.layout = Table(self.town.start())  # OpenSpiel begins games by the thousand
        super().__init__(game_type(self.town), game_info(self.town), dict(params or {}))

    def new_initial_state(self) -> "TownState":
        return TownState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "TownObserver":
        return TownObserver(self.town)


class TownState(pyspiel.State):  # type: ignore[misc]
    """A position, Nature's turns included."""

    def __init__(self, game: TownGame) -> None:
        super().__init__(game)
        self._table = Table(game.layout.position.copy())

    @property
    def position(self) -> Position:
        return self._table.position

    def current_player(self) -> int:
        turn = self.position.turn
        if turn is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if turn == NATURE else turn

    def is_terminal(self) -> bool:
        return self.position.turn is None

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.legal.ids)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.position.weights()
        total = sum(weights.values())
        return [(action, weight / total) for action, weight in weights.items()]

    def _apply_action(self, action: int) -> None:
        self.position.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return action_of(self.position.game, action).text

    def returns(self) -> list[float]:
        return [float(reward) for reward in returns(self.position)]

    def __str__(self) -> str:
        digest = hashlib.sha256(self.position.to_bytes()).hexdigest()[:16]
        return f"{self.position.game!r}: {mover(self.position.turn)} to act, position {digest}"


class TownObserver:
    """A seat's observation as a tensor of numbers in 0..1, and as views of its named fields."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.tensor = np.zeros(sum(field.size for field in game.features), np.float32)
        self.dict = {}
        offset = 0
        for field in game.features:
            end = offset + field.size
            self.dict[field.name] = self.tensor[offset:end].reshape(field.shape)
            offset = end

    def set_from(self, state: TownState, player: int) -> None:
        self.tensor[:] = scaled(self._game, observation(state.position, player))

    def string_from(self, state: TownState, player: int) -> str:
        return f"{mover(player)} sees {state}"


class PlayoutEvaluator:
    """An evaluator for OpenSpiel's MCTS: the mean return of playouts by a bot, in the kernel.

    It does what OpenSpiel's `RandomRolloutEvaluator` does in Python, dozens of times as fast, and
    with `bot="greedy"` or `"gentle"` by a better policy.
    """

    def __init__(self, n_rollouts: int = 1, bot: str = "random", seed: int | None = None) -> None:
        self.n_rollouts = check_count("n_rollouts", n_rollouts)
        self._player = bot_code(bot)
        self._streams = streams(check_seed(seed))

    def evaluate(self, state: TownState) -> npt.NDArray[np.float64]:
        """The mean return of every seat."""
        ends = play_out(state.position, self.n_rollouts, self._player, self._streams)
        mean: npt.NDArray[np.float64] = np.mean([returns(end) for end in ends], axis=0)
        return mean

    def prior(self, state: TownState) -> list[tuple[int, float]]:
        """The same probability for every action; Nature's as they are."""
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state.position.legal.ids
        return [(action, 1 / len(legal)) for action in legal]


def game_type(game: Game) -> Any:
    """OpenSpiel's type of a game: zero-sum where every seat is for itself, identical where all play
    together, general-sum for one against all."""
    kinds = pyspiel.GameType
    count = len(set(sides(game)))
    utility = kinds.Utility.GENERAL_SUM
    if count == game.players:
        utility = kinds.Utility.ZERO_SUM
    elif count == 1:
        utility = kinds.Utility.IDENTICAL
    least, most = game.components.players
    options = {
        option.name: option.default if isinstance(option.default, str) else USUAL
        for option in part(game.name, "state").OPTIONS
    }
    return kinds(
        short_name=PREFIX + game.name,
        long_name=f"Faubourg: {game.title.en}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": least, "components": USUAL, **options},
    )


def game_info(game: Game) -> Any:
    """Its numbers. Nature's outcomes have the numbers after those of players' actions."""
    count = len(set(sides(game)))
    known: dict[str, Any] = {"utility_sum": 0.0} if count == game.players else {}
    return pyspiel.GameInfo(
        num_distinct_actions=game.actions,
        max_chance_outcomes=game.actions,
        num_players=game.players,
        min_utility=-1.0 if count == 1 else -1.0 / (count - 1),
        max_utility=1.0,
        max_game_length=game.rules.BOUND,
        **known,
    )


def register() -> None:
    """Register every game with OpenSpiel, once."""
    for name in games():
        if PREFIX + name not in pyspiel.registered_names():
            made = type(f"Town_{name}", (TownGame,), {"name": name})
            globals()[made.__name__] = made  # where pickles look for it
            pyspiel.register_game(game_type(Game(name)), made)


register()
