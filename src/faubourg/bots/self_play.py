"""Self-play for value networks: what games teach, and fitting a network to it.

A game that has a `value_network.py` (see `gamekit/network.py`) brings the features; positions come
from whole games in machine code, of greedy and gentle players, or of players who look ahead or
search with what the network already knows.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from faubourg.bots.search import DEEPEST, habits_of, search_kernels
from faubourg.bots.tree import NODE, habits_array
from faubourg.core.game import Game, own_module
from faubourg.core.players import SEAT_LETTERS
from faubourg.gamekit.network import LEAK, Singles
from faubourg.kernels.template import kernels_of, play_kernels, specialise

Array = npt.NDArray[np.float32]
Parameters = dict[str, Array]
Gradients = Callable[[Parameters, Singles, Singles], Parameters]


class Turns(NamedTuple):
    """Positions at the beginning of turns: features, and every seat's share of the win, or what
    else the game's network learns, the seat whose turn it is first."""

    features: Singles
    targets: Singles


class Policy(NamedTuple):
    """How all seats play: a part of the decisions is searched, the others are greedy's, or those of
    a look-ahead of one ply at the `ahead` actions rated best, and of these a part is gentle's.
    `blend` says how much of a target is what searches and look-aheads found."""

    simulations: int = 0
    searched: float = 1.0
    ahead: int = 0
    loose: float = 0.2
    blend: float = 0.0


@cache
def self_play_kernels(name: str) -> ModuleType:
    """`bots/self_play_kernels.py` as a module of its own around the kernels of one game."""
    play, network = play_kernels(name), network_module(name)
    kernels = kernels_of(name, value="insight")
    kernels |= {
        "result": getattr(network, "result", kernels["value"]),
        "write_features": network.write_features,
        "best": play.best,
        "plausible": play.plausible,
        "grow": search_kernels(name).grow,
    }
    template = Path(__file__).with_name("self_play_kernels.py")
    return specialise(name, template, "faubourg.bots", kernels)


def network_module(name: str) -> Any:
    """`value_network.py` of a game."""
    return own_module(name, "value_network")


def games_of(name: str, players: int) -> list[Game]:
    """A game for each way to choose the options that its network must know (`OPTIONS`)."""
    options = {option.name: option for option in Game(name).part("state").OPTIONS}
    chosen = getattr(network_module(name), "OPTIONS", ())
    ways = product(*(options[each].allowed(players) for each in chosen))
    return [Game(name, players, **dict(zip(chosen, way, strict=True))) for way in ways]


def play_turns(games: list[Game], policy: Policy, count: int, seed: int) -> Turns:
    """At most so many turns of whole games, drawn from `games`, which have the same box and number
    of players."""
    game = games[0]
    rules, network = game.rules, network_module(game.name)
    start = game.new_rows(len(games))
    for i, each in enumerate(games):
        start[i] = each.start_row()
    width = network.TABLE + game.players * network.PER_SEAT
    features = np.zeros((count, width), np.float32)
    targets = np.zeros((count, len(SEAT_LETTERS)), np.float32)
    written = self_play_kernels(game.name).play_games(
        game.box,
        start,
        game.new_rows(3),
        np.zeros(40 * policy.simulations + 100, NODE),
        habits_array(habits_of(game)),
        *policy,
        np.random.Generator(np.random.PCG64(seed)),
        np.zeros(rules.MOST, np.int32),
        np.zeros(rules.MOST),
        np.zeros(DEEPEST, np.int64),
        np.zeros(len(SEAT_LETTERS)),
        np.zeros(1, np.int64),
        features,
        targets,
        np.zeros(count, np.float32),  # blends
        np.zeros(count, np.int32),  # seats
        rules.BOUND,
    )
    return Turns(features[:written], targets[:written, : game.players])


# ---------------------------------------------------------------- fitting


def fresh(features: int, units: int, seats: int, seed: int) -> Parameters:
    """A network that knows nothing: small random weights (He's), no output."""
    generator = np.random.default_rng(seed)
    hidden = generator.standard_normal((features, units)) * np.sqrt(2.0 / features)
    output = np.zeros((units + 1, seats))
    return {"hidden": hidden.astype(np.float32), "output": output.astype(np.float32)}


