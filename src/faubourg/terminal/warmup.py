"""Warm-up of a game: before a command that needs all its kernels, or behind a game that is played.

A game begins at once, in plain Python (`kernels/switch.py`); `Background` compiles it meanwhile. A
progress bar is shown only to somebody who waits.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from rich.console import Console

from faubourg.bots.compiler import Compiler, CompilerError, load_search
from faubourg.core.game import Game
from faubourg.core.progress import progress_bar
from faubourg.core.text import Language
from faubourg.kernels import markers, switch
from faubourg.kernels.warmup import Step, prepare
from faubourg.terminal import messages

DELAY = 0.3  # seconds before a bar is shown
LOOK = 0.1  # seconds between two looks at how far it is
Report = Callable[[int, int], None]  # gets how many steps are done, of how many


def warm_up(
    game: Game,
    console: Console,
    language: Language,
    batches: bool = False,
    more: Sequence[Step] = (),
) -> None:
    """Compile or load what playing a game needs, its `batches`, and the steps of `more`."""
    with _bar(console, language) as report:
        prepare(game, lambda what, done, of: report(done, of), batches=batches, more=more)


class Background:
    """Compiles and loads the machine code of a game while it is played. With `patient` the bots
    wait for their search: a game with a seed of the player's own is the same every time."""

    def __init__(self, game: Game, console: Console, language: Language, patient: bool) -> None:
        self._game, self._console, self._language = game, console, language
        self._patient = patient
        self._step = (0, 1)
        self._compiler: Compiler | None = None
        self._is_closed = False
        self._looked = threading.Event()  # whether it was compiled before is known
        self._thread = threading.Thread(target=self._work, daemon=True)
        self.is_ready = not switch.is_plain_first()  # then each call compiles what it needs
        if not self.is_ready and not switch.stays_plain():
            self._thread.start()

    def _work(self) -> None:
        try:
            if not markers.is_compiled(self._game.name) and not self._is_closed:
                self._compiler = Compiler(self._game.name)
            self._looked.set()
            if self._compiler is not None:
                for step in self._compiler.progress():
                    self._step = step
            self.is_ready = not self._is_closed and load_search(self._game.name)
        except (CompilerError, OSError):
            pass  # the game goes on as it began
        finally:
            self._looked.set()

    def ready_for_bots(self) -> bool:
        """Whether a bot may search. It waits a moment for machine code that only has to be loaded,
        and shows a bar if that takes long."""
        if self.is_ready or not self._thread.is_alive():
            return self.is_ready
        self._looked.wait()
        if self._compiler is None or self._patient:
            with _bar(self._console, self._language) as report:
                while self._thread.is_alive():
                    report(*self._step)
                    self._thread.join(LOOK)
        return self.is_ready

    def close(self) -> None:
        """End the compiler; what is being loaded is loaded first, since Python can't end amidst."""
        self._is_closed = True
        if self._thread.is_alive():
            self._looked.wait()
            if self._compiler is not None:
                self._compiler.kill()
            self._thread.join()


@contextmanager
def _bar(console: Console, language: Language) -> Iterator[Report]:
    """A bar that is shown if it takes a while, and only in a terminal."""
    if not console.is_terminal:
        yield lambda done, of: None
        return
    bar = progress_bar(console, "none")
    task = bar.add_task(messages.PREPARING.to(language), total=None)
    later = threading.Timer(DELAY, bar.start)
    later.daemon = True
    later.start()
    try:
        yield lambda done, of: bar.update(task, completed=done, total=of)
    finally:
        later.cancel()
        later.join()
        with suppress(OSError):
            bar.stop()
