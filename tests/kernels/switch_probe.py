"""Plays one game over and over in a process that began in plain Python, and prints what happened.

    FAUBOURG_KERNELS=plain-first python switch_probe.py GAME

Rows, events and views of the same moves must be equal: in plain Python, with the change-over in
the midst of it, compiled, and with some kernels compiled and others not. `test_switch.py` runs it.
"""

import hashlib
import json
import sys
import threading
from collections.abc import Callable, Iterator

import numpy as np

from faubourg.bots.compiler import Compiler, load_search
from faubourg.bots.reuse import reuse_kernels
from faubourg.bots.search import Search
from faubourg.core.game import Game
from faubourg.core.players import NATURE
from faubourg.core.streams import nature_move, streams
from faubourg.kernels import switch

MOST = 120  # moves
SEED = 11


def played(game: Game, between: Callable[[int], object] = lambda move: None) -> Iterator[str]:
    """A hash of all that the table shows after each of some random moves; `between` is called
    before each."""
    position, dice = game.start(), streams(SEED)
    for move in range(MOST):
        if position.turn is None:
            return
        between(move)
        if position.turn == NATURE:
            action = nature_move(position, dice.nature)
        else:
            ids = position.legal.ids
            action = ids[int(dice.seats[position.turn].random() * len(ids))]
        events = position.play(action)
        seen = json.dumps([action, events, position.view(), repr(position.outcome)])
        yield hashlib.sha256(position.to_bytes() + seen.encode()).hexdigest()[:12]


def probe(name: str) -> dict[str, object]:
    game = Game(name)
    plain = list(played(game))
    began_plain = "numba" not in sys.modules and not switch.is_loaded(name)

    compiler = Compiler(name)
    steps = list(compiler.progress())
    compiler.close()
    loading = threading.Thread(target=load_search, args=(name,))
    middle = len(plain) // 3

    def change_over(move: int) -> None:
        """Begin to load in a thread, play on, and be done before the last third."""
        if move == middle:
            loading.start()
        if move == 2 * middle:
            loading.join()

    changed = list(played(game, change_over))
    compiled = list(played(game))

    kernels = [each for each in switch._switches[name] if each.is_compiled]
    generator = np.random.default_rng(SEED)

    def shuffle(move: int) -> None:
        """Any kernel may run either way at any time."""
        for kernel in kernels:
            if generator.random() < 0.5:
                kernel.change_over()
            else:
                kernel._run = kernel._plain

    mixed = list(played(game, shuffle))
    for kernel in kernels:
        kernel.change_over()
    search = Search(game.start(), seed=SEED)
    search.run(50)
    return {
        "plain": plain,
        "changed over": changed,
        "compiled": compiled,
        "mixed": mixed,
        "began plain": began_plain,
        "is loaded": switch.is_loaded(name),
        "kernels": len(kernels),
        "steps": steps[-1],
        "reuse": reuse_kernels(name).move_subtree.is_compiled,
        "search": [int(node.visits) for node in search.children()],
    }


if __name__ == "__main__":
    print(json.dumps(probe(sys.argv[1])))
