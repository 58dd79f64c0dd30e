"""A value network small enough for a search to ask at every leaf: one hidden layer of leaky-ReLU
units, in kernels. A game brings the features of a position, and weights that it learned
(`bots/self_play.py`).

Features are those of the table, then those of every seat, the one whose turn it is first; for each
number of players there are weights of their own. Their number is a multiple of 4.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Floats
from faubourg.gamekit.win_chance import weigh
from faubourg.kernels.compile import kernel

Singles = npt.NDArray[np.float32]
LEAK = 0.1  # the slope of a unit below 0
FOUR = 4


class Weights(NamedTuple):
    """By number of players: (counts, features, units), and (counts, units + 1, seats), whose last
    line is the bias."""

    hidden: Singles
    output: Singles


def round_up(features: int) -> int:
    """A number of features as the kernels want it.

    >>> round_up(73)
    76
    """
    return -(-features // FOUR) * FOUR


def load_weights(file: Path, features: int, seats: int) -> Weights:
    """The weights of a file, or zeros before there is one for these features: all chances are
    equal then."""
    if file.exists():
        with np.load(file) as learned:
            hidden, output = (learned[each].astype(np.float32) for each in Weights._fields)
        if hidden.shape[:2] == (seats + 1, features):
            return Weights(hidden, output)
    return Weights(
        np.zeros((seats + 1, features, FOUR), np.float32),
        np.zeros((seats + 1, FOUR + 1, seats), np.float32),
    )


def save_weights(file: Path, weights: Weights, told: Mapping[str, Any]) -> None:
    """Write weights as float16, with how they were learned."""
    arrays: dict[str, Any] = {name: np.array(value) for name, value in told.items()}
    np.savez_compressed(
        file,
        hidden=weights.hidden.astype(np.float16),
        output=weights.output.astype(np.float16),
        **arrays,
    )


@kernel
def fill_hidden_layer(weights: Singles, features: Singles, hidden: Singles) -> None:
    """The pre-activations of the hidden layer; features that are 0 in fours cost nothing."""
    units = len(hidden)  # not a constant: loops of a known length are unrolled, not vectorised
    for unit in range(units):
        hidden[unit] = np.float32(0.0)
    for i in range(0, len(features), FOUR):
        one, two, three, four = features[i], features[i + 1], features[i + 2], features[i + 3]
        if one != 0.0 or two != 0.0 or three != 0.0 or four != 0.0:
            for unit in range(units):
                hidden[unit] += (one * weights[i, unit] + two * weights[i + 1, unit]) + (
                    three * weights[i + 2, unit] + four * weights[i + 3, unit]
                )


@kernel
def write_chances(
    hidden_weights: Singles,
    output_weights: Singles,
    features: Singles,
    players: int,
    first: int,
    chances: Floats,
) -> None:
    """The forward pass: a softmax over the seats, of which `first` is the features' first."""
    units = hidden_weights.shape[2]
    hidden = np.empty(units, np.float32)
    fill_hidden_layer(hidden_weights[players], features, hidden)
    output = output_weights[players]
    for unit in range(units):
        hidden[unit] = max(hidden[unit], np.float32(LEAK) * hidden[unit])
    for place in range(players):
        score = output[units, place]
        for unit in range(units):
            score += output[unit, place] * hidden[unit]
        chances[(first + place) % players] = score
    weigh(players, 1.0, chances)
