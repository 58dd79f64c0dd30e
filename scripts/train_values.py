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

import os
from argparse import Namespace
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

os.environ.setdefault("OMP_NUM_THREADS", "1")  # small matrices; and each process has its core

import numpy as np
import training

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
from faubourg.core.checks import check_count
from faubourg.core.game import Game
from faubourg.core.options import check_players
from faubourg.gamekit.network import Weights, kernel_weights

TESTED = 0.1  # as many turns as this part of an epoch, which nothing is learned from
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
    return training.together(parts)


def learn(told: Namespace, number: int, players: int, report: training.Report) -> training.Learned:
    """One round for a number of players. Runs in a process of its own, which reports the part of
    the work that it has done."""
    network, this = network_module(told.game), ROUNDS[number]
    width = network.TABLE + players * network.PER_SEAT
    count = max(LEAST, round(this.turns * told.share))
    tested, games = max(LEAST, round(count * TESTED)), games_of(told.game, players)
    mixed = max(LEAST, round(count * MIXED)) if number else 0  # greedy turns of an epoch
    all_turns = tested + (1 + PASSES) * (count + mixed) * this.epochs  # to play, then to learn

    def done(turns: int) -> None:
        report(turns / all_turns)

    def played(policy: Policy, count: int, part: int) -> Turns:
        return play(games, policy, count, 1000 * (told.seed + 10 * number + players) + part, done)

    def new_turns(epoch: int) -> Turns:
        turns = played(this.policy, count, 20 + epoch)
        return training.together([turns, played(GREEDY, mixed, 2 + epoch)]) if mixed else turns

    unseen = played(this.policy, tested, 0)
    start = (
        read(network, players, width) if number else fresh(width, told.units, players, told.seed)
    )
    learned = fit(start, new_turns, this.epochs, this.rate, told.seed + number, done, passes=PASSES)
    return training.Learned(learned, loss_of(start, unseen), loss_of(learned, unseen))


def read(network: Any, players: int, width: int) -> Parameters:
    """The network as it is in the package."""
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


def merged(network: Any, learned: dict[int, Parameters]) -> Weights:
    """The weights as they are in the package, but for the numbers of players that were learned."""
    units = len(next(iter(learned.values()))["output"]) - 1
    weights = empty(network, units)
    if network.HIDDEN_WEIGHTS.shape == weights.hidden.shape:
        weights.hidden[:], weights.output[:] = network.HIDDEN_WEIGHTS, network.OUTPUT_WEIGHTS
    for players, parameters in learned.items():
        weights.hidden[players, : len(parameters["hidden"])] = parameters["hidden"]
        weights.output[players, :, :players] = parameters["output"]
    return weights


def player_counts(name: str, given: str | None) -> list[int]:
    """The numbers of players to learn for, the longest games first."""
    least, most = Game(name).components.players
    known = {str(each): each for each in range(least, most + 1)}
    chosen = [each.strip() for each in given.split(",")] if given else list(known)
    counts = {check_players(known.get(each, each), least, most) for each in chosen}
    return sorted(counts, reverse=True)


def main() -> None:
    parser = training.new_parser(__doc__, len(ROUNDS))
    parser.add_argument("--players", help="numbers of players, such as 2,3; else all")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    told = training.read_arguments(parser, needed="UNITS")
    counts, workers = player_counts(told.game, told.players), check_count("workers", told.workers)
    network = network_module(told.game)
    kernel_weights(*empty(network, told.units))
    for number in told.rounds:
        jobs = {
            f"{told.game}, {players} players, round {number}: loss": partial(
                learn, told, number, players
            )
            for players in counts
        }
        learned = training.learn_in_processes(f"{told.game}, round {number}", jobs, workers)
        weights = merged(network, dict(zip(counts, learned, strict=True)))
        training.save_round(told, number, weights)


if __name__ == "__main__":
    training.run(main)
