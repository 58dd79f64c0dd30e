"""Spaces of observations and actions, for all environments: fields, ranges, normalisation."""

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.core.game import Game, part
from faubourg.envs.extras import needed
from faubourg.gamekit.observation import Field

Floats = npt.NDArray[np.float32]
MASK = "action_mask"  # the key under which learners look for it


def fields(name: str) -> tuple[Field, ...]:
    """The features of a game's observation, in order; a larger box has more (`Game.features`).

    >>> [field.name for field in fields("minivilles")][:3]
    ['players', 'seat', 'turn']
    """
    found: tuple[Field, ...] = part(name, "observe").FIELDS
    return found


def interface_version(name: str) -> int:
    """The version of a game's environments, which their ids end in: `VERSION` of its `observe.py`.

    docs/researchers/versions.md says when it rises.

    >>> interface_version("minivilles")
    0
    """
    return int(getattr(part(name, "observe"), "VERSION", 0))


@cache
def bounds(features: tuple[Field, ...]) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int8]]:
    """The least and the greatest value of every number of an observation."""
    low = [np.full(field.size, field.low, np.int8) for field in features]
    high = [np.full(field.size, field.high, np.int8) for field in features]
    return np.concatenate(low), np.concatenate(high)


@cache
def normaliser(features: tuple[Field, ...]) -> tuple[Floats, Floats]:
    """Min-max normalisation of an observation: what to subtract, then what to multiply with."""
    low, high = (end.astype(np.float32) for end in bounds(features))
    return low, (1 / (high - low)).astype(np.float32)


def scaled(game: Game, observation: npt.NDArray[np.int8]) -> Floats:
    """An observation, or an array of them, normalised to 0..1."""
    low, scale = normaliser(game.features)
    return (observation - low) * scale


def observation_box(game: Game, normalised: bool) -> Any:
    """Gymnasium's space of a game's observations.

    A box of components of one's own may have more of a thing than its field says.
    """
    spaces = needed("gymnasium.spaces", "envs")
    low, high = bounds(game.features)
    if not game.is_standard:
        low, high = np.full_like(low, -128), np.full_like(high, 127)
    if normalised:
        return spaces.Box(scaled(game, low), scaled(game, high), dtype=np.float32)
    return spaces.Box(low, high, dtype=np.int8)


def observation_space(game: Game, normalised: bool, key: str | None) -> Any:
    """The same; with a key, as a dict with the action mask beside it."""
    box = observation_box(game, normalised)
    if key is None:
        return box
    spaces = needed("gymnasium.spaces", "envs")
    return spaces.Dict({key: box, MASK: spaces.Box(0, 1, (game.actions,), np.int8)})


def action_space(game: Game) -> Any:
    """All actions of a game, Nature's numbers included, which no mask ever allows."""
    return needed("gymnasium.spaces", "envs").Discrete(game.actions)


def split(name: str, observation: npt.NDArray[np.generic]) -> dict[str, npt.NDArray[np.generic]]:
    """An observation, or an array of them, as views of its named fields.

    >>> split("minivilles", np.zeros((8, 290), np.int8))["cards"].shape
    (8, 5, 28)
    """
    found, offset = {}, 0
    more = getattr(part(name, "observe"), "MORE_FIELDS", ())
    for field in (*fields(name), *more):
        if offset == observation.shape[-1]:  # the box is not larger than usual
            break
        shape = (*observation.shape[:-1], *field.shape)
        found[field.name] = observation[..., offset : offset + field.size].reshape(shape)
        offset += field.size
    return found


def sides(game: Game) -> list[int]:
    """The side that each seat plays for: seats of one side win and lose together.

    >>> sides(Game("lutins", players=3))
    [0, 0, 0]
    """
    row, side = game.start_row(), game.part("observe").side
    return [int(side(row, seat)) for seat in range(game.players)]
