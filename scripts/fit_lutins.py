"""Fits what the lutins' insight knows of who will win: the weights of its signs.

    .venv/bin/python scripts/fit_lutins.py

Greedy players play; at the beginning of every turn the signs of the position are noted, and at the
end who won. A logistic regression then gives the weights, to be copied into
src/faubourg/games/lutins/insight.py. Takes a minute.
"""

import numpy as np
import numpy.typing as npt
from rich.progress import track

from faubourg.core.contract import NATURE, OVER
from faubourg.core.game import Game
from faubourg.games.lutins.insight import SIGNS, tell_signs
from faubourg.games.lutins.state import BUILDINGS, DICE

GAMES = 500  # for every number of players and every die
SEED = 2026
RIDGE = 1.0
Array = npt.NDArray[np.float64]


def sample(game: Game, generator: np.random.Generator) -> tuple[list[Array], list[float]]:
    """The signs at each turn of some games, and whether the lutins won."""
    rules, box, loops = game.rules, game.components.box, game.loops
    actions = np.zeros(rules.MOST, np.int32)
    seen: list[Array] = []
    won: list[float] = []
    for _ in range(GAMES):
        row = game.start_row()
        turns = 0
        begun = len(seen)
        while row.turn != OVER:
            if row.turns != turns:
                turns = int(row.turns)
                signs = np.zeros(SIGNS)
                tell_signs(box, row, signs)
                seen.append(signs)
            if row.turn == NATURE:
                action = rules.nature(box, row, generator.random())
            else:
                n = rules.legal(box, row, actions)
                action = int(actions[loops.choose(1, box, row, actions, n, generator.random())])
            rules.step(box, row, action)
        won += [float(row.lying == 0)] * (len(seen) - begun)
    return seen, won


def fit(signs: Array, won: Array) -> Array:
    """Weights by Newton's method, drawn a little towards 0."""
    weights = np.zeros(SIGNS)
    for _ in range(25):
        chance = 1 / (1 + np.exp(-signs @ weights))
        slope = signs.T @ (won - chance) - RIDGE * weights
        curve = (signs * (chance * (1 - chance))[:, None]).T @ signs + RIDGE * np.eye(SIGNS)
        weights += np.linalg.solve(curve, slope)
    return weights


def main() -> None:
    generator = np.random.default_rng(SEED)
    for building in BUILDINGS:
        for kind in ("together", "gnome"):
            signs: list[Array] = []
            won: list[float] = []
            cases = [(n, die) for n in range(2 if kind == "together" else 3, 7) for die in DICE]
            for players, die in track(cases, f"{building}, {kind}", transient=True):
                game = Game("lutins", players, game=kind, building=building, die=die)
                seen, result = sample(game, generator)
                signs += seen
                won += result
            table, results = np.array(signs), np.array(won)
            weights = fit(table, results)
            chance = 1 / (1 + np.exp(-table @ weights))
            loss = -np.mean(results * np.log(chance) + (1 - results) * np.log(1 - chance))
            blind = -np.log(results.mean()) * results.mean()
            blind -= np.log(1 - results.mean()) * (1 - results.mean())
            print(f"# {building}, {kind}: {len(won)} positions, log loss {loss:.3f} of {blind:.3f}")
            print("[" + ", ".join(f"{weight:.3f}" for weight in weights) + "],")


if __name__ == "__main__":
    main()
