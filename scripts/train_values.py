"""Trains the value network of a game by self-play and writes its weights.

    .venv/bin/python scripts/train_values.py minivilles                    # everything
    .venv/bin/python scripts/train_values.py minivilles --players 2 --share 0.1
    .venv/bin/python scripts/train_values.py minivilles --rounds 3:4       # only the last round

In the first round everybody plays as greedy and gentle do, and the network learns who won. In each
later round everybody looks one ply ahead with the network of the round before, which learns from
what they found and from the results, TD(lambda), and from games of greedy, lest it forgets what
better players avoid. Such games cost so little that each epoch plays new ones. Every number of
players is a process of its own in every round, since weights are part of machine code, and as many
run side by side as there are cores; options that change play are learned in turn. The same seed
gives the same weights. They are written to `value_network.npz` in the game's folder after each
round, with how they came about. After its features or `UNITS` have changed, remove that file.
"""

import argparse
import multiprocessing
import os
import sys
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from pathlib import Path
from queue import Queue
from typing import Any, NamedTuple

os.environ.setdefault("OMP_NUM_THREADS", "1")  # small matrices; and each process has its core

import numpy as np
from rich.progress import Progress

from faubourg.bots.self_play import (
    Parameters,
    Policy,
    Turns,
    fit,
    fresh,
    games_of,
    loss_of,
    network_module,
    play_turns,
)
from faubourg.core.errors import WeightsError
from faubourg.core.game import Game
from faubourg.gamekit.network import Weights, kernel_weights, save_weights

TESTED = 0.1  # as many turns as this part of an epoch, which nothing is learned from
SEED = 2026
CHUNKS = 20  # in which turns are played, for the bar
LOOK_SECONDS = 0.2  # at how far the processes are
LEAST = CHUNKS * 200  # turns: there is room for a whole game in each chunk


class Round(NamedTuple):
    """A part of the training."""

    turns: int  # of an epoch
    policy: Policy
    epochs: int
    rate: float  # learning rate


GREEDY = Policy(loose=0.2)
AHEAD = Policy(ahead=16, loose=0.1, blend=0.1)
ROUNDS = (
    Round(1_000_000, GREEDY, 4, 4e-3),
    Round(1_000_000, AHEAD, 4, 3e-3),
    Round(1_000_000, AHEAD, 6, 2e-3),
    Round(1_000_000, AHEAD, 10, 2e-3),
)
PASSES = 2  # over the turns of an epoch
MIXED = 0.25  # as many turns of greedy as this part of the others, in each epoch


