"""Learns what the lutins' outlook knows of who will win, by self-play, and writes it to its file.

    .venv/bin/python scripts/fit_lutins.py                      # everything: ten minutes on a core
    .venv/bin/python scripts/fit_lutins.py --only imposed,gnome --share 0.1
    .venv/bin/python scripts/fit_lutins.py --share 0            # only play with what is known

For each way of building, with and without a player who is the gnome, a network learns from games of
all numbers of players, first of greedy players, then of its own (scripts/lutins_self_play.py). Then
it plays, one turn planned at a time, and greedy players play the same. What was learned is written
to src/faubourg/games/lutins/outlook.npz; the seed is fixed.
"""

import argparse
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from lutins_self_play import learn, play_games
from lutins_tables import blocks_table, turns_table
from rich.progress import Progress

from faubourg.core.game import Game
from faubourg.games.lutins import outlook
from faubourg.games.lutins.outlook import HIDDEN, SIGNS, Singles
from faubourg.games.lutins.state import BUILDINGS, DICE
from faubourg.lab.simulate import wilson

KINDS = ("together", "gnome")
SEED = 2026
CHUNK = 2_000  # games between two looks at the progress
TESTED = 4_000  # games of every figure that is printed


class Phase(NamedTuple):
    """How it learns for a part of the time."""

    games: int
    planned: bool  # turns are planned with what is known, else all play greedy
    quick: float  # how fast the weights follow at its beginning
    slow: float  # and in the end
    batch: int  # games after which they follow
    trace: float  # lambda


PHASES = (
    Phase(200_000, False, 3e-3, 1e-4, 16, 0.95),
    Phase(30_000, True, 7e-4, 5e-5, 16, 0.8),
)
MORE = {"imaginary": 8 / 3}  # times as many planned games: there they teach more
Rows = npt.NDArray[np.generic]
Array = npt.NDArray[np.floating]


def starts(building: str, kind: str, players: int, die: str = "standard") -> Rows:
    """The first position of a game, as an array."""
    game = Game("lutins", players, game=kind, building=building, die=die)
    rows = game.new_rows(1)
    rows[0] = game.start_row()
    return rows


def counts(kind: str) -> range:
    return range(2 if kind == "together" else 3, 7)


def train(building: str, kind: str, share: float) -> tuple[Singles, Singles]:
    """Weights learned from nothing."""
    generator = np.random.Generator(np.random.PCG64(SEED))
    inner = (generator.standard_normal((SIGNS, HIDDEN)) * 0.15).astype(np.float32)
    outer = (generator.standard_normal(HIDDEN + 1) * 0.2).astype(np.float32)
    dice = DICE if kind == "gnome" else DICE[:1]
    rows = np.concatenate([starts(building, kind, n, die) for n in counts(kind) for die in dice])
    box = Game("lutins").components.box
    with Progress(transient=True) as progress:
        for phase in PHASES:
            adam = (*np.zeros((2, SIGNS + 2, HIDDEN)), np.zeros(1, np.int64))
            more = MORE.get(building, 1.0) if phase.planned else 1.0
            games = round(phase.games * more * share)
            task = progress.add_task(f"{building}, {kind}, {games} games", total=games)
            for done in range(0, games, CHUNK):
                rate = phase.quick * (phase.slow / phase.quick) ** (done / games)
                learn(
                    box, rows, CHUNK, generator, inner, outer, *adam, phase.batch, rate,
                    phase.trace, phase.planned,
                )  # fmt: skip
                progress.advance(task, CHUNK)
    return inner, outer


def test(building: str, kind: str, inner: Singles, outer: Singles) -> None:
    """How often the lutins win: all greedy, those planning who are on the side that learned."""
    box = Game("lutins").components.box
    for players in counts(kind):
        rows = starts(building, kind, players)
        told = []
        sides = [(False, False), (True, False)] + [(False, True), (True, True)] * (kind == "gnome")
        for lutins, gnome in sides:
            generator = np.random.Generator(np.random.PCG64(SEED + 1))
            won = play_games(box, rows, TESTED, generator, inner, outer, lutins, gnome)
            low, high = wilson(won, TESTED)
            who = {(0, 0): "greedy", (1, 0): "lutins plan", (0, 1): "gnome plans"}
            name = who.get((lutins, gnome), "all plan")
            told.append(f"{name} {won / TESTED:.1%} ({low:.1%} to {high:.1%})")
        print(f"{building}, {kind}, {players} players, lutins win:", "; ".join(told), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--share", type=float, default=1.0, help="of the usual games to learn from")
    parser.add_argument("--only", help="one kind, such as imposed,together")
    told = parser.parse_args()
    inner, outer = np.zeros((2, 2, SIGNS, HIDDEN)), np.zeros((2, 2, HIDDEN + 1))
    if outlook.INNER.shape == inner.shape:
        inner[:], outer[:] = outlook.INNER, outlook.OUTER
    for j, kind in enumerate(KINDS):
        for i, building in enumerate(BUILDINGS):
            if told.only in (None, f"{building},{kind}"):
                if told.share:
                    inner[i, j], outer[i, j] = train(building, kind, told.share)
                    save(inner, outer)
                learned = inner[i, j].astype(np.float32), outer[i, j].astype(np.float32)
                test(building, kind, *learned)


def save(inner: Array, outer: Array) -> None:
    """Write the file, with numbers as short as they may be."""
    np.savez_compressed(
        outlook.FILE, turns=turns_table(), blocks=blocks_table(),
        inner=inner.astype(np.float16), outer=outer.astype(np.float16),
    )  # fmt: skip


if __name__ == "__main__":
    main()
