"""Mutated boxes and rows through every kernel of a game, with every index checked.

A script, one process for each game: what is refused is refused in a sentence, and no kernel reads
or writes outside of an array, or this ends with an IndexError. Either in plain Python (`checked`),
or compiled with Numba's own checks:

    NUMBA_DISABLE_JIT=1 python -m tests.kernels.bounds_probe minivilles 200
    NUMBA_BOUNDSCHECK=1 python -m tests.kernels.bounds_probe minivilles 200
"""

import json
import os
import random
import re
import sys
import warnings
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

if __name__ == "__main__" and os.environ.get("NUMBA_DISABLE_JIT") == "1":
    from tests.kernels import checked

    checked.install()  # before a game is imported

import numpy as np

from faubourg.core.errors import FaubourgError
from faubourg.core.game import Game, variants
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.position import Position
from faubourg.gamekit import form
from faubourg.kernels.compile import kernel
from tests.gamekit.box_values import mutated

if TYPE_CHECKING:
    from collections.abc import Callable

MOVES = 60  # of a game with a mutated box, or from a mutated row
ASIDE = 0.1  # of the moves are tried after one that need not be legal
SIMULATIONS = 3  # of a search
STEPS = 12  # of an environment
ENTRIES = 40  # of a table of end games
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


# ---------------------------------------------------------------- whatever is done with a game


def explore(position: Position, chance: random.Random, moves: int) -> None:
    """List, play, draw and refuse, as a server does."""
    for _ in range(moves):
        if position.turn is None:
            break
        if chance.random() < ASIDE:
            with suppress(FaubourgError):
                position.check(chance.randrange(position.game.rules.ACTIONS))
        ids = position.legal.ids
        id = chance.choice(ids) if ids else position.nature(chance.random())
        position.step(id)
    assert position.outcome is not None or position.turn is not None


def observe(position: Position, chance: random.Random) -> None:
    part = position.game.part("observe")
    out = np.zeros(part.SIZE, np.int8)
    for seat in range(position.game.players):
        part.observe(position.game.box, position.row, seat, out)
        assert 0 <= part.side(position.row, seat) < position.game.players


def search(position: Position, chance: random.Random) -> None:
    """MCTS with a game's network and without, the hint that follows, and playouts of a review."""
    from faubourg.bots.hints import rated_hints
    from faubourg.bots.paired_playouts import paired_playouts
    from faubourg.bots.search import Search, habits_of

    paired_playouts(position, 2, seed=chance.getrandbits(30))
    if position.turn is not None and len(position.legal.ids) > 1:
        rated_hints(position, [*SEAT_LETTERS])
        for habits in (position.game.part("insight").HABITS, habits_of(position.game)):
            few = replace(habits, candidates=3, sample=2)
            Search(position, SIMULATIONS, few).run(SIMULATIONS)


def play_out(position: Position, chance: random.Random) -> None:
    """Bots that choose at once."""
    from faubourg.bots.bot import CompiledBot
    from faubourg.core.players import GENTLE, GREEDY, RANDOM

    bots = [CompiledBot(code) for code in (RANDOM, GREEDY, GENTLE)]
    generator = np.random.default_rng(chance.getrandbits(32))
    for _ in range(chance.randrange(MOVES)):
        if position.turn is None:
            break
        ids = position.legal.ids
        id = chance.choice(bots).choose(position, generator) if ids else position.nature(0.5)
        position.step(id)


def watch(position: Position, chance: random.Random) -> None:
    """A whole game as the lab plays it, in a batch and one by one."""
    from faubourg.lab.play.watch import CARELESS_BOT, Watcher, empty_stats
    from faubourg.lab.simulate import simulate

    game, seed = position.game, chance.getrandbits(30)
    Watcher(game, [CARELESS_BOT] * game.players, seed=seed).play(0, empty_stats(game, 1))
    simulate(game, ["greedy"] * game.players, games=1, seed=seed, workers=1)


def solve_it(position: Position, chance: random.Random) -> None:
    """A table of end games, as far as it is small."""
    from faubourg.bots.expectimax import key_of, solve

    assert len(key_of(position)) == len(position.to_bytes())
    with suppress(FaubourgError):
        solve(position, most=ENTRIES)


def step_environments(position: Position, chance: random.Random) -> None:
    from faubourg.envs.batch import BatchEnv

    game = position.game
    env = BatchEnv(
        game.name,
        game.players,
        n=2,
        seed=chance.getrandbits(30),
        workers=1,
        components=game.components.text,
        turned=True,
        normalised=chance.random() < 0.5,
        **game.options,
    )
    env.reset()
    seen = np.zeros(env.size, np.int8)
    for _ in range(STEPS):
        env.step(env.sample().copy())  # which is then checked
        env.kernels.observe_game(env.boxes, env.rows, 0, 0, seen)
    env.close()


def count_paths(position: Position, chance: random.Random) -> None:
    from tests.kernels.uncompiled_probe import count

    count(position, 1)


USES: list["Callable[[Position, random.Random], None]"] = [
    observe, search, play_out, step_environments, count_paths, watch, solve_it,
]  # fmt: skip


def probe(name: str, tries: int, seed: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    chance = random.Random(seed)
    text, kinds = Game(name).components.text, list(variants(name))
    root, printed = form.form_of(name).root, form.data(text)
    for use in USES:  # first with the game as it is, where somebody has a choice
        position = Game(name).start()
        while len(position.legal.ids) < 2:
            explore(position, chance, 1)
        use(position, chance)
    for number in range(tries):
        try:
            box = None
            if number % 4 == 1:
                box = mutated_box(text, chance)
            elif number % 4 == 3:
                box = form.toml(name, mutated(root, printed, chance))
            players, options = chance.choice(kinds)
            game = Game(name, players, box, **options)
            position = game.start()
            explore(position, chance, chance.randrange(MOVES))
            position.view()
            if box is None:
                data = mutated_row(position.to_bytes(), chance)
                position = Position.from_bytes(game, data)
                explore(position.copy(), chance, MOVES)
            USES[number // 2 % len(USES)](position.copy(), chance)
            counts["box" if box else "row"] += 1
        except FaubourgError as error:
            counts[f"refused {error.code}"] += 1
        except OverflowError:
            if number % 2:  # a box that was taken plays without
                raise
            counts["too large for plain Python"] += 1  # machine code wraps around
    return counts


def missed() -> list[str]:
    """Kernels that were imported and did not run."""
    return sorted(checked.kernels - checked.called)


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # numbers of a row that wrap around
    assert is_checked(), "indices are not checked"
    found: dict[str, Any] = {"counts": probe(sys.argv[1], int(sys.argv[2]), seed=20)}
    if os.environ.get("NUMBA_DISABLE_JIT") == "1":
        found |= {"kernels": len(checked.kernels), "missed": missed()}
    print(json.dumps(found))