def chances_of(parameters: Parameters, features: Singles) -> Array:
    """The forward pass for many positions at once."""
    return _forward(parameters, features)[1]


def loss_of(parameters: Parameters, turns: Turns) -> float:
    """The mean cross-entropy in nats."""
    chances = chances_of(parameters, turns.features)
    return float(-(turns.targets * np.log(chances + 1e-9)).sum(axis=1).mean())


def fit(
    parameters: Parameters,
    play: Callable[[int], Turns],
    epochs: int,
    rate: float,
    seed: int,
    report: Callable[[int], None] = lambda done: None,
    batch: int = 1024,
    decay: float = 1e-5,
    gradients_of: Gradients | None = None,
    passes: int = 1,
) -> Parameters:
    """Adam, on the cross-entropy if no other gradients are given; the learning rate falls to a
    fiftieth along half a cosine. `play` gives the turns of an epoch, which are gone through in so
    many `passes`: the same each time, or others, from which nothing is learned by heart."""
    found = {name: array.copy() for name, array in parameters.items()}
    moments = {name: (np.zeros_like(array), np.zeros_like(array)) for name, array in found.items()}
    generator, step = np.random.default_rng(seed), 0
    gradients_of = gradients_of or _gradients
    for epoch in range(epochs):
        turns = play(epoch)
        steps = max(1, epochs * passes * (len(turns.features) // batch))
        for chosen in _batches(len(turns.features), batch, passes, generator):
            gradients = gradients_of(found, turns.features[chosen], turns.targets[chosen])
            now = rate * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * min(1.0, step / steps))))
            step += 1
            for name, gradient in gradients.items():
                first, second = moments[name]
                first += 0.1 * (gradient - first)
                second += 0.001 * (gradient * gradient - second)
                larger = first / (1 - 0.9**step)
                spread = np.sqrt(second / (1 - 0.999**step)) + 1e-8
                found[name] -= (now * (larger / spread + decay * found[name])).astype(np.float32)
            report(len(chosen))
    return found


def _batches(
    count: int, batch: int, passes: int, generator: np.random.Generator
) -> Iterator[npt.NDArray[np.int64]]:
    for _ in range(passes):
        order = generator.permutation(count)
        for at in range(0, count - batch + 1, batch):
            yield np.sort(order[at : at + batch])


def _forward(parameters: Parameters, features: Singles) -> tuple[Array, Array]:
    """The pre-activations of the hidden layer, and the chances."""
    hidden, scores = _scores(parameters, features)
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    return hidden, chances / chances.sum(axis=1, keepdims=True)


def _gradients(parameters: Parameters, features: Singles, targets: Singles) -> Parameters:
    hidden, chances = _forward(parameters, features)
    return _back_propagate(parameters, features, hidden, chances - targets)


def _scores(parameters: Parameters, features: Singles) -> tuple[Array, Array]:
    """The pre-activations of the hidden layer, and the outputs."""
    hidden = features @ parameters["hidden"]
    active = np.maximum(hidden, np.float32(LEAK) * hidden)
    return hidden, active @ parameters["output"][:-1] + parameters["output"][-1]


def _back_propagate(
    parameters: Parameters, features: Singles, hidden: Array, errors: Array
) -> Parameters:
    """Gradients of the mean loss, from those of each position's loss by the outputs."""
    error = errors / np.float32(len(features))
    active = np.maximum(hidden, np.float32(LEAK) * hidden)
    back = error @ parameters["output"][:-1].T
    back *= np.where(hidden > 0, np.float32(1.0), np.float32(LEAK))
    output = np.concatenate([active.T @ error, error.sum(axis=0, keepdims=True)])
    return {"hidden": features.T @ back, "output": output}


# ---------------------------------------------------------------- fitting numbers, not chances


def squared_error(parameters: Parameters, turns: Turns) -> float:
    """The mean squared error of outputs that are numbers of any size."""
    return float(((_scores(parameters, turns.features)[1] - turns.targets) ** 2).mean())


def squared_error_gradients(
    parameters: Parameters, features: Singles, targets: Singles
) -> Parameters:
    """The gradients of half of it, for `fit`."""
    hidden, outputs = _scores(parameters, features)
    return _back_propagate(parameters, features, hidden, outputs - targets)
