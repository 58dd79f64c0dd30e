"""Compiling before the first game, with something to look at if it takes a while."""

import threading
from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from faubourg.core.game import Game
from faubourg.core.text import Language
from faubourg.kernels.warmup import Step, prepare
from faubourg.terminal import messages

PATIENCE = 0.3  # seconds before anything is shown


def prepare_game(
    game: Game,
    console: Console,
    language: Language,
    batches: bool = False,
    more: Sequence[Step] = (),
) -> None:
    """Make a game ready to play, or to play in batches, and what `more` has to be made ready."""
    if not console.is_terminal:
        prepare(game, batches=batches, more=more)
        return
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=min(40, max(10, console.width - 40))),
        console=console,
        transient=True,
        refresh_per_second=4,
    )
    task = bar.add_task(messages.PREPARING.to(language), total=None)
    later = threading.Timer(PATIENCE, bar.start)
    later.daemon = True
    later.start()
    try:
        prepare(
            game,
            lambda what, done, total: bar.update(task, completed=done, total=total),
            batches=batches,
            more=more,
        )
    finally:
        later.cancel()
        later.join()
        bar.stop()
