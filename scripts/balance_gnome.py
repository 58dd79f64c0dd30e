"""How often the lutins win, and the orange die that makes it a fair fight.

    .venv/bin/python scripts/balance_gnome.py              # all tables, and the balanced faces
    .venv/bin/python scripts/balance_gnome.py --careless   # the co-operative game without thought

Everybody plays greedy. All dice [0, a, b, c, d, gnome] with a to d pips from 1 to 6 are tried with
few games each; the one nearest to an even chance, and among those as near the one with the least
spread of pips, is played again with many. Write what is found into the game's components.toml.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from itertools import combinations_with_replacement

CARELESS = "--careless" in sys.argv[1:]
if CARELESS:
    # Machine code of another player must not be kept: it would be taken for the usual one.
    SCRATCH = tempfile.TemporaryDirectory()
    os.environ["NUMBA_CACHE_DIR"] = SCRATCH.name

from faubourg.core import game as core_game  # noqa: E402
from faubourg.core.game import Game  # noqa: E402
from faubourg.games.lutins.actions import DECLINE, code_of  # noqa: E402
from faubourg.kernels.compile import kernel  # noqa: E402
from faubourg.lab.intervals import wilson  # noqa: E402
from faubourg.lab.simulate import Batch, simulate  # noqa: E402

SEED = 2026
GAMES = 40_000  # of every figure that is printed
FEW = 3_000  # to find candidates
AIM = 0.525  # the middle of 45 to 60 %
NEAR = 0.02  # dice this near to the aim are equals
BUILDINGS = ("imposed", "imaginary")

Faces = tuple[int, int, int, int]


def main() -> None:
    if CARELESS:
        core_game.part("lutins", "insight").rate = careless
    print("Together against the gnome: share of games won, 95 % interval, throws a game")
    for building in BUILDINGS:
        for players in range(2, 7):
            print(building, players, summary(played(Game("lutins", players, building=building))))
    if CARELESS:
        return
    print("One player is the gnome, standard die: the same for the lutins; turns a game")
    for building in BUILDINGS:
        for players in range(3, 7):
            game = Game("lutins", players, building=building, game="gnome")
            print(building, players, summary(played(game)))
    print("The balanced die")
    for building in BUILDINGS:
        for players in range(3, 7):
            faces = balanced(players, building)
            batch = played(with_die(players, building, faces))
            print(building, f"{players} = {written(faces)}", summary(batch), flush=True)


@kernel
def careless(box: object, row: object, action: int) -> float:
    """A rating that prefers any block to none, and is otherwise indifferent."""
    return 1.0 if code_of(action) < DECLINE else 0.0


def played(game: Game, games: int = GAMES) -> Batch:
    return simulate(game, ["greedy"] * game.players, games, seed=SEED)


def share(batch: Batch) -> float:
    """Games won by the lutins; seat A is always one of them."""
    return batch.wins[0] / batch.games


def summary(batch: Batch) -> str:
    low, high = wilson(batch.wins[0], batch.games)
    turns = batch.turns / batch.games
    return f"{share(batch):.1%} ({low:.1%} – {high:.1%}), {turns:.1f}"


# ---------------------------------------------------------------- the balanced die


def balanced(players: int, building: str) -> Faces:
    """The most even die among those that bring the lutins nearest to the aim."""
    found = {
        faces: share(played(with_die(players, building, faces), FEW)) for faces in candidates()
    }
    nearest = min(abs(won - AIM) for won in found.values())
    equals = [faces for faces, won in found.items() if abs(won - AIM) < nearest + NEAR]
    return min(equals, key=lambda faces: (faces[-1] - faces[0], abs(found[faces] - AIM)))


def candidates() -> Iterator[Faces]:
    yield from combinations_with_replacement(range(1, 7), 4)


def with_die(players: int, building: str, faces: Faces) -> Game:
    """The game with these faces for its standard die."""
    text = Game("lutins").components.text
    line = next(line for line in text.splitlines() if line.startswith("gnome = "))
    box = text.replace(line, f"gnome = {written(faces)}")
    return Game("lutins", players, components=box, building=building, game="gnome")


def written(faces: Faces) -> str:
    return f'[0, {", ".join(map(str, faces))}, "gnome"]'


if __name__ == "__main__":
    main()
