"""Trains a value network that foretells points, by self-play, and writes its weights.

    .venv/bin/python scripts/train_points.py cities                  # everything
    .venv/bin/python scripts/train_points.py cities --share 0.1
    .venv/bin/python scripts/train_points.py cities --rounds 1:3     # only the later rounds

For games that are decided by points (`result` of the game's `value_network.py`). Unlike the
networks of `scripts/train_values.py` there is one for all numbers of players, and it sees one seat
at a time; it learns how many points the seat will have beyond what its town is worth now, so every
game teaches as many numbers as it has players, and much more than who won. In the first round
everybody plays as greedy and gentle do, in later ones everybody searches with the network of the
round before. Every round is a process of its own, since weights are part of machine code. The same
seed gives the same weights. After the features have changed, remove the game's own file.
"""

import argparse
import multiprocessing
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.progress import Progress

from faubourg.bots.self_play import (
    Parameters,
    Policy,
    Turns,
    fit,
    fresh,
    games_of,
    network_module,
    play_turns,
    squared_error,
    squared_error_gradients,
)
from faubourg.core.errors import WeightsError
from faubourg.core.game import Game
from faubourg.gamekit.network import Weights, save_weights

UNITS = 64
SEED = 2026
CHUNK = 20_000  # turns that are played at a time, for the bar
LEAST = 400  # there is room for a whole game in them
TESTED = 0.06  # as many turns as this part of an epoch, which nothing is learned from


class Round(NamedTuple):
    """A part of the training. Turns are those of an epoch with two players."""

    greedy: int
    searched: int
    epochs: int
    rate: float  # learning rate


GREEDY = Policy(loose=0.2)
SEARCHED = Policy(simulations=60, searched=0.85, loose=0.3)
ROUNDS = (
    Round(500_000, 0, 4, 4e-3),
    Round(200_000, 100_000, 3, 2e-3),
    Round(200_000, 100_000, 3, 1e-3),
)


def play(name: str, policy: Policy, count: int, seed: int, done: Callable[[int], None]) -> Turns:
    """What so many turns of two players teach, and as much of each other number: a line a seat."""
    least, most = Game(name).components.players
    network, parts = network_module(name), []
    for players in range(least, most + 1):
        games = games_of(name, players)
        wanted = max(LEAST, 2 * count // players)
        for chunk, first in enumerate(range(0, wanted, CHUNK)):
            room = min(CHUNK, max(LEAST, wanted - first))
            turns = play_turns(games, policy, room, 1000 * (1000 * seed + players) + chunk)
            features = turns.features.reshape(-1, network.PER_SEAT)
            done(len(turns.features))
            parts.append(Turns(features, turns.targets.reshape(-1, 1) - network.known(features)))
    return together(parts)


def together(parts: list[Turns]) -> Turns:
    """All turns of several parts."""
    return Turns(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def learn(name: str, number: int, share: float, seed: int, units: int, file: Path) -> None:
    """One round; runs in a process of its own."""
    network, this = network_module(name), ROUNDS[number]
    greedy, searched = round(this.greedy * share), round(this.searched * share)
    with Progress(transient=True) as progress:
        playing = progress.add_task(f"{name}, round {number}: play", total=None)
        fitting = progress.add_task(f"{name}, round {number}: fit", total=None)
        played = partial(play, name, done=partial(progress.advance, playing))
        main, tested = (SEARCHED, searched) if searched else (GREEDY, greedy)
        unseen = played(main, round(TESTED * tested), 1000 * seed + 100 * number)
        known = [played(SEARCHED, searched, 1000 * seed + 100 * number + 1)] if searched else []
        parameters = (
            fresh(network.PER_SEAT, units, 1, seed)
            if number == 0
            else {"hidden": network.HIDDEN_WEIGHTS, "output": network.OUTPUT_WEIGHTS}
        )

        def epoch(index: int) -> Turns:
            new = played(GREEDY, greedy, 1000 * seed + 100 * number + 2 + index)
            return together([*known, new])

        before = squared_error(parameters, unseen)
        parameters = fit(
            parameters, epoch, this.epochs, this.rate, seed + number,
            partial(progress.advance, fitting), gradients_of=squared_error_gradients,
        )  # fmt: skip
    after = squared_error(parameters, unseen)
    print(f"{name}, round {number}: squared error {before:.4f}, then {after:.4f}", flush=True)
    told = {
        "game": name,
        "box": Game(name).components.digest,
        "seed": seed,
        "rounds": number + 1,
        "share": share,
    }
    write(parameters, told, file)


def write(parameters: Parameters, told: dict[str, object], file: Path) -> None:
    save_weights(file, Weights(parameters["hidden"][None], parameters["output"][None]), told)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--share", type=float, default=1.0, help="of the usual turns to learn from")
    parser.add_argument(
        "--rounds", default=f"0:{len(ROUNDS)}", help="the first, and the one after the last"
    )
    parser.add_argument("--units", type=int, default=UNITS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument(
        "--file", type=Path, help="where to write the weights; else the game's own file"
    )
    told = parser.parse_args()
    try:
        own: Path = network_module(told.game).FILE
    except WeightsError as error:
        sys.exit(str(error))
    file = told.file or own
    first, last = (int(each) for each in told.rounds.split(":"))
    for number in range(first, last):
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            pool.submit(learn, told.game, number, told.share, told.seed, told.units, file).result()


if __name__ == "__main__":
    main()
