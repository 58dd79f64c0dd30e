"""The compiler: a process that compiles a game's kernels and its search into the cache on the disk.

Whoever starts it plays on in plain Python meanwhile (`kernels/switch.py`), and loads the machine
code when it is there. It ends with the process that started it, and works behind all others.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from faubourg.bots.search import search_steps
from faubourg.core.game import Game
from faubourg.kernels import markers, switch
from faubourg.kernels.warmup import load, steps

NICENESS = 5  # behind those who play
PROGRAM = "import sys; sys.path[:] = {path!r}; from faubourg.bots.compiler import main; main()"


class Compiler:
    """A process that compiles one game, begun at once."""

    def __init__(self, name: str) -> None:
        program = PROGRAM.format(path=sys.path)
        self._process = subprocess.Popen(
            [sys.executable, "-c", program, name],
            stdin=subprocess.PIPE,  # by which it knows that we are there
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, switch.VARIABLE: ""},
            start_new_session=True,  # Ctrl-C is for us
        )

    def progress(self) -> Iterator[tuple[int, int]]:
        """How many steps are done, of how many, after each. CompilerError if it fails."""
        assert self._process.stdout is not None
        reason = ""
        for said in self._process.stdout:
            done, _, of = said.partition("/")
            if done.isdecimal():
                yield int(done), int(of)
            else:
                reason = said.strip()
        status = self._process.wait()
        if status != 0:
            raise CompilerError(reason or f"ended with status {status}")

    def kill(self) -> None:
        """End it, whatever it is doing; `progress` ends too."""
        self._process.kill()

    def close(self) -> None:
        """End it and forget it."""
        self.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


class CompilerError(Exception):
    """A game could not be compiled."""


def load_search(name: str) -> bool:
    """Load the machine code of a game and of its search, if it is compiled; whether it runs
    compiled now."""
    return load(name, search_steps)


# ---------------------------------------------------------------- in the process


def main() -> None:
    """Compile the game that is named on the command line; one line for each step that is done."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    name = sys.argv[1]
    try:
        with _alone(name):
            if not markers.is_compiled(name):
                game = Game(name)
                work = [*steps(game), *search_steps(game)]
                for done, (_, compile_one) in enumerate(work):
                    print(f"{done}/{len(work)}", flush=True)
                    compile_one()
                markers.remember_compiled(name)
        print("1/1", flush=True)
    except Exception as error:
        print(f"{type(error).__name__}: {error}".splitlines()[0], flush=True)
        sys.exit(1)


def _end_with_parent() -> None:
    """The parent alone holds the other end of this pipe and writes nothing."""
    with suppress(OSError):
        os.read(sys.stdin.fileno(), 1)  # unbuffered: Python can't end while a buffer is waited for
    os._exit(1)


@contextmanager
def _alone(name: str) -> Iterator[None]:
    """One process at a time compiles a game: a second would compile the same again, as it does
    where files can't be locked (Windows)."""
    with markers.marker(name).with_suffix(".lock").open("a") as file:
        with suppress(ImportError, OSError):
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield
