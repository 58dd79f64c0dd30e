"""Compiling before the first game, with something to look at if it takes a while."""

import threading

from rich.progress import BarColumn, Progress, TextColumn

from faubourg.core.game import Game
from faubourg.core.warmup import prepare
from faubourg.terminal import words
from faubourg.terminal.console import Terminal

PATIENCE = 0.3  # seconds before anything is shown


def prepare_game(game: Game, terminal: Terminal) -> None:
    """Make a game ready to play."""
    if not terminal.live:
        prepare(game)
        return
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=min(40, max(10, terminal.width - 40))),
        console=terminal.console,
        transient=True,
        refresh_per_second=4,
    )
    task = bar.add_task(words.PREPARING.to(terminal.language), total=None)
    later = threading.Timer(PATIENCE, bar.start)
    later.daemon = True
    later.start()
    try:
        prepare(game, lambda what, done, total: bar.update(task, completed=done, total=total))
    finally:
        later.cancel()
        later.join()
        bar.stop()
