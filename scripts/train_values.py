"""Trains the value network of a game by self-play and writes its weights.

    .venv/bin/python scripts/train_values.py minivilles                    # everything
    .venv/bin/python scripts/train_values.py minivilles --players 2 --share 0.1
    .venv/bin/python scripts/train_values.py minivilles --rounds 3:4       # only the last round

In the first round everybody plays as greedy and gentle do, and the network learns who won; such
games cost so little that each epoch plays new ones. In each later round everybody searches with the
network of the round before, and it learns from the results and from what the searches found, and
from new games of greedy, lest it forgets what searches avoid. Every round is a process of its own,
since weights are part of machine code. All numbers of players and all options that change play are
learned in turn. The same seed gives the same weights. They are written to `value_network.npz` in
the game's folder, with how they came about.
"""

import argparse
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("OMP_NUM_THREADS", "1")  # small matrices; and each process has its core

import numpy as np
from rich.progress import Progress

from faubourg.bots.self_play import (
    Examples,
    Parameters,
    Policy,
    Turns,
    fit,
    fresh,
    loss_of,
    network_module,
    play_turns,
    policy_module,
)
from faubourg.core.game import Game
from faubourg.gamekit.network import Weights, save_weights

UNITS = 64
TESTED = 0.1  # as many turns as this part of an epoch, which nothing is learned from
SEED = 2026
CHUNKS = 20  # in which turns are played, for the bar
LEAST = CHUNKS * 200  # turns: there is room for a whole game in each chunk


class Round(NamedTuple):
    """A part of the training."""

    turns: int  # of an epoch
    policy: Policy
    epochs: int
    rate: float  # learning rate


GREEDY = Policy(loose=0.2)
AHEAD = Policy(ahead=16, loose=0.1, blend=0.1)
SEARCHED = Policy(simulations=100, searched=0.85, ahead=16, loose=0.3, blend=0.15)
ROUNDS = (
    Round(1_000_000, GREEDY, 3, 4e-3),
    Round(1_000_000, AHEAD, 3, 2e-3),
    Round(1_000_000, AHEAD, 3, 2e-3),
    Round(1_000_000, AHEAD, 4, 1e-3),
    Round(400_000, SEARCHED, 3, 1e-3),
)
MIXED = 0.25  # as many new turns of greedy as this part of the searched ones, in each epoch
# Options whose values are learned in turn, beside the numbers of players.
OPTIONS = {"my_little_town": ("version",)}


def games_of(name: str, players: int) -> list[Game]:
    """A game for each way to choose the options that change play."""
    options = {option.name: option for option in Game(name).part("state").OPTIONS}
    chosen = OPTIONS.get(name, ())
    ways = product(*(options[each].allowed(players) for each in chosen))
    return [Game(name, players, **dict(zip(chosen, way, strict=True))) for way in ways]


