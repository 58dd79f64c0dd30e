"""Learns what the lutins' outlook knows of who will win, by self-play, and writes it to its file.

    .venv/bin/python scripts/fit_lutins.py                      # everything: half an hour on a core
    .venv/bin/python scripts/fit_lutins.py --only imposed,gnome --games 20000
    .venv/bin/python scripts/fit_lutins.py --games 0            # only play with what is known

For each way of building, with and without a player who is the gnome, a network learns from games of
all numbers of players (scripts/lutins_self_play.py) and then plays, one turn planned at a time,
beside greedy players. The result is src/faubourg/games/lutins/outlook.npz; the seed is fixed.
"""

import argparse

import numpy as np
import numpy.typing as npt
from rich.progress import Progress

from faubourg.core.game import Game
from faubourg.games.lutins import outlook
from faubourg.games.lutins.outlook import HIDDEN, SIGNS, Singles
from faubourg.games.lutins.state import BUILDINGS, DICE
from faubourg.lab.batch import wilson
from lutins_self_play import learn, play_games
from lutins_tables import blocks_table, turns_table

KINDS = ("together", "gnome")
SEED = 2026
GAMES = 400_000
CHUNK = 2_000  # games between two looks at the progress
BATCH = 16  # games after which the weights follow
QUICK, SLOW = 2e-3, 4e-5  # how fast they follow, at the beginning and in the end
TRACE = 0.8  # lambda
TESTED = 4_000  # games of every figure that is printed
Rows = npt.NDArray[np.generic]


def starts(building: str, kind: str, players: int, die: str = "standard") -> Rows:
    """The first position of a game, as an array."""
    game = Game("lutins", players, game=kind, building=building, die=die)
    rows = game.new_rows(1)
    rows[0] = game.start_row()
    return rows


def counts(kind: str) -> range:
    return range(2 if kind == "together" else 3, 7)


def train(building: str, kind: str, games: int) -> tuple[Singles, Singles]:
    """Weights learned from nothing."""
    generator = np.random.Generator(np.random.PCG64(SEED))
    inner = (generator.standard_normal((SIGNS, HIDDEN)) * 0.15).astype(np.float32)
    outer = (generator.standard_normal(HIDDEN + 1) * 0.2).astype(np.float32)
    adam = (*np.zeros((2, SIGNS + 2, HIDDEN)), np.zeros(1, np.int64))
    dice = DICE if kind == "gnome" else DICE[:1]
    rows = np.concatenate([starts(building, kind, n, die) for n in counts(kind) for die in dice])
    box = Game("lutins").components.box
    with Progress(transient=True) as progress:
        task = progress.add_task(f"{building}, {kind}", total=games)
        for done in range(0, games, CHUNK):
            rate = QUICK * (SLOW / QUICK) ** (done / games)
            learn(box, rows, CHUNK, generator, inner, outer, *adam, BATCH, rate, TRACE)
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
    parser.add_argument("--games", type=int, default=GAMES, help="of each kind, to learn from")
    parser.add_argument("--only", help="one kind, such as imposed,together")
    told = parser.parse_args()
    inner, outer = outlook.INNER.copy(), outlook.OUTER.copy()
    for i, building in enumerate(BUILDINGS):
        for j, kind in enumerate(KINDS):
            if told.only in (None, f"{building},{kind}"):
                if told.games:
                    inner[i, j], outer[i, j] = train(building, kind, told.games)
                test(building, kind, inner[i, j], outer[i, j])
    if told.games:
        np.savez_compressed(
            outlook.FILE, turns=turns_table(), blocks=blocks_table(),
            inner=inner.astype(np.float16), outer=outer.astype(np.float16),
        )  # fmt: skip


if __name__ == "__main__":
    main()
