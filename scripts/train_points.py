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

from argparse import Namespace
from functools import partial
from typing import NamedTuple

import training

from faubourg.bots.self_play import (
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
from faubourg.core.game import Game
from faubourg.gamekit.network import Weights

UNITS = 64
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


def play(name: str, policy: Policy, count: int, seed: int, report: training.Report) -> Turns:
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
            parts.append(Turns(features, turns.targets.reshape(-1, 1) - network.known(features)))
            report(room / wanted / (most + 1 - least))
    return training.together(parts)


def learn(told: Namespace, number: int, report: training.Report) -> training.Learned:
    """One round; runs in a process of its own, which reports how much of its turns are played."""
    network, this = network_module(told.game), ROUNDS[number]
    greedy, searched = round(this.greedy * told.share), round(this.searched * told.share)
    plays = 1 + bool(searched) + this.epochs

    def played(policy: Policy, count: int, part: int) -> Turns:
        seed = 1000 * told.seed + 100 * number + part
        return play(told.game, policy, count, seed, lambda done: report(done / plays))

    def epoch(index: int) -> Turns:
        return training.together([*known, played(GREEDY, greedy, 2 + index)])

    main, most = (SEARCHED, searched) if searched else (GREEDY, greedy)
    unseen = played(main, round(TESTED * most), 0)
    known = [played(SEARCHED, searched, 1)] if searched else []
    start = (
        {"hidden": network.HIDDEN_WEIGHTS, "output": network.OUTPUT_WEIGHTS}
        if number
        else fresh(network.PER_SEAT, told.units, 1, told.seed)
    )
    learned = fit(
        start, epoch, this.epochs, this.rate, told.seed + number,
        gradients_of=squared_error_gradients,
    )  # fmt: skip
    errors = (squared_error(each, unseen) for each in (start, learned))
    return training.Learned(learned, *errors)


def main() -> None:
    parser = training.new_parser(__doc__, len(ROUNDS))
    parser.set_defaults(units=UNITS)
    told = training.read_arguments(parser, needed="known")
    for number in told.rounds:
        title = f"{told.game}, round {number}"
        jobs = {f"{title}: squared error": partial(learn, told, number)}
        (learned,) = training.learn_in_processes(title, jobs)
        weights = Weights(learned["hidden"][None], learned["output"][None])
        training.save_round(told, number, weights)


if __name__ == "__main__":
    training.run(main)
