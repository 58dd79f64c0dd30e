"""Trains the lutins' value network by self-play and writes its weights.

    .venv/bin/python scripts/fit_lutins.py                      # everything: ten minutes on a core
    .venv/bin/python scripts/fit_lutins.py --only imposed,gnome --share 0.1
    .venv/bin/python scripts/fit_lutins.py --share 0            # only play with what is known

For each way of building, with and without a player who is the gnome, a network learns from games of
all numbers of players, first of greedy players, then of its own (scripts/lutins_self_play.py).
Where houses are imposed it learns from the boxes of all versions of the rules in turn, so that
earlier games have good bots too. Then it plays, one turn planned at a time, and greedy players play
the same. The weights are written to src/faubourg/games/lutins/value_network.npz; the seed is fixed.
"""

import argparse
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from lutins_self_play import learn, play_games
from lutins_tables import blocks_table, turns_table
from rich.progress import Progress

from faubourg.core.contract import Box
from faubourg.core.game import Game, versions
from faubourg.games.lutins import value_network
from faubourg.games.lutins.state import BUILDINGS, DICE
from faubourg.games.lutins.value_network import FEATURES, HIDDEN, Singles
from faubourg.lab.intervals import wilson

KINDS = ("together", "gnome")
SEED = 2026
CHUNK = 2_000  # games between two looks at the progress
TESTED = 4_000  # games of every figure that is printed


class Phase(NamedTuple):
    """A part of the training."""

    games: int
    planned: bool  # turns are planned with the network, else all play greedy
    first_rate: float  # learning rate at its beginning
    last_rate: float  # and in the end; exponential decay between
    batch: int  # games a step of Adam
    trace: float  # lambda


PHASES = (
    Phase(200_000, False, 3e-3, 1e-4, 16, 0.95),
    Phase(30_000, True, 7e-4, 5e-5, 16, 0.8),
)
MORE = {"imaginary": 8 / 3}  # times as many planned games: there they teach more
Rows = npt.NDArray[np.generic]
Array = npt.NDArray[np.floating]


def starts(version: int, building: str, kind: str, players: int, die: str = "standard") -> Rows:
    """The first position of a game, as an array."""
    game = Game("lutins", players, rules=version, game=kind, building=building, die=die)
    rows = game.new_rows(1)
    rows[0] = game.start_row()
    return rows


def versions_of(building: str) -> tuple[int, ...]:
    """The versions whose boxes differ: imaginary houses are the same in all."""
    return versions("lutins") if building == "imposed" else versions("lutins")[-1:]


def box_of(version: int) -> Box:
    return Game("lutins", rules=version).components.box


def counts(kind: str) -> range:
    return range(2 if kind == "together" else 3, 7)


def train(building: str, kind: str, share: float) -> tuple[Singles, Singles]:
    """Weights trained from random ones."""
    generator = np.random.Generator(np.random.PCG64(SEED))
    hidden_weights = (generator.standard_normal((FEATURES, HIDDEN)) * 0.15).astype(np.float32)
    output_weights = (generator.standard_normal(HIDDEN + 1) * 0.2).astype(np.float32)
    dice = DICE if kind == "gnome" else DICE[:1]
    tables = [
        (
            box_of(version),
            np.concatenate(
                [starts(version, building, kind, n, die) for n in counts(kind) for die in dice]
            ),
        )
        for version in versions_of(building)
    ]
    with Progress(transient=True) as progress:
        for phase in PHASES:
            adam = (*np.zeros((2, FEATURES + 2, HIDDEN)), np.zeros(1, np.int64))
            more = MORE.get(building, 1.0) if phase.planned else 1.0
            games = round(phase.games * more * share)
            task = progress.add_task(f"{building}, {kind}, {games} games", total=games)
            for done in range(0, games, CHUNK):
                rate = phase.first_rate * (phase.last_rate / phase.first_rate) ** (done / games)
                learn(
                    *tables[done // CHUNK % len(tables)],
                    CHUNK,
                    generator,
                    hidden_weights,
                    output_weights,
                    *adam,
                    phase.batch,
                    rate,
                    phase.trace,
                    phase.planned,
                )
                progress.advance(task, CHUNK)
    return hidden_weights, output_weights


def test(building: str, kind: str, hidden_weights: Singles, output_weights: Singles) -> None:
    """Print how often the lutins win: all greedy, and with the planning sides."""
    for version, players in product(versions_of(building), counts(kind)):
        box, rows = box_of(version), starts(version, building, kind, players)
        results = []
        sides = [(False, False), (True, False)] + [(False, True), (True, True)] * (kind == "gnome")
        for lutins, gnome in sides:
            generator = np.random.Generator(np.random.PCG64(SEED + 1))
            won = play_games(
                box, rows, TESTED, generator, hidden_weights, output_weights, lutins, gnome
            )
            low, high = wilson(won, TESTED)
            who = {(0, 0): "greedy", (1, 0): "lutins plan", (0, 1): "gnome plans"}
            name = who.get((lutins, gnome), "all plan")
            results.append(f"{name} {won / TESTED:.1%} ({low:.1%} to {high:.1%})")
        said = f"rules {version}, {building}, {kind}, {players} players, lutins win:"
        print(said, "; ".join(results), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--share", type=float, default=1.0, help="of the usual games to learn from")
    parser.add_argument("--only", help="one kind, such as imposed,together")
    arguments = parser.parse_args()
    hidden_weights, output_weights = (
        np.zeros((2, 2, FEATURES, HIDDEN)),
        np.zeros((2, 2, HIDDEN + 1)),
    )
    if value_network.HIDDEN_WEIGHTS.shape == hidden_weights.shape:
        hidden_weights[:], output_weights[:] = (
            value_network.HIDDEN_WEIGHTS,
            value_network.OUTPUT_WEIGHTS,
        )
    for j, kind in enumerate(KINDS):
        for i, building in enumerate(BUILDINGS):
            if arguments.only in (None, f"{building},{kind}"):
                if arguments.share:
                    hidden_weights[i, j], output_weights[i, j] = train(
                        building, kind, arguments.share
                    )
                    save(hidden_weights, output_weights)
                learned = (
                    hidden_weights[i, j].astype(np.float32),
                    output_weights[i, j].astype(np.float32),
                )
                test(building, kind, *learned)


def save(hidden_weights: Array, output_weights: Array) -> None:
    """Write the file, weights as float16."""
    np.savez_compressed(
        value_network.FILE,
        turns=turns_table(),
        blocks=blocks_table(),
        hidden_weights=hidden_weights.astype(np.float16),
        output_weights=output_weights.astype(np.float16),
    )


if __name__ == "__main__":
    main()
