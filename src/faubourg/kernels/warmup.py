"""Warm-up: a game's kernels compiled or loaded before they are needed, with progress reported.

The first run on a machine compiles (some ten seconds); later runs load the machine code. A process
that began in plain Python (`kernels/switch.py`) only ever loads it.
"""

import logging
from collections.abc import Callable, Sequence

import numpy as np

from faubourg.core.errors import lacks_memory
from faubourg.core.game import Game
from faubourg.core.players import GREEDY, NATURE, SEAT_LETTERS
from faubourg.core.streams import nature_move, streams
from faubourg.kernels import markers, switch
from faubourg.kernels.template import play_kernels

log = logging.getLogger(__name__)
REHEARSED = 300  # moves
Report = Callable[[str, int, int], None]  # what is compiled next, how many are done, of how many
Step = tuple[str, Callable[[], object]]  # what is compiled, and the call that does it


def prepare(
    game: Game, progress: Report | None = None, batches: bool = False, more: Sequence[Step] = ()
) -> None:
    """Warm up all that playing one game needs, for `batches` the loops over games too, and `more`
    steps."""
    work = [*steps(game, batches), *more]
    for done, (what, compile_one) in enumerate(work):
        if progress:
            progress(what, done, len(work))
        compile_one()
    if progress:
        progress("", len(work), len(work))


def load(name: str, more: Callable[[Game], Sequence[Step]] = lambda game: ()) -> bool:
    """Let a process that began in plain Python change over to machine code, if the game is
    compiled; whether it runs compiled now."""
    if switch.is_loaded(name):
        return True
    if not switch.is_plain_first() or not markers.is_compiled(name):
        return False
    game = Game(name)
    try:
        switch.load(name, lambda: prepare(game, more=more(game)))
    except Exception as error:
        if not lacks_memory(error):  # which says nothing of what lies on the disk
            markers.forget_compiled(name)  # whoever compiles next does it anew
        log.warning("machine code was not loaded", extra={"game": name, "why": str(error)[:200]})
        return False
    return True


def steps(game: Game, batches: bool = False) -> list[Step]:
    """The steps of the warm-up, in order."""
    rules, box = game.rules, game.box
    rows = game.new_rows(1)
    rows[0] = game.start_row()
    row = rows[0]
    actions, weights = np.zeros((2, rules.MOST), np.int32)
    points = np.zeros((1, len(SEAT_LETTERS)), np.int32)
    counts = np.zeros((3, 1), np.int32)
    players = np.zeros(len(SEAT_LETTERS), np.int64)
    dice, seats = streams(0)
    work: list[Step] = [
        ("legal", lambda: rules.legal(box, row, actions)),
        ("chance", lambda: rules.chance(box, row, actions, weights)),
        ("nature", lambda: rules.nature(box, row, 0.0)),
        ("outcome", lambda: rules.outcome(box, row, points[0])),
        ("step", lambda: rules.step(box, row, rules.nature(box, row, 0.0))),
        ("bots", lambda: play_kernels(game.name).choose(GREEDY, box, row, actions, 0, 0.0)),
        ("events", lambda: _rehearse(game)),
    ]
    if batches:
        loops = play_kernels(game.name)
        given = (box, rows, rows, players, dice, seats, 0, actions, *counts, points)
        work.append(("batches", lambda: loops.play_block(*given)))
    return work


def _rehearse(game: Game) -> None:
    """Play some moves with their events, which call kernels that single steps do not."""
    position = game.start()
    position.view()
    generators = streams(0)
    for _ in range(REHEARSED):
        if position.turn is None:
            return
        if position.turn == NATURE:
            position.play(nature_move(position, generators.nature))
        else:
            ids = position.legal.ids
            position.play(ids[int(generators.seats[0].random() * len(ids))])