def play(
    games: list[Game], policy: Policy, count: int, seed: int, done: Callable[[int], None]
) -> Turns:
    """So many turns, in chunks."""
    parts = []
    for chunk in range(CHUNKS):
        parts.append(play_turns(games, policy, -(-count // CHUNKS), seed * CHUNKS + chunk))
        done(len(parts[-1].features))
    return together(*parts)


def together(*parts: Turns) -> Turns:
    """All turns of several parts."""
    return Turns(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def learn(
    name: str,
    players: int,
    number: int,
    share: float,
    seed: int,
    units: int,
    report: Callable[[float], None],
) -> tuple[Parameters, float, float]:
    """One round for a number of players: the network, and its loss on turns it has not seen before
    and after. Runs in a process of its own, which reports the part of the work that it has done."""
    network, this = network_module(name), ROUNDS[number]
    width = network.TABLE + players * network.PER_SEAT
    count = max(LEAST, round(this.turns * share))
    tested, games = max(LEAST, round(count * TESTED)), games_of(name, players)
    mixed = max(LEAST, round(count * MIXED)) if number else 0  # greedy turns of an epoch
    all_turns = tested + (1 + PASSES) * (count + mixed) * this.epochs  # to play, then to learn

    def done(turns: int) -> None:
        report(turns / all_turns)

    def played(policy: Policy, count: int, part: int) -> Turns:
        return play(games, policy, count, 1000 * (seed + 10 * number + players) + part, done)

    def new_turns(epoch: int) -> Turns:
        turns = played(this.policy, count, 20 + epoch)
        return together(turns, played(GREEDY, mixed, 2 + epoch)) if mixed else turns

    unseen = played(this.policy, tested, 0)
    start = read(name, players, width) if number else fresh(width, units, players, seed)
    learned = fit(start, new_turns, this.epochs, this.rate, seed + number, done, passes=PASSES)
    return learned, loss_of(start, unseen), loss_of(learned, unseen)


def read(name: str, players: int, width: int) -> Parameters:
    """The network as it is in the package."""
    network = network_module(name)
    return {
        "hidden": network.HIDDEN_WEIGHTS[players, :width].copy(),
        "output": network.OUTPUT_WEIGHTS[players, :, :players].copy(),
    }


def empty(network: Any, units: int) -> Weights:
    """Weights of a game's network before anything is learned."""
    return Weights(
        np.zeros((network.PLAYERS + 1, network.FEATURES, units), np.float32),
        np.zeros((network.PLAYERS + 1, units + 1, network.PLAYERS), np.float32),
    )


def write(name: str, learned: dict[int, Parameters], told: dict[str, object], file: Path) -> None:
    network = network_module(name)
    units = len(next(iter(learned.values()))["output"]) - 1
    hidden, output = empty(network, units)
    if network.HIDDEN_WEIGHTS.shape == hidden.shape:
        hidden[:], output[:] = network.HIDDEN_WEIGHTS, network.OUTPUT_WEIGHTS
    for players, parameters in learned.items():
        hidden[players, : len(parameters["hidden"])] = parameters["hidden"]
        output[players, :, :players] = parameters["output"]
    save_weights(file, Weights(hidden, output), told)


def train(
    name: str,
    counts: list[int],
    number: int,
    share: float,
    seed: int,
    units: int,
    workers: int,
    file: Path,
) -> None:
    """One round for all numbers of players, the longest games first."""
    learned, spawn = {}, multiprocessing.get_context("spawn")
    with (
        Progress(transient=True) as progress,
        spawn.Manager() as manager,
        ProcessPoolExecutor(workers, spawn, max_tasks_per_child=1) as pool,
    ):
        bar = progress.add_task(f"{name}, round {number}", total=len(counts))
        parts: Queue[float] = manager.Queue()
        waiting = {
            pool.submit(learn, name, players, number, share, seed, units, parts.put): players
            for players in sorted(counts, reverse=True)
        }
        while waiting:
            for done in wait(waiting, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED).done:
                players = waiting.pop(done)
                learned[players], before, after = done.result()
                said = f"{name}, {players} players, round {number}: loss {before:.4f}, then"
                progress.print(said, f"{after:.4f}", soft_wrap=True, highlight=False)
            while not parts.empty():
                progress.advance(bar, parts.get())
    told = {
        "game": name,
        "box": Game(name).components.digest,
        "seed": seed,
        "rounds": number + 1,
        "share": share,
    }
    write(name, learned, told, file)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--players", help="numbers of players, such as 2,3; else all")
    parser.add_argument("--share", type=float, default=1.0, help="of the usual turns to learn from")
    parser.add_argument(
        "--rounds", default=f"0:{len(ROUNDS)}", help="the first, and the one after the last"
    )
    parser.add_argument("--units", type=int, help="of the hidden layer; else the game's")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--file", type=Path, help="where to write the weights; else the game's own file"
    )
    told = parser.parse_args()
    least, most = Game(told.game).components.players
    counts = (
        [int(each) for each in told.players.split(",")]
        if told.players
        else list(range(least, most + 1))
    )
    try:
        network = network_module(told.game)
        units, file = told.units or network.UNITS, told.file or network.FILE
        kernel_weights(*empty(network, units))
    except WeightsError as error:
        sys.exit(str(error))
    first, last = (int(each) for each in told.rounds.split(":"))
    for number in range(first, last):
        train(told.game, counts, number, told.share, told.seed, units, told.workers, file)


if __name__ == "__main__":
    main()