def play(
    games: list[Game], policy: Policy, count: int, seed: int, done: Callable[[int], None]
) -> Turns:
    """So many turns, in chunks."""
    parts = []
    for chunk in range(CHUNKS):
        parts.append(play_turns(games, policy, -(-count // CHUNKS), seed * CHUNKS + chunk))
        done(len(parts[-1].values.features))
    return together(*parts)


def together(*parts: Turns | None) -> Turns:
    """All turns of several parts."""
    there = [part for part in parts if part is not None]
    return Turns(*(_joined(each) for each in zip(*there, strict=True)))


def _joined(parts: tuple[Examples, ...]) -> Examples:
    return Examples(*(np.concatenate(each) for each in zip(*parts, strict=True)))


class Learned(NamedTuple):
    """A network of one number of players, and its loss on what it has not seen before and after."""

    network: Any  # the module that has its place in the package
    parameters: Parameters
    before: float
    after: float


def learn(
    name: str, players: int, number: int, share: float, seed: int, units: int
) -> list[Learned]:
    """One round for a number of players: the value network, and where there are searches and a
    place for it the policy network."""
    network, this = network_module(name), ROUNDS[number]
    width = network.TABLE + players * network.PER_SEAT
    count = max(LEAST, round(this.turns * share))
    tested, games = max(LEAST, round(count * TESTED)), games_of(name, players)
    searches = this.policy.simulations > 0
    new = max(LEAST, round(count * MIXED)) if number else 0  # greedy turns of an epoch
    with Progress(transient=True) as progress:
        title = f"{name}, {players} players, round {number}"
        own = count if searches else count * this.epochs
        playing = progress.add_task(f"{title}: play", total=tested + own + new * this.epochs)
        fitting = progress.add_task(f"{title}: fit", total=(count + new) * this.epochs)

        def played(policy: Policy, count: int, part: int) -> Turns:
            first = 1000 * (seed + 10 * number + players) + part
            return play(games, policy, count, first, lambda done: progress.advance(playing, done))

        def fitted(module: Any, unseen: Examples, examples: Callable[[int], Examples]) -> Learned:
            parameters = read(module, players, width)
            if parameters is None or number == 0:
                parameters = fresh(width, units, outputs_of(module, players), seed)
            done = partial(progress.advance, fitting)
            found = fit(parameters, examples, this.epochs, this.rate, seed + number, done)
            return Learned(module, found, loss_of(parameters, unseen), loss_of(found, unseen))

        unseen = played(this.policy, tested, 0)
        known = played(this.policy, count, 1) if searches else None
        learned = [
            fitted(
                network,
                unseen.values,
                lambda epoch: (
                    together(
                        known or played(this.policy, count, 20 + epoch),
                        played(GREEDY, new, 2 + epoch) if new else None,
                    ).values
                ),
            )
        ]
        policy = policy_module(name)
        if known is not None and policy is not None:
            choices = known.choices
            progress.update(fitting, total=(count + new + len(choices.features)) * this.epochs)
            learned.append(fitted(policy, unseen.choices, lambda epoch: choices))
    return learned


def outputs_of(network: Any, players: int) -> int:
    """An output for each seat, or for each action."""
    return int(getattr(network, "OUTPUTS", players))


def read(network: Any, players: int, width: int) -> Parameters | None:
    """A network as it is in the package, if it knows anything."""
    hidden = network.HIDDEN_WEIGHTS[players, :width].copy()
    output = network.OUTPUT_WEIGHTS[players, :, : outputs_of(network, players)].copy()
    return {"hidden": hidden, "output": output} if hidden.any() else None


def write(
    network: Any, learned: dict[int, Parameters], told: dict[str, object], file: Path
) -> None:
    """Write what was learned beside what other numbers of players know."""
    features, most = network_module(str(told["game"])).FEATURES, network.OUTPUT_WEIGHTS.shape
    units = len(next(iter(learned.values()))["output"]) - 1
    hidden = np.zeros((most[0], features, units), np.float32)
    output = np.zeros((most[0], units + 1, most[2]), np.float32)
    if network.HIDDEN_WEIGHTS.shape == hidden.shape:
        hidden[:], output[:] = network.HIDDEN_WEIGHTS, network.OUTPUT_WEIGHTS
    for players, parameters in learned.items():
        hidden[players, : len(parameters["hidden"])] = parameters["hidden"]
        output[players, :, : parameters["output"].shape[1]] = parameters["output"]
    save_weights(file, Weights(hidden, output), told)


def train(
    name: str,
    counts: list[int],
    number: int,
    share: float,
    seed: int,
    units: int,
    folder: Path | None,
) -> None:
    """One round for all numbers of players; runs in a process of its own."""
    networks: dict[Any, dict[int, Parameters]] = {}
    for players in counts:
        for network, parameters, before, after in learn(name, players, number, share, seed, units):
            networks.setdefault(network, {})[players] = parameters
            print(
                f"{name}, {players} players, round {number}, {network.FILE.stem}: "
                f"loss {before:.4f}, then {after:.4f}",
                flush=True,
            )
    told = {
        "game": name,
        "box": Game(name).components.digest,
        "seed": seed,
        "rounds": number + 1,
        "share": share,
    }
    for network, learned in networks.items():
        file: Path = network.FILE if folder is None else folder / network.FILE.name
        write(network, learned, told, file)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--players", help="numbers of players, such as 2,3; else all")
    parser.add_argument("--share", type=float, default=1.0, help="of the usual turns to learn from")
    parser.add_argument(
        "--rounds", default=f"0:{len(ROUNDS)}", help="the first, and the one after the last"
    )
    parser.add_argument("--units", type=int, default=UNITS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument(
        "--folder", type=Path, help="where to write the weights; else the game's own"
    )
    told = parser.parse_args()
    least, most = Game(told.game).components.players
    counts = (
        [int(each) for each in told.players.split(",")]
        if told.players
        else list(range(least, most + 1))
    )
    first, last = (int(each) for each in told.rounds.split(":"))
    for number in range(first, last):
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            pool.submit(
                train, told.game, counts, number, told.share, told.seed, told.units, told.folder
            ).result()


if __name__ == "__main__":
    main()
