"""Main program of the terminal game: start, signals, every way it can stop, exit status.

Nothing heavy is imported before `run`, so that a help page is quick and an impatient Ctrl-C finds
nothing half loaded.
"""

import logging
import os
import shlex
import shutil
import signal
import sys
import tempfile
import traceback
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from faubourg.core.errors import FaubourgError
from faubourg.core.text import Language, Text, system_language
from faubourg.terminal.request import Request

if TYPE_CHECKING:
    from faubourg.records.record import Record
    from faubourg.terminal.autosave import Autosave
    from faubourg.terminal.console import Terminal
    from faubourg.terminal.session import Session

OK, FAULT, MISUSE, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 130, 141


class Stopped(BaseException):
    """A signal to terminate was received."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = 128 + number


def run(request: Request, language: Language) -> int:
    """Play a game in the terminal; the exit status of the program."""
    with _Signals():
        try:
            return _run(request, language)
        except FaubourgError as error:
            return _print_error(error.sentence(language), MISUSE)
        except BrokenPipeError:
            return _close_pipe()
        except KeyboardInterrupt:
            return INTERRUPTED
        except Stopped as stopped:
            return stopped.status
        except OSError as error:  # a full disk behind the output, a terminal that is gone
            said = Text("{why}; the game stops here.", "{why} ; la partie s'arrête ici.")
            return _print_error(said.format(why=str(error.strerror)).to(language), FAULT)
        except Exception as error:
            return _apologise(error, language)


def _run(request: Request, language: Language) -> int:
    with _Abrupt():
        from faubourg.terminal.autosave import Autosave
        from faubourg.terminal.console import Terminal
        from faubourg.terminal.resume import start_or_resume
        from faubourg.terminal.seats import read_seats
        from faubourg.terminal.session import Session
        from faubourg.terminal.warmup import Background

    logging.getLogger("faubourg").addHandler(logging.NullHandler())  # not between the moves
    terminal = Terminal(language)
    record = start_or_resume(request)
    chairs = read_seats(record.seats, record.game.players)
    patient = request.seed is not None
    background = Background(record.game, terminal.console, language, patient)
    try:
        session = Session(record, chairs, background.ready_for_bots)
        return _play(session, terminal, Autosave(record.game.name, request.resume))
    finally:
        background.close()


def _play(session: "Session", terminal: "Terminal", autosave: "Autosave") -> int:
    from faubourg.terminal import messages
    from faubourg.terminal.loop import Loop, Quit

    loop = Loop(session, terminal, autosave)
    try:
        loop.run()
    except (Quit, EOFError):
        _farewell(session.record, terminal, autosave, messages.GOODBYE)
        return OK
    except KeyboardInterrupt:
        _farewell(session.record, terminal, autosave, messages.STOPPED)
        return INTERRUPTED
    except Stopped as stopped:
        _farewell(session.record, terminal, autosave, messages.STOPPED)
        return stopped.status
    if autosave.path:
        _print_whole(terminal, messages.RECORD_IS.format(path=str(autosave.path)))
    return OK


def _program() -> str:
    """The command of this program: its name if the shell finds it, else as it was called."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py":
        return f"{shlex.quote(sys.executable)} -m faubourg"
    found = shutil.which("faubourg")
    if called.name != "faubourg" or (found and Path(found).samefile(called)):
        return "faubourg"
    return shlex.quote(sys.argv[0])


def _farewell(record: "Record", terminal: "Terminal", autosave: "Autosave", said: Text) -> None:
    """Save, and print where the game is and how to resume it. The terminal may be gone already."""
    from faubourg.terminal import messages

    with suppress(KeyboardInterrupt, Stopped, OSError):
        autosave.save(record)
        terminal.console.print()
        _print_whole(terminal, said)
        if autosave.path is None:
            _print_whole(terminal, messages.LOST)
            return
        command = f"{_program()} play {record.game.name} --resume {shlex.quote(str(autosave.path))}"
        if terminal.language != system_language():
            command += f" --lang {terminal.language}"
        _print_whole(terminal, messages.KEPT.format(path=str(autosave.path)))
        _print_whole(terminal, messages.RESUME.format(command=command))


def _print_whole(terminal: "Terminal", text: Text) -> None:
    from rich.text import Text as Line

    terminal.show_whole(Line(text.to(terminal.language)))


# ---------------------------------------------------------------- what can go wrong


def _print_error(sentence: str, status: int) -> int:
    encoding = sys.stderr.encoding or "ascii"
    with suppress(OSError, ValueError):
        print(sentence.encode(encoding, "replace").decode(encoding), file=sys.stderr)
    return status


def _close_pipe() -> int:
    """The reader of our output is gone: write nothing, also when the interpreter shuts down."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return PIPE_CLOSED


def _apologise(error: Exception, language: Language) -> int:
    """A mistake of ours: the details go to a file, a sentence to the player."""
    from faubourg.terminal import messages

    if os.environ.get("FAUBOURG_DEBUG"):
        raise error
    what = f"{type(error).__name__}: {error}"
    _print_error(messages.INSIDE.format(what=what).to(language), FAULT)
    with suppress(OSError):
        handle, path = tempfile.mkstemp(prefix="faubourg-", suffix=".txt", text=True)
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as file:
            traceback.print_exception(error, file=file)
        _print_error(messages.REPORT.format(path=path).to(language), FAULT)
    return FAULT


# ---------------------------------------------------------------- signals


class _Signals:
    """Signal handlers that raise, like Ctrl-C, so that the game is saved on the way out."""

    names: tuple[str, ...] = ("SIGTERM", "SIGHUP")

    def __enter__(self) -> None:
        self.before = {}
        for name in self.names:
            with suppress(AttributeError, ValueError):  # no such signal, or not the main thread
                number = getattr(signal, name)
                self.before[number] = signal.signal(number, self.handle)

    def __exit__(self, *_: object) -> None:
        for number, handler in self.before.items():
            signal.signal(number, handler)

    def handle(self, number: int, frame: FrameType | None) -> None:
        raise Stopped(number)


class _Abrupt(_Signals):
    """Signal handlers that exit at once: nothing is lost yet, and an exception in the midst of an
    import or of the compiler would only come out as another one."""

    names = ("SIGINT", "SIGTERM", "SIGHUP")

    def handle(self, number: int, frame: FrameType | None) -> None:
        with suppress(OSError):
            if os.isatty(1):
                os.write(1, b"\x1b[?25h\r\n")  # the cursor, if a progress bar has hidden it
        os._exit(128 + number)
