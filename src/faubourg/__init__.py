"""Faubourg: town-building board games to play, to balance and to study.

Nothing heavy is imported until it is used, so that `faubourg --help` answers at once.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from faubourg.bots.evaluate import search as search
    from faubourg.bots.expectimax import expectimax as expectimax
    from faubourg.bots.expectimax import solve as solve
    from faubourg.bots.match import play as play
    from faubourg.bots.playouts import playout_values as playout_values
    from faubourg.core.contract import Habits as Habits
    from faubourg.core.errors import ComponentsError as ComponentsError
    from faubourg.core.errors import FaubourgError as FaubourgError
    from faubourg.core.errors import IllegalAction as IllegalAction
    from faubourg.core.errors import NotationError as NotationError
    from faubourg.core.errors import OptionError as OptionError
    from faubourg.core.errors import PositionError as PositionError
    from faubourg.core.errors import RecordError as RecordError
    from faubourg.core.errors import ScenarioError as ScenarioError
    from faubourg.core.game import Game as Game
    from faubourg.core.players import NATURE as NATURE
    from faubourg.core.position import Action as Action
    from faubourg.core.position import Outcome as Outcome
    from faubourg.core.position import Position as Position
    from faubourg.kernels.compile import kernel as kernel
    from faubourg.lab.simulate import simulate as simulate
    from faubourg.records.record import Record as Record

__version__ = "0.1.0"

_HOMES = {
    "Action": "core.position",
    "ComponentsError": "core.errors",
    "FaubourgError": "core.errors",
    "Game": "core.game",
    "Habits": "core.contract",
    "IllegalAction": "core.errors",
    "NATURE": "core.players",
    "NotationError": "core.errors",
    "OptionError": "core.errors",
    "Outcome": "core.position",
    "Position": "core.position",
    "PositionError": "core.errors",
    "Record": "records.record",
    "RecordError": "core.errors",
    "ScenarioError": "core.errors",
    "expectimax": "bots.expectimax",
    "kernel": "kernels.compile",
    "play": "bots.match",
    "playout_values": "bots.playouts",
    "search": "bots.evaluate",
    "simulate": "lab.simulate",
    "solve": "bots.expectimax",
}
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'faubourg' has no attribute {name!r}")
    return getattr(import_module(f"faubourg.{_HOMES[name]}"), name)
