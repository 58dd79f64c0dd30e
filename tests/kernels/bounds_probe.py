"""Mutated boxes and rows through a game's kernels, with every index checked.

`test_bounds.py` runs this as a script under `NUMBA_BOUNDSCHECK=1`, one process for each game: what
is refused is refused in a sentence, and no kernel reads or writes outside of an array.

    NUMBA_BOUNDSCHECK=1 python -m tests.kernels.bounds_probe minivilles 200
"""

import random
import re
import sys
from collections import Counter

import numpy as np

from faubourg.core.errors import FaubourgError
from faubourg.core.game import Game
from faubourg.core.position import Position
from faubourg.kernels.compile import kernel

MOVES = 60  # of a game with a mutated box, or from a mutated row
NUMBERS = (0, 1, 2, 3, 5, 6, 7, 9, 12, 20, 63, 127, 128, 255, 256, 32767, -1)
LENGTH = 4


@kernel
def beyond(array, index):  # type: ignore[no-untyped-def]
    return array[index]


def is_checked() -> bool:
    """Whether an index outside is noticed at all."""
    try:
        beyond(np.zeros(LENGTH, np.int64), LENGTH + 1)
    except IndexError:
        return True
    return False


def mutated_box(text: str, chance: random.Random) -> str:
    """A box with some numbers changed, lines left out, doubled or swapped."""
    lines = text.splitlines()
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        index = chance.randrange(len(lines))
        kind = chance.randrange(5)
        if kind <= 2:
            found = [i for i, line in enumerate(lines) if re.search(r"\d", line)]
            index = chance.choice(found)
            spots = [*re.finditer(r"-?\d+", lines[index])]
            spot = chance.choice(spots)
            number = str(chance.choice(NUMBERS))
            lines[index] = lines[index][: spot.start()] + number + lines[index][spot.end() :]
        elif kind == 3:
            del lines[index]
        else:
            other = chance.randrange(len(lines))
            lines[index], lines[other] = lines[other], lines[index]
    return "\n".join(lines) + "\n"


def mutated_row(data: bytes, chance: random.Random) -> bytes:
    row = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 4, 8))):
        row[chance.randrange(len(row))] = chance.choice((0, 1, 2, 3, 6, 7, 127, 128, 254, 255))
    return bytes(row)


def explore(position: Position, chance: random.Random, moves: int) -> None:
    """Whatever a server does with a position: list, play, draw, show."""
    for _ in range(moves):
        if position.turn is None:
            break
        ids = position.legal.ids
        id = chance.choice(ids) if ids else position.nature(chance.random())
        position.step(id)
    position.view()
    assert position.outcome is not None or position.turn is not None


def probe(name: str, tries: int, seed: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    chance = random.Random(seed)
    text, least = Game(name).components.text, Game(name).components.players[0]
    for number in range(tries):
        try:
            box = mutated_box(text, chance) if number % 2 else None
            players = chance.choice((least, None))
            game = Game(name, players, components=box)
            position = game.start()
            explore(position, chance, chance.randrange(MOVES))
            if box is None:
                data = mutated_row(position.to_bytes(), chance)
                position = Position.from_bytes(game, data)
                explore(position, chance, MOVES)
            counts["box" if box else "row"] += 1
        except FaubourgError as error:
            counts[f"refused {error.code}"] += 1
    return counts


if __name__ == "__main__":
    assert is_checked(), "indices are not checked"
    found = probe(sys.argv[1], int(sys.argv[2]), seed=20)
    print(dict(found))
