"""Upper bounds on play of La Cité des lutins: what no player could do better.

    .venv/bin/python scripts/bounds_lutins.py

Together: the chance of lutins who may build with every block wherever they like and whose houses
are never destroyed. That game is small enough to be solved exactly, and nobody can do better in the
real one, whatever the number of players. Beside it greedy play without emblems, and with dice that
are all white: what the gnome's anger and the colours cost. With a player as the gnome: how often
one wins who at every choice destroys all unfinished houses of everybody. Takes a minute.
"""

import numpy as np
import numpy.typing as npt
from lutins_tables import chances_to_empty

from faubourg.core.contract import Box
from faubourg.core.game import Game
from faubourg.core.players import GREEDY, NATURE, OVER
from faubourg.games.lutins import actions as act
from faubourg.games.lutins.rules import _destroy, legal, nature, step
from faubourg.games.lutins.state import BUILDINGS, DESTROY, DICE, LAID, SLEEPS
from faubourg.kernels.compile import kernel
from faubourg.kernels.template import play_kernels
from faubourg.lab.simulate import simulate

SEED = 2026
GAMES = 20_000
FACES = '["red", "orange", "yellow", "mauve", "white", "blue"]'
greedy = play_kernels("lutins").choose


def main() -> None:
    game = Game("lutins")
    box = game.components.box
    most = int(box.blocks.sum()) // 4
    for strength, more in (("calm", SLEEPS), ("book", 0), ("furious", -LAID)):
        tower = int(box.tower) + more  # who sleeps has a tower that is so much higher
        chances = chances_to_empty(act.THROWN.astype(np.int64), box.throws / 216, most, tower)
        bound = chances[0, most, most, most, most]
        print(f"Together, a gnome {strength}: nobody can win more than {bound:.2%}")
    print("Greedy: usual; no emblems; all dice white or blue; both")
    text = game.components.text
    calm = text.replace("emblems = 3", "emblems = 0")
    white = f"lutins = {FACES}", 'lutins = ["white", "white", "white", "white", "white", "blue"]'
    for building in BUILDINGS:
        for players in range(2, 7):
            shares = []
            for components in (text, calm, text.replace(*white), calm.replace(*white)):
                varied = Game("lutins", players, components=components, building=building)
                batch = simulate(varied, ["greedy"] * players, GAMES, seed=SEED)
                shares.append(f"{batch.wins[0] / batch.games:.1%}")
            print(building, players, *shares, flush=True)
    print("The gnome wins against greedy lutins: greedy; at random; destroying everything")
    for die in DICE:
        for building in BUILDINGS:
            for players in range(3, 7):
                game = Game("lutins", players, game="gnome", building=building, die=die)
                shares = [f"{gnome_wins(game, manner):.2%}" for manner in range(3)]
                print(die, building, players, *shares, flush=True)


def gnome_wins(game: Game, manner: int) -> float:
    rows = game.new_rows(2)
    rows[:] = game.start_row()
    generator = np.random.Generator(np.random.PCG64(SEED))
    actions = np.zeros(game.rules.MOST, np.int32)
    return play(game.components.box, rows, GAMES, generator, manner, actions) / GAMES


@kernel
def play(
    box: Box,
    rows: npt.NDArray[np.generic],
    count: int,
    generator: np.random.Generator,
    manner: int,
    actions: npt.NDArray[np.int32],
) -> int:
    """Play `count` games from rows[0]; returns how many the gnome wins."""
    row = rows[1]
    won = 0
    for _ in range(count):
        rows[1] = rows[0]
        while row.to_act != OVER:
            if row.to_act == NATURE:
                step(box, row, nature(box, row, generator.random()))
                continue
            n = legal(box, row, actions)
            action = actions[greedy(GREEDY, box, row, actions, n, generator.random())]
            if row.phase == DESTROY:
                if manner == 1:
                    action = actions[int(generator.random() * n)]
                for i in range(n):
                    if manner == 2 and actions[i] != action:
                        _destroy(row, act.code_of(actions[i]) - act.DESTROY)
            step(box, row, action)
        won += int(row.lying > 0)
    return won


if __name__ == "__main__":
    main()
