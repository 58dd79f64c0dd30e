"""Warm-up before the first game: compiles its kernels, with a progress bar if it takes a while."""

import threading
from collections.abc import Sequence

from rich.console import Console

from faubourg.core.game import Game
from faubourg.core.progress import progress_bar
from faubourg.core.text import Language
from faubourg.kernels.warmup import Step, prepare
from faubourg.terminal import messages

DELAY = 0.3  # seconds before the bar is shown


def warm_up(
    game: Game,
    console: Console,
    language: Language,
    batches: bool = False,
    more: Sequence[Step] = (),
) -> None:
    """Compile or load what playing a game needs, its `batches`, and the steps of `more`."""
    if not console.is_terminal:
        prepare(game, batches=batches, more=more)
        return
    bar = progress_bar(console, "none")
    task = bar.add_task(messages.PREPARING.to(language), total=None)
    later = threading.Timer(DELAY, bar.start)
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
