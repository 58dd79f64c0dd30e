"""What the houses of a box of La Cité des lutins do to the game: wins, anger, length, luck.

    .venv/bin/python scripts/houses_lutins.py               # the newest box
    .venv/bin/python scripts/houses_lutins.py --rules 1     # an earlier one
    .venv/bin/python scripts/houses_lutins.py --steady 400  # also that many games of steady lutins

Everybody plays greedy; for the share of luck (lab/stats/luck.py) the lutins play carelessly too. An
emblem, or a gnome on the orange die, is *in vain* if there is no begun house that it could destroy.
A lutin is *stuck* if nothing that lies in the middle fits a house of theirs (lut-22c).
"""

import argparse

import numpy as np
import numpy.typing as npt

from faubourg.bots.bot import make
from faubourg.bots.match import play_on
from faubourg.core.contract import Box, Ints
from faubourg.core.game import Game
from faubourg.core.players import CARELESS, GREEDY, NATURE, OVER, RANDOM
from faubourg.core.streams import streams
from faubourg.games.lutins import actions as act
from faubourg.games.lutins.rules import destroyable, legal, nature, step
from faubourg.games.lutins.state import BUILDINGS, DEAL, DICE, IMPOSED
from faubourg.kernels.compile import kernel
from faubourg.kernels.template import play_kernels
from faubourg.lab.intervals import wilson
from faubourg.lab.stats.luck import Luck

SEED = 2026
GAMES = 20_000
WON, ANGRY, IN_VAIN, LOST, STUCK, TURNS, COUNTED = range(7)
chosen_by = play_kernels("lutins").choose


@kernel
def play(
    box: Box,
    rows: npt.NDArray[np.generic],
    games: int,
    lutins: int,
    generator: np.random.Generator,
    actions: Ints,
) -> npt.NDArray[np.int64]:
    """Games from rows[0] between lutins of a kind and a greedy gnome; returns what is counted."""
    counts = np.zeros(COUNTED, np.int64)
    row = rows[1]
    for _ in range(games):
        rows[1] = rows[0]
        while row.to_act != OVER:
            lying = row.lying
            if row.to_act == NATURE:
                action = nature(box, row, generator.random())
                if act.code_of(action) in (act.BLOCK + 1, act.END - 1):
                    counts[ANGRY] += 1
                    counts[IN_VAIN] += int(destroyable(row) == 0)
            else:
                n = legal(box, row, actions)
                player = GREEDY
                if lutins == CARELESS and row.to_act != row.gnome and generator.random() < 0.5:
                    player = RANDOM
                action = actions[chosen_by(player, box, row, actions, n, generator.random())]
            step(box, row, action)
            counts[LOST] += max(0, row.lying - lying)
            if row.phase == DEAL and row.turn_count > 0 and row.building == IMPOSED:
                counts[STUCK] += int(row.own[row.turn_of] & row.open != 0)
        counts[WON] += int(row.lying == 0)
        counts[TURNS] += row.turn_count
    return counts


def counted(game: Game, lutins: int = GREEDY) -> npt.NDArray[np.int64]:
    rows = game.new_rows(2)
    rows[:] = game.start_row()
    generator = np.random.Generator(np.random.PCG64(SEED))
    actions = np.zeros(game.rules.MOST, np.int32)
    return play(game.components.box, rows, GAMES, lutins, generator, actions)


def line(game: Game, steady: int) -> str:
    """One game with its options, as a row of a table."""
    counts, careless = counted(game), counted(game, CARELESS)
    low, high = wilson(int(counts[WON]), GAMES)
    luck = Luck(GAMES - int(careless[WON]), GAMES, GAMES - int(counts[WON]), GAMES)
    cells = [
        f"{counts[WON] / GAMES:.1%} ({low:.1%} to {high:.1%})",
        f"careless {careless[WON] / GAMES:.1%}",
        f"angry {counts[ANGRY] / GAMES:.2f}",
        f"in vain {counts[IN_VAIN] / max(1, counts[ANGRY]):.1%}",
        f"blocks lost {counts[LOST] / GAMES:.2f}",
        f"stuck {counts[STUCK] / GAMES:.2f}",
        f"turns {counts[TURNS] / GAMES:.1f}",
        f"luck {luck.value:.0%}",
    ]
    if steady:
        won = won_by_steady(game, steady)
        low, high = wilson(won, steady)
        cells.append(f"steady {won / steady:.1%} ({low:.1%} to {high:.1%})")
    return " | ".join(cells)


def won_by_steady(game: Game, games: int) -> int:
    """Games won by lutins who are all steady; a gnome is greedy."""
    won = 0
    for number in range(games):
        position = game.start()
        bots = [make("steady")] * game.players
        if position.row.gnome >= 0:
            bots[int(position.row.gnome)] = make("greedy")
        play_on(position, bots, streams(SEED, number))
        won += int(position.row.lying == 0)
    return won


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", type=int)
    parser.add_argument("--steady", type=int, default=0)
    parser.add_argument("--building", choices=BUILDINGS)
    arguments = parser.parse_args()
    buildings = [arguments.building] if arguments.building else BUILDINGS
    for building in buildings:
        for kind, dice in (("together", DICE[:1]), ("gnome", DICE)):
            for die in dice:
                for players in range(2 if kind == "together" else 3, 7):
                    options = {"building": building, "game": kind, "die": die}
                    game = Game("lutins", players, rules=arguments.rules, **options)
                    named = f"{building}, {kind}, {die}, {players} players"
                    print(f"{named}: {line(game, arguments.steady)}", flush=True)


if __name__ == "__main__":
    main()
