"""Playouts with common random numbers: what a position is worth if everybody plays on simply.

The value of a position is one fixed thing here, whoever is to act: the mean over playouts in which
all seats follow the game's rollout policy, to the end or as far as its reviews look ahead. So the
value before a move of Nature's is the mean of the values after its outcomes, exactly.
"""

from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.bots.habits import playouts_end, review_habits
from faubourg.core.game import part
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.position import Position
from faubourg.kernels.template import kernels_of, specialise

Samples = npt.NDArray[np.float32]  # of each playout every seat's value


@cache
def playout_kernels(name: str) -> ModuleType:
    """`bots/playout_kernels.py` as a module of its own around the kernels of one game."""
    template = Path(__file__).with_name("playout_kernels.py")
    kernels = kernels_of(name, value="insight")
    kernels["learned_value"] = getattr(part(name, "insight"), "learned_value", kernels["value"])
    return specialise(name, template, "faubourg.bots", kernels)


def paired_playouts(
    position: Position, playouts: int, seed: int, until: int | None = None
) -> Samples:
    """Every seat's value in so many playouts, a row each. The same seed gives the nth playout of
    any position the same dice. Rows are in the order of their strata: neighbours had about the same
    outcome of Nature's first move. They are cut off before the turn `until`, or where the game's
    reviews cut them off.

    >>> from faubourg.core.game import Game
    >>> paired_playouts(Game("minivilles").start(), 20, seed=1).sum(axis=1).tolist() == [1.0] * 20
    True
    """
    game, kernels = position.game, playout_kernels(position.game.name)
    habits, rules = review_habits(game), game.rules
    keys, strata = playout_numbers(seed, playouts, kernels.PRIME, kernels.TURNS, kernels.STREAMS)
    root, work = game.new_rows(1), game.new_rows(1)
    root[0] = position.row
    if until is None:
        until = playouts_end(habits, int(position.row.turn_count))
    results = np.zeros((playouts, len(SEAT_LETTERS)))
    kernels.play_out(
        game.box,
        root,
        work,
        habits.sample,
        until,
        habits.network,
        keys,
        strata,
        np.zeros(kernels.STREAMS, np.int64),
        np.zeros(rules.MOST, np.int32),
        results,
    )
    return results[:, : game.players].astype(np.float32)


@lru_cache(maxsize=2)  # all positions of a game share them
def playout_numbers(
    seed: int, playouts: int, prime: int, turns: int, streams: int
) -> tuple[Any, Any]:
    """What begins the streams of every playout and turn, and one number in each part of [0, 1)."""
    generator = np.random.default_rng(seed)
    keys = generator.integers(1, prime, (playouts, turns, streams))
    strata = (np.arange(playouts) + generator.random(playouts)) / max(1, playouts)
    return keys, strata
