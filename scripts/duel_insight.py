"""Plays greedy with other constants against greedy as it is, to see which is better.

    .venv/bin/python scripts/duel_insight.py minivilles LANDMARK_HASTE=0.8 LEAST_ROUNDS=2

Seats A and C play with the constants given, B and D as the game's insight.py has them.
"""

import importlib.util
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

# Machine code of the changed constants must not be kept: it would be taken for the usual one.
SCRATCH = tempfile.TemporaryDirectory()
os.environ["NUMBA_CACHE_DIR"] = SCRATCH.name

from faubourg.core import game as core_game  # noqa: E402
from faubourg.core.game import Game  # noqa: E402
from faubourg.kernels.compile import kernel  # noqa: E402
from faubourg.lab.simulate import simulate  # noqa: E402

GAMES = 20_000


def insight_with(game: str, constants: dict[str, str], folder: Path) -> Any:
    """The game's insight with some constants replaced, as a module of its own."""
    source = (core_game.folder(game) / "insight.py").read_text()
    for name, value in constants.items():
        source, found = re.subn(rf"^{name} = [^#\n]*", f"{name} = {value}  ", source, flags=re.M)
        if not found:
            sys.exit(f"insight.py of {game} has no constant {name}")
    path = folder / f"insight_of_{game}.py"
    path.write_text(source)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def main() -> None:
    """Print the share of games that the changed constants win, with its 95 % interval."""
    name, *changes = sys.argv[1:]
    constants = dict(change.split("=", 1) for change in changes)
    other = insight_with(name, constants, Path(SCRATCH.name)).rate
    usual = core_game.part(name, "insight").rate

    @kernel
    def rate(box: Any, row: Any, action: int) -> float:
        return other(box, row, action) if row.to_act % 2 == 0 else usual(box, row, action)

    core_game.part(name, "insight").rate = rate
    for players in (2, 4):
        batch = simulate(Game(name, players=players), ["greedy"] * players, GAMES, seed=1)
        share = np.mean([batch.winners >> seat & 1 for seat in range(0, players, 2)], 1).sum()
        spread = 1.96 * np.sqrt(share * (1 - share) / GAMES)
        turns = batch.turns / batch.games
        print(f"{players} players: {share:.1%} ± {spread:.1%}, {turns:.1f} turns a game")


if __name__ == "__main__":
    main()
