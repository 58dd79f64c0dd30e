"""A value network small enough for a search to ask at every leaf: one hidden layer of leaky-ReLU
units, in kernels. A game brings the features of a position, and weights that it learned
(`bots/self_play.py`).

Features are those of the table, then those of every seat, the one whose turn it is first; for each
number of players there are weights of their own. Their number is a multiple of 4.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from faubourg.core.contract import Floats
from faubourg.core.errors import WeightsError, lacks_memory
from faubourg.core.files import system_reason
from faubourg.core.text import Text
from faubourg.gamekit.win_chance import weigh
from faubourg.kernels.compile import kernel

Singles = npt.NDArray[np.float32]
LEAK = 0.1  # the slope of a unit below 0
FOUR = 4
FEWEST = 2  # players, for whom there are weights
MOST_BYTES = 10**6  # of a constant array in machine code that Numba keeps between runs
ANEW = Text(
    "Remove the file and let scripts/train_values.py, or train_points.py, learn them from nothing.",
    "Supprime le fichier : scripts/train_values.py, ou train_points.py, les apprend du début.",
)
MISFIT = Text(
    "{path} was learned for other features: hidden and output weights have the shapes {found}, and "
    "{expected} are expected. {anew}",
    "{path} a été appris pour d'autres entrées : les poids ont les formes {found}, et non "
    "{expected}. {anew}",
)
UNREADABLE = Text(
    "The weights in {path} can't be read: {why}. {anew}",
    "Les poids dans {path} ne peuvent être lus : {why}. {anew}",
)

TOO_LARGE = Text(
    "Weights of {bytes} bytes are too many for machine code that is kept: at most {most}. Learn "
    "with fewer units.",
    "Des poids de {bytes} octets sont trop grands pour le code machine conservé : {most} au plus. "
    "Apprends avec moins d'unités.",
)


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


def load_weights(file: Path, features: int, seats: int, outputs: int = 0) -> Weights:
    """The weights of a file, or zeros before there is one: all chances are equal then.
    WeightsError if they can't be read, or were learned for other features. There is an output for
    each seat, unless another number is given."""
    outputs = outputs or seats
    if file.exists():
        weights = _read_weights(file)
        hidden, output = weights.hidden.shape, weights.output.shape
        units = hidden[-1] if hidden else 0
        expected = (seats + 1, features, units), (seats + 1, units + 1, outputs)
        if (hidden, output) != expected:
            shapes = {"found": str((hidden, output)), "expected": str(expected)}
            said = MISFIT.format(path=str(file), anew=ANEW, **shapes)
            raise WeightsError("misfit", said)
        return weights
    return Weights(
        np.zeros((seats + 1, features, FOUR), np.float32),
        np.zeros((seats + 1, FOUR + 1, outputs), np.float32),
    )


def kernel_weights(hidden: Singles, output: Singles) -> Weights:
    """Weights as `write_chances` takes them, from two players on. WeightsError if machine code with
    them would not be kept but compiled anew in every process."""
    weights = Weights(hidden[FEWEST:], output[FEWEST:])
    if (size := weights.hidden.nbytes) > MOST_BYTES:
        said = TOO_LARGE.format(bytes=str(size), most=str(MOST_BYTES))
        raise WeightsError("too-large", said)
    return weights


def _read_weights(file: Path) -> Weights:
    try:
        with file.open("rb") as opened, np.load(opened) as learned:
            return Weights(*(learned[each].astype(np.float32) for each in Weights._fields))
    except (OSError, EOFError, KeyError, TypeError, ValueError, BadZipFile) as error:
        if lacks_memory(error):
            raise
        said = UNREADABLE.format(path=str(file), why=system_reason(error), anew=ANEW)
        raise WeightsError("unreadable", said) from error


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
def linear_output(hidden_weights: Singles, output_weights: Singles, features: Singles) -> float:
    """The forward pass of a network with one output that may be any number."""
    units = hidden_weights.shape[1]
    hidden = np.empty(units, np.float32)
    fill_hidden_layer(hidden_weights, features, hidden)
    total = output_weights[units, 0]
    for unit in range(units):
        total += output_weights[unit, 0] * max(hidden[unit], np.float32(LEAK) * hidden[unit])
    return float(total)


@kernel
def write_chances(
    hidden_weights: Singles,
    output_weights: Singles,
    features: Singles,
    players: int,
    first: int,
    chances: Floats,
) -> None:
    """The forward pass: a softmax over the seats, of which `first` is the features' first. Weights
    are those of `kernel_weights`."""
    units = hidden_weights.shape[2]
    hidden = np.empty(units, np.float32)
    fill_hidden_layer(hidden_weights[players - FEWEST], features, hidden)
    output = output_weights[players - FEWEST]
    for unit in range(units):
        hidden[unit] = max(hidden[unit], np.float32(LEAK) * hidden[unit])
    for place in range(players):
        score = output[units, place]
        for unit in range(units):
            score += output[unit, place] * hidden[unit]
        chances[(first + place) % players] = score
    weigh(players, 1.0, chances)
