"""Decisions of bots that search, in many games at once and without leaving machine code.

A template: `think_kernels` in `envs/batch.py` makes one module of it for every game. It is compiled
only where such a bot has a seat.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from faubourg.bots.memory import Memory
from faubourg.core.contract import Ints
from faubourg.core.players import SEARCH
from faubourg.kernels.compile import kernel
from faubourg.kernels.memory import Small
from faubourg.kernels.seeding import seed_pcg64

search: Callable[..., int]
draw: Callable[..., float]
step_games: Callable[..., None]

Rows = npt.NDArray[Any]
Streams = npt.NDArray[np.uint64]
Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float32]
Words = npt.NDArray[np.int64]
Matrix = npt.NDArray[np.float64]
SEEDS = 2.0**53  # a seed for each number in [0, 1)


@kernel
def think_games(
    boxes: Rows, start: Rows, rows: Rows, streams: Streams, players: Small, lengths: Ints,
    bound: int, auto_reset: bool, thoughts: Ints, most: int, legals: Ints, counts: Ints,
    masks: Flags, observations: Small, final_observations: Small, rewards: Floats, points: Ints,
    terminated: Flags, truncated: Flags, seats: Small, chairs: Small, actors: Small,
    codes: Words, simulations: Words, habits: Matrix, memory: Memory, first: int, last: int,
) -> None:  # fmt: skip
    """Play the decisions of bots that search in the games from `first` to before `last`, each up to
    the next decision of a learner: as `think` of `envs/batch.py` does for bots in Python."""
    box = boxes[0]
    rewarded = np.zeros(rewards.shape[1], np.float32)
    seen = np.zeros(final_observations.shape[1], np.int8)
    for game in range(first, last):
        while counts[game] > 0:
            place = chairs[game, seats[game]]
            if codes[place] != SEARCH:
                break
            ended, cut = terminated[game], truncated[game]
            rewarded[:] = rewards[game]
            seen[:] = final_observations[game]
            # Each decision has a generator of its own, whose first number seeds its search.
            seed_pcg64(memory.state, int(draw(streams, game) * SEEDS))
            chosen = memory.generator.random()
            action = legals[game, 0]
            if counts[game] > 1:
                seed = int(chosen * SEEDS)
                count = simulations[place]
                action = search(box, rows[game], habits[place], count, seed, memory)
            thoughts[game] = action
            seats[game] = actors[game]
            step_games(
                boxes, start, rows, streams, players, lengths, bound, auto_reset, thoughts, most,
                legals, counts, masks, observations, final_observations, rewards, points,
                terminated, truncated, seats, game, game + 1,
            )  # fmt: skip
            if ended or cut:
                # What was reported of a game that has ended stays, whatever happens in the next.
                terminated[game] = ended
                truncated[game] = cut
                rewards[game] = rewarded
                final_observations[game] = seen
